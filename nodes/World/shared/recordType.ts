import type { Field } from '../../shared/fields';

/** Only posts from records, or only those that extensions published. */
export const recordType: Field = {
	displayName: 'Record Type',
	name: 'recordType',
	type: 'options',
	default: 'record',
	options: [
		{ name: 'Extension Publication', value: 'extension_publication' },
		{ name: 'Record', value: 'record' },
	],
	routing: { send: { type: 'body', property: 'record_type' } },
};
