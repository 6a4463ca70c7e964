import { ifNotFound, options, simplify } from '../../../shared/form';
import { getExact, operation } from '../../../shared/operations';
import { importedConversation } from '../../locators/importedConversation';
import { exactConversation, importedConversationOutput } from '../../shared/importedChat';

/** batchGetXchatImportConversations */
export const get = operation({
	name: 'Get',
	value: 'get',
	action: 'Get imported conversation',
	description: 'Get an imported conversation by its ID, with its message counts',
	routing: { request: { method: 'POST', url: exactConversation.path } },
	tool: {
		does: 'Gets one conversation that was imported from another chat app.',
		returns: 'Returns name, kind, counts of messages and media, first and last time; no messages.',
		use: 'Use it when the conversation_uid is known and its size or span matters.',
	},
	endpoint: getExact(exactConversation),
	output: importedConversationOutput,
	fields: [importedConversation, simplify, options([ifNotFound])],
});
