import { options } from '../../../shared/fields/collections';
import { importedConversation } from '../../locators/importedConversation';
import { simplify } from '../../../shared/fields/simplify';
import { ifNotFound } from '../../../shared/fields/outcomeOptions';
import type { Operation } from '../../../shared/operations/operation';
import { getByUid } from '../../../shared/operations/endpoints/getByUid';
import { exactConversation, simplifiedConversation } from '../../shared/importedChat';

/** batchGetXchatImportConversations */
export const get: Operation = {
	name: 'Get',
	value: 'get',
	action: 'Get imported conversation',
	description: 'Read one imported conversation with its counts',
	routing: { request: { method: 'POST', url: exactConversation.path } },
	endpoint: getByUid(exactConversation, simplifiedConversation),
	fields: [importedConversation, simplify, options([ifNotFound])],
};
