import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';

import { textOf } from '../api/answer';
import { type Field } from '../fields/field';
import { locator } from './locator';
import { resolveSource, searchList } from './search';

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
export async function searchPeople(
	this: ILoadOptionsFunctions,
	filter?: string,
	cursor?: string,
): Promise<INodeListSearchResult> {
	if (!filter) return { results: [] };
	return await searchList(this, {
		...resolveSource('/api/v1/people/resolve', filter),
		cursor,
		entry: ({ display_name, svc_id, ...row }) => ({
			name: svc_id ? `${String(display_name)} (${String(svc_id)})` : String(display_name),
			value: textOf(row, 'user_ref'),
		}),
	});
}
