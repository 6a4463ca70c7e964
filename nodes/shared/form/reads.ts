import type { RequestField } from '../contract';
import type { Field, Setting } from './field';

/** Return All and Limit. Limit can be any number: the node reads as many pages as it takes. */
export const returnAllOrLimit: Setting[] = [
	{
		displayName: 'Return All',
		name: 'returnAll',
		type: 'boolean',
		default: false,
		description: 'Whether to return all results or only up to a given limit',
	},
	{
		displayName: 'Limit',
		name: 'limit',
		type: 'number',
		typeOptions: { minValue: 1 },
		default: 50,
		description: 'Max number of results to return',
		displayOptions: { show: { returnAll: [false] } },
	},
];

/** Order of a list by time, newest first unless the user chooses otherwise. `by` is the description of the field. */
export function order(by: string): Field<'order'> {
	return {
		displayName: 'Order',
		name: 'order',
		type: 'options',
		default: 'desc',
		description: by,
		options: [
			{ name: 'Newest First', value: 'desc', description: 'Latest time first' },
			{ name: 'Oldest First', value: 'asc', description: 'Earliest time first' },
		],
		routing: { send: { type: 'body', property: 'order' } },
	};
}

/** Makes required texts to look for. */
function soughtText<Sent extends RequestField>(displayName: string, name: Sent) {
	return (description: string): Field<Sent> => ({
		displayName,
		name,
		type: 'string',
		required: true,
		default: '',
		description,
		limits: { trim: true },
		routing: { send: { type: 'body', property: name } },
	});
}

/** Name to look up. */
export const query = soughtText('Query', 'query');

/** Words to search for. */
export const keyword = soughtText(
	'Keyword',
	'keyword',
)('Words to search for, up to {maxLength} characters');

/** Simplify, for every operation and event whose response fields the contract lists. */
export const simplify: Setting = {
	displayName: 'Simplify',
	name: 'simplify',
	type: 'boolean',
	default: true,
	description: 'Whether to return a simplified version of the response instead of the raw data',
};

/** Setting of the option Include Full Text. */
export interface FullTextSettings {
	includeFullText?: boolean;
}

/** Option that adds the full text of what lists cut off, such as `messages`. */
export function includeFullText(things: string, cost: string): Setting {
	return {
		displayName: 'Include Full Text',
		name: 'includeFullText',
		type: 'boolean',
		default: true,
		description: `Whether to read the full text of ${things} that are cut off: ${cost}`,
	};
}
