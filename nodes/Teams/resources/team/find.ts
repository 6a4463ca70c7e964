import { query, returnAllOrLimit, simplify } from '../../../shared/fields';
import { type Operation, resolve } from '../../../shared/operations';
import { teamOutput } from '../../shared/outputs';

/** resolveMyTeams: among the teams that the account is in */
export const find: Operation = {
	name: 'Find',
	value: 'find',
	action: 'Find teams',
	description: 'Find your teams by their exact name or public ID',
	routing: { request: { method: 'POST', url: '/api/v1/teams/resolve' } },
	endpoint: resolve,
	output: teamOutput,
	fields: [query('The exact name or public ID of a team'), ...returnAllOrLimit, simplify],
};
