import { IDataObject } from 'n8n-workflow';

import { FailureError } from '../errors/failure';
import { Field } from './field';

/** Request field in which Clear Fields leaves its choice; `finish: cleared` removes it from there. */
const CLEARED = '$cleared';

/** Chooses fields to empty. Separate from Update Fields, where empty is more likely an accident. */
export function clearFields(options: Array<{ name: string; value: string }>): Field {
	return {
		displayName: 'Clear Fields',
		name: 'clearFields',
		type: 'multiOptions',
		default: [],
		description: 'Fields whose value to remove',
		options,
		routing: { send: { type: 'body', property: CLEARED } },
	};
}

/** Sets each field to clear to the contract's empty value, which `empty` holds. */
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

/** Advice for an empty value under Update Fields. */
export const USE_CLEAR_FIELDS = "To empty the field, choose it under 'Clear Fields'.";
