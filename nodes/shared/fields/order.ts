import { type Field } from './field';

/** Order of a list by time. `initial` is the contract's default, `by` says which time counts. */
export function order(initial: 'asc' | 'desc', by: string): Field {
	return {
		displayName: 'Order',
		name: 'order',
		type: 'options',
		default: initial,
		description: by,
		options: [
			{ name: 'Newest First', value: 'desc' },
			{ name: 'Oldest First', value: 'asc' },
		],
		routing: { send: { type: 'body', property: 'order' } },
	};
}
