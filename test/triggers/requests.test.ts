import type { IDataObject, INodeParameters, INodePropertyOptions } from 'n8n-workflow';

import { randomUUID } from 'node:crypto';

import { DAY, HOUR, MINUTE } from '../../nodes/shared/durations';
import type { LogEntry } from '../../dev/fake-service/index';
import { overrideLimits } from '../../nodes/shared/limits';
import { nodeNamed } from '../../dev/engine/types';
import { addArrangement } from '../../dev/areas/Arrangements/events';
import { addCall } from '../../dev/areas/Calls/events';
import { addConversation } from '../../dev/areas/Chat/events';
import { addRecording, addSummary } from '../../dev/areas/Recordings/events';
import { addRecord } from '../../dev/areas/Records/events';
import { addPost } from '../../dev/areas/World/events';
import { EPOCH, useTrigger, type Trigger } from './useTrigger';
import { filterBy, peopleById, several, uid } from '../../dev/contract/choices';

const { fixture, trigger, activated } = useTrigger();
const account = () => fixture.service.account('a');
const now = () => fixture.service.now();
const call = (row: Parameters<typeof addCall>[1]) => addCall(account(), row);
const task = (row: Partial<Parameters<typeof addArrangement>[1]> & { arrangement_uid: string }) =>
	addArrangement(account(), { updated_at: EPOCH - DAY, ...row });

it('needs the pages of the lookback window and one more request if the window has events', async () => {
	for (let i = 0; i < 230; i++) {
		addRecording(account(), { recording_uid: `recording_${i}`, start_at: now() - i * HOUR });
	}
	const trigger = await activated('svcRecordingsTrigger', 'newRecording');
	fixture.service.advance(HOUR);
	const before = fixture.requests.length;
	expect(await trigger.poll()).toEqual([]);
	// A complete rescan: 168 recordings of seven days
	expect(fixture.requests.length - before).toBe(Math.ceil(168 / 50) + 1);
});

describe('among many summaries', () => {
	/** A summary each five minutes: 576 in the two days that polls read again */
	const dense = async (options = {}) => {
		for (let i = 0; i < 2_500; i++)
			addSummary(account(), now() - 5 * i * MINUTE, `s${i}`, { generation_state: 'completed' });
		return await activated('svcRecordingsTrigger', 'summaryCompleted', { options });
	};
	const poll = async (polled: Trigger) => {
		fixture.service.advance(MINUTE);
		return await polled.keys();
	};

	it('a poll takes three requests on average, and a late event is found within ten minutes', async () => {
		const polled = await dense();
		const before = fixture.requests.length;
		for (let i = 0; i < 120; i++) await poll(polled);
		expect((fixture.requests.length - before) / 120).toBeLessThan(3);
		addSummary(account(), now() - 20 * HOUR, 'late', { generation_state: 'completed' });
		const keys: string[] = [];
		for (let i = 0; i < 10; i++) keys.push(...(await poll(polled)));
		expect(keys).toEqual(['late#completed']);
	});

	it('late events that do not fit into a poll come with the next ones', async () => {
		const polled = await dense({ maxItemsPerPoll: 1 });
		const late = ['a', 'b', 'c'];
		for (const uid of late)
			addSummary(account(), now() - 20 * HOUR, uid, { generation_state: 'completed' });
		while ((await poll(polled)).length === 0);
		expect([...(await poll(polled)), ...(await poll(polled))].length).toBe(2);
	});
});

/** 2,000 events: of one moment or over 20 seconds, newest or oldest first in answers. */
it('reads 1,000 own posts every ten minutes, and those of the last days with each poll', async () => {
	const author_user_ref = account().profile.user_ref;
	const own = (record_uid: string, row: Partial<Parameters<typeof addPost>[1]>) =>
		addPost(account(), { record_uid, author_user_ref, ...row });
	for (let i = 0; i < 1_000; i++) own(`old_${i}`, { published_at: now() - 30 * DAY });
	const posts = await activated('svcWorldTrigger', 'ownPostReviewed');
	const polls = async (count: number) => {
		const keys: string[] = [];
		for (let i = 0; i < count; i++) {
			fixture.service.advance(MINUTE);
			keys.push(...(await posts.keys()));
		}
		return keys;
	};
	await polls(1);
	const before = fixture.requests.length;
	expect(await polls(60)).toEqual([]);
	expect((fixture.requests.length - before) / 60).toBeLessThan(3);
	own('published', { state: 'published', published_at: now() });
	expect(await polls(1)).toEqual(['published#published@1']);
	own('rejected', { state: 'rejected', published_at: undefined });
	expect(await polls(10)).toEqual(['rejected#rejected@1']);
});

describe.each<[string, string, number, (uid: string, at: number) => unknown]>([
	['svcCallsTrigger', 'newCall', 50, (call_uid, created_at) => call({ call_uid, created_at })],
	[
		'svcArrangementsTrigger',
		'overdue',
		50,
		(arrangement_uid, due_at) => task({ arrangement_uid, due_at }),
	],
	[
		'svcArrangementsTrigger',
		'updated',
		50,
		(arrangement_uid, updated_at) => task({ arrangement_uid, updated_at }),
	],
	[
		'svcRecordingsTrigger',
		'newRecording',
		50,
		(recording_uid, start_at) => addRecording(account(), { recording_uid, start_at }),
	],
	[
		'svcRecordsTrigger',
		'newRecord',
		150,
		(record_uid, send_at) => addRecord(account(), { record_uid, send_at }),
	],
])('a backlog of %s, %s', (node, event, page, add) => {
	const waiting = async (span: number, maxItemsPerPoll: number) => {
		const behind = await activated(node, event, { options: { maxItemsPerPoll } });
		fixture.service.advance(MINUTE);
		for (let i = 0; i < 2_000; i++)
			add(`uid_${10_000 + i}`, EPOCH + MINUTE / 2 + (i * span) / 2_000);
		fixture.service.advance(MINUTE);
		return behind;
	};

	it.each([
		['over 20 s is read about once', 20_000, 3 * (100 / page) + 3],
		['of one moment is read whole by each poll', 0, 2_000 / page + 3],
	])('%s', async (_what, span, most) => {
		const behind = await waiting(span, 100);
		await behind.poll();
		// Topics of emitted records are read besides
		const lists = () => fixture.requests.filter(({ path }) => !path.endsWith('/batch-get')).length;
		const before = lists();
		const keys: string[] = [];
		for (let i = 0; i < 15; i++) keys.push(...(await behind.keys()));
		expect(new Set(keys).size).toBe(1_500);
		expect((lists() - before) / 15).toBeLessThan(most);
	});

	it('of one moment, for which polls have no time, is emitted as far as they can read it', async () => {
		const behind = await waiting(0, 500);
		add('later', EPOCH + MINUTE / 2 + 1);
		const restore = overrideLimits({ maxPollRequests: 8 });
		const keys: string[] = [];
		for (let i = 0; i < 20; i++) keys.push(...(await behind.keys()));
		restore();
		expect(new Set(keys).size).toBe(keys.length);
		expect(keys.at(-1)).toContain('later');
		expect(keys.length).toBeGreaterThan(6 * page);
		const warnings = behind.warnings.filter((each) => each.includes('may be missing'));
		expect(warnings[0]).toContain(`but the first ${keys.length - 1} events`);
	});
});

it('recordings that last long, more than polls have time for, stop no later ones', async () => {
	const behind = await activated('svcRecordingsTrigger', 'newRecording');
	fixture.service.advance(MINUTE);
	const recording = (recording_uid: string, duration_ms: number) =>
		addRecording(account(), { recording_uid, start_at: now() - 1_000, duration_ms });
	for (let i = 0; i < 2_000; i++) recording(`recording_${i}`, HOUR);
	const restore = overrideLimits({ maxPollRequests: 8 });
	const keys: string[] = [];
	for (let minute = 0; minute < 150; minute++) {
		fixture.service.advance(MINUTE);
		if (minute === 90) recording('later', 0);
		keys.push(...(await behind.keys()));
	}
	restore();
	expect([new Set(keys).size, keys.at(-1)]).toEqual([401, 'later']);
});

describe('an activation', () => {
	const recording = (recording_uid: string, start_at: number) =>
		addRecording(account(), { recording_uid, start_at });
	const hourly = (count: number) => {
		for (let i = 0; i < count; i++) recording(`recording_${i}`, now() - i * HOUR);
	};

	it('goes on with the next polls if a poll has no time for it', async () => {
		hourly(2_000);
		const restore = overrideLimits({ maxPollRequests: 12 });
		const recordings = await activated('svcRecordingsTrigger', 'newRecording');
		const [started] = recordings.state.floor as [number];
		const keys: string[] = [];
		const poll = async () => {
			fixture.service.advance(MINUTE);
			keys.push(...(await recordings.keys()));
		};
		await poll();
		recording('new', now());
		for (let i = 0; i < 20; i++) await poll();
		restore();
		expect(started).toBeGreaterThan(now() - 60 * DAY);
		expect(recordings.state.opening).toBeUndefined();
		expect(keys).toEqual(['new']);
		recording('late', now() - 80 * DAY);
		fixture.service.advance(DAY);
		await poll();
		await poll();
		expect(keys).toEqual(['new', 'late']);
	});

	it('goes on where n8n stores only polls with events, and ends', async () => {
		hourly(2_000);
		const restore = overrideLimits({ maxPollRequests: 12 });
		const recordings = await activated('svcRecordingsTrigger', 'newRecording');
		recordings.forgetful = true;
		const poll = async () => {
			fixture.service.advance(MINUTE);
			return await recordings.keys();
		};
		for (let i = 0; i < 20; i++) expect(await poll()).toEqual([]);
		restore();
		const before = fixture.requests.length;
		expect(await poll()).toEqual([]);
		expect(fixture.requests.length - before).toBeLessThan(5);
		recording('late', now() - 80 * DAY);
		fixture.service.advance(DAY);
		expect([...(await poll()), ...(await poll())]).toEqual(['late']);
	});

	it('tells in events and in the log that it is not complete', async () => {
		hourly(2_000);
		const restore = overrideLimits({ maxPollRequests: 12 });
		const recordings = await activated('svcRecordingsTrigger', 'newRecording');
		recording('new', now());
		fixture.service.advance(MINUTE);
		const [{ _event }] = await recordings.poll();
		restore();
		expect(_event).toMatchObject({ warnings: [expect.stringContaining('still reading')] });
	});

	it('has new events while the service fails for what existed', async () => {
		hourly(2_000);
		const restore = overrideLimits({ maxPollRequests: 12 });
		const recordings = await activated('svcRecordingsTrigger', 'newRecording');
		const [floor] = recordings.state.floor as [number];
		const match = ({ body }: LogEntry) => Number(body?.end_at) <= floor;
		fixture.service.faults.add({ times: Infinity, match, status: 429, retryAfter: 3600 });
		recording('new', now());
		fixture.service.advance(MINUTE);
		expect(await recordings.keys()).toEqual(['new']);
		restore();
	});

	it('reads no more than can be stored as seen', async () => {
		for (let i = 0; i < 20_000; i++) recording(`recording_${i}`, now() - 5 * i * MINUTE);
		const before = fixture.requests.length;
		await activated('svcRecordingsTrigger', 'newRecording');
		expect(fixture.requests.length - before).toBeLessThan(200);
	});
});

describe.each(['plain', 'irregular'] as const)(
	'a list that takes several polls (%s pages)',
	(paging) => {
		let restore = () => {};
		beforeEach(() => {
			fixture.service.paging = paging;
			for (const parent_record_uid of ['p1', 'p2', 'p3']) {
				addPost(account(), { record_uid: parent_record_uid, published_at: now() - DAY });
				for (let i = 0; i < 250; i++)
					reply(`old_${parent_record_uid}_${i}`, parent_record_uid, now() - 1);
			}
			restore = overrideLimits({ maxPollRequests: 4 });
		});
		afterEach(() => restore());

		const reply = (record_uid: string, parent_record_uid: string, published_at = now()) =>
			addPost(account(), { record_uid, parent_record_uid, published_at });
		const postsOf = (uids: string) => several('post', uid(uids));
		const posts = postsOf('p1, p2, p3');
		const polls = async (replies: Trigger, count: number) => {
			const keys: string[] = [];
			for (let i = 0; i < count; i++) {
				fixture.service.advance(MINUTE);
				keys.push(...(await replies.keys()));
			}
			return keys.sort();
		};

		it('has no events that existed at the activation, and each later one once', async () => {
			const replies = await activated('svcWorldTrigger', 'newReply', {
				repliesTo: 'chosen',
				posts,
			});
			expect(replies.state.scan).toBeDefined();
			fixture.service.advance(1);
			reply('new_p3', 'p3');
			expect(await polls(replies, 30)).toEqual(['new_p3']);
			for (let i = 0; i < 60; i++) reply(`new_p1_${i}`, 'p1');
			expect(new Set(await polls(replies, 60)).size).toBe(60);
			expect(await polls(replies, 30)).toEqual([]);
		});

		it('goes on where n8n stores only polls with events, also after a restart', async () => {
			const chosen = { repliesTo: 'chosen', posts };
			const replies = await activated('svcWorldTrigger', 'newReply', chosen);
			replies.forgetful = true;
			fixture.service.advance(1);
			reply('new_p3', 'p3');
			expect(await polls(replies, 30)).toEqual(['new_p3']);
			for (const name of ['p1', 'p2', 'p3']) {
				reply(`later_${name}`, name);
				expect(await polls(replies, 30)).toEqual([`later_${name}`]);
				replies.process = randomUUID();
				expect(await polls(replies, 30)).toEqual([]);
			}
		});

		it('has no earlier replies to posts that are chosen meanwhile', async () => {
			const chosen = { repliesTo: 'chosen', posts: postsOf('p1, p2') };
			const replies = await activated('svcWorldTrigger', 'newReply', chosen);
			await polls(replies, 10);
			replies.parameters = { ...replies.parameters, posts };
			expect(await polls(replies, 30)).toEqual([]);
			reply('new', 'p3');
			expect(await polls(replies, 30)).toEqual(['new']);
		});

		it.each([
			['many later ones', 40, 1_600],
			['more of them than can be remembered', 400, 0],
		])('repeats no reply without a time beside %s', async (_what, undated, dated) => {
			const limits = overrideLimits({
				maxPollRequests: 2,
				maxUndated: 250,
				maxSeenBytes: 2_500,
				maxFirstSeenBytes: 2_500,
			});
			for (const name of ['p1', 'p2', 'p3'])
				for (let i = 0; i < undated; i++)
					reply(`undated_${name}_${i}`, name).published_at = undefined;
			const chosen = { repliesTo: 'chosen', posts };
			const replies = await activated('svcWorldTrigger', 'newReply', chosen);
			const keys = await polls(replies, 40);
			for (let i = 0; i < dated; i++) reply(`new_p3_${i}`, 'p3');
			keys.push(...(await polls(replies, 80)));
			limits();
			expect(keys.filter((key) => key.startsWith('undated'))).toEqual([]);
		});

		it('starts again if the service has forgotten the cursor', async () => {
			const replies = await activated('svcWorldTrigger', 'newReply', {
				repliesTo: 'chosen',
				posts,
			});
			const { scan } = replies.state as { scan: { cursor: string } };
			scan.cursor = JSON.stringify([JSON.parse(scan.cursor)[0], 'forgotten']);
			fixture.expectViolations();
			fixture.service.advance(1);
			reply('new', 'p1');
			expect(await polls(replies, 40)).toEqual(['new']);
		});
	},
);

it('recognizes its own messages without reading the profile in every poll', async () => {
	const { messages, profile } = account();
	addConversation(account(), 'user_other');
	const say = (sequence: number, sender_user_ref: string, text_content: string) =>
		messages.add({
			chat_session_uid: 'chat_1',
			sequence,
			sender: { sender_kind: 'user', sender_user_ref },
			message_at: now(),
			record_state: 'available',
			text_content,
		});
	const trigger = await activated('svcChatTrigger', 'newMessage', {
		filters: { textContains: 'INVOICE' },
	});
	say(1, profile.user_ref, 'The invoice, please');
	say(2, 'user_other', 'Which invoice?');
	say(3, 'user_other', 'Never mind');
	expect((await trigger.poll()).map(({ text_content }) => text_content)).toEqual([
		'Which invoice?',
	]);
	fixture.service.advance(MINUTE);
	await trigger.poll();
	const profiles = fixture.requests.filter(
		({ operation }) => operation === 'getCurrentUserProfile',
	);
	expect(profiles.length).toBe(1);

	trigger.parameters = { event: 'newMessage', ignoreMyOwn: false };
	const sequences = async () => (await trigger.poll()).map(({ sequence }) => sequence);
	expect(await sequences()).toEqual([]);
	fixture.service.advance(MINUTE);
	say(4, profile.user_ref, 'Thank you');
	expect(await sequences()).toEqual([4]);
});

/** Makes the list of calls one without end where the requests match, by default all, until faults are cleared. */
function makeEndless(match: (body: IDataObject) => boolean = () => true): void {
	let cursor = 0;
	fixture.service.faults.add({
		operation: 'queryCalls',
		match: ({ body }) => match(body as IDataObject),
		status: 200,
		times: Infinity,
		get body() {
			const data = { items: [], has_more: true, next_page_cursor: `cursor ${cursor++}` };
			return JSON.stringify({ code: 200, message: 'ok', data });
		},
	});
}

it('a list without end is not asked for again by each poll', async () => {
	const restore = overrideLimits({ maxEmptyPages: 20, costlyRequests: 10 });
	const calls = await activated('svcCallsTrigger', 'newCall');
	makeEndless();
	const before = fixture.requests.length;
	for (let i = 0; i < 10; i++) {
		fixture.service.advance(MINUTE);
		expect((await calls.tryPoll()).error?.message).toContain('without anything new');
	}
	expect(fixture.requests.length - before).toBe(20);
	fixture.service.faults.clear();
	call({ call_uid: 'new', created_at: now() });
	fixture.service.advance(MINUTE);
	expect(await calls.keys()).toEqual(['new']);
	restore();
});

it('a list without end that is mended is read from the next activation on', async () => {
	const restore = overrideLimits({ maxEmptyPages: 20, costlyRequests: 10 });
	const calls = await activated('svcCallsTrigger', 'newCall');
	makeEndless();
	calls.registration = {};
	for (let i = 0; i < 2; i++, fixture.service.advance(MINUTE))
		expect((await calls.tryPoll()).error?.message).toContain('without anything new');
	fixture.service.faults.clear();
	calls.registration = {};
	for (const call_uid of ['one', 'two']) {
		call({ call_uid, created_at: now() });
		expect(await calls.keys()).toEqual([call_uid]);
		fixture.service.advance(MINUTE);
	}
	restore();
});

it('a list without end is not waited for after filters without it, though n8n has activated none before', async () => {
	const restore = overrideLimits({ maxEmptyPages: 20, costlyRequests: 10 });
	const calls = await activated('svcCallsTrigger', 'newCall');
	makeEndless(({ media_types }) => media_types === undefined);
	for (let i = 0; i < 2; i++, fixture.service.advance(MINUTE)) {
		calls.registration = {};
		expect((await calls.tryPoll()).error?.message).toContain('without anything new');
	}
	calls.registration = {};
	calls.parameters = { ...calls.parameters, filters: { mediaTypes: ['audio'] } };
	expect(await calls.keys()).toEqual([]);
	restore();
});

it('a key that is refused after many requests can be mended at once', async () => {
	const restore = overrideLimits({ costlyRequests: 3 });
	const calls = await activated('svcCallsTrigger', 'newCall');
	for (let i = 0; i < 300; i++) call({ call_uid: `call_${i}`, created_at: now() + i });
	fixture.service.advance(MINUTE);
	fixture.service.faults.add({ operation: 'queryCalls', after: 5, status: 401, times: 1 });
	expect((await calls.tryPoll()).error?.message).toContain('did not accept the API key');
	fixture.service.advance(MINUTE);
	expect(await calls.keys()).toHaveLength(50);
	restore();
});

describe('new messages', () => {
	const say = (sequence: number, sender_name?: string) =>
		account().messages.add({
			chat_session_uid: 'chat_1',
			sequence,
			sender: { sender_kind: 'user', sender_user_ref: 'user_other', sender_name },
			message_at: now(),
			record_state: 'available',
			text_content: 'Hello',
		});
	const lists = () =>
		fixture.requests.filter(({ operation }) => operation === 'listChatConversations').length;

	beforeEach(() => addConversation(account(), 'user_other'));

	it('have the name and kind of their conversation, looked up only for emitted ones', async () => {
		account().conversations.get('chat_1')!.name = 'Kiln Studio';
		const trigger = await activated('svcChatTrigger', 'newMessage');
		await trigger.poll();
		expect(lists()).toBe(0);
		say(1, 'Ada');
		say(2);
		const items = await trigger.poll();
		expect(items).toMatchObject([
			{ conversation_name: 'Kiln Studio', conversation_kind: 'group', sender_name: 'Ada' },
			{ conversation_name: 'Kiln Studio', conversation_kind: 'group', sender_name: null },
		]);
		expect(lists()).toBe(1);
	});

	it('have no names with Resolve Names off', async () => {
		const trigger = await activated('svcChatTrigger', 'newMessage', { resolveNames: false });
		say(1);
		const [item] = await trigger.poll();
		expect(item).toMatchObject({ chat_session_uid: 'chat_1', text_content: 'Hello' });
		expect(item).not.toHaveProperty('conversation_name');
		expect(lists()).toBe(0);
	});

	it('are emitted once even if the names cannot be read', async () => {
		const trigger = await activated('svcChatTrigger', 'newMessage');
		say(1);
		fixture.service.faults.add({ operation: 'listChatConversations', status: 500, times: 99 });
		expect(await trigger.poll()).toMatchObject([{ conversation_name: null, sequence: 1 }]);
		expect(await trigger.poll()).toEqual([]);
	});
});

describe('items', () => {
	const incoming = () => addCall(account(), { call_uid: 'call_1', created_at: now() });

	it('have the event, when it happened and when it was found', async () => {
		const trigger = await activated('svcCallsTrigger', 'newCall');
		incoming();
		const [{ _event }] = await trigger.poll();
		expect(_event).toEqual({
			id: 'call_1',
			type: 'newCall',
			happened_at: '2026-01-15T12:00:00.000Z',
			found_at: '2026-01-15T12:00:00.000Z',
		});
	});

	it.each([true, false])(
		'have the times added by the node as text, with Simplify %s',
		async (simplify) => {
			const rio = trigger('svcCallsTrigger', 'newCall', { simplify }, 'America/Sao_Paulo');
			await rio.poll();
			incoming();
			const [{ _event }] = await rio.poll();
			expect(_event).toMatchObject({
				happened_at: '2026-01-15T09:00:00.000-03:00',
				found_at: '2026-01-15T09:00:00.000-03:00',
			});
		},
	);

	it('have only the service’s own fields if the user wants that', async () => {
		const trigger = await activated('svcCallsTrigger', 'newCall', {
			simplify: false,
			options: { includeEventMetadata: false },
		});
		const { call_uid } = incoming();
		const [item] = await trigger.poll();
		const [{ json }] = (
			await fixture.run({
				node: 'svcCalls',
				parameters: { resource: 'call', operation: 'getAll', simplify: false },
			})
		).items;
		expect(item).toEqual({ ...json, call_uid });
	});

	it('have times as text and useful fields first with Simplify, and all fields of the service', async () => {
		const trigger = await activated('svcArrangementsTrigger', 'created');
		const row = { arrangement_uid: 'a', updated_at: now(), due_at: EPOCH + HOUR };
		addArrangement(account(), row);
		const [simple] = await trigger.poll();
		expect(Object.keys(simple).slice(0, 3)).toEqual(['title', 'due_at', 'status']);
		expect(simple).toMatchObject({
			arrangement_uid: 'a',
			due_at: '2026-01-15T13:00:00.000Z',
		});
		addArrangement(account(), { ...row, arrangement_uid: 'b' });
		trigger.parameters.simplify = false;
		const [raw] = await trigger.poll();
		expect(raw).toMatchObject({ ...row, arrangement_uid: 'b' });
		const left = Object.keys(raw).filter((key) => !(key in simple));
		expect(left.sort()).toEqual(['created_at', 'reminder_enabled']);
		expect('description' in raw).toBe(false);
		expect(simple.description).toBeNull();
	});

	it.each([
		['svcArrangementsTrigger', 'created'],
		['svcRecordsTrigger', 'newRecord'],
	])(
		'have the name of their topic, which only a poll with such events reads: %s',
		async (node, event) => {
			const trigger = await activated(node, event);
			const [[topic_uid, topic]] = account().topics;
			topic.title = 'Clay';
			const asked = () => fixture.asked('listRecordContainers').length;
			const add = (id: string, own: string | undefined) => {
				const container = own ? { kind: 'topic', topic_uid: own } : { kind: 'unclassified' };
				if (event === 'created')
					addArrangement(account(), { arrangement_uid: id, updated_at: now(), topic_uid: own });
				else addRecord(account(), { record_uid: id, send_at: now(), container } as never);
			};
			add('none', undefined);
			expect(await trigger.poll()).toMatchObject([{ topic: null, topic_uid: null }]);
			expect(asked()).toBe(0);
			add('some', topic_uid);
			expect(await trigger.poll()).toMatchObject([{ topic: 'Clay', topic_uid }]);
			expect(asked()).toBe(1);
			fixture.service.faults.add({ operation: 'listRecordContainers', status: 403 });
			add('other', topic_uid);
			const [last] = await trigger.poll();
			expect(last).toMatchObject({ topic_uid });
			expect(last).not.toHaveProperty('topic');
		},
	);

	const spoken = (call_uid: string) =>
		addCall(account(), {
			call_uid,
			created_at: now(),
			transcript_state: 'ready',
			speakers: [{ display_name: 'Ada', resolution: 'participant', user_ref: 'user_ada' }],
			utterances: [{ start_ms: 0, end_ms: 900, speaker: 0, text: 'Hello', truncated: false }],
		});
	const transcriptsRead = () =>
		fixture.requests
			.filter(({ operation }) => operation === 'queryCallTranscript')
			.map(({ body }) => body!.call_uid);

	it('have the transcript as text when it is ready, read only for emitted events', async () => {
		const trigger = await activated('svcCallsTrigger', 'transcriptReady', {
			options: { maxItemsPerPoll: 1 },
		});
		spoken('call_1');
		spoken('call_2');
		const [{ transcript }] = await trigger.poll();
		expect(transcript).toBe('Ada: Hello\n');
		expect(transcriptsRead()).toEqual(['call_1']);
	});

	it.each<[string, INodeParameters, unknown]>([
		['transcriptReady', { includeTranscript: 'markdown' }, '**Ada, 00:00:00**\n\nHello\n'],
		['transcriptReady', { includeTranscript: 'utterances' }, [{ speaker_name: 'Ada' }]],
		[
			'transcriptReady',
			{ includeTranscript: 'talkTime' },
			[{ speaker_name: 'Ada', seconds: 0.9, share: 1, utterances: 1 }],
		],
		['transcriptReady', { includeTranscript: 'no' }, undefined],
		['newCall', { options: { includeTranscript: 'text' } }, 'Ada: Hello\n'],
		['newCall', {}, undefined],
	])('have the transcript in the chosen form: %s, %j', async (event, form, wanted) => {
		const trigger = await activated('svcCallsTrigger', event, form);
		spoken('call_1');
		const [{ transcript }] = await trigger.poll();
		if (typeof wanted === 'object') expect(transcript).toMatchObject(wanted as object);
		else expect(transcript).toBe(wanted);
		expect(transcriptsRead()).toHaveLength(wanted === undefined ? 0 : 1);
	});

	it('have the text of a summary if the user wants it', async () => {
		const trigger = await activated('svcRecordingsTrigger', 'summaryCompleted', {
			options: { includeText: true },
		});
		account().summaries.set('summary_1', {
			summary_uid: 'summary_1',
			kind: 'timeline',
			content_origin: 'business_recording_summary',
			generation_state: 'completed',
			start_at: EPOCH - DAY,
			end_at: EPOCH,
			day_start_at: EPOCH - DAY,
			created_at: EPOCH,
			updated_at: EPOCH,
			content_state: 'ready',
			format: 'markdown',
			text: '# A quiet day',
		});
		const [item] = await trigger.poll();
		expect(item).toMatchObject({ text: '# A quiet day', format: 'markdown' });
	});
});

describe('an invalid value is reported before anything is sent', () => {
	const [{ options: events }] = nodeNamed('svcCallsTrigger').description.properties;
	const EVENTS_OF_CALLS = (events as INodePropertyOptions[]).map(({ value }) => value);
	const twentyOne = Array.from({ length: 21 }, (_, i) => `user_${i}`).join();

	it.each<[node: string, event: string, parameters: INodeParameters, message: string]>([
		...['oldCall', '', 'constructor'].map((event): [string, string, INodeParameters, string] => [
			'svcCallsTrigger',
			event,
			{},
			`'Trigger On' must be one of ${EVENTS_OF_CALLS.join(', ')}, not "${event}"`,
		]),
		['svcCallsTrigger', 'newCall', { startFrom: 'date', startDate: '' }, "'Start Date' is empty"],
		[
			'svcCallsTrigger',
			'newCall',
			{ startFrom: 'date', startDate: 'soon' },
			'\'Start Date\' is not a date: "soon"',
		],
		[
			'svcCallsTrigger',
			'newCall',
			{ startFrom: 'last', itemCount: 0 },
			"'Number of Items' must be at least 1",
		],
		[
			'svcCallsTrigger',
			'newCall',
			{ startFrom: 'last', itemCount: 101 },
			"'Number of Items' must be at most 100",
		],
		['svcCallsTrigger', 'newCall', { startFrom: 'never' }, "'Start From' must be one of"],
		[
			'svcCallsTrigger',
			'newCall',
			{ options: { maxItemsPerPoll: 0 } },
			"'Max Items per Poll' must be at least 1",
		],
		[
			'svcCallsTrigger',
			'newCall',
			{ options: { maxItemsPerPoll: 501 } },
			"'Max Items per Poll' must be at most 500",
		],
		[
			'svcCallsTrigger',
			'newCall',
			{ options: { lateArrivalWindow: 5 } },
			"'Late Arrival Window' must be one of",
		],
		[
			'svcCallsTrigger',
			'newCall',
			{ options: { includeTranscript: 'pdf' } },
			"'Include Transcript' must be one of",
		],
		[
			'svcCallsTrigger',
			'newCall',
			{ filters: { directions: ['sideways'] } },
			"'Directions' must be one of",
		],
		[
			'svcCallsTrigger',
			'newCall',
			{ filters: { participants: peopleById(twentyOne) } },
			"'Participants' takes at most 20 entries",
		],
		[
			'svcRecordingsTrigger',
			'newRecording',
			{ filters: { speakerLabels: filterBy('speakerLabel', uid(twentyOne)) } },
			"'Speaker Labels' takes at most 20 entries",
		],
		[
			'svcRecordingsTrigger',
			'newRecording',
			{
				filters: {
					speakerLabels: filterBy('speakerLabel', uid(twentyOne.slice(0, -8))),
					speakers: peopleById('a,b'),
				},
			},
			"'Speakers' and 'Speaker Labels' take at most 20 entries together",
		],
		[
			'svcArrangementsTrigger',
			'dueSoon',
			{ leadTime: 0 },
			"'Lead Time (Minutes)' must be at least 1",
		],
		[
			'svcArrangementsTrigger',
			'dueSoon',
			{ leadTime: 43_201 },
			"'Lead Time (Minutes)' must be at most 43200",
		],
		['svcRecordsTrigger', 'newRecord', { container: 'topic' }, "'Which Topic' is empty"],
		['svcWorldTrigger', 'newReply', { repliesTo: 'chosen' }, "'Posts' is empty"],
		['svcWorldTrigger', 'newPost', {}, "'Author' is empty"],
		['svcWorldTrigger', 'newPost', { scope: 'public' }, "'Tags' is empty"],
		['svcChatTrigger', 'newMessage', { filters: { scopes: ['radio'] } }, "'Kinds' must be one of"],
	])('%s, %s with %j', async (node, event, parameters, message) => {
		const { error } = await trigger(node, event, parameters).tryPoll();
		expect(error?.message).toContain(message);
		expect(fixture.requests).toEqual([]);
	});
});
