import { textOf } from '../../shared/api';
import type { Field } from '../../shared/fields';
import { listSearch, locator, pagedSource } from '../../shared/locators';

/** A team of the account, chosen from a list or given by its name or ID. */
export const team: Field = {
	...locator({
		displayName: 'Team',
		name: 'team',
		description: 'A team that the account belongs to',
		searchListMethod: 'searchTeams',
		lookup: {
			path: '/api/v1/teams/resolve',
			thing: { one: 'team', many: 'teams' },
			id: 'team_ref',
			names: ['name', 'svc_id'],
		},
		namePlaceholder: 'e.g. Kiln Studio',
		nameHint: 'The exact name or public ID',
		placeholder: 'e.g. team_30ce91f5b7d2',
	}),
	required: true,
	routing: { send: { type: 'body', property: 'team_ref' } },
};

/**
 * Teams for the list (listMyTeams), with a filter those whose name or public ID has it. The service's
 * own search (resolveMyTeams) knows exact matches only, which are among these.
 */
export const searchTeams = listSearch({
	all: pagedSource('/api/v1/teams/list'),
	entry: ({ name, svc_id, ...row }) => ({
		name: `${String(name)} (${String(svc_id)})`,
		value: textOf(row, 'team_ref'),
	}),
});
