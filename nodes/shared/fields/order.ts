import { type Field } from './field';

/** Order of a list by time, newest first unless the user chooses otherwise. `by` is the description of the field. */
export function order(by: string): Field {
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
