import { rawRead, type Resource } from '../../../shared/operations';

/** The contract does not show the fields of these operations. */
export const candidate: Resource = {
	name: 'Candidate',
	description: 'A record that can be published',
	value: 'candidate',
	operations: [
		// queryWorldCandidates
		rawRead({
			name: 'Get Many',
			value: 'getAll',
			action: 'Get many candidates',
			description: 'List records that can be published',
			url: '/api/v1/world/candidates/query',
		}),
	],
};
