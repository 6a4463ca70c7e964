import type { Field } from '../../shared/fields';
import { person, several } from '../../shared/locators';

/** Only what these people created; at most 100 (contract document 1, limits). */
export const creators: Field = several({
	of: person,
	displayName: 'Creators',
	name: 'creators',
	description: 'Only what these people created',
	maxItems: 100,
	property: 'creator_user_refs',
});
