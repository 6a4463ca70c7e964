import type { IDataObject } from 'n8n-workflow';

import type { IsoTime } from './isoTime';
import { areItems, columnsOf, type Output, showsField, leaveOutDetails, simplify } from './output';
import type { RowSettings } from './row';
import { type TextForm, textOfRow } from './text';

/** How the objects of the service look in the output. */
export interface RowForm {
	/** The objects in this form. Throws a FailureError if they have nothing of what was asked for */
	of: (rows: IDataObject[]) => IDataObject[];
	/** An outcome without its object in this form */
	outcome: (json: IDataObject) => IDataObject;
	/** True if objects stay as the service answered them */
	isRaw: boolean;
	/** True if the rows have this field of the simplified form */
	shows: (field: string) => boolean;
	/** True if this field was chosen, or headings that need it */
	asksFor: (field: string) => boolean;
	/** Columns of a table of the rows, the same for all rows. `added` are fields that options add */
	columns: (added: string[]) => string[];
}

/** The form that the user has chosen with Simplify. A text is made of simplified rows. */
export function rowForm(output: Output | undefined, settings: RowSettings, iso: IsoTime): RowForm {
	const isRaw = settings.simplify === false && settings.outputAs !== 'text';
	if (!output || isRaw) return rawForm(output);
	return areItems(settings)
		? itemForm(output, settings, iso)
		: simplifiedForm(output, settings, iso);
}

/** Rows as the service answered them. */
export function rawForm({ fields = '', answered = fields }: Partial<Output> = {}): RowForm {
	return {
		of: (rows) => rows,
		outcome: (json) => json,
		isRaw: true,
		shows: () => false,
		asksFor: () => false,
		columns: (added) => columnsOf(answered, added),
	};
}

/** Simplified rows with all their fields, as tables and texts need them. */
export function simplifiedForm(output: Output, settings: RowSettings, iso: IsoTime): RowForm {
	return {
		of: (rows) => simplify(rows, output, iso),
		outcome: (json) => simplify([json], output, iso, false)[0],
		isRaw: false,
		shows: (field) => showsField(settings, field, { groups: output.groups }),
		asksFor: (field) =>
			settings.outputAs === 'text' && showsField(settings, field, { groups: output.groups }),
		columns: (added) => columnsOf(output.fields, added),
	};
}

/** Simplified rows as items show them: without the fields on request, and without values that say nothing. */
function itemForm(output: Output, settings: RowSettings, iso: IsoTime): RowForm {
	const whole = simplifiedForm(output, settings, iso);
	return {
		...whole,
		of: (rows) => leaveOutDetails(whole.of(rows), output),
		outcome: (json) => leaveOutDetails([whole.outcome(json)], output)[0],
		shows: (field) => showsField(settings, field, output),
	};
}

/** Each object as a text, and whether it was found where the user asked for that. */
export function objectTexts(form: RowForm, text: TextForm): RowForm {
	const written = (row: IDataObject) => ({
		text: textOfRow(row, text),
		...(row.found === true && { found: true }),
	});
	return { ...form, of: (rows) => form.of(rows).map(written) };
}
