import type { Field } from '../../shared/fields';
import {
	conversation,
	conversationLookup,
	exactPerson,
	otherPerson,
	person,
	several,
} from '../../shared/locators';

/** Which kinds of conversations. */
export const scopes: Field = {
	displayName: 'Scopes',
	name: 'scopes',
	type: 'multiOptions',
	default: [],
	description: 'Only conversations of these kinds',
	options: [
		{ name: 'Contact', value: 'contact' },
		{ name: 'Group Chat', value: 'group_chat' },
		{ name: 'Private Chat', value: 'private_chat' },
	],
	routing: { send: { type: 'body', property: 'scopes' } },
};

/** Conversations in which a person is now. */
export const participant: Field = {
	...person,
	displayName: 'Participant',
	name: 'participant',
	description: 'Only conversations that this person is a member of now',
	routing: { send: { type: 'body', property: 'participant_user_ref' } },
};

/** The person whom an operation is about. */
export const targetPerson: Field = {
	...exactPerson,
	required: true,
	routing: { send: { type: 'body', property: 'target_user_ref' } },
};

/** The person to write to or to have a private chat with. */
export const partner: Field = {
	...otherPerson,
	required: true,
	routing: { send: { type: 'body', property: 'target_user_ref' } },
};

/** People by what they wrote; at most 100 (contract document 1, limits). */
export function sendersAs(of: Field, description: string): Field {
	return several({
		of,
		displayName: 'Senders',
		name: 'senders',
		description,
		maxItems: 100,
		property: 'sender_user_refs',
	});
}

/** Only what these people wrote. */
export const senders: Field = sendersAs(person, 'Only messages of these people, up to 100');

/** A group that the account owns. */
export const group: Field = {
	...conversation,
	displayName: 'Group',
	name: 'group',
	description: 'A group chat that you own',
	lookup: {
		...conversationLookup,
		thing: { one: 'group', many: 'groups' },
		accepts: ({ kind }) => kind === 'group',
	},
};

/** The order number of a message in its conversation. */
export const sequence: Field = {
	displayName: 'Sequence',
	name: 'sequence',
	type: 'number',
	required: true,
	default: '',
	description:
		'Sequence number of the message in its conversation, from the output of another operation',
	routing: { send: { type: 'body', property: 'sequence' } },
};
