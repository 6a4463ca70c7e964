import type { Account } from '../../../fake-service/account';
import type { Documented } from '../../../contract/types';
import { readingOf, type Handlers } from '../../../fake-service/call';
import type { StoredMessage } from '../data/messages';
import { readPage } from '../../../fake-service/paging';
import { orderRows } from '../../../fake-service/store';
import { visibleContent } from './access';
import { messageFilter } from './messages';
import { excerpt } from '../../Records/handlers/search';

interface Hit extends Pick<Documented<'ChatSearchHit'>, 'matched_fields' | 'snippet'> {
	message: StoredMessage;
	relevance: number;
}

/** Searching messages for a keyword. */
export const search: Handlers = {
	searchChatMessages(call) {
		const { account, body } = call;
		const inScope = messageFilter(account, body);
		const hits = [...account.messages.values()]
			.filter(inScope)
			.flatMap((message) => findIn(account, message, body.keyword.toLowerCase()));
		// Relevance and the direction of time are not documented: older messages come first.
		const list = orderRows(hits, {
			key: ({ relevance, message: { message_at, chat_session_uid, sequence } }) => [
				relevance,
				message_at,
				chat_session_uid,
				sequence,
			],
			directions: [-1, 1, 1, 1],
		});
		const page = readPage(readingOf(call), list);
		const items = page.items.map(({ message, matched_fields, snippet }) => ({
			chat_session_uid: message.chat_session_uid,
			sequence: message.sequence,
			...message.sender,
			message_at: message.message_at,
			matched_fields,
			snippet,
		}));
		return { ...page, items };
	},
};

/** Matches the full text, even if lists truncate it. A match in the title ranks higher than one in the body. */
function findIn(account: Account, message: StoredMessage, keyword: string): Hit[] {
	const { title = '', text_content = '' } = visibleContent(account, message);
	const inTitle = title.toLowerCase().includes(keyword);
	const times = text_content.toLowerCase().split(keyword).length - 1;
	if (!inTitle && times === 0) return [];
	const matched_fields: Hit['matched_fields'] = [];
	if (inTitle) matched_fields.push('title');
	if (times > 0) matched_fields.push('body');
	const snippet = excerpt(times > 0 ? text_content : title, keyword);
	return [{ message, matched_fields, relevance: (inTitle ? 1e6 : 0) + times, snippet }];
}
