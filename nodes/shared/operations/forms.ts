import type { IDataObject } from 'n8n-workflow';

import type { Settings } from '../api/reading';
import type { Field } from '../fields/field';
import { isoTimeIn } from '../outputs/isoTime';
import { columnsOf, simplify } from '../outputs/output';
import type { Caller } from './caller';
import type { RowForm } from './endpoint';
import type { Operation } from './operation';

/** Function that gives the form of the rows of an input item, as its caller wants it. */
export function formsOf(
	operation: Operation,
	caller: Caller,
	zone: string,
): (settings: Settings) => RowForm {
	const { output } = operation;
	const raw = rawForm(operation);
	const iso = isoTimeIn(zone);
	const simplified = output && {
		...raw,
		of: (rows: IDataObject[]) => simplify(rows, output, iso),
		outcome: (json: IDataObject) => simplify([json], output, iso, false)[0],
		columns: (added: string[]) => columnsOf(output.fields, added),
	};
	return (settings) => {
		const shown = settings.validateOnly ? undefined : simplified;
		const form = caller.formOf?.({ operation, raw, simplified: shown }, settings);
		const asItIs = settings.simplify === false && settings.outputAs !== 'text';
		return form ?? (asItIs ? raw : (shown ?? raw));
	};
}

/** The form of rows as the service answered them. */
function rawForm({ action, output, fields }: Operation): RowForm {
	const { fields: known = '', answered = known } = output ?? {};
	const columns = (added: string[]) => columnsOf(answered, added);
	const narrowing = fields.filter(narrows).map(({ name }) => name);
	return { of: (rows) => rows, outcome: (json) => json, columns, action, output, narrowing };
}

/** Types of the fields by which a list is asked for less: times, choices, and lists of conversations or people. */
const NARROWING: Array<Field['type']> = ['dateTime', 'fixedCollection', 'multiOptions', 'options'];

function narrows({ name, type }: Field): boolean {
	return name === 'filters' || NARROWING.includes(type);
}
