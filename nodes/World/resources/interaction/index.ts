import { rawRead, rawWrite, type Resource } from '../../../shared/operations';

/** The contract does not show the fields of these operations. */
export const interaction: Resource = {
	name: 'Interaction',
	description: 'A reaction of other people to your posts',
	value: 'interaction',
	operations: [
		// getWorldInteractionSummary
		rawRead({
			name: 'Get Summary',
			value: 'getSummary',
			action: 'Get interaction summary',
			description: 'Get an overview of the interactions with your posts',
			url: '/api/v1/world/interactions/summary',
		}),
		// markWorldInteractionsViewed
		rawWrite({
			name: 'Mark Viewed',
			value: 'markViewed',
			action: 'Mark interactions viewed',
			description: 'Mark the interactions with your posts as viewed',
			url: '/api/v1/world/interactions/mark-viewed',
			warning: 'Interactions that are marked as viewed no longer appear as new in the service.',
		}),
	],
};
