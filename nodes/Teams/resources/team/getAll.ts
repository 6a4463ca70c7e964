import { returnAllOrLimit, simplify } from '../../../shared/form';
import { list, operation } from '../../../shared/operations';
import { listedTeamOutput } from '../../shared/outputs';

/** listMyTeams: every row also gets `total_count` of the answer */
export const getAll = operation({
	name: 'Get Many',
	value: 'getAll',
	action: 'Get many teams',
	description: 'List the teams that you own or belong to, latest joined first',
	routing: { request: { method: 'POST', url: '/api/v1/teams/list' } },
	tool: {
		does: 'Lists the teams that the user owns or belongs to, the latest joined first.',
		returns: "Returns name, svc_id, the user's role and team_ref of each.",
		use: 'Use it to see which teams there are. Not for who is in one.',
	},
	endpoint: list({
		row: (row, { total_count }) => ({ ...row, total_count }),
	}),
	output: listedTeamOutput,
	fields: [...returnAllOrLimit, simplify],
});
