import type { Field } from '../fields/field';

/** A field that becomes a request field. */
export interface Input {
	/** Path in the request, for example `container`, `topic_uid` */
	path: string[];
	/** Path of the node's parameter, for example `filters.startAt` */
	parameter: string;
	field: Field;
}

/** All fields that become request fields, including those inside collections. */
export function inputsOf(fields: Field[], collection = ''): Input[] {
	return fields.flatMap((field) => {
		const property = field.routing?.send?.property;
		const parameter = `${collection}${field.name}`;
		if (property) return [{ path: property.split('.'), parameter, field }];
		return field.type === 'collection' ? inputsOf(field.options as Field[], `${parameter}.`) : [];
	});
}

/** A field that the node uses itself, with the path of its parameter. */
export interface Setting {
	path: string;
	field: Field;
}

/** Fields that are not sent, such as If Rejected, and fields with the limit `guard`. */
export function settingsOf(fields: Field[], collection = ''): Setting[] {
	return fields.flatMap((field) => {
		if (field.type === 'collection') {
			return settingsOf(field.options as Field[], `${collection}${field.name}.`);
		}
		if (field.routing?.send && !field.limits?.guard) return [];
		return [{ path: `${collection}${field.name}`, field }];
	});
}
