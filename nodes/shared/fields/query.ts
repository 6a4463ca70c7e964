import { type Field } from './field';

/** Name to look up (contract document 1, limits: at most 100 characters). */
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

/** Words to find (contract document 1, limits: 1 to 100 characters). */
export const keyword: Field = {
	displayName: 'Keyword',
	name: 'keyword',
	type: 'string',
	required: true,
	default: '',
	description: 'Words to find, up to 100 characters',
	limits: { minLength: 1, maxLength: 100 },
	routing: { send: { type: 'body', property: 'keyword' } },
};
