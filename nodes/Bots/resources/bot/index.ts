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
			tool: {
				does: "Lists the user's own bots.",
				returns: 'Returns what the service answers.',
				use: 'Use it to learn which bots there are.',
			},
			url: '/api/v1/bots/query',
		}),
		// batchGetBots
		rawRead({
			name: 'Get',
			value: 'get',
			action: 'Get bots',
			description: 'Get the profiles of chosen bots',
			tool: {
				does: 'Gets the profiles of bots.',
				returns: 'Returns what the service answers.',
				use: 'Use it when the identifiers of the bots are known; to find them, get many bots.',
			},
			url: '/api/v1/bots/batch-get',
		}),
		// createBots
		rawWrite({
			name: 'Create',
			value: 'create',
			action: 'Create bots',
			description: 'Create bots that your account owns',
			tool: {
				does: 'Creates bots of the user.',
				returns: 'Returns what the service answers.',
				use: 'Use it only when the user wants a new bot.',
				effect: 'Adds bots that others can meet once they are installed.',
			},
			url: '/api/v1/bots/create',
		}),
		// updateBotProfiles
		rawWrite({
			name: 'Update Profile',
			value: 'updateProfile',
			action: 'Update bot profiles',
			description: 'Change the profiles of bots that your account owns',
			tool: {
				does: 'Changes the profiles of bots.',
				returns: 'Returns what the service answers.',
				use: 'Use it to rename or describe a bot.',
				effect: 'Others see the changed profile. Changing it back undoes it.',
			},
			url: '/api/v1/bots/profile/update',
		}),
		// deleteBots
		rawWrite({
			name: 'Delete',
			value: 'delete',
			action: 'Delete bots',
			description: 'Delete bots that your account owns',
			tool: {
				does: 'Deletes bots of the user.',
				returns: 'Returns what the service answers.',
				use: 'Use it only when the user asks to delete that bot.',
				effect: 'DANGEROUS: no operation restores a deleted bot.',
			},
			url: '/api/v1/bots/delete',
			warning: 'Deletes bots. The service decides what happens to their conversations.',
		}),
	],
};
