import { fc } from '../support/random';
import type { INodeExecutionData } from 'n8n-workflow';

import { chatsById, uid } from '../../dev/contract/choices';
import type { FaultRule } from '../../dev/fake-service/faults';
import type { LogEntry } from '../../dev/fake-service/log';
import type { Store } from '../../dev/fake-service/store';
import type { Setup } from '../../dev/engine/runNode';
import { type Limits, overrideLimits } from '../../dev/limits';
import { PAGE_SIZES } from '../../nodes/shared/limits';
import { LIMITERS } from '../../nodes/shared/transport/limiter';
import { recordOutput } from '../../nodes/Records/shared/outputs';
import { leaveOutDetails } from '../../nodes/shared/rows/output';
import { jsonOf, linesOf, nodeOf, useService } from '../support/useService';

/** Long lists, which Return All reads in parts: the same rows in the same order as page by page. */

const START = Date.parse('2026-05-01T00:00:00Z');
const fixture = useService({ now: Date.parse('2026-06-15T12:00:00Z') });
const account = () => fixture.service.account('a');

const sizes = { ...PAGE_SIZES };
const PAGE = 6;

beforeAll(() => {
	overrideLimits({ firstBackoff: 1, maxJitter: 1, pagesBeforeParts: 3, pagesOfPart: 2.7 });
});

beforeEach(() => {
	for (const url of Object.keys(PAGE_SIZES)) PAGE_SIZES[url] = PAGE;
});

afterEach(() => Object.assign(PAGE_SIZES, sizes));

interface Given {
	newestFirst: boolean;
	before?: number;
}

/** A list, and its data: one row for each time. */
interface List {
	name: string;
	operation: string;
	setup: (given: Given) => Pick<Setup, 'node' | 'parameters'>;
	/** Prepares the list, and returns the function that fills it */
	prepare: () => (times: number[]) => void;
	isOnlyNewestFirst?: true;
}

/** Function that replaces the rows of a store by copies of a suitable one. */
function filler<Row extends object>(
	store: Store<Row>,
	id: keyof Row,
	like: (row: Row) => boolean,
	at: (time: number) => Partial<Row>,
): (times: number[]) => void {
	const original = [...store.values()].find(like)!;
	return (times) => {
		store.clear();
		for (const [i, time] of times.entries()) {
			// Identifiers in another order than the times
			const name = `row-${(i * 7919) % 10_007}`;
			store.set(name, { ...original, [id]: name, ...at(time) });
		}
	};
}

/** Readable groups, in another order than that of the service. */
const groups = () =>
	[...account().conversations.values()]
		.filter(({ kind }) => kind === 'group')
		.map(({ chat_session_uid }) => chat_session_uid)
		.slice(0, 9);

function say(chat_session_uid: string, times: number[]): void {
	for (const [i, message_at] of [...times].sort((a, b) => a - b).entries()) {
		account().messages.add({
			chat_session_uid,
			sequence: i + 1,
			sender: { sender_kind: 'user', sender_user_ref: account().profile.user_ref },
			message_at,
			record_state: 'available',
			text_content: `${chat_session_uid} ${i}`,
		});
	}
}

const messagesOf =
	(uids: () => string[]): List['setup'] =>
	({ newestFirst, before = '' }) =>
		nodeOf('svcChat')('message', 'getAll', {
			returnAll: true,
			conversations: chatsById(uids().join()) as never,
			period: 'custom',
			after: START,
			before,
			options: { order: newestFirst ? 'session_time_desc' : 'session_time_asc' },
		});

/** Records since a time, with more parameters. */
const recordsSince = (after: number | string, more: object = {}): List => ({
	name: 'Record > Get Many',
	operation: 'queryRecordTimeline',
	setup: ({ newestFirst, ...bounds }) =>
		nodeOf('svcRecords')('record', 'getAll', {
			...{ returnAll: true, period: 'custom', after, ...bounds, ...more },
			options: { order: newestFirst ? 'desc' : 'asc' },
		}),
	prepare: () =>
		filler(
			account().records,
			'record_uid',
			({ state }) => state === 'available',
			(send_at) => ({ send_at }),
		),
});
const RECORDS = recordsSince(START);
const EPOCH = recordsSince('1970-01-01T00:00:00Z');

const LISTS: List[] = [
	RECORDS,
	{
		name: 'Imported Message > Get Many',
		operation: 'queryXchatImportMessages',
		isOnlyNewestFirst: true,
		setup: ({ newestFirst: _newestFirst, ...bounds }) =>
			nodeOf('svcImportedChat')('message', 'getAll', {
				returnAll: true,
				conversation: uid(imported()) as never,
				period: 'custom',
				after: START,
				...bounds,
			}),
		prepare: () =>
			filler(
				account().importedMessages,
				'message_uid',
				({ conversation_uid }) => conversation_uid === imported(),
				(sent_at) => ({ sent_at }),
			),
	},
	{
		name: 'Message > Get Many of one conversation',
		operation: 'queryChatMessages',
		setup: messagesOf(() => groups().slice(0, 1)),
		prepare: () => (times) => {
			account().messages.clear();
			say(groups()[0], times);
		},
	},
	{
		name: 'Message > Get Many of several conversations',
		operation: 'queryChatMessages',
		setup: messagesOf(groups),
		prepare: () => (times) => {
			account().messages.clear();
			for (const [i, chat] of groups().entries()) {
				const some = times.filter((time) => time % 9 <= i);
				say(chat, some);
			}
		},
	},
];

function imported(): string {
	return [...account().importedConversations.values()].find(
		({ unreadable, message_count }) => !unreadable && message_count > 0,
	)!.conversation_uid;
}

/** Bunches of rows, empty stretches between them, and many rows of the same millisecond. */
const bunches = fc.array(
	fc.record({
		rows: fc.integer({ min: 20, max: 120 }),
		time: fc.constantFrom(3, 10_000, 900_000_000),
		gap: fc.constantFrom(0, 5_000, 800_000_000),
	}),
	{ minLength: 1, maxLength: 3 },
);

const FAULTS: FaultRule[] = [
	{ status: 429, retryAfter: 0 },
	{ status: 503 },
	{ drop: 'after' },
	{ drop: 'before' },
];

/** The queries of these requests, without what differs from page to page. */
function queriesOf(requests: LogEntry[]): Set<string> {
	const queries = requests.map(({ body }) => JSON.stringify({ ...body, page_cursor: 0, limit: 0 }));
	return new Set(queries);
}

const pageByPage = { pagesBeforeParts: Infinity };

/** Runs a list, and returns its rows and requests. */
async function runOf(
	{ operation, setup }: List,
	given: Given,
	{ limits = {}, ...more }: Partial<Setup> & { limits?: Limits } = {},
) {
	const restore = overrideLimits(limits);
	const from = fixture.requests.length;
	LIMITERS.clear();
	try {
		const { items, error, run } = await fixture.run({ ...setup(given), ...more });
		const requests = fixture.requests.slice(from).filter((entry) => entry.operation === operation);
		return { items, rows: jsonOf(items), error, run, requests, queries: queriesOf(requests).size };
	} finally {
		restore();
	}
}

describe.each(LISTS)('Return All of $name', (list) => {
	it('has the same rows in the same order as page by page, whatever the rows and pages are', async () => {
		const fill = list.prepare();
		let divided = 0;
		await fc.assert(
			fc.asyncProperty(
				bunches,
				fc.infiniteStream(fc.nat()),
				list.isOnlyNewestFirst ? fc.constant(true) : fc.boolean(),
				fc.constantFrom('plain' as const, 'irregular' as const),
				fc.option(fc.constantFrom(START + 5_000, START + 900_005_000), { nil: undefined }),
				fc.array(fc.tuple(fc.constantFrom(...FAULTS), fc.nat({ max: 40 })), { maxLength: 3 }),
				async (given, random, newestFirst, paging, before, faults) => {
					let from = START - 1;
					const times = given.flatMap(({ rows, time, gap }) => {
						const own = Array.from({ length: rows }, () => from + (random.next().value! % time));
						from += time + gap;
						return own;
					});
					fill(times);
					fixture.service.paging = paging;
					const all = { newestFirst, ...(before !== undefined && { before }) };
					const expected = await runOf(list, all, { limits: pageByPage });
					expect(expected.queries).toBe(1);
					for (const [fault, after] of faults) fixture.service.faults.add({ ...fault, after });
					const { rows, error, queries } = await runOf(list, all);
					fixture.service.faults.clear();
					expect(error).toBeUndefined();
					expect(rows).toEqual(expected.rows);
					if (queries > 1) divided++;
				},
			),
			{ numRuns: 10, endOnFailure: true },
		);
		expect(divided).toBeGreaterThan(0);
	});
});

describe('Return All of a long list', () => {
	const ROWS = 400;
	let fill: (times: number[]) => void;
	const newest = { newestFirst: true };
	const evenly = (rows: number) => Array.from({ length: rows }, (_, i) => START + i * 9_000_000);

	beforeEach(() => {
		fill = RECORDS.prepare();
		fill(evenly(ROWS));
	});

	it('reads four pages at once, and takes few requests more', async () => {
		// Time for four to arrive on a busy machine, on which none of them counts as slow either
		fixture.service.faults.add({ after: 4, times: 8, delayMs: 250 });
		const { rows, requests } = await runOf(RECORDS, newest, { limits: { slowAnswer: 60_000 } });
		expect(rows).toHaveLength(ROWS);
		expect(Math.max(...requests.map(({ inFlight }) => inFlight))).toBe(4);
		expect(requests.length / (ROWS / PAGE)).toBeLessThan(1.25);
	});

	it('is seldom refused by a service that allows two requests at once', async () => {
		fixture.service.limits = { maxInFlight: 2, retryAfter: 0 };
		const { rows, requests, error } = await runOf(RECORDS, newest);
		expect(error).toBeUndefined();
		expect(rows).toHaveLength(ROWS);
		const refused = requests.filter(({ status }) => status === 429).length;
		expect(refused).toBeLessThan(requests.length / 4);
	});

	it('writes files in the same order', async () => {
		const files = recordsSince(START, { outputAs: 'jsonLines' });
		const expected = await runOf(RECORDS, newest, { limits: pageByPage });
		const { items, queries } = await runOf(files, newest);
		expect(queries).toBeGreaterThan(4);
		const rows = linesOf(items as INodeExecutionData[]);
		expect(leaveOutDetails(rows, recordOutput)).toEqual(expected.rows);
	});

	it('fails as a whole with the error of the part that failed', async () => {
		const limit = START + ROWS * 3_000_000;
		const inPart = ({ body }: LogEntry) => Number(body?.end_at) < limit;
		fixture.service.faults.add({ operation: RECORDS.operation, match: inPart, status: 400 });
		const { items, error, requests } = await runOf(RECORDS, newest);
		const failed = requests.find(({ status }) => status === 400)!;
		expect(items).toEqual([]);
		expect(error?.message).toContain('Injected fault: HTTP 400');
		expect(JSON.stringify(error)).toContain(failed.requestId);
		// The others end with the request that they are waiting for
		expect(requests.filter(({ startedAt }) => startedAt > failed.endedAt!).length).toBeLessThan(5);
	});

	it('sends nothing more when the execution is stopped', async () => {
		let stop: () => void;
		let sent = 0;
		const unlisten = fixture.service.listen(({ operation, status }) => {
			if (operation !== RECORDS.operation || status !== undefined) return;
			if (++sent === 20) stop();
		});
		const { run, requests } = await runOf(RECORDS, newest, { onStart: (halt) => (stop = halt) });
		unlisten();
		expect(run.status).toBe('canceled');
		expect(requests.length).toBeLessThan(30);
	});

	it('has every row that stays exactly once while others come and go', async () => {
		await fc.assert(
			fc.asyncProperty(fc.infiniteStream(fc.nat()), fc.boolean(), async (random, newestFirst) => {
				fill(evenly(ROWS));
				const { records } = account();
				const staying = [...records.keys()].filter((_, i) => i % 3 > 0);
				const changing = [...records.values()].filter((_, i) => i % 3 === 0);
				const unlisten = fixture.service.listen(({ status }) => {
					if (status === undefined) return;
					const row = changing[random.next().value! % changing.length];
					if (records.has(row.record_uid)) records.delete(row.record_uid);
					else records.set(row.record_uid, row);
				});
				const { rows, queries } = await runOf(RECORDS, { newestFirst });
				unlisten();
				expect(queries).toBeGreaterThan(4);
				const uids = rows.map(({ record_uid }) => record_uid);
				expect(new Set(uids).size).toBe(uids.length);
				expect(uids).toEqual(expect.arrayContaining(staying));
				const times = rows.map(({ send_at }) => String(send_at));
				if (newestFirst) times.reverse();
				expect(times).toEqual([...times].sort());
			}),
			{ numRuns: 5, endOnFailure: true },
		);
	});

	it('is read page by page with several input items, which are read at once', async () => {
		const { queries, rows } = await runOf(RECORDS, newest, { items: [{}, {}] });
		expect(rows).toHaveLength(2 * ROWS);
		expect(queries).toBe(1);
	});

	it('is read page by page if nothing tells how far it goes', async () => {
		const all = recordsSince(START, { after: undefined, period: 'anyTime' });
		const { queries, requests } = await runOf(all, newest);
		expect(queries).toBe(1);
		expect(requests).toHaveLength(Math.ceil(ROWS / PAGE));
	});

	it.each([
		['it has 1 page', RECORDS, 1],
		['it has 19 pages', RECORDS, 19],
		['it has 20 pages', RECORDS, 20],
		['the last page before parts is the last one', EPOCH, 20],
	])('takes no request more if %s', async (_what, list, pages) => {
		fill(
			evenly(pages * PAGE).map((time) => (list === EPOCH ? time - 20 * PAGE * 9_000_000 : time)),
		);
		const { requests, rows } = await runOf(list, newest, { limits: { pagesBeforeParts: 20 } });
		expect(rows).toHaveLength(pages * PAGE);
		expect(requests).toHaveLength(pages);
	});

	it('is read in parts from 1970 on too, with the oldest first', async () => {
		const { queries, rows } = await runOf(EPOCH, { newestFirst: false });
		expect(rows).toHaveLength(ROWS);
		expect(queries).toBeGreaterThan(4);
	});
});

describe('Return All of messages of several conversations', () => {
	it('has all messages if the service orders identifiers by another alphabet', async () => {
		const { conversations, messages } = account();
		const group = conversations.get(groups()[0])!;
		const uids = [...'AbCDEfghijklmnopqrstuvwxyz'].map((letter) => `chat_${letter}`);
		for (const chat_session_uid of uids)
			conversations.set(chat_session_uid, { ...group, chat_session_uid });
		messages.clear();
		for (const chat of uids)
			say(
				chat,
				Array.from({ length: 15 }, (_, i) => START + i),
			);
		const inCodeUnits = messages.in.bind(messages);
		const others = new Map<unknown, unknown>();
		jest.spyOn(messages, 'in').mockImplementation((order) => {
			const key: typeof order.key = (row) => {
				const [uid, ...rest] = order.key(row);
				return [String(uid).toLowerCase(), ...rest];
			};
			if (!others.has(order)) others.set(order, { ...order, key });
			return inCodeUnits(others.get(order) as typeof order);
		});
		const list = { ...LISTS[3], setup: messagesOf(() => uids) };
		for (const newestFirst of [false, true]) {
			const { rows } = await runOf(list, { newestFirst });
			expect(new Set(rows.map(({ chat_session_uid }) => chat_session_uid)).size).toBe(uids.length);
			expect(rows).toHaveLength(15 * uids.length);
		}
	});
});
