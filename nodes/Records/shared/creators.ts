import { person, several } from '../../shared/form';

/** Filter by creator. */
export const creators = several({
	of: person,
	displayName: 'Creators',
	name: 'creators',
	description: 'Only records that these people created, up to {maxItems} people',
	property: 'creator_user_refs',
});
