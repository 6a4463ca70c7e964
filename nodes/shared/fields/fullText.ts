import type { Field } from './field';

/** Option that adds the full text of what lists cut off, such as `messages`. */
export function includeFullText(things: string, cost: string): Field {
	return {
		displayName: 'Include Full Text',
		name: 'includeFullText',
		type: 'boolean',
		default: true,
		description: `Whether to get the full text of ${things} that lists cut off. Takes ${cost}.`,
	};
}
