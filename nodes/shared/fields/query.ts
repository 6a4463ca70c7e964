import type { Field } from '../operation';

/** What to look up by name (contract document 1, limits: at most 100 characters). */
export function query(description: string): Field {
	return {
		displayName: 'Query',
		name: 'query',
		type: 'string',
		required: true,
		default: '',
		description,
		limits: { minLength: 1, maxLength: 100 },
		routing: { send: { type: 'body', property: 'query' } },
	};
}
