import type { Field, Limits } from '../../shared/fields';

/** Tags of a post, at most 20. */
export function tags(limits: Limits, description: string): Field {
	const text = `${description}: up to 20, separated by commas, or an array from an expression`;
	return {
		displayName: 'Tags',
		name: 'tags',
		type: 'string',
		default: '',
		placeholder: 'e.g. pottery, glaze',
		description: text,
		limits: { ...limits, list: { maxItems: 20 } },
		routing: { send: { type: 'body', property: 'tags' } },
	};
}
