import type { IDataObject } from 'n8n-workflow';

import { isObject } from '../api/answer';
import { isTime } from '../api/time';
import { DURATION, durationText, isDuration } from './duration';
import type { IsoTime } from './isoTime';

/**
 * Simplified form of a kind of object: order of its fields, and how nested objects become flat. All other fields stay as
 * the service returned them, except times and durations (see `simplify`).
 */
export interface Output {
	/** Fields that come first, in this order. The others follow in the order of the answer */
	first: string[];
	/**
	 * Nested objects whose fields are moved to the row. `keep` keeps the names of the fields. Otherwise a field gets the
	 * name that is set here, or the name of the object as a prefix: `container_kind`.
	 */
	nested?: Record<string, 'keep' | Record<string, string>>;
	/** Fields with lists of objects that are simplified too */
	lists?: Record<string, Output>;
	/** Additional fields that are computed from the others */
	derive?: (row: IDataObject) => IDataObject;
	/**
	 * Fields that every row has, null if the service leaves them out, so that all rows have the same columns. Not added
	 * to outcomes without the object.
	 */
	always?: string[];
	/** Fields that are left out, since other fields have the same content */
	without?: string[];
}

/**
 * The simplified form of a row: flat, with its main fields first, times (fields that end in `_at`) as ISO 8601 in the
 * time zone of the workflow, and a text for each duration in milliseconds.
 */
export function simplify(row: IDataObject, output: Output, iso: IsoTime): IDataObject {
	const flat: IDataObject = {};
	for (const key of Object.keys(row)) put(flat, key, row[key], output);
	if (output.derive) Object.assign(flat, output.derive(flat));
	for (const key of output.without ?? []) delete flat[key];
	for (const key of output.always ?? []) flat[key] ??= null;
	const lists = output.lists ?? {};
	for (const key of Object.keys(flat)) {
		const value = flat[key];
		const list = Object.hasOwn(lists, key) ? lists[key] : undefined;
		if (key.endsWith('_at')) flat[key] = timeText(value, iso);
		else if (list && Array.isArray(value)) {
			flat[key] = value.map((each) =>
				isObject(each) ? simplify(each, list, iso) : each,
			) as IDataObject[];
		} else if (isDuration(value)) {
			const [, text] = DURATION.exec(key) ?? [];
			if (text) flat[text] ??= durationText(value);
		}
	}
	return inOrder(flat, output.first);
}

/** The texts of a list, separated by commas. Other values are left out. */
export function listed(values: unknown[]): string {
	return values.filter((value) => typeof value === 'string').join(', ');
}

function put(flat: IDataObject, key: string, value: IDataObject[string], output: Output): void {
	// Assigning this key would set the prototype of the object
	if (key === '__proto__') return;
	const names = output.nested && Object.hasOwn(output.nested, key) ? output.nested[key] : undefined;
	if (!names || !isObject(value)) {
		// A null instead of the nested object is left out, unless a moved field has the same name
		const isAbsent = names !== undefined && value === null;
		if (!isAbsent || Object.values(names).includes(key)) flat[key] = value;
		return;
	}
	for (const inner of Object.keys(value)) {
		const known = names !== 'keep' && Object.hasOwn(names, inner) ? names[inner] : undefined;
		const name = known ?? (names === 'keep' ? inner : `${key}_${inner}`);
		// The field replaces its object, so it is not flattened again
		if (name === key) flat[name] = value[inner];
		else put(flat, name, value[inner], output);
	}
}

/** ISO 8601 text of a time in Unix milliseconds or RFC 3339 (as in calls). Other values are unchanged. */
function timeText(value: IDataObject[string], iso: IsoTime): IDataObject[string] {
	const time = typeof value === 'string' && RFC_3339.test(value) ? Date.parse(value) : value;
	return isTime(time) ? iso(time) : value;
}

const RFC_3339 = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2})$/i;

function inOrder(flat: IDataObject, first: string[]): IDataObject {
	const row: IDataObject = {};
	for (const key of first) if (Object.hasOwn(flat, key)) row[key] = flat[key];
	return Object.assign(row, flat);
}
