import type { Field } from '../../shared/form';

/** Tags of a post. */
export function tags(description: string): Field<'tags'> {
	const text = `${description}: up to {maxItems}, separated by commas, or an array from an expression`;
	return {
		displayName: 'Tags',
		name: 'tags',
		type: 'string',
		default: '',
		placeholder: 'e.g. pottery, glaze',
		description: text,
		limits: { list: {} },
		routing: { send: { type: 'body', property: 'tags' } },
	};
}
