import type { Field } from '../../shared/fields';
import { person } from '../../shared/locators';

/** Only what these people created. At most 100 references (contract document 1, limits). */
export const creatorUserRefs: Field = {
	...person,
	displayName: 'Creators',
	name: 'creatorUserRefs',
	description: 'Only what these people created',
	limits: { list: { maxItems: 100 } },
	routing: { send: { type: 'body', property: 'creator_user_refs' } },
};
