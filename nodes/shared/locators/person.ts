import { textOf } from '../api/answer';
import { type Field } from '../fields/field';
import { locator } from './locator';
import { listSearch, resolveSource } from './search';

/** A person, found by name or given by reference; several references where a list is wanted. */
export const person: Field = locator({
	displayName: 'Person',
	name: 'person',
	description: 'A person whom the account knows',
	searchListMethod: 'searchPeople',
	needsFilter: true,
	byHand: 'By Reference',
	placeholder: 'e.g. user_4b1d, user_9c2e',
	hint: 'One user reference, or several with commas where a list is wanted',
});

/** People for the list, by name, remark or public ID (resolvePeople). */
export const searchPeople = listSearch({
	byName: resolveSource('/api/v1/people/resolve'),
	entry: ({ display_name, svc_id, ...row }) => ({
		name: svc_id ? `${String(display_name)} (${String(svc_id)})` : String(display_name),
		value: textOf(row, 'user_ref'),
	}),
});
