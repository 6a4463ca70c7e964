import type { Failure } from '../errors/failure';
import { type Field, fieldsIn } from '../fields/field';
import { CORRECT } from '../parameters/converters';
import { KEPT } from './fields';

/** Sentences about the editor, and what they mean to a model; nothing where it can do nothing about it. */
const SENTENCES: Array<[editor: RegExp, told: string]> = [
	[new RegExp(CORRECT.replaceAll('.', '\\.'), 'g'), 'Give another value.'],
	[/ ?Options > If Too Long can make it fit\./g, ' Give a shorter text, or write it in pieces.'],
	[/Enter a value, remove the filter, or turn on .* Ignore Empty Filters\./g, 'Give a value.'],
	// Sentences with an expression
	[/ [^.{]*(?:\{\{.*?\}\}[^.{]*)+\./g, ''],
	[/, or give it more time with Options > Wait Until Ready/g, ''],
	[/ ?With Options > If Not Ready = Output Outcome the item continues\./g, ''],
	[/, or turn off Options > Single Step Only/g, ''],
	[/Add a field to change\./g, 'Give a field to change.'],
	[/Choose From List or By ID instead\./g, 'Give an ID that another result shows.'],
	[/Write several as an array from an expression\./g, 'Give several as a JSON array.'],
];

/** The failure in the words of a model: with the names of its parameters in place of those of the form. */
export function inModelWords(failure: Failure, fields: Field[]): Failure {
	const names = new Map(namedIn(fields).reverse());
	const told = (text: string) =>
		SENTENCES.reduce(
			(words, [editor, model]) => words.replace(editor, model),
			text.replace(/'([^']+)'/g, (whole, name: string) => {
				const key = names.get(name);
				return key === undefined ? whole : `'${key}'`;
			}),
		);
	const { message, description } = failure;
	return { ...failure, message: told(message), description: description && told(description) };
}

/** Display names of fields with the names of the parameters that a model gives. */
function namedIn(fields: Field[]): Array<[displayName: string, key: string]> {
	return fields.flatMap((field): ReturnType<typeof namedIn> => {
		const { displayName, name, type, options } = field;
		if (KEPT.includes(name)) return [];
		const inner = type === 'collection' ? namedIn(fieldsIn({ options })) : [];
		return [[displayName, keyOf(name)], ...inner];
	});
}

/** The name of the parameter that a model gives for a field. */
export function keyOf(name: string): string {
	return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** A time without the seconds of a full minute, which tell a model nothing. */
export function toMinute(time: string): string {
	return time.replace(/^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}):00\.000(Z|[+-]\d{2}:\d{2})$/, '$1$2');
}
