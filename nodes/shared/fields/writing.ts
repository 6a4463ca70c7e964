import type { IDataObject } from 'n8n-workflow';

import type { Field } from '../operation';
import { FailureError } from '../request/failure';

/** What becomes of an item that the service rejects (option of all writes with a status). */
export const ifRejected: Field = {
	displayName: 'If Rejected',
	name: 'ifRejected',
	type: 'options',
	default: 'fail',
	description: 'What to do with an item whose change the service rejects',
	options: [
		{ name: 'Fail Item', value: 'fail', description: 'The item fails, with the reason' },
		{
			name: 'Output Outcome',
			value: 'output',
			description: 'The item goes on with status and reason, for example to an If node',
		},
	],
};

/** What becomes of an item whose object cannot be read (option of exact reads). */
export const ifNotFound: Field = {
	displayName: 'If Not Found',
	name: 'ifNotFound',
	type: 'options',
	default: 'fail',
	description: 'What to do with an item whose object is not there, or not readable with the key',
	options: [
		{ name: 'Fail Item', value: 'fail', description: 'The item fails' },
		{
			name: 'Output Outcome',
			value: 'output',
			description: "The item goes on with 'found' true or false, for example to an If node",
		},
	],
};

/** A key of the user's own for a write (contract: idempotency_key, at most 128 characters). */
export const idempotencyKey: Field = idempotencyKeyWith();

/**
 * The same for a write that has business values beside its content. The service takes a key again only
 * with the same values, so the user has to give them too: `others` are their display names.
 */
export function idempotencyKeyWith(...others: string[]): Field {
	const needs = others.length > 0 ? ` Fill in '${others.join("' and '")}' too.` : '';
	const description = `What makes this write unique, such as an order number: the service carries it out once, even from another execution.${needs} Left empty, the node makes a key that lasts for the retries of this run.`;
	return {
		displayName: 'Idempotency Key',
		name: 'idempotencyKey',
		type: 'string',
		default: '',
		placeholder: 'e.g. order-1042',
		description,
		limits: {
			guard: true,
			maxLength: 128,
			pattern: {
				regex: /^[A-Za-z0-9._:-]+$/,
				words: 'made of letters, digits, dots, underscores, colons and hyphens only',
			},
		},
		routing: { send: { type: 'body', property: 'idempotency_key' } },
	};
}

/** The version that a change expects; left empty, the node reads it. `thing` is a noun. */
export function expectedVersion(thing: string): Field {
	return {
		displayName: 'Expected Version',
		name: 'expectedVersion',
		type: 'number',
		default: 1,
		description: `The version of the ${thing} that you have seen: the change is rejected if it is another by now. Left empty, the node reads the current one right before.`,
		limits: { guard: true },
		routing: { send: { type: 'body', property: 'expected_version' } },
	};
}

/** The write watermark of a world post; left empty, the node reads it. */
export const expectedPublicationVersion: Field = {
	displayName: 'Expected Publication Version',
	name: 'expectedPublicationVersion',
	type: 'number',
	default: -1,
	description:
		'The publication_version of the post that you have seen, -1 for none: the change is rejected if it is another by now. Without it the node reads the current one right before.',
	limits: { guard: true },
	routing: { send: { type: 'body', property: 'expected_publication_version' } },
};

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
