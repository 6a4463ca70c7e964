import { Field } from './field';

/** Expression for the ID of a trigger's event. */
const EVENT = '{{ $json._event.id }}';

const WRITTEN_FOR = `What the item is written for, such as the event of a trigger: ${EVENT}. Another execution of the workflow does not write it again.`;

/**
 * What an item is written once for, in all executions of a workflow. The node makes the contract's idempotency_key of it.
 *
 * @param time display name of the field for the time, which the service compares
 */
export function writeOncePer(time?: string): Field {
	const needs = time
		? ` Without _event in the input, set '${time}' too: the service compares it.`
		: '';
	return {
		displayName: 'Write Once Per',
		name: 'writeOncePer',
		type: 'string',
		default: '',
		placeholder: `e.g. ${EVENT}`,
		description: WRITTEN_FOR + needs,
		limits: { guard: true, maxLength: 1000 },
		routing: { send: { type: 'body', property: 'idempotency_key' } },
	};
}

/**
 * Idempotency key of the user for a change (contract: idempotency_key, at most 128 characters), which the node would
 * otherwise make, like further values. The service accepts a key
 * again only with equal values, so users have to set them too.
 *
 * @param others display names of the fields for these values
 */
export function idempotencyKeyWith(...others: string[]): Field {
	const needs = ` Set '${others.join("' and '")}' too.`;
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
