import { rawRead, type Resource } from '../../../shared/operations';

/** The contract does not show the fields of these operations. */
export const candidate: Resource = {
	name: 'Publishable Record',
	description: 'A record of yours that can become a post',
	value: 'candidate',
	operations: [
		// queryWorldCandidates
		rawRead({
			name: 'Get Many',
			value: 'getAll',
			action: 'Get many publishable records',
			description: 'List records that can be published',
			url: '/api/v1/world/candidates/query',
		}),
	],
};
