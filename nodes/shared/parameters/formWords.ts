import { FailureError, type Failure } from '../errors/failure';
import { type Field } from '../fields/field';
import { inputsOf } from './readParameters';

/**
 * A path in a request body, such as `items[0].container.topic_uid`, or a name with an underscore, with the quotes
 * around it. Not a part of a longer word or identifier.
 */
const PATH =
	/(?<![\w.-])(["'`]?)(items\[\d+\]\.)?([a-z]\w*(?:\[\d+\])*(?:\.[a-z]\w*(?:\[\d+\])*)*)\1(?!-?\w)/g;

/**
 * Failure in the words of the form: where the service refuses a request and names a field of its body, the
 * message has the display name of the field that the user knows.
 */
export function inFormWords(fields: Field[], failure: Failure): Failure {
	if (failure.status !== 400) return failure;
	const names = new Map<string, string>();
	for (const { path, field } of inputsOf(fields)) {
		const property = path.join('.');
		// Exact reads take one identifier in a list of several
		for (const each of [property, `${property}s`])
			if (!names.has(each)) names.set(each, field.displayName);
	}
	const message = failure.message.replace(
		PATH,
		(text, _quote: string, inItems: string | undefined, path: string) => {
			// A single word may be an ordinary one
			if (!inItems && !/[_.[]/.test(path)) return text;
			const keys = path.replace(/\[\d+\]/g, '').split('.');
			const prefixes = keys.map((_key, i) => keys.slice(0, keys.length - i).join('.'));
			const known = prefixes.find((prefix) => names.has(prefix));
			return known === undefined ? text : `'${names.get(known)}'`;
		},
	);
	return { ...failure, message };
}

/** The error in the words of the form, where it is a failure. */
export function errorInFormWords(fields: Field[], error: Error): Error {
	return error instanceof FailureError
		? new FailureError(inFormWords(fields, error.failure))
		: error;
}
