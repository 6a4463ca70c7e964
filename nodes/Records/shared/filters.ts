import type { Field } from '../../shared/fields';

/** Only records that come from there. */
export const origins: Field = {
	displayName: 'Origins',
	name: 'origins',
	type: 'multiOptions',
	default: [],
	description: 'Only records that come from there',
	options: [
		{ name: 'Group Chat', value: 'group_chat' },
		{ name: 'Private Chat', value: 'private_chat' },
		{ name: 'Self', value: 'self', description: 'Created directly by the account' },
		{ name: 'Topic', value: 'topic', description: 'From a personal topic' },
	],
	routing: { send: { type: 'body', property: 'origins' } },
};
