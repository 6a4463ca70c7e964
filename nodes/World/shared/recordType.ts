import type { Field } from '../../shared/form';

/** Only posts from records, or only those that extensions published. */
export const recordType = {
	displayName: 'Record Type',
	name: 'recordType',
	type: 'options',
	default: 'record',
	description: 'Only posts of this type',
	options: [
		{
			name: 'Extension Publication',
			value: 'extension_publication',
			description: 'Posts that an extension published',
		},
		{ name: 'Record', value: 'record', description: 'Posts that were published from a record' },
	],
	routing: { send: { type: 'body', property: 'record_type' } },
} satisfies Field;
