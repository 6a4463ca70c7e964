import type { IDataObject } from 'n8n-workflow';

import {
	completeRows,
	type ExactRead,
	type Incomplete,
	isGiven,
	objectOf,
	type ReadContext,
} from '../../shared/api';
import * as fields from '../../shared/form';

/** Option that adds the full text of messages which lists cut off. */
export const includeFullText = fields.includeFullText(
	'messages',
	'at most one more request per message',
);

/** Exact read of a message (batchGetChatMessages). */
export const exactMessage: ExactRead = {
	path: '/api/v1/chat/messages/batch-get',
	thing: 'message',
	keys: ['chat_session_uid', 'sequence'],
	entity: (result) => (result.lookup_status === 'found' ? objectOf(result, 'message') : undefined),
};

/** Fields that Include Full Text adds to rows that have no text of their own. */
export const FULL_TEXT = ['title', 'text_content', 'content_truncated', 'record_state'];

const cutMessages: Incomplete = {
	lacks: isCut,
	read: exactMessage,
	whole: (message, { title, text_content, content_truncated = false, record_state }) => {
		// Without a text in the answer, the message keeps its part and its mark `content_truncated`
		const whole = isGiven(text_content) && { text_content, content_truncated };
		return { ...message, ...(isGiven(title) && { title }), ...whole, record_state };
	},
};

/** Adds the full text to messages that are cut off. A message that can no longer be read keeps the text of the list. */
export async function withFullText(
	messages: IDataObject[],
	reading: Pick<ReadContext, 'send'>,
): Promise<IDataObject[]> {
	return await completeRows(messages, reading, cutMessages);
}

/** True for a message whose text is cut off, and for a search hit, which has a snippet instead of a text. */
export function isCut({ content_truncated, snippet }: IDataObject): boolean {
	return content_truncated === true || snippet !== undefined;
}
