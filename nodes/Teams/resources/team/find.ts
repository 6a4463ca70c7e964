import { query, returnAllOrLimit, simplify } from '../../../shared/form';
import { operation, resolve } from '../../../shared/operations';
import { teamOutput } from '../../shared/outputs';

/** resolveMyTeams: finds only teams that the account belongs to */
export const find = operation({
	name: 'Find',
	value: 'find',
	action: 'Find teams',
	description: 'Find teams that you own or belong to, by exact name or public ID',
	routing: { request: { method: 'POST', url: '/api/v1/teams/resolve' } },
	tool: {
		does: "Finds the user's teams by exact name or public ID.",
		returns: "Returns name, svc_id, the user's role and team_ref of each.",
		use: 'Use it before listing or removing members.',
	},
	endpoint: resolve(),
	output: teamOutput,
	fields: [query('Exact name or public ID of a team'), ...returnAllOrLimit, simplify],
});
