import { Field } from './field';

/** A key of the user's own for a write (contract: idempotency_key, at most 128 characters). */
export const idempotencyKey: Field = idempotencyKeyWith();

/**
 * A key for a write that has business values beside its content. The service takes a key again only with
 * the same values, so the user has to give them too: `others` are their display names.
 */
export function idempotencyKeyWith(...others: string[]): Field {
	const needs = others.length > 0 ? ` Fill in '${others.join("' and '")}' too.` : '';
	const description = `Your own key for this change, such as an order number. The service carries out a key only once, even if another execution sends it again.${needs} If empty, the node makes a key that protects the retries of this run.`;
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
		description: `The version of the ${thing} that the change is based on. The change is rejected if the ${thing} has another version by then. If empty, the node reads the current version right before the change.`,
		limits: { guard: true },
		routing: { send: { type: 'body', property: 'expected_version' } },
	};
}
