import type { IDataObject } from 'n8n-workflow';

import { omit, isObject } from '../objects';
import { durationText, isDuration, type IsoTime, writeTimes } from './isoTime';
import type { RowSettings } from './row';

/**
 * Simplified form of a kind of object: its fields and their order, and how nested objects become flat. Times are written as
 * text, durations as text and as a number (see `simplify`).
 */
export interface Output {
	/**
	 * Fields of a row, in the order in which people read them. Every row has them, null if the service leaves one out. A
	 * field whose name ends with `?` is only in rows for which an option or the service gives it. Fields that are not named
	 * here come last. Names are separated by white space.
	 */
	fields: string;
	/** Fields of a row as the service answers it, for tables of lists; the same as `fields` unless they are set */
	answered?: string;
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
	 * Fields that a row has only where the service tells their values: null would say that there is nothing. Tables have
	 * their columns.
	 */
	onlyIfKnown?: string;
	/** Fields that are left out, since other fields have the same content */
	without?: string;
	/**
	 * Fields that items leave out, so that people can read a row. Tables have them, and so have forms that ask for them, and
	 * Simplify off has what they are made of.
	 */
	onRequest?: string;
	/** Values that say nothing, such as false of `content_truncated`: items have these fields with other values only */
	usual?: Record<string, string | boolean | null>;
	/** Fields that short lists leave out as well, unless they are asked for: they say little about one object of many */
	details?: string;
	/** Fields of a row in a text that people read, in this order; only lists, events and exact reads have texts */
	text?: string;
	/** Fields by which a text can have headings: the name, and the ID of what it names, which is the heading without a name */
	groups?: Partial<Record<'conversation' | 'day' | 'person' | 'status' | 'topic', string>>;
	/** Time by which a text has the oldest row first, whatever the order of the list */
	oldestFirst?: string;
}

/**
 * The simplified form of rows: flat, with their main fields first, times (fields that end in `_at`) as ISO 8601 in the
 * time zone of the workflow, and for each duration in milliseconds a text and a number of seconds, which can be summed.
 *
 * @param whole false for an outcome without its object, which has only the fields that are there
 */
export function simplify(
	rows: IDataObject[],
	output: Output,
	iso: IsoTime,
	whole = true,
): IDataObject[] {
	const flats = rows.map((row) => flatten(row, output, iso));
	writeTimes(flats, iso);
	return arrange(flats, output, whole);
}

/** The simplified rows as items show them: without the fields on request, and without values that say nothing. */
export function leaveOutDetails(
	rows: IDataObject[],
	{ onRequest = '', usual = {} }: Output,
): IDataObject[] {
	const left = layoutOf(onRequest).map(({ name }) => name);
	return rows.map((row) => {
		const silent = Object.keys(usual).filter(
			(name) => (row[name] ?? null) === null || row[name] === usual[name],
		);
		return omit(row, ...left, ...silent);
	});
}

function flatten(row: IDataObject, output: Output, iso: IsoTime): IDataObject {
	const flat: IDataObject = {};
	for (const key of Object.keys(row)) put(flat, key, row[key], output);
	if (output.derive) Object.assign(flat, output.derive(flat));
	if (output.without) for (const { name } of layoutOf(output.without)) delete flat[name];
	for (const key of Object.keys(flat)) {
		if (!key.endsWith('duration_ms') || !isDuration(flat[key])) continue;
		const name = key.slice(0, -'_ms'.length);
		flat[name] ??= durationText(flat[key]);
		// Not rounded, so that sums are exact
		flat[`${name}_seconds`] ??= flat[key] / 1_000;
	}
	for (const [key, list] of Object.entries(output.lists ?? {})) {
		const values = Object.hasOwn(flat, key) ? flat[key] : undefined;
		const simple = (each: IDataObject) => (isObject(each) ? simplify([each], list, iso)[0] : each);
		if (Array.isArray(values)) flat[key] = values.map(simple);
	}
	return flat;
}

/** Rows with their fields in order; if `whole`, those that every row has are null where they are missing. */
function arrange(
	flats: IDataObject[],
	{ fields, onlyIfKnown = '' }: Output,
	whole: boolean,
): IDataObject[] {
	const unknown = layoutOf(onlyIfKnown).map(({ name }) => name);
	const places = layoutOf(fields).map(({ name, everywhere }) => ({
		name,
		isFilled: whole && everywhere && !unknown.includes(name),
	}));
	return flats.map((flat) => {
		const row: IDataObject = {};
		for (const { name, isFilled } of places) {
			if (Object.hasOwn(flat, name)) row[name] = flat[name];
			else if (isFilled) row[name] = null;
		}
		return Object.assign(row, flat);
	});
}

/**
 * True if rows have this field in the form that the settings ask for: in a text those that the user has chosen, otherwise
 * all, unless rows are as the service answered them. Items have no fields on request.
 */
export function showsField(
	settings: RowSettings,
	field: string,
	{ onRequest = '', groups = {} }: Partial<Output> = {},
): boolean {
	if (settings.outputAs === 'text') {
		const { textFields = [], groupBy } = settings;
		const headings = groups[groupBy as keyof typeof groups] ?? '';
		return [...textFields, ...layoutOf(headings).map(({ name }) => name)].includes(field);
	}
	const isLeft = areItems(settings) && layoutOf(onRequest).some(({ name }) => name === field);
	return settings.simplify !== false && !isLeft;
}

/** True if the rows become items, not a text or a file. */
export function areItems({ outputAs = 'items' }: RowSettings): boolean {
	return outputAs === 'items';
}

/**
 * Columns of a table of rows, which do not depend on the rows.
 *
 * @param added fields that options add
 */
export function columnsOf(fields: string, added: string[]): string[] {
	const known = layoutOf(fields).filter((each) => each.everywhere || added.includes(each.name));
	return [...new Set([...known.map(({ name }) => name), ...added])];
}

/** A field, and whether every row has it. */
interface OutputField {
	name: string;
	everywhere: boolean;
}

/** The places of the fields of an output. */
export function layoutOf(fields: string): OutputField[] {
	return (fields.match(/\S+/g) ?? []).map((field) => ({
		name: field.replace(/\?$/, ''),
		everywhere: !field.endsWith('?'),
	}));
}

/** The texts of a list, separated by commas. Other values are left out. */
export function joinTexts(values: unknown[]): string {
	return values.filter((value) => typeof value === 'string').join(', ');
}

function put(flat: IDataObject, key: string, value: IDataObject[string], output: Output): void {
	// Assigning this key would set the prototype of the object
	if (key === '__proto__') return;
	const names = output.nested && Object.hasOwn(output.nested, key) ? output.nested[key] : undefined;
	if (!names || !isObject(value)) {
		// A null instead of the nested object is left out: the fields that every row has are added later
		if (names === undefined || value !== null) flat[key] = value;
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
