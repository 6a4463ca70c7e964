import { anyOf, person, several } from '../../shared/form';

/** Filter by creator. */
export const creators = several({
	of: person,
	displayName: 'Creators',
	name: 'creators',
	description: 'Only records that these people created, up to {maxItems} people',
	property: 'creator_user_refs',
});

/** Filter by origin. */
export const origins = anyOf('origins', {
	displayName: 'Origins',
	name: 'origins',
	description: 'Only records with these origins',
	options: [
		{ name: 'Group Chat', value: 'group_chat', description: 'From a group chat' },
		{ name: 'Private Chat', value: 'private_chat', description: 'From a private chat' },
		{ name: 'Self', value: 'self', description: 'Created directly by your account' },
		{ name: 'Topic', value: 'topic', description: 'From a topic' },
	],
});
