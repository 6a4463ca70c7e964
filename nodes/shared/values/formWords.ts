import { type Failure, FailureError, isRefusal } from '../errors/failure';
import { type Field } from '../form/field';
import { inputsOf } from './inputs';

/**
 * Matches a path in a request body, such as `items[0].container.topic_uid`, with quotes around it. Does not match a part
 * of a longer word or identifier.
 */
const PATH =
	/(?<![\w.-])(["'`]?)(items\[\d+\]\.)?([a-z]\w*(?:\[\d+\])*(?:\.[a-z]\w*(?:\[\d+\])*)*)\1(?!-?\w)/g;

/**
 * The failure with display names in place of request fields: if the service refuses a request with 400 and names a field
 * of the body, the message names the field of the node instead.
 */
export function inFormWords(fields: Field[], failure: Failure): Failure {
	if (!isRefusal(failure)) return failure;
	const names = new Map<string, string>();
	for (const { path, field } of inputsOf(fields)) {
		const property = path.join('.');
		// Reads by ID send one identifier in a list field, such as `record_uids`
		for (const each of [property, `${property}s`])
			if (!names.has(each)) names.set(each, field.displayName);
	}
	const message = failure.message.replace(
		PATH,
		(text, _quote: string, inItems: string | undefined, path: string) => {
			// A single word can be an ordinary word of the message
			if (!inItems && !/[_.[]/.test(path)) return text;
			const keys = path.replace(/\[\d+\]/g, '').split('.');
			const prefixes = keys.map((_key, i) => keys.slice(0, keys.length - i).join('.'));
			const known = prefixes.find((prefix) => names.has(prefix));
			return known === undefined ? text : `'${names.get(known)}'`;
		},
	);
	return { ...failure, message };
}

/** The error, with display names in place of request fields if it is a failure, and then in the words of a caller. */
export function errorInFormWords(
	fields: Field[],
	error: Error,
	told: (failure: Failure, fields: Field[]) => Failure = (failure) => failure,
): Error {
	return error instanceof FailureError
		? new FailureError(told(inFormWords(fields, error.failure), fields))
		: error;
}
