import { returnAllOrLimit, simplify } from '../../../shared/form';
import { list, operation } from '../../../shared/operations';
import { team } from '../../locators/team';
import { teamMemberOutput } from '../../shared/outputs';

/** listTeamMembers: every row also gets `team` and `total_count` of the answer */
export const getAll = operation({
	name: 'Get Many',
	value: 'getAll',
	action: 'Get many team members',
	description: 'List the members of a team, owner first',
	routing: { request: { method: 'POST', url: '/api/v1/teams/members/list' } },
	tool: {
		does: 'Lists the members of a team, the owner first.',
		returns: 'Returns display_name, role, joined_at and user_ref of each.',
		use: 'Use it to see who is in a team. Not for chat groups.',
	},
	endpoint: list({
		row: (row, { team, total_count }) => ({ ...row, team, total_count }),
	}),
	output: teamMemberOutput,
	fields: [team, ...returnAllOrLimit, simplify],
});
