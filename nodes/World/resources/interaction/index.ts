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
			tool: {
				does: "Gets a summary of how others interact with the user's posts.",
				returns: 'Returns what the service answers.',
				use: "Use it for 'did somebody react to my posts'. To read answers, get many replies.",
			},
			url: '/api/v1/world/interactions/summary',
		}),
		// markWorldInteractionsViewed
		rawWrite({
			name: 'Mark Viewed',
			value: 'markViewed',
			action: 'Mark interactions viewed',
			description: 'Mark the interactions with your posts as viewed',
			tool: {
				does: "Marks the interactions with the user's posts as viewed.",
				returns: 'Returns what the service answers.',
				use: 'Use it when the user has seen them.',
				effect: 'They no longer show as new, and no operation undoes that.',
			},
			url: '/api/v1/world/interactions/mark-viewed',
			warning: 'Interactions that are marked as viewed no longer appear as new in the service.',
		}),
	],
};
