import { isoTimeIn } from '../rows/isoTime';
import { objectTexts, rawForm, type RowForm, rowForm } from '../rows/rowForm';
import { textForm } from '../rows/rowWriter';
import type { Caller } from './caller';
import type { Operation } from './operation';
import type { Settings } from './settings';

/** Function that gives the form of the rows of an item, as its caller wants it. */
export function formsOf(
	operation: Operation,
	caller: Caller,
	zone: string,
): (settings: Settings) => RowForm {
	const { endpoint, output } = operation;
	const iso = isoTimeIn(zone);
	return (settings) => {
		// The rows of Validate Only are requests
		if (settings.validateOnly) return rawForm();
		if (caller.formOf) return caller.formOf(operation, settings, iso);
		const form = rowForm(output, settings, iso);
		const isText = output && endpoint.givesObject && settings.outputAs === 'text';
		return isText ? objectTexts(form, textForm({ settings, output, zone, now: Date.now() })) : form;
	};
}
