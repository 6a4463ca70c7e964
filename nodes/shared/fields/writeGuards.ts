import { Field } from './field';

/** Idempotency key of the user for a write (contract: idempotency_key, at most 128 characters). */
export const idempotencyKey: Field = idempotencyKeyWith();

/**
 * Idempotency key for a write with further values that the node would otherwise set itself. The service accepts a key
 * again only with equal values, so users have to set them too.
 *
 * @param others display names of the fields for these values
 */
export function idempotencyKeyWith(...others: string[]): Field {
	const needs = others.length > 0 ? ` Set '${others.join("' and '")}' too.` : '';
	const description = `Your own key for this change, such as an order number. The service carries out a change with the same key only once, even if another execution sends it again.${needs} If empty, the node creates a key that protects retries of this execution.`;
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

/** Version that a change expects (contract: expected_version). `thing` is a noun for the description. */
export function expectedVersion(thing: string): Field {
	return {
		displayName: 'Expected Version',
		name: 'expectedVersion',
		type: 'number',
		default: 1,
		description: `Version that the ${thing} must have. If it has another version, the service rejects the change. Without this option, the node reads the current version right before the change.`,
		limits: { guard: true },
		routing: { send: { type: 'body', property: 'expected_version' } },
	};
}
