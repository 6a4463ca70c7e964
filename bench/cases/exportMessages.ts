import type { Case } from '../case';
import { allPages, indices } from '../floors';
import { rows, selected, type Answer } from '../service/answers';
import {
	fasterThanHttpRequest,
	growth,
	memoryOfFloor,
	requestsOfFloor,
	timeOfFloor,
} from '../targets';
import { message, NOON, SENDERS } from './samples';

const PATH = '/api/v1/chat/messages/query';
const MAX = 500;
const requests = (size: number) => Math.ceil(size / MAX);

/** Two pages of messages each */
const uids = indices(100).map((i) => `chat-${String(i).padStart(3, '0')}`);
const PER_CONVERSATION = 1000;
const filters = {
	chat_session_uids: uids,
	start_at: NOON,
	end_at: NOON + 30 * 86_400_000,
	order: 'session_time_asc',
};

/** The messages of some of the conversations, in pages that each have messages of one conversation. */
function conversations(size: number): Answer {
	const pages = indices(requests(size)).map((page) => {
		const from = page * MAX;
		return JSON.stringify({
			chat_session_uid: uids[Math.floor(from / PER_CONVERSATION)],
			senders: SENDERS,
			messages: rows(from, Math.min(size, from + MAX), message),
		});
	});
	return selected(
		MAX,
		({ chat_session_uids }) => {
			const asked = chat_session_uids as string[];
			const first = uids.indexOf(asked[0]) * PER_CONVERSATION;
			return [first, Math.min(size, first + asked.length * PER_CONVERSATION)];
		},
		(from) => pages[from / MAX] ?? '',
	);
}

/** The HTTP Request node has less to do: it leaves out the sender of a message. */
export const exportMessages: Case = {
	name: 'export-messages',
	title: 'Return All of N chat messages',
	sizes: [10_000, 100_000],
	answers: (size) => ({ [PATH]: conversations(size) }),
	rows: (size) => size,
	contenders: {
		svc: {
			by: 'svc',
			node: 'svcChat',
			parameters: {
				resource: 'message',
				operation: 'getAll',
				conversations: {
					values: [{ conversation: { __rl: true, mode: 'id', value: uids.join() } }],
				},
				period: 'custom',
				after: filters.start_at,
				before: filters.end_at,
				returnAll: true,
				options: { order: filters.order },
			},
			requests,
			extraRequests: 0.15,
		},
		httpRequest: {
			by: 'httpRequest',
			path: PATH,
			body: `={{ ${JSON.stringify({ ...filters, limit: MAX })} }}`,
			paginated: true,
			splitOut: ['data.items', 'messages'],
			requests,
		},
		floor: {
			by: 'floor',
			run: async (post) =>
				await allPages(post, PATH, { ...filters, limit: MAX }, ({ items }) =>
					(items as Array<{ messages: [] }>).flatMap(({ messages }) => messages),
				),
			requests,
		},
	},
	targets: [
		timeOfFloor(0.75),
		requestsOfFloor(1.05),
		memoryOfFloor(1.5),
		fasterThanHttpRequest(),
		growth(),
	],
};
