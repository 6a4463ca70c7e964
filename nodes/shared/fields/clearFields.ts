import { IDataObject, INodePropertyOptions } from 'n8n-workflow';

import type { Settings } from '../api/reading';
import { FailureError } from '../errors/failure';
import { Field } from './field';

/** Field that lists the fields to empty. An empty value under Update Fields is refused as a likely accident. */
export function clearFields(options: INodePropertyOptions[]): Field {
	return {
		displayName: 'Clear Fields',
		name: 'clearFields',
		type: 'multiOptions',
		default: [],
		description: 'Fields to empty',
		options,
	};
}

/** The body with each cleared field set to the contract's empty value, given by `empty`. Fails for a body without a change. */
export function cleared(empty: IDataObject) {
	return (
		body: IDataObject,
		{ clearFields: fields = [] }: Pick<Settings, 'clearFields'>,
	): IDataObject | FailureError => {
		const both = fields.find((field) => body[field] !== undefined);
		if (both) {
			return new FailureError({
				message: `'Clear Fields' and 'Update Fields' both change ${both}`,
				description: 'Choose one of the two.',
				unsent: 'item',
			});
		}
		if (fields.length === 0 && Object.keys(empty).every((field) => body[field] === undefined)) {
			return new FailureError({
				message: "There is nothing to change: 'Update Fields' and 'Clear Fields' are empty",
				description: 'Add a field to change.',
				unsent: 'item',
			});
		}
		return { ...body, ...Object.fromEntries(fields.map((field) => [field, empty[field]])) };
	};
}

/** Advice for an empty value under Update Fields. */
export const USE_CLEAR_FIELDS = "To empty the field, choose it under 'Clear Fields'.";
