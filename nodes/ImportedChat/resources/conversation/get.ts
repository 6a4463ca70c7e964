import { ifNotFound, options, simplify } from '../../../shared/fields';
import { getByUid, type Operation } from '../../../shared/operations';
import { importedConversation } from '../../locators/importedConversation';
import { exactConversation, importedConversationOutput } from '../../shared/importedChat';

/** batchGetXchatImportConversations */
export const get: Operation = {
	name: 'Get',
	value: 'get',
	action: 'Get imported conversation',
	description: 'Get an imported conversation by its ID, with its message counts',
	routing: { request: { method: 'POST', url: exactConversation.path } },
	endpoint: getByUid(exactConversation),
	output: importedConversationOutput,
	fields: [importedConversation, simplify, options([ifNotFound])],
};
