import type { IDataObject } from 'n8n-workflow';

import type { Settings } from '../api/reading';
import { FailureError } from '../errors/failure';
import type { RowForms } from '../operations/caller';
import type { RowForm } from '../operations/endpoint';
import type { Operation } from '../operations/operation';
import { layoutOf, type Output } from '../outputs/output';
import { entries, Flaw } from '../parameters/converters';
import { withinCharacters } from './withinCharacters';

/** The form of the rows for a model: simplified unless Output says otherwise, without nulls, in Max Characters. */
export function formOf(forms: RowForms, settings: Settings): RowForm {
	return { ...chosen(forms, settings), fitted: (rows) => withinCharacters(rows, settings) };
}

function chosen({ operation, raw, simplified }: RowForms, settings: Settings): RowForm {
	if (!simplified || settings.toolOutput === 'raw' || settings.simplify === false) return raw;
	const form =
		settings.toolOutput === 'selected'
			? selected(simplified, settings.outputFields ?? '', operation)
			: simplified;
	return { ...form, of: (row) => withoutNulls(form.of(row)) };
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
	const of = (row: IDataObject) => {
		const whole = form.of(row);
		if (isWrite && !hasAny(whole)) return whole;
		return Object.fromEntries(
			wanted.filter((name) => Object.hasOwn(whole, name)).map((name) => [name, whole[name]]),
		);
	};
	const flaw = (rows: IDataObject[]) => {
		const known = new Set(fieldNamesOf(output!));
		if (isWrite || rows.length === 0 || wanted.some((name) => known.has(name))) return undefined;
		const all = rows.map((row) => form.of(row));
		return all.some(hasAny) ? undefined : noSuchFields(wanted, all);
	};
	return { ...form, of, flaw };
}

/** Fields that the simplified form names; rows can have more. */
function fieldNamesOf({ fields }: Output): string[] {
	return layoutOf(fields).map(({ name }) => name);
}

/** The row without fields that have no value: a model pays for each word. */
function withoutNulls(row: IDataObject): IDataObject {
	return Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null));
}

function noSuchFields(wanted: string[], rows: IDataObject[]): FailureError {
	const there = [...new Set(rows.flatMap((row) => Object.keys(row)))];
	return new FailureError({
		message: `'Fields to Return' names no field of the result: ${wanted.join(', ')}`,
		description: `The result has these fields: ${there.join(', ')}.`,
	});
}
