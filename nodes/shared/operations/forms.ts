import type { IDataObject } from 'n8n-workflow';

import type { Settings } from '../api/reading';
import { FailureError } from '../errors/failure';
import type { Field } from '../fields/field';
import { isoTimeIn } from '../outputs/isoTime';
import { columnsOf, layoutOf, simplify, simplifyOutcome, type Output } from '../outputs/output';
import { entries, Flaw } from '../parameters/converters';
import type { Form } from './endpoint';
import type { Operation } from './operation';
import { isPreview } from './preview';
import { isTool, type NodeFunctions } from './run';
import { withinCharacters } from './toolOutput';

/** The form of the rows of an input item. */
export type FormOf = (index: number) => Form;

/** The form of the rows of each input item: simplified unless its user has turned that off. */
export function formsOf(
	operation: Operation,
	functions: NodeFunctions,
	settingsOf: (index: number) => Settings,
): FormOf {
	const { output } = operation;
	const raw = rawForm(operation);
	const iso = isoTimeIn(functions.getTimezone());
	const isForModel = isTool(functions.getNode());
	const simplified = output && {
		...raw,
		of: (row: IDataObject) => simplify(row, output, iso),
		outcome: (json: IDataObject) => simplifyOutcome(json, output, iso),
		columns: (added: string[]) => columnsOf(output.fields, added),
	};
	const forReader = (form: Form): Form =>
		isForModel ? { ...form, of: (row) => withoutNulls(form.of(row)) } : form;
	const formOf = (settings: Settings): Form => {
		if (!simplified || isPreview(operation.endpoint, settings)) return raw;
		switch (isForModel && settings.toolOutput) {
			case 'raw':
				return raw;
			case 'selected':
				return forReader(selected(simplified, settings.outputFields ?? '', operation));
			default:
				return settings.simplify !== false ? forReader(simplified) : raw;
		}
	};
	return (index) => {
		const settings = settingsOf(index);
		const form = formOf(settings);
		return isForModel ? { ...form, fitted: (rows) => withinCharacters(rows, settings) } : form;
	};
}

/**
 * The form with only these fields; with all where none are named. Rows with none of them are a failure, but not those of
 * a write, which has already changed something: they have all fields.
 */
function selected(form: Form, names: unknown, { endpoint, output }: Operation): Form {
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

/** The form of rows as the service answered them. */
export function rawForm({ action, output, fields }: Operation): Form {
	const { fields: known = [], answered = known } = output ?? {};
	const columns = (added: string[]) => columnsOf(answered, added);
	const narrowing = fields.filter(narrows).map(({ name }) => name);
	return { of: (row) => row, outcome: (json) => json, columns, action, narrowing };
}

/** Types of the fields by which a list is asked for less: times, choices, and lists of conversations or people. */
const NARROWING: Array<Field['type']> = ['dateTime', 'fixedCollection', 'multiOptions', 'options'];

function narrows({ name, type }: Field): boolean {
	return name === 'filters' || NARROWING.includes(type);
}
