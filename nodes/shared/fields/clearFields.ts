import { IDataObject } from 'n8n-workflow';

import { FailureError } from '../errors/failure';
import { Field } from './field';

/** Where Clear Fields puts the fields to clear; `finish: cleared` takes them from there. */
const CLEARED = '$cleared';

/** Chooses fields to empty. Separate from Update Fields, where empty is more likely an accident. */
export function clearFields(options: Array<{ name: string; value: string }>): Field {
	return {
		displayName: 'Clear Fields',
		name: 'clearFields',
		type: 'multiOptions',
		default: [],
		description: 'Fields to empty',
		options,
		routing: { send: { type: 'body', property: CLEARED } },
	};
}

/** Puts what empties a field in its place; `empty` has the contract's value for each field. */
export function cleared(empty: IDataObject): (body: IDataObject) => IDataObject | FailureError {
	return ({ [CLEARED]: chosen, ...body }) => {
		const fields = (chosen ?? []) as string[];
		const both = fields.find((field) => body[field] !== undefined);
		if (both) {
			return new FailureError({
				message: `'Clear Fields' and 'Update Fields' both change ${both}`,
				description: 'Nothing was sent for this item. Choose one of the two.',
			});
		}
		if (fields.length === 0 && Object.keys(empty).every((field) => body[field] === undefined)) {
			return new FailureError({
				message: "There is nothing to change: 'Update Fields' and 'Clear Fields' are empty",
				description: 'Nothing was sent for this item. Add a field to change.',
			});
		}
		return { ...body, ...Object.fromEntries(fields.map((field) => [field, empty[field]])) };
	};
}

/** What an empty value under Update Fields fails with. */
export const USE_CLEAR_FIELDS = "To empty the field, choose it under 'Clear Fields'.";
