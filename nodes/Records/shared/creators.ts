import type { Field } from '../../shared/fields';
import { person, several } from '../../shared/locators';

/** Filter by creator, at most 100 (contract document 1, limits). */
export const creators: Field = several({
	of: person,
	displayName: 'Creators',
	name: 'creators',
	description: 'Only records that these people created, up to 100 people',
	maxItems: 100,
	property: 'creator_user_refs',
});
