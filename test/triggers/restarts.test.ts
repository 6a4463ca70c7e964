import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { DAY, HOUR, MINUTE } from '../../nodes/shared/durations';
import { overrideLimits } from '../../nodes/shared/limits';
import { addArrangement } from '../../dev/areas/Arrangements/events';
import { addCall } from '../../dev/areas/Calls/events';
import { addConversation } from '../../dev/areas/Chat/events';
import { addRecording, addSummary } from '../../dev/areas/Recordings/events';
import { addPost } from '../../dev/areas/World/events';
import { useTrigger, type Trigger } from './useTrigger';
import { several, uid } from '../../dev/contract/choices';

const { fixture, trigger, activated } = useTrigger();

const account = () => fixture.service.account('a');
const advance = (ms: number) => fixture.service.advance(ms);
const now = () => fixture.service.now();
const call = (
	call_uid: string,
	direction: 'incoming' | 'outgoing',
	created_at = now(),
	more = {},
) => addCall(account(), { call_uid, direction, created_at, ...more });
const only = (
	directions: string[],
	event = 'newCall',
	more: INodeParameters = {},
): INodeParameters => ({ event, filters: { directions }, ...more });
const incoming = { filters: { directions: ['incoming'] } };
const keysOfHours = async (t: Trigger, hours: number, step = HOUR) => {
	const all: string[] = [];
	for (let i = 0; i < hours; i++) {
		advance(step);
		all.push(...(await t.keys()));
	}
	return all;
};
describe('changed filters', () => {
	it('count from the first poll with them, even if n8n gives the state from before it again', async () => {
		const calls = trigger('svcCallsTrigger', 'newCall', incoming);
		await calls.poll();
		Object.assign(calls, { parameters: only(['outgoing']), forgetful: true });
		expect([await keysOfHours(calls, 1), await keysOfHours(calls, 1)]).toEqual([[], []]);
		call('in', 'incoming', now() + 1);
		call('out', 'outgoing', now() + 1);
		expect(await keysOfHours(calls, 1, 1_000)).toEqual(['out']);
	});

	it('free a trigger from filters that the service does not accept any more', async () => {
		const calls = await activated('svcCallsTrigger', 'newCall', incoming);
		fixture.service.faults.add({
			operation: 'queryCalls',
			match: ({ body }) => JSON.stringify(body).includes('incoming'),
			status: 400,
			times: Infinity,
		});
		advance(MINUTE);
		expect((await calls.tryPoll()).error).toBeDefined();
		calls.parameters = only(['outgoing']);
		advance(MINUTE);
		call('unread', 'outgoing', now() - 1);
		expect(await calls.keys()).toEqual(['unread']);
		advance(MINUTE);
		call('new', 'outgoing');
		expect(await calls.keys()).toEqual(['new']);
	});

	it('are stored with the workflow, and what was read with the earlier ones counts as read', async () => {
		const calls = await activated('svcCallsTrigger', 'newCall', incoming);
		const node = calls.stored['node:Svc Trigger'];
		call('read', 'outgoing');
		advance(MINUTE);
		await calls.poll();
		call('of_the_earlier_filters', 'incoming');
		advance(MINUTE);
		calls.parameters = only(['outgoing']);
		expect(await calls.keys()).toEqual([]);
		// The static data of the workflow was stored, but not that of the node
		calls.restart({ 'node:Svc Trigger': node, global: calls.stored.global } as IDataObject);
		advance(HOUR);
		call('late', 'outgoing', now() - MINUTE);
		expect((await calls.allKeys()).sort()).toEqual(['late']);
	});

	const own = (record_uid: string, state: 'published' | 'rejected', published_at?: number) => {
		const author_user_ref = account().profile.user_ref;
		addPost(account(), { record_uid, state, published_at, author_user_ref });
	};
	const reviewed = (outcomes: string[]) => ({
		event: 'ownPostReviewed',
		filters: { outcomes },
		options: { maxItemsPerPoll: 1 },
	});

	it('find a rejected post while events of the earlier filters still wait', async () => {
		const posts = await activated('svcWorldTrigger', 'ownPostReviewed', reviewed(['published']));
		for (const uid of ['p1', 'p2']) {
			advance(MINUTE);
			own(uid, 'published', now());
		}
		posts.parameters = reviewed(['published', 'rejected']);
		advance(MINUTE);
		expect(await posts.keys()).toEqual(['p1#published@1']);
		advance(MINUTE);
		own('rejected', 'rejected');
		expect(await posts.allKeys()).toEqual(['p2#published@1', 'rejected#rejected@1']);
	});

	it('exclude objects that become ready later and match the earlier filters only', async () => {
		const ready = await activated('svcCallsTrigger', 'summaryReady', incoming);
		advance(MINUTE);
		const row = call('in', 'incoming');
		expect(await keysOfHours(ready, 30)).toEqual([]);
		expect(ready.state.unready).toEqual({ uids: ['in'] });
		ready.parameters = only(['outgoing'], 'summaryReady');
		expect(await keysOfHours(ready, 30)).toEqual([]);
		row.summary_state = 'ready';
		expect(await keysOfHours(ready, 3)).toEqual([]);
	});

	it('do not track objects that leave the lookback window unready and do not match', async () => {
		const ready = await activated('svcCallsTrigger', 'summaryReady', incoming);
		const row = call('in', 'incoming');
		expect(await keysOfHours(ready, 25)).toEqual([]);
		expect(ready.state.unready).toBeUndefined();
		advance(MINUTE);
		ready.parameters = only(['outgoing'], 'summaryReady');
		expect(await ready.keys()).toEqual([]);
		row.summary_state = 'ready';
		expect(await keysOfHours(ready, 3)).toEqual([]);
	});

	it('leave the stored state below 64 KiB', async () => {
		const calls = await activated('svcCallsTrigger', 'newCall', {
			filters: { directions: ['incoming'] },
			options: { maxItemsPerPoll: 500, lateArrivalWindow: 43_200 },
		});
		for (let day = 0; day < 12; day++) {
			for (let i = 0; i < 450; i++) call(`call_${day}_${i}`, 'incoming', now() + i * 1000);
			advance(HOUR);
			await calls.poll();
		}
		await calls.allKeys();
		expect(JSON.stringify(calls.stored).length).toBeLessThan(64 * 1024);
		advance(MINUTE);
		calls.parameters = only(['outgoing'], 'newCall', {
			options: { maxItemsPerPoll: 500, lateArrivalWindow: 43_200 },
		});
		expect(await calls.keys()).toEqual([]);
		expect(JSON.stringify(calls.stored).length).toBeLessThan(64 * 1024);
	});
});

describe('changed settings', () => {
	it('Due Soon: a shorter lead time loses no task that becomes due within it', async () => {
		const soon = await activated('svcArrangementsTrigger', 'dueSoon', { leadTime: 1440 });
		advance(MINUTE);
		await soon.poll();
		soon.parameters = { event: 'dueSoon', leadTime: 60 };
		advance(MINUTE);
		await soon.poll();
		advance(MINUTE);
		await soon.poll();
		addArrangement(account(), {
			arrangement_uid: 'a',
			updated_at: now(),
			due_at: now() + 30 * MINUTE,
		});
		advance(MINUTE);
		expect((await soon.keys()).length).toBe(1);
	});

	it('Due Soon: tasks of other filters do not wait until those of earlier ones are read again', async () => {
		const task = (name: string, status: 'identified' | 'following', minutes: number) => {
			const times = { updated_at: now(), due_at: now() + minutes * MINUTE };
			addArrangement(account(), { arrangement_uid: name, status, ...times });
		};
		for (let i = 0; i < 300; i++) task(`task_${i}`, 'identified', 30 + i / 20);
		task('urgent', 'following', 5);
		const all = { event: 'dueSoon', options: { maxItemsPerPoll: 500 } };
		const soon = await activated('svcArrangementsTrigger', 'dueSoon', {
			...all,
			filters: { statuses: ['identified'] },
		});
		for (let i = 0; i < 2; i++, advance(MINUTE)) expect(await soon.keys()).toEqual([]);
		soon.parameters = all;
		expect((await soon.keys()).map((key) => key.split('#')[0])).toEqual(['urgent']);
	});

	it('added posts are stored with the workflow', async () => {
		for (const record_uid of ['p1', 'p2'])
			addPost(account(), { record_uid, published_at: now() - DAY });
		const parameters = (posts: string) => ({
			event: 'newReply',
			repliesTo: 'chosen',
			posts: several('post', uid(posts)),
		});
		const replies = await activated('svcWorldTrigger', 'newReply', parameters('p1'));
		advance(MINUTE);
		await replies.poll();
		const node = replies.stored['node:Svc Trigger'];
		replies.parameters = parameters('p1, p2');
		advance(MINUTE);
		expect(await replies.keys()).toEqual([]);
		// A restart: n8n has stored only the workflow's data of an activation without events
		replies.restart({ 'node:Svc Trigger': node, global: replies.stored.global } as IDataObject);
		advance(HOUR);
		addPost(account(), { record_uid: 'reply', published_at: now(), parent_record_uid: 'p2' });
		expect(await replies.keys()).toEqual(['reply']);
	});

	it('another event and back again starts over', async () => {
		const t = await activated('svcArrangementsTrigger', 'created');
		advance(MINUTE);
		addArrangement(account(), {
			arrangement_uid: 'due',
			updated_at: now() - DAY,
			due_at: now() + 30 * MINUTE,
		});
		t.parameters = { event: 'dueSoon', leadTime: 60 };
		expect((await t.keys()).length).toBe(1);
		const { stored } = t;
		for (let day = 0; day < 7; day++) {
			advance(DAY);
			addArrangement(account(), { arrangement_uid: `old_${day}`, updated_at: now() });
		}
		t.stored = stored;
		advance(HOUR);
		t.parameters = { event: 'created' };
		expect(await t.keys()).toEqual([]);
	});
});

describe('objects that were not ready', () => {
	it('are emitted once even if a call shows an earlier start than its creation', async () => {
		const ready = await activated('svcCallsTrigger', 'summaryReady');
		advance(2 * HOUR);
		const row = call('a', 'incoming', now(), { started_at: now() - 2 * HOUR });
		// After 23 hours the start has left the lookback window, the creation has not
		const keys = await keysOfHours(ready, 24 * 12 - 12, 5 * MINUTE);
		for (let i = 0; i < 12 && !ready.state.unready; i++)
			keys.push(...(await keysOfHours(ready, 1, 5 * MINUTE)));
		expect(ready.state.unready).toEqual({ uids: ['a'] });
		// The hourly read by UID fails once and is repeated a minute later, when only the recent part is read
		fixture.service.faults.add({ operation: 'batchGetCalls', status: 503, times: 5 });
		let failed = false;
		for (let i = 0; i < 70 && !failed; i++) {
			advance(MINUTE);
			keys.push(...(await ready.keys()));
			failed = fixture.requests.some(({ operation }) => operation === 'batchGetCalls');
		}
		row.summary_state = 'ready';
		keys.push(...(await keysOfHours(ready, 240, MINUTE)));
		expect(keys).toEqual(['a#summary']);
	});

	it('are emitted once even if a call is processed again when it leaves the lookback window', async () => {
		const ready = await activated('svcCallsTrigger', 'summaryReady');
		advance(MINUTE);
		const row = call('a', 'incoming', now(), { summary_state: 'ready' });
		const keys = await keysOfHours(ready, 22);
		row.summary_state = 'processing';
		keys.push(...(await keysOfHours(ready, 6)));
		row.summary_state = 'ready';
		keys.push(...(await keysOfHours(ready, 6)));
		expect(keys).toEqual(['a#summary']);
	});

	it('are emitted once even if a summary is generated again', async () => {
		const completed = await activated('svcRecordingsTrigger', 'summaryCompleted');
		advance(MINUTE);
		const row = addSummary(account(), now(), 's', { generation_state: 'completed' });
		const keys = await keysOfHours(completed, 3);
		row.generation_state = 'processing';
		// It leaves the late arrival window meanwhile
		keys.push(...(await keysOfHours(completed, 10, DAY)));
		row.generation_state = 'completed';
		keys.push(...(await keysOfHours(completed, 10 * 24)));
		expect(keys).toEqual(['s#completed']);
	});

	it('are emitted once over 30 days in which n8n loses states (recordings)', async () => {
		const ready = await activated('svcRecordingsTrigger', 'transcriptReady');
		const { stored } = ready;
		advance(MINUTE);
		const rec = addRecording(account(), { recording_uid: 'r', start_at: now() });
		const keys: string[] = [];
		for (let i = 0; i < 20; i++) {
			advance(DAY);
			keys.push(...(await ready.keys()));
			ready.restart(stored);
		}
		rec.transcript_state = 'ready';
		advance(HOUR);
		keys.push(...(await ready.keys()));
		for (let i = 0; i < 50; i++) {
			advance(2 * HOUR);
			keys.push(...(await ready.keys()));
		}
		expect(keys).toEqual(['r#transcript']);
	});

	it('start from a date: unfinished objects are emitted when they are ready', async () => {
		const row = call('a', 'incoming', now() - 10 * DAY);
		for (let i = 0; i < 20; i++)
			call(`r_${i}`, 'incoming', now() - 20 * DAY + i * HOUR * 20, { summary_state: 'ready' });
		const ready = trigger('svcCallsTrigger', 'summaryReady', {
			startFrom: 'date',
			startDate: new Date(now() - 25 * DAY).toISOString(),
			options: { maxItemsPerPoll: 3 },
		});
		const keys = [...(await ready.allKeys()), ...(await keysOfHours(ready, 3))];
		row.summary_state = 'ready';
		keys.push(...(await keysOfHours(ready, 3)));
		expect(keys.length).toBe(21);
		expect(new Set(keys).size).toBe(21);
	});

	it('start from the last items: unfinished objects are emitted when they are ready', async () => {
		const row = call('a', 'incoming', now() - 10 * DAY);
		const row2 = call('b', 'incoming', now() - 2 * HOUR);
		for (let i = 0; i < 20; i++)
			call(`r_${i}`, 'incoming', now() - 20 * DAY + i * HOUR * 20, { summary_state: 'ready' });
		const ready = trigger('svcCallsTrigger', 'summaryReady', {
			startFrom: 'last',
			itemCount: 18,
			options: { maxItemsPerPoll: 7 },
		});
		const keys = [...(await ready.allKeys()), ...(await keysOfHours(ready, 3))];
		expect(keys.length).toBe(18);
		row.summary_state = 'ready';
		row2.summary_state = 'ready';
		keys.push(...(await keysOfHours(ready, 3)));
		expect(keys.slice(18).sort()).toEqual(['a#summary', 'b#summary']);
	});
});

it('a poll whose request never ends holds up no poll for more than a minute, and gives nothing later', async () => {
	const calls = await activated('svcCallsTrigger', 'newCall');
	advance(MINUTE);
	call('first', 'incoming');
	const { inject } = fixture.service;
	let end = () => {};
	const hanging = jest.spyOn(fixture.service, 'inject').mockImplementationOnce(async (request) => {
		await new Promise<void>((resolve) => (end = resolve));
		return await inject(request);
	});
	const hung = calls.poll();
	await new Promise((resolve) => setTimeout(resolve, 20));
	const passed = performance.now.bind(performance);
	const clock = jest.spyOn(performance, 'now').mockImplementation(() => passed() + 59_800);
	expect(await calls.keys()).toEqual(['first']);
	call('second', 'incoming');
	expect(await calls.keys()).toEqual(['second']);
	const { stored } = calls;
	end();
	expect(await hung.catch(() => [])).toEqual([]);
	calls.stored = stored;
	expect(await calls.keys()).toEqual([]);
	clock.mockRestore();
	hanging.mockRestore();
});

describe('further settings and restarts', () => {
	it.each([
		['replaced', true],
		['unchanged', false],
	])('%s filters: a slow service is read completely, poll by poll', async (_what, replaced) => {
		const calls = await activated('svcCallsTrigger', 'newCall', incoming);
		advance(MINUTE);
		if (replaced) calls.parameters = only(['outgoing']);
		// Each answer takes 15 seconds of the time limit of the poll
		const now = performance.now.bind(performance);
		let passed = 0;
		const clock = jest.spyOn(performance, 'now').mockImplementation(() => now() + passed);
		fixture.service.faults.add({
			operation: 'queryCalls',
			match: () => {
				passed += 15_000;
				return false;
			},
			status: 500,
		});
		const errors: unknown[] = [];
		for (let i = 0; i < 8; i++) {
			advance(MINUTE);
			errors.push((await calls.tryPoll()).error?.message);
		}
		clock.mockRestore();
		expect(errors.at(-1)).toBeUndefined();
		expect(passed).toBeGreaterThan(8 * 15_000);
		if (!replaced) expect(errors).toEqual(Array(8).fill(undefined));
	});

	it('New Message: changed filters of the node itself count for all that was not read', async () => {
		addConversation(account(), 'user_other');
		const { profile } = account();
		const add = (sequence: number, text_content: string, sender = 'user_other', at = now()) =>
			account().messages.add({
				chat_session_uid: 'chat_1',
				sequence,
				message_at: at,
				record_state: 'available',
				text_content,
				sender: { sender_kind: 'user', sender_user_ref: sender },
			} as never);
		const messages = await activated('svcChatTrigger', 'newMessage', {
			ignoreMyOwn: true,
			filters: { textContains: 'cat' },
		});
		const texts = async () => (await messages.poll()).map(({ text_content }) => text_content);
		for (let i = 0; i < 3; i++) {
			advance(2 * HOUR);
			add(i * 2 + 1, `cat ${i}`);
			add(i * 2 + 2, `dog ${i}`);
		}
		advance(30 * MINUTE);
		messages.parameters = {
			event: 'newMessage',
			ignoreMyOwn: false,
			filters: { textContains: 'dog' },
		};
		expect(await texts()).toEqual(['dog 0', 'dog 1', 'dog 2']);
		advance(MINUTE);
		add(7, 'dog mine', profile.user_ref);
		expect(await texts()).toEqual(['dog mine']);
		add(8, 'cat late', 'user_other');
		expect(await texts()).toEqual([]);
	});

	it('more ready objects than Max Items while n8n loses states', async () => {
		const ready = await activated('svcCallsTrigger', 'summaryReady', {
			options: { maxItemsPerPoll: 3 },
		});
		advance(MINUTE);
		const rows = Array.from({ length: 10 }, (_, i) => call(`c_${i}`, 'incoming', now() + i));
		const keys = await keysOfHours(ready, 40);
		for (const row of rows) row.summary_state = 'ready';
		let kept = ready.stored;
		for (let i = 0; i < 60; i++) {
			advance(i % 5 === 0 ? HOUR : MINUTE);
			const found = await ready.keys();
			keys.push(...found);
			if (found.length > 0) kept = ready.stored;
			else if (i % 2) ready.restart(kept);
		}
		expect(keys.sort()).toEqual(rows.map(({ call_uid }) => `${call_uid}#summary`));
	});

	it('the late arrival window is lowered and raised with unfinished calls', async () => {
		const parameters = (minutes: number) => ({
			event: 'summaryReady',
			options: { lateArrivalWindow: minutes },
		});
		const ready = await activated('svcCallsTrigger', 'summaryReady', parameters(10_080));
		const rows = Array.from({ length: 20 }, (_, i) => {
			advance(7 * HOUR);
			return call(`c_${i}`, 'incoming');
		});
		await ready.poll();
		const keys: string[] = [];
		ready.parameters = parameters(10);
		keys.push(...(await keysOfHours(ready, 5)));
		ready.parameters = parameters(43_200);
		keys.push(...(await keysOfHours(ready, 5)));
		for (const row of rows) row.summary_state = 'ready';
		keys.push(...(await keysOfHours(ready, 5)));
		keys.push(...(await keysOfHours(ready, 40, DAY)));
		expect(keys.sort()).toEqual(rows.map(({ call_uid }) => `${call_uid}#summary`).sort());
	});

	it('one slow poll with an invalid UID does not stop a trigger', async () => {
		const ready = await activated('svcCallsTrigger', 'summaryReady');
		advance(MINUTE);
		call('c', 'incoming');
		await keysOfHours(ready, 30);
		account().calls.delete('c');
		expect(await keysOfHours(ready, 33, DAY)).toEqual([]);
		expect(ready.state.unready).toBeUndefined();
	});

	it('recordings: unfinished ones are emitted after n8n was down for weeks and lost its state', async () => {
		const ready = await activated('svcRecordingsTrigger', 'transcriptReady', {
			options: { maxItemsPerPoll: 2 },
		});
		const rows = Array.from({ length: 6 }, (_, i) => {
			advance(DAY);
			return addRecording(account(), { recording_uid: `r_${i}`, start_at: now() });
		});
		const kept = ready.stored;
		advance(20 * DAY);
		await ready.poll();
		ready.restart(kept);
		advance(HOUR);
		await ready.poll();
		advance(MINUTE);
		await ready.poll();
		for (const row of rows) row.transcript_state = 'ready';
		const keys = await keysOfHours(ready, 26);
		keys.push(...(await keysOfHours(ready, 10, DAY)));
		expect(keys.sort()).toEqual(rows.map(({ recording_uid }) => `${recording_uid}#transcript`));
	});
});

describe('n8n that stores only the workflow’s data after a poll without events', () => {
	/** A restart or an activation: the node's state of its first poll is lost, unless it had events */
	const restart = async (t: Trigger): Promise<string[]> => {
		const node = t.stored['node:Svc Trigger'];
		const keys = await t.keys();
		if (keys.length === 0) {
			const { global } = t.stored;
			t.restart({ ...(node && { 'node:Svc Trigger': node }), global } as IDataObject);
		}
		return keys;
	};

	it('continues after two restarts without events', async () => {
		const calls = trigger('svcCallsTrigger', 'newCall');
		await restart(calls);
		advance(10 * MINUTE);
		// Published again, or n8n restarted, before the first scheduled poll
		await restart(calls);
		advance(10 * MINUTE);
		call('meanwhile', 'incoming');
		advance(10 * MINUTE);
		expect(await calls.keys()).toEqual(['meanwhile']);
	});

	it('has one copy of the state after a poll with events, or if the state is large', async () => {
		const calls = trigger('svcCallsTrigger', 'newCall');
		const copies = async () => {
			await calls.poll();
			return Object.keys((calls.stored.global ?? {}) as IDataObject).length;
		};
		expect([await copies(), await copies()]).toEqual([1, 1]);
		advance(MINUTE);
		call('a', 'incoming');
		expect(await copies()).toBe(0);
		advance(MINUTE);
		expect(await copies()).toBe(0);
		const restore = overrideLimits({ maxStoredTwice: 100 });
		const large = trigger('svcCallsTrigger', 'newCall');
		await large.poll();
		restore();
		expect(large.stored.global ?? {}).toEqual({});
	});

	it('keeps changed filters after two restarts without events', async () => {
		const calls = trigger('svcCallsTrigger', 'newCall', incoming);
		await restart(calls);
		advance(HOUR);
		call('first', 'incoming');
		expect(await calls.keys()).toEqual(['first']);
		advance(MINUTE);
		calls.parameters = only(['outgoing']);
		await restart(calls);
		advance(HOUR);
		await restart(calls);
		advance(MINUTE);
		call('out', 'outgoing');
		advance(10 * HOUR);
		expect(await calls.keys()).toEqual(['out']);
	});
});
