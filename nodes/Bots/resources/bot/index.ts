import { rawRead, rawWrite, type Resource } from '../../../shared/operations';

/** The contract does not show the fields of these operations. */
export const bot: Resource = {
	name: 'Bot',
	value: 'bot',
	operations: [
		// createBots
		rawWrite({
			name: 'Create',
			value: 'create',
			action: 'Create bots',
			description: 'Create bots',
			url: '/api/v1/bots/create',
		}),
		// deleteBots
		rawWrite({
			name: 'Delete',
			value: 'delete',
			action: 'Delete bots',
			description: 'Delete bots for good',
			url: '/api/v1/bots/delete',
			warning: 'Deletes bots. What their conversations become of is up to the service.',
		}),
		// batchGetBots
		rawRead({
			name: 'Get',
			value: 'get',
			action: 'Get bots',
			description: 'Read the profiles of bots',
			url: '/api/v1/bots/batch-get',
		}),
		// queryBots
		rawRead({
			name: 'Get Many',
			value: 'getAll',
			action: 'Get many bots',
			description: 'List your own bots',
			url: '/api/v1/bots/query',
		}),
		// updateBotProfiles
		rawWrite({
			name: 'Update Profile',
			value: 'updateProfile',
			action: 'Update bot profiles',
			description: 'Change the profiles of bots',
			url: '/api/v1/bots/profile/update',
		}),
	],
};
