import type { Field } from './field';

/** Option Validate Only, which all writes have: the requests as output, instead of sending them. */
export const validateOnly: Field = {
	displayName: 'Validate Only',
	name: 'validateOnly',
	type: 'boolean',
	default: true,
	description:
		'Whether to output the request of each item instead of sending it. Values are checked, and names and current versions are read, but nothing is changed.',
};
