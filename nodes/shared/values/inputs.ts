import { allRows, subfieldsOf } from '../form/collections';
import { fieldsIn, locatorIn, type Field } from '../form/field';
import { toChoice } from './choices';
import {
	toBoolean,
	toList,
	toNumber,
	optionOf,
	optionsOf,
	toRows,
	toText,
	type Converter,
} from './converters';
import { toDayText, toTime } from './dateFields';
import { toJson } from './json';

/** A field that becomes a request field. */
export interface Input {
	/** Path in the request, for example `container`, `topic_uid` */
	path: string[];
	/** Path of the node's parameter, for example `filters.startAt` */
	parameter: string;
	/** Name of the collection that contains the field */
	collection?: string;
	field: Field;
	/** Converts a value of the field to the contract's type */
	convert: Converter;
}

/** Raw values of the inputs that the user sees: without those that are hidden, and without options that were not added. */
export type RawValues = Map<Input, unknown>;

/** All fields that become request fields, including those inside collections. */
export function inputsOf(fields: Field[], collection?: string): Input[] {
	return fields.flatMap((field) => {
		const property = field.routing?.send?.property;
		if (property) return [{ path: property.split('.'), ...settingOf(field, collection) }];
		return field.type === 'collection' ? inputsOf(fieldsIn(field), field.name) : [];
	});
}

/** Fields that the node uses itself, such as If Rejected, each at its own name, and fields with the limit `guard`. */
export function settingsOf(fields: Field[], collection?: string): Input[] {
	return fields.flatMap((field) => {
		if (field.type === 'collection') return settingsOf(fieldsIn(field), field.name);
		if (field.routing?.send && !field.limits?.guard) return [];
		return [{ path: [field.name], ...settingOf(field, collection) }];
	});
}

function settingOf(field: Field, collection?: string): Omit<Input, 'path'> {
	const parameter = collection ? `${collection}.${field.name}` : field.name;
	return { parameter, collection, field, convert: converterOf(field) };
}

/** The conversion of a field's values to the contract's type. */
function converterOf(field: Field): Converter {
	const { limits = {} } = field;
	const locator = locatorIn(field);
	if (locator)
		return (value, _zone, how) =>
			toChoice(field, locator, rowsIn(field, value), how?.ignoreEmptyFilters);
	if (limits.list) return (value) => toList(field, value);
	if (limits.json) return toJson;
	switch (field.type) {
		case 'dateTime':
			return (...given) => (limits.day ? toDayText(field, ...given) : toTime(field, ...given));
		case 'number':
			return (value) => toNumber(field, value);
		case 'boolean':
			return toBoolean;
		case 'options':
			return optionOf(field);
		case 'multiOptions':
			return optionsOf(field);
		case 'fixedCollection':
			return rowsOf(field);
		default:
			return (value) => toText(field, value);
	}
}

function rowsIn(field: Field, value: unknown): unknown {
	return field.type === 'fixedCollection' ? allRows(field, value) : value;
}

function rowsOf(field: Field): Converter {
	const columns = subfieldsOf(field).map((inner) => ({
		field: inner,
		convert: converterOf(inner),
	}));
	return (value, zone) => toRows(field, columns, rowsIn(field, value), zone);
}
