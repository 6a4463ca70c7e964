import type { IDataObject } from 'n8n-workflow';

import type { Path } from '../../shared/contract';
import { paginate, uidOf } from '../../shared/api';

export const CONVERSATIONS_URL = '/api/v1/chat/conversations/query';

/** Filters of queryChatConversations. `last_message_from` in Unix milliseconds */
interface Active extends IDataObject {
	last_message_from: number;
	scopes?: string[];
}

/** UIDs of the conversations with a message since a time, each once (queryChatConversations). */
export async function activeConversations(
	ask: (url: Path, body: IDataObject) => Promise<IDataObject>,
	filters: Active,
): Promise<string[]> {
	const uids = new Set<string>();
	for await (const { rows } of paginate({ url: CONVERSATIONS_URL, ask }, filters))
		for (const row of rows) uids.add(uidOf(row, 'chat_session_uid'));
	return [...uids];
}
