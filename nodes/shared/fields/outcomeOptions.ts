import { Field } from './field';

/** Option If Rejected of all writes with a status: fail the item, or give the outcome as its output. */
export const ifRejected: Field = {
	displayName: 'If Rejected',
	name: 'ifRejected',
	type: 'options',
	default: 'fail',
	description: 'What to do with an item if the service rejects its change',
	options: [
		{ name: 'Fail Item', value: 'fail', description: 'The item fails with the reason' },
		{
			name: 'Output Outcome',
			value: 'output',
			description: 'The item continues with status and reason, for example to an If node',
		},
	],
};

/** Option If Not Found of exact reads: fail the item, or give an output with `found: false`. */
export const ifNotFound: Field = {
	displayName: 'If Not Found',
	name: 'ifNotFound',
	type: 'options',
	default: 'fail',
	description:
		'What to do with an item if its object does not exist or is not readable with the key',
	options: [
		{ name: 'Fail Item', value: 'fail', description: 'The item fails' },
		{
			name: 'Output Outcome',
			value: 'output',
			description: "The item continues with 'found' true or false, for example to an If node",
		},
	],
};
