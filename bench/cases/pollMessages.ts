import type { IDataObject } from 'n8n-workflow';

import { HOUR, MINUTE } from '../../nodes/shared/durations';
import type { Case } from '../case';
import type { Answers } from '../service/answers';
import { growth } from '../targets';
import { message, SENDERS } from './samples';

/** A poll for messages: it reads the conversations with new messages, then those messages. */

const CONVERSATIONS = '/api/v1/chat/conversations/query';
const MESSAGES = '/api/v1/chat/messages/query';
const NAMES = '/api/v1/chat/conversations/list';
const CONVERSATION = { chat_session_uid: 'chat-1', kind: 'group', scopes: ['group_chat'] };

export const pollMessages: Case[] = [0, 10].map((news) => ({
	name: `poll-messages-${news}`,
	title: `Activate and poll, with N messages of history and ${news} new ones: newMessage`,
	sizes: [1000, 100_000],
	answers: (size) => chat(size, news),
	changing: true,
	rows: () => news,
	contenders: {
		svc: {
			by: 'poll',
			node: 'svcChatTrigger',
			parameters: { event: 'newMessage', ignoreMyOwn: false },
			// One for the account. If there are messages: new messages and a name, then nothing new and the rescan of the
			// messages
			requests: () => 1 + (news > 0 ? 1 + (2 + 2 + 1) + (1 + 2) : 1 + 2),
		},
		floor: {
			by: 'floor',
			run: async (post) => {
				const last_message_from = Date.now();
				const { items: found } = await post(CONVERSATIONS, { last_message_from, limit: 50 });
				const uids = (found as IDataObject[]).map(({ chat_session_uid }) => chat_session_uid);
				if (uids.length === 0) return [];
				const { items } = await post(MESSAGES, {
					chat_session_uids: uids as string[],
					start_at: last_message_from,
					end_at: last_message_from + HOUR,
					order: 'session_time_asc',
					limit: 500,
				});
				return (items as IDataObject[]).flatMap(({ messages }) => messages as IDataObject[]);
			},
			requests: () => (news > 0 ? 2 : 1),
		},
	},
	targets: [growth(1.2)],
}));

/**
 * One conversation with a message a minute until before the lookback window, and new messages after the first
 * request for them.
 */
function chat(size: number, news: number): Answers {
	const latest = Date.now() - 3 * HOUR;
	let happened: number | undefined;
	const timesFrom = (from: number, to: number) => {
		if (from > Date.now() - HOUR / 2 && news > 0) happened ??= from;
		const youngest = Math.max(0, Math.floor((latest - to) / MINUTE) + 1);
		const oldest = Math.min(size - 1, Math.floor((latest - from) / MINUTE));
		const old = Array.from(
			{ length: Math.max(0, oldest - youngest + 1) },
			(_, i) => latest - (youngest + i) * MINUTE,
		);
		const recent = happened === undefined ? [] : Array<number>(news).fill(happened);
		return [...recent.filter((time) => time >= from && time < to), ...old];
	};
	return {
		[CONVERSATIONS]: ({ last_message_from }) => {
			const [last_message_at] = timesFrom(Number(last_message_from), Infinity);
			const items = last_message_at === undefined ? [] : [{ ...CONVERSATION, last_message_at }];
			return { items, has_more: false };
		},
		[NAMES]: () => ({ items: [CONVERSATION], has_more: false }),
		[MESSAGES]: ({ start_at, end_at }) => {
			const times = timesFrom(Number(start_at), Number(end_at));
			const messages = times.map((message_at, i) => ({ ...message(i), message_at }));
			const group = { chat_session_uid: 'chat-1', senders: SENDERS, messages };
			return { items: messages.length > 0 ? [group] : [], has_more: false };
		},
	};
}
