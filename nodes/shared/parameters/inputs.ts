import type { Field } from '../fields/field';

/** A field that becomes a request field. */
export interface Input {
	/** Path in the request, for example `container`, `topic_uid` */
	path: string[];
	/** Path of the node's parameter, for example `filters.startAt` */
	parameter: string;
	/** Name of the collection that contains the field */
	collection?: string;
	field: Field;
}

/** All fields that become request fields, including those inside collections. */
export function inputsOf(fields: Field[], collection?: string): Input[] {
	return fields.flatMap((field) => {
		const property = field.routing?.send?.property;
		const parameter = pathOf(field, collection);
		if (property) return [{ path: property.split('.'), parameter, collection, field }];
		return field.type === 'collection' ? inputsOf(field.options as Field[], field.name) : [];
	});
}

/** A field that the node uses itself, with the path of its parameter. */
export type Setting = Omit<Input, 'path'>;

/** Fields that are not sent, such as If Rejected, and fields with the limit `guard`. */
export function settingsOf(fields: Field[], collection?: string): Setting[] {
	return fields.flatMap((field) => {
		if (field.type === 'collection') return settingsOf(field.options as Field[], field.name);
		if (field.routing?.send && !field.limits?.guard) return [];
		return [{ parameter: pathOf(field, collection), collection, field }];
	});
}

function pathOf({ name }: Field, collection?: string): string {
	return collection ? `${collection}.${name}` : name;
}
