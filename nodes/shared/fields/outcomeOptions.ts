import { Field } from './field';

/** Option If Rejected, for writes whose outcomes have a status. */
export const ifRejected: Field = {
	displayName: 'If Rejected',
	name: 'ifRejected',
	type: 'options',
	default: 'fail',
	description: 'What to do with an item whose change the service rejects',
	options: [
		{
			name: 'Fail Item',
			value: 'fail',
			description: 'The item fails with the reason of the service',
		},
		{
			name: 'Output Outcome',
			value: 'output',
			description: 'The item is output with status and reason, for example for an If node',
		},
	],
};

/** Option If Not Found, for reads by ID. */
export const ifNotFound: Field = {
	displayName: 'If Not Found',
	name: 'ifNotFound',
	type: 'options',
	default: 'fail',
	description:
		'What to do with an item whose object does not exist or is not readable with the API key',
	options: [
		{ name: 'Fail Item', value: 'fail', description: 'The item fails with a message' },
		{
			name: 'Output Outcome',
			value: 'output',
			description:
				'Every item is output with the field found (true or false), for example for an If node',
		},
	],
};
