import { type Field } from './field';

/** Name to look up, at most 100 code points (contract document 1, limits). */
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

/** Words to search for, 1 to 100 code points (contract document 1, limits). */
export const keyword: Field = {
	displayName: 'Keyword',
	name: 'keyword',
	type: 'string',
	required: true,
	default: '',
	description: 'Words to search for, up to 100 characters',
	limits: { minLength: 1, maxLength: 100 },
	routing: { send: { type: 'body', property: 'keyword' } },
};
