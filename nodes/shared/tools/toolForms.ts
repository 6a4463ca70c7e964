import type { IDataObject } from 'n8n-workflow';

import { FailureError } from '../errors/failure';
import { omit } from '../objects';
import type { InputItem } from '../operations/endpoint';
import type { Operation } from '../operations/operation';
import type { IsoTime } from '../rows/isoTime';
import { layoutOf } from '../rows/output';
import { rawForm, type RowForm, simplifiedForm } from '../rows/rowForm';
import type { RowSettings } from '../rows/row';
import { entries, Flaw } from '../values/converters';
import { partOf } from './shape';
import type { ToolSettings } from './fields';
import { toMinute } from './words';

/** The form of the rows for a model: simplified and brief unless Output says otherwise. */
export function toolForm(
	operation: Operation,
	settings: RowSettings & ToolSettings,
	iso: IsoTime,
): RowForm {
	const { output } = operation;
	if (!output || settings.toolOutput === 'raw' || settings.simplify === false)
		return rawForm(output);
	const simplified = simplifiedForm(output, settings, iso);
	const isSelected = settings.toolOutput === 'selected';
	const form = isSelected
		? selectFields(simplified, settings.outputFields ?? '', operation)
		: simplified;
	const { onRequest = '', details = '' } = output;
	const brieflyLeft = layoutOf(`${onRequest} ${details}`).map(({ name }) => name);
	const left = isList(operation) && !isSelected ? brieflyLeft : [];
	return {
		...form,
		of: (rows) => form.of(rows).map((row) => brief(omit(row, ...left))),
		shows: (field) => form.shows(field) && !left.includes(field),
	};
}

/** The output of an item in Max Characters. A list fits already: it is read as it is shown. */
export function fitOutput(
	output: IDataObject[],
	{ operation, settings, form }: InputItem<ToolSettings>,
): IDataObject[] {
	if (isList(operation)) return output;
	const hasParts = operation.fields.some(({ name }) => name === 'part');
	const { part = hasParts ? 1 : undefined } = settings;
	return partOf(output, { ...settings, part }, !form().isRaw);
}

function isList({ fields }: Pick<Operation, 'fields'>): boolean {
	return fields.some(({ name }) => name === 'limit');
}

/**
 * The form with only these fields; with all where none are named. Rows with none of them are a failure, but not those of
 * a write, which has already changed something: they have all fields.
 */
function selectFields(form: RowForm, names: unknown, { endpoint, output }: Operation): RowForm {
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
	const isKnown = layoutOf(output!.fields).some(({ name }) => wanted.includes(name));
	return {
		...form,
		of: (rows) => {
			const whole = form.of(rows);
			const isVain = !isWrite && !isKnown && rows.length > 0 && !whole.some(hasAny);
			if (isVain) throw noSuchFields(wanted, whole);
			return whole.map(part);
		},
		shows: (field) => wanted.includes(field),
		asksFor: (field) => wanted.includes(field),
	};
}

/**
 * The row without what tells a model nothing, since it pays for each word: fields without a value, flags of texts that
 * are whole, numbers beside the text of the same duration, and seconds of times at a full minute.
 */
function brief(row: IDataObject): IDataObject {
	const says = ([name, value]: [string, unknown]) =>
		value !== null &&
		!(value === false && name.endsWith('_truncated')) &&
		!(NUMBER.test(name) && Object.hasOwn(row, name.replace(NUMBER, '')));
	const shown = Object.entries(row).filter(says);
	return Object.fromEntries(
		shown.map(([name, value]) => [
			name,
			name.endsWith('_at') && typeof value === 'string' ? toMinute(value) : value,
		]),
	);
}

const NUMBER = /_(ms|seconds)$/;

function noSuchFields(wanted: string[], rows: IDataObject[]): FailureError {
	const there = [...new Set(rows.flatMap((row) => Object.keys(row)))];
	return new FailureError({
		message: `'Fields to Return' names no field of the result: ${wanted.join(', ')}`,
		description: `The result has these fields: ${there.join(', ')}.`,
	});
}
