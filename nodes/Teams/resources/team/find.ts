import { returnAllOrLimit } from '../../../shared/fields/paging';
import { query } from '../../../shared/fields/query';
import type { Operation } from '../../../shared/operations/operation';
import { resolve } from '../../../shared/operations/endpoints/resolve';

/** resolveMyTeams: among the teams that the account is in */
export const find: Operation = {
	name: 'Find',
	value: 'find',
	action: 'Find teams',
	description: 'Look up your teams by their exact name or public ID',
	routing: { request: { method: 'POST', url: '/api/v1/teams/resolve' } },
	endpoint: resolve,
	fields: [query('The exact name or public ID of a team'), ...returnAllOrLimit],
};
