import type { IDataObject, ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';

import type { Field } from '../../operation';
import { textOf } from '../../routing/answer';
import { locator } from './locator';
import { pagedSource, resolveSource, searchList } from './search';

/** A team of the account, chosen from a list or given by its reference. */
export const team: Field = {
	...locator({
		displayName: 'Team',
		name: 'team',
		description: 'A team that the account is in',
		searchListMethod: 'searchTeams',
		byHand: 'By Reference',
		placeholder: 'e.g. team_30ce',
	}),
	required: true,
	routing: { send: { type: 'body', property: 'team_ref' } },
};

/** Teams for the list: all of them (listMyTeams), or with a filter exact matches first (resolveMyTeams). */
export async function searchTeams(
	this: ILoadOptionsFunctions,
	filter?: string,
	cursor?: string,
): Promise<INodeListSearchResult> {
	const list = {
		cursor,
		containing: filter,
		entry: (row: IDataObject) => ({
			name: `${String(row.name)} (${String(row.svc_id)})`,
			value: textOf(row, 'team_ref'),
		}),
	};
	const found = await searchList(this, {
		...pagedSource('/api/v1/teams/list', { limit: 100 }),
		...list,
	});
	if (found.results.length > 0 || !filter) return found;
	return await searchList(this, { ...resolveSource('/api/v1/teams/resolve', filter), ...list });
}
