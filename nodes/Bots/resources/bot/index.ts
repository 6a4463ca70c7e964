import { rawRead, rawWrite, type Resource } from '../../../shared/operations';

/** The contract does not show the fields of these operations. */
export const bot: Resource = {
	name: 'Bot',
	description: 'A bot that your account owns',
	value: 'bot',
	operations: [
		// queryBots
		rawRead({
			name: 'Get Many',
			value: 'getAll',
			action: 'Get many bots',
			description: 'List the bots that your account owns',
			url: '/api/v1/bots/query',
		}),
		// batchGetBots
		rawRead({
			name: 'Get',
			value: 'get',
			action: 'Get bots',
			description: 'Get the profiles of chosen bots',
			url: '/api/v1/bots/batch-get',
		}),
		// createBots
		rawWrite({
			name: 'Create',
			value: 'create',
			action: 'Create bots',
			description: 'Create bots that your account owns',
			url: '/api/v1/bots/create',
		}),
		// updateBotProfiles
		rawWrite({
			name: 'Update Profile',
			value: 'updateProfile',
			action: 'Update bot profiles',
			description: 'Change the profiles of bots that your account owns',
			url: '/api/v1/bots/profile/update',
		}),
		// deleteBots
		rawWrite({
			name: 'Delete',
			value: 'delete',
			action: 'Delete bots',
			description: 'Delete bots that your account owns',
			url: '/api/v1/bots/delete',
			warning: 'Deletes bots. The service decides what happens to their conversations.',
		}),
	],
};
