import type { INodePropertyOptions } from 'n8n-workflow';

import { options } from './collections';
import type { Field, Setting, TooLong } from './field';
import { ifRejected } from './outcomes';

/** Expression for the ID of a trigger's event. */
const EVENT = '{{ $json._event.id }}';

/** Option for a value per which an item is written once, in all executions. It becomes the contract's idempotency_key. */
export const writeOncePer = {
	displayName: 'Write Once Per',
	name: 'writeOncePer',
	type: 'string',
	default: '',
	placeholder: `e.g. ${EVENT}`,
	description: `Value to write once for: ${EVENT}, with another field if an event has several items`,
	limits: { guard: true, maxLength: 10_000 },
	routing: { send: { type: 'body', property: 'idempotency_key' } },
} satisfies Field;

/**
 * Idempotency key of the user for a change (contract document 1, limits: at most 128 characters), which the node would
 * otherwise make, like further values. The service accepts a key again only with equal values (contract document 1, batch
 * operations), so users have to set them too.
 *
 * @param others display names of the fields for these values
 */
export function idempotencyKeyWith(...others: string[]): Field<'idempotency_key'> {
	const description = `Your own key for the change. Each key works once. Needs ${others.join(' and ')}.`;
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

const TOO_LONG = {
	fail: { name: 'Fail', value: 'fail', description: 'The item fails, and nothing is written' },
	shorten: {
		name: 'Shorten',
		value: 'shorten',
		description: 'The text ends at a word, with … behind it, and the output says so',
	},
};

/** Option If Too Long, for texts that can be shortened. `otherwise` is the choice without the option. */
export function ifTooLong(
	otherwise: TooLong['otherwise'],
	description: string,
	...further: INodePropertyOptions[]
): Setting {
	return {
		displayName: 'If Too Long',
		name: 'ifTooLong',
		type: 'options',
		default: otherwise,
		description,
		options: [TOO_LONG.fail, TOO_LONG.shorten, ...further],
	};
}

/** Option If Too Long, for a text that is written in parts without it. `parts` says in which. */
export function ifTextTooLong(parts: string): Setting {
	const split = { name: 'Split', value: 'split', description: parts };
	const description = 'What to do with a text that is too long. Without this option, it is split.';
	return ifTooLong('split', description, split);
}

/** Version that a change expects (contract document 1, batch operations). `thing` is a noun for the description. */
export function expectedVersion(thing: string): Field<'expected_version'> {
	return {
		displayName: 'Expected Version',
		name: 'expectedVersion',
		type: 'number',
		default: 1,
		description: `Version that the ${thing} must have. Without this option, the current one.`,
		limits: { guard: true },
		routing: { send: { type: 'body', property: 'expected_version' } },
	};
}

/** Option Validate Only, which all writes have: the requests as output, instead of sending them. */
export const validateOnly: Setting = {
	displayName: 'Validate Only',
	name: 'validateOnly',
	type: 'boolean',
	default: true,
	description: 'Whether to output the checked request of each item instead of sending it',
};

/** Notice above an operation that other people see or that cannot be undone. */
export function warning(text: string): Setting {
	return { displayName: text, name: 'warning', type: 'notice', default: '' };
}

const NOTICE =
	'The documentation of the service does not list the fields of this operation. Enter the JSON body that the operator of the service describes. The node sends it unchanged.';

const body: Setting = {
	displayName: 'Body',
	name: 'body',
	type: 'json',
	required: true,
	default: '{}',
	placeholder: 'e.g. {"items": [{"item_id": "1"}]}',
	description: 'Request body: a JSON object without user_id',
	limits: { json: true },
};

const notice = { ...warning(NOTICE), name: 'notice' } satisfies Field;

/** Fields of a read whose request fields the contract does not list. */
export const anyRead: Setting[] = [
	notice,
	body,
	{
		displayName: 'Return All',
		name: 'returnAll',
		type: 'boolean',
		default: false,
		description: 'Whether to return all results or only up to a given limit',
	},
];

/** Fields of a write whose request fields the contract does not list. `effect` is a notice about its effect. */
export function anyWrite(effect?: string): Setting[] {
	return [notice, ...(effect ? [warning(effect)] : []), body, options([ifRejected])];
}
