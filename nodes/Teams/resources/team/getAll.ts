import { returnAllOrLimit, simplify } from '../../../shared/fields';
import { list, type Operation } from '../../../shared/operations';
import { teamOutput } from '../../shared/outputs';

/** listMyTeams: every row also gets `total_count` of the answer */
export const getAll: Operation = {
	name: 'Get Many',
	value: 'getAll',
	action: 'Get many teams',
	description: 'List the teams that you own or belong to, latest joined first',
	routing: { request: { method: 'POST', url: '/api/v1/teams/list' } },
	endpoint: list({
		rows: ({ rows, data }) => rows.map((row) => ({ ...row, total_count: data.total_count })),
	}),
	output: teamOutput,
	fields: [...returnAllOrLimit, simplify],
};
