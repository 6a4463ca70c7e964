import type { Field } from '../operation';

/** Only what these people created. At most 100 references (contract document 1, limits). */
export const creatorUserRefs: Field = {
	displayName: 'Creator User Refs',
	name: 'creatorUserRefs',
	type: 'string',
	default: '',
	placeholder: 'e.g. user_4b1d, user_9c2e',
	description:
		'User references of the creators, separated by commas; an expression may also give an array',
	limits: { list: { maxItems: 100 } },
	routing: { send: { type: 'body', property: 'creator_user_refs' } },
};
