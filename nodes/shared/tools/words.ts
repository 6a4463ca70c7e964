import type { Run } from '../operations/run';
import { at } from '../values/runParameters';
import type { Failure } from '../errors/failure';
import { choicesOf, type Field, fieldsIn } from '../form/field';
import { KEPT } from './fields';

/** The failure in the words of a model: with the names of its arguments and their values in place of those of the form. */
export function inModelWords(failure: Failure, fields: Field[]): Failure {
	const names = new Map([...valuesIn(fields), ...namedIn(fields).reverse()]);
	const told = (text: string) =>
		text.replace(/'([^']+)'/g, (whole, name: string) => {
			const key = names.get(name);
			return key === undefined ? whole : `'${key}'`;
		});
	const { message, place = '', description, plain = description } = failure;
	return {
		...failure,
		message: told(message.replace(place, '')),
		description: plain && told(plain),
	};
}

/** Display names of fields with the names of the arguments that a model gives. */
function namedIn(fields: Field[]): Array<[displayName: string, key: string]> {
	return argumentsIn(fields).map(({ displayName, name }) => [displayName, argumentOf(name)]);
}

/** Names of choices with the values that a model gives. */
function valuesIn(fields: Field[]): Array<[name: string, value: string]> {
	const choices = argumentsIn(fields)
		.flatMap(choicesOf)
		.filter(({ value }) => value !== '');
	return choices.map(({ name, value }) => [name, String(value)]);
}

/** The fields that a model can fill in, those of collections among them. */
function argumentsIn(fields: Field[]): Field[] {
	return fields.flatMap((field) => {
		if (KEPT.includes(field.name)) return [];
		return field.type === 'collection' ? argumentsIn(fieldsIn(field)) : [field];
	});
}

/** The name of the parameter that a model gives for a field. */
export function argumentOf(name: string): string {
	return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** A time without the seconds of a full minute, which tell a model nothing. */
export function toMinute(time: string): string {
	return time.replace(/^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}):00\.000(Z|[+-]\d{2}:\d{2})$/, '$1$2');
}

/** Function that tells whether the model fills in a parameter of the node, or one inside of it. */
export function openIn({ functions }: Run): (parameter: string) => boolean {
	const { parameters } = functions.getNode();
	return (parameter) =>
		/\$fromAI\s*\(/i.test(JSON.stringify(at(parameters, parameter.split('.'))) ?? '');
}
