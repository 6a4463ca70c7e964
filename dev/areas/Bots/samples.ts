import { anything, type Samples } from '../../contract/sample';

export const samples: Samples = {
	queryBots: { runs: [anything] },
	batchGetBots: { runs: [anything] },
	createBots: { runs: [anything] },
	updateBotProfiles: { runs: [anything] },
	deleteBots: { runs: [anything] },
	listGroupBotBindings: { runs: [anything] },
	installGroupBots: { runs: [anything] },
	removeGroupBots: { runs: [anything] },
	setGroupBotContextPermissions: { runs: [anything] },
	resolveBotConversations: { runs: [anything] },
	queryBotConversationMessages: { runs: [anything] },
	queryBotRequestResult: { runs: [anything] },
	sendBotRequests: { runs: [anything] },
	publishBotMessages: { runs: [anything] },
	getBotWebhookSecurity: { runs: [anything] },
	setBotWebhookSecurity: { runs: [anything] },
};
