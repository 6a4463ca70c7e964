import { type Field } from './field';

/** Order of a list by time. `initial` is the contract's default, `by` the description of the field. */
export function order(initial: 'asc' | 'desc', by: string): Field {
	return {
		displayName: 'Order',
		name: 'order',
		type: 'options',
		default: initial,
		description: by,
		options: [
			{ name: 'Newest First', value: 'desc', description: 'Latest time first' },
			{ name: 'Oldest First', value: 'asc', description: 'Earliest time first' },
		],
		routing: { send: { type: 'body', property: 'order' } },
	};
}
