import { textOf } from '../../shared/api';
import { quoteUnlessWord } from '../../shared/errors';
import { type Field, listSearch, locator, orderBy, pagedSource } from '../../shared/form';

/** A team of the account: From List, By Name or By ID. */
export const team = {
	...locator({
		displayName: 'Team',
		name: 'team',
		description: 'A team that you own or belong to',
		searchListMethod: 'searchTeams',
		lookup: {
			path: '/api/v1/teams/resolve',
			thing: { one: 'team', many: 'teams' },
			id: 'team_ref',
			names: ['name', 'svc_id'],
			facts: ({ svc_id }) => [quoteUnlessWord(svc_id)],
		},
		namePlaceholder: 'e.g. Kiln Studio',
		nameHint: 'Exact name or public ID',
		placeholder: 'e.g. team_30ce91f5b7d2',
	}),
	required: true,
	routing: { send: { type: 'body', property: 'team_ref' } },
} satisfies Field;

/**
 * Teams for From List (listMyTeams). The node itself filters them by the text in their names and public IDs, since
 * the search of the contract (resolveMyTeams) finds exact matches only.
 */
export const searchTeams = listSearch({
	all: pagedSource('/api/v1/teams/list'),
	order: orderBy('name'),
	entry: ({ name, svc_id, ...row }) => ({
		name: `${String(name)} (${String(svc_id)})`,
		value: textOf(row, 'team_ref'),
	}),
});
