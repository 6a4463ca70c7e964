import type { IDataObject } from 'n8n-workflow';

import { isObject } from '../api/answer';
import { isTime } from '../api/time';
import { DURATION, durationText, isDuration } from './duration';
import type { IsoTime } from './isoTime';

/**
 * Simplified form of an answer's objects, as data: what people read first, and how what is nested becomes flat.
 * Everything else stays as the service gave it, but for times and durations (see `simplify`).
 */
export interface Output {
	/** Fields in the order in which people read them; all others follow as they came */
	first: string[];
	/**
	 * Objects whose fields go beside the others. `keep` leaves the names of their fields alone; otherwise a
	 * field has the name given here, or its own behind that of the object: `container_kind`.
	 */
	nested?: Record<string, 'keep' | Record<string, string>>;
	/** Lists of objects that are simplified too */
	lists?: Record<string, Output>;
	/** Fields that say in words, or in one text, what others hold */
	derive?: (row: IDataObject) => IDataObject;
	/**
	 * Fields that every row has, null where the service leaves them out: tables and schemas of n8n then look the
	 * same for all rows. Not those of an outcome, which does not show the object.
	 */
	always?: string[];
	/** Fields that are left out, because others say it */
	without?: string[];
}

/**
 * A row as people read it: flat, its most telling fields first, times (fields that end in `_at`) as ISO 8601
 * with the workflow's offset, and beside each duration in milliseconds the duration as text.
 */
export function simplify(row: IDataObject, output: Output, iso: IsoTime): IDataObject {
	const flat: IDataObject = {};
	for (const key of Object.keys(row)) put(flat, key, row[key], output);
	if (output.derive) Object.assign(flat, output.derive(flat));
	for (const key of output.without ?? []) delete flat[key];
	if (isWhole(row)) for (const key of output.always ?? []) flat[key] ??= null;
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

/** False for an outcome without its object: one that was not found, or whose change was rejected. */
function isWhole({ found, status }: IDataObject): boolean {
	return found !== false && status !== 'rejected';
}

/** Texts of a list as one, with commas; what is no text is left out. */
export function listed(values: unknown[]): string {
	return values.filter((value) => typeof value === 'string').join(', ');
}

function put(flat: IDataObject, key: string, value: IDataObject[string], output: Output): void {
	// Written to an object, this name would set its prototype
	if (key === '__proto__') return;
	const names = output.nested && Object.hasOwn(output.nested, key) ? output.nested[key] : undefined;
	if (!names || !isObject(value)) {
		// Where nothing is nested there is nothing to say, unless a field of the object has its name
		const isAbsent = names !== undefined && value === null;
		if (!isAbsent || Object.values(names).includes(key)) flat[key] = value;
		return;
	}
	for (const inner of Object.keys(value)) {
		const known = names !== 'keep' && Object.hasOwn(names, inner) ? names[inner] : undefined;
		const name = known ?? (names === 'keep' ? inner : `${key}_${inner}`);
		// The object's own name is a text now, not an object to go into again
		if (name === key) flat[name] = value[inner];
		else put(flat, name, value[inner], output);
	}
}

/** A time of an answer as text: Unix milliseconds, or RFC 3339 as calls have it. Anything else as it is. */
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
