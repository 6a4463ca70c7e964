import {
	anyOf,
	conversation,
	conversationLookup,
	type Field,
	otherPerson,
	person,
	several,
} from '../../shared/form';

/** Filter by kind of conversation (contract document 2, Chat conversation). */
export const scopes = anyOf('scopes', {
	displayName: 'Kinds',
	name: 'scopes',
	description: 'Only conversations of these kinds',
	options: [
		{ name: 'Contact', value: 'contact', description: 'Contacts, with or without a private chat' },
		{ name: 'Group Chat', value: 'group_chat', description: 'Chats of a group' },
		{ name: 'Private Chat', value: 'private_chat', description: 'Chats with one person' },
	],
});

/** Filter by current member. */
export const participant = {
	...person,
	displayName: 'Participant',
	name: 'participant',
	description: 'Only conversations that this person currently takes part in',
	routing: { send: { type: 'body', property: 'participant_user_ref' } },
} satisfies Field;

/** Person that an operation looks up. */
export const targetPerson = {
	...person,
	required: true,
	routing: { send: { type: 'body', property: 'target_user_ref' } },
} satisfies Field;

/** Person to write to or to chat with, other than the account itself. */
export const partner = {
	...otherPerson,
	required: true,
	limits: { sole: true },
	routing: { send: { type: 'body', property: 'target_user_ref' } },
} satisfies Field;

/** Name of the recipient beside its ID, for a tool: who approves a call reads it. It is checked and not sent. */
export const recipientName = {
	displayName: 'Name',
	name: 'name',
	type: 'string',
	default: '',
	description: 'Recipient name in results, needed beside an ID',
	displayOptions: { show: { '@tool': [true] } },
	limits: { isName: true },
	routing: { send: { type: 'body', property: 'name' } },
} satisfies Field;

/** Time of a message for later, which the contract does not have: without the field, the message would go out at once. */
export const sendLater = {
	displayName: 'Send At',
	name: 'sendAt',
	type: 'string',
	default: '',
	description: 'Not possible',
	displayOptions: { show: { '@tool': [true] } },
	limits: {
		never: {
			reason: 'a message goes out at once',
			advice: 'To send it now, leave this out. To send it later, create a task as a reminder.',
		},
	},
	routing: { send: { type: 'body', property: 'send_at' } },
} satisfies Field;

/** Senders of messages. */
export function sendersAs(description: string): Field<'sender_user_refs'> {
	return several({
		of: person,
		displayName: 'Senders',
		name: 'senders',
		description,
		property: 'sender_user_refs',
	});
}

/** Filter by sender. */
export const senders = sendersAs('Only messages that these people sent, up to {maxItems} people');

/** A group that the account owns. */
export const group = {
	...conversation,
	displayName: 'Group',
	name: 'group',
	description: 'A group chat that you own',
	lookup: {
		...conversationLookup,
		thing: { one: 'group', many: 'groups' },
		accepts: ({ kind }) => kind === 'group',
	},
} satisfies Field;

/** Sequence number of a message in its conversation. */
export const sequence = {
	displayName: 'Message Number',
	name: 'sequence',
	type: 'number',
	required: true,
	default: '',
	description: 'Number of the message in its conversation. Other operations show it as sequence.',
	routing: { send: { type: 'body', property: 'sequence' } },
} satisfies Field;
