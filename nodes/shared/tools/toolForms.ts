import type { IDataObject } from 'n8n-workflow';

import type { Settings } from '../api/reading';
import { FailureError } from '../errors/failure';
import type { RowForms } from '../operations/caller';
import type { RowForm } from '../operations/endpoint';
import { omit } from '../omit';
import type { Operation } from '../operations/operation';
import { layoutOf, type Output } from '../rows/output';
import { entries, Flaw } from '../values/converters';
import { readList } from './lists';
import { partOf } from './shape';
import { toMinute } from './words';

/** The form of the rows for a model: simplified and brief unless Output says otherwise, in Max Characters. */
export function formOf(forms: RowForms, settings: Settings): RowForm {
	const { fields } = forms.operation;
	const isList = fields.some(({ name }) => name === 'limit');
	const form = chosen(forms, settings, isList);
	// A list fits already: it is read as it is shown
	const fitted = isList ? undefined : (rows: IDataObject[]) => partOf(rows, settings, !form.isRaw);
	return { ...form, fitted, readList };
}

function chosen(forms: RowForms, settings: Settings, isList: boolean): RowForm {
	const { operation, raw, simplified } = forms;
	if (!simplified || settings.toolOutput === 'raw' || settings.simplify === false) return raw;
	const isSelected = settings.toolOutput === 'selected';
	const form = isSelected
		? selected(simplified, settings.outputFields ?? '', operation)
		: simplified;
	const { onRequest = '', details = '' } = operation.output!;
	const brieflyLeft = layoutOf(`${onRequest} ${details}`).map(({ name }) => name);
	const left = isList && !isSelected ? brieflyLeft : [];
	return {
		...form,
		of: (rows) => form.of(rows).map((row) => brief(omit(row, ...left))),
		shows: (field) => form.shows(field) && !left.includes(field),
	};
}

/**
 * The form with only these fields; with all where none are named. Rows with none of them are a failure, but not those of
 * a write, which has already changed something: they have all fields.
 */
function selected(form: RowForm, names: unknown, { endpoint, output }: Operation): RowForm {
	const listed = entries(names);
	const wanted = listed instanceof Flaw ? [] : listed.map(String);
	if (wanted.length === 0) return form;
	const hasAny = (whole: IDataObject) => wanted.some((name) => Object.hasOwn(whole, name));
	const isWrite = endpoint.repeat !== undefined;
	const part = (whole: IDataObject) => {
		if (isWrite && !hasAny(whole)) return whole;
		return Object.fromEntries(
			wanted.filter((name) => Object.hasOwn(whole, name)).map((name) => [name, whole[name]]),
		);
	};
	const flaw = (rows: IDataObject[]) => {
		const known = new Set(fieldNamesOf(output!));
		if (isWrite || rows.length === 0 || wanted.some((name) => known.has(name))) return undefined;
		const all = form.of(rows);
		return all.some(hasAny) ? undefined : noSuchFields(wanted, all);
	};
	return {
		...form,
		of: (rows) => form.of(rows).map(part),
		shows: (field) => wanted.includes(field),
		flaw,
	};
}

/** Fields that the simplified form names; rows can have more. */
function fieldNamesOf({ fields }: Output): string[] {
	return layoutOf(fields).map(({ name }) => name);
}

/**
 * The row without what tells a model nothing, since it pays for each word: fields without a value, flags of texts that
 * are whole, milliseconds beside their text, and seconds of times at a full minute.
 */
function brief(row: IDataObject): IDataObject {
	const says = ([name, value]: [string, unknown]) =>
		value !== null &&
		!(value === false && name.endsWith('_truncated')) &&
		!(name.endsWith('_ms') && Object.hasOwn(row, name.slice(0, -3)));
	const shown = Object.entries(row).filter(says);
	return Object.fromEntries(
		shown.map(([name, value]) => [
			name,
			name.endsWith('_at') && typeof value === 'string' ? toMinute(value) : value,
		]),
	);
}

function noSuchFields(wanted: string[], rows: IDataObject[]): FailureError {
	const there = [...new Set(rows.flatMap((row) => Object.keys(row)))];
	return new FailureError({
		message: `'Fields to Return' names no field of the result: ${wanted.join(', ')}`,
		description: `The result has these fields: ${there.join(', ')}.`,
	});
}
