import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { DAY, HOUR, MINUTE } from '../../nodes/shared/durations';
import { LIMITS, overrideLimits } from '../../nodes/shared/limits';
import { EVENTS, withEvent } from '../../dev/areas/events';
import { place } from '../../dev/areas/place';
import { HEAVY } from '../support/effort';
import { addArrangement } from '../../dev/areas/Arrangements/events';
import { addCall } from '../../dev/areas/Calls/events';
import {
	addConversation,
	addMessage as addMessageTo,
	messageKey,
} from '../../dev/areas/Chat/events';
import { addRecording, addSummary } from '../../dev/areas/Recordings/events';
import { addRecord as addRecordTo } from '../../dev/areas/Records/events';
import { addPost } from '../../dev/areas/World/events';
import type { StoredPost } from '../../dev/areas/World/data';
import { EPOCH, keyOf, useTrigger } from './useTrigger';

const { fixture, trigger, activated } = useTrigger();

const account = () => fixture.service.account('a');
const advance = (ms: number) => fixture.service.advance(ms);
const now = () => fixture.service.now();

const addMessage = (sequence: number, message_at: number, more: object = {}) =>
	addMessageTo(account(), { sequence, message_at, ...more });

const addRecord = (record_uid: string, send_at: number) =>
	addRecordTo(account(), { record_uid, send_at });

/** The events of which many can happen at once. */
const BURSTS = Object.entries(EVENTS)
	.filter(([, { burst }]) => burst)
	.map(([name, { happen }]) => [...name.split(': '), happen] as [string, string, typeof happen]);

/** Nightly the bursts are real ones; otherwise burst and memory are a tenth of that. */
const SCALE = HEAVY ? 1 : 10;

describe.each(BURSTS)('a burst of events, %s: %s', (node, event, happen) => {
	let restore = () => {};
	beforeEach(() => {
		const { maxSeenBytes, maxFirstSeenBytes, maxSliceRows } = LIMITS;
		restore = overrideLimits({
			maxSeenBytes: maxSeenBytes / SCALE,
			maxFirstSeenBytes: maxFirstSeenBytes / SCALE,
			maxSliceRows: maxSliceRows / SCALE,
		});
	});
	afterEach(() => restore());

	it.each([
		['10,000 within a minute, 500 a poll', 10_000, 500, (i: number) => (i * SCALE) % 60_000],
		['10,000 at one millisecond, 500 a poll', 10_000, 500, () => 30_000],
		['6,000 at one millisecond, 330 a poll', 6_000, 330, () => 30_000],
		['6,000 within a second, 250 a poll', 6_000, 250, (i: number) => i % 1000],
	])('is emitted completely and once: %s', async (_what, count, perPoll, at) => {
		addConversation(account(), 'user_other');
		const options = { maxItemsPerPoll: perPoll / SCALE };
		const burst = await activated(node, event, { ...withEvent(node, event), options });
		advance(MINUTE);
		for (let i = 0; i < count / SCALE; i++) {
			place(account(), happen(EPOCH + MINUTE / 2 + at(i), i)[0]);
		}
		advance(2 * MINUTE);
		const seen = new Set<string>();
		for (let quiet = 0, polls = 0; quiet < 2; polls++) {
			expect(polls).toBeLessThan(200);
			const keys = await burst.keys();
			for (const key of keys) {
				expect(seen.has(key)).toBe(false);
				seen.add(key);
			}
			quiet = keys.length > 0 ? 0 : quiet + 1;
			expect(JSON.stringify(burst.state).length).toBeLessThan(64 * 1024);
			advance(1000);
		}
		expect(seen.size).toBe(count / SCALE);
	});
});

/** Messages have no UID of their own. */
const WITH_UID = BURSTS.filter(([node]) => node !== 'svcChatTrigger');

describe.each(WITH_UID)('an entry without its UID, %s: %s', (node, event, happen) => {
	it('is left out with a warning, and stops no other one', async () => {
		addConversation(account(), 'user_other');
		const polled = await activated(node, event, withEvent(node, event));
		advance(MINUTE);
		const happened = [0, 1].map((i) => happen(now() + i, i));
		for (const [thing] of happened) place(account(), thing);
		const [[thing, broken], [, key]] = happened;
		const { inject } = fixture.service;
		const answers = jest.spyOn(fixture.service, 'inject').mockImplementation(async (request) => {
			const answer = await inject(request);
			const values: unknown[] = Object.values(Object.values(thing)[0]);
			const uid = values.find((each) => typeof each === 'string' && broken.startsWith(each));
			const body = answer!.body.replaceAll(JSON.stringify(uid), 'null');
			return { ...answer!, body };
		});
		advance(2 * MINUTE);
		const { items, error } = await polled.tryPoll();
		answers.mockRestore();
		expect(error).toBeUndefined();
		expect(items.map(({ json }) => keyOf(json))).toEqual([key]);
		expect(polled.warnings.join()).toContain('was left out');
	});
});

describe.each(BURSTS)('cursors that expire while a poll reads, %s: %s', (node, event, happen) => {
	it.each([
		['once', 3, 1],
		['eight times', 5, 8],
	])('%s, lose and repeat nothing', async (_when, every, times) => {
		addConversation(account(), 'user_other');
		const options = { maxItemsPerPoll: 500 };
		const burst = await activated(node, event, { ...withEvent(node, event), options });
		advance(MINUTE);
		for (let i = 0; i < 700; i++) place(account(), happen(EPOCH + i * 50, i)[0]);
		let pages = 0;
		fixture.service.faults.add({
			match: ({ body }) => ++pages % every === 0 && (body as IDataObject).page_cursor !== undefined,
			status: 400,
			times,
		});
		const keys: string[] = [];
		for (let polls = 0; polls < 40; polls++, advance(10 * MINUTE))
			keys.push(...(await burst.keys()));
		expect(new Set(keys).size).toBe(700);
		expect(keys.length).toBe(700);
	});
});

describe('changed filters', () => {
	const call = (call_uid: string, direction: 'incoming' | 'outgoing', created_at = now()) =>
		addCall(account(), { call_uid, direction, created_at });
	const only = (directions: string[]): INodeParameters => ({
		event: 'newCall',
		filters: { directions },
	});

	it('emit nothing that was read with the earlier ones, and all that was not', async () => {
		const calls = await activated('svcCallsTrigger', 'newCall', {
			filters: { directions: ['incoming'] },
		});
		for (let day = 0; day < 14; day++) {
			advance(DAY);
			call(`old_${day}`, 'outgoing');
		}
		call('recent', 'outgoing', now() - 30 * MINUTE);
		advance(1);
		expect(await calls.allKeys()).toEqual([]);
		const { stored } = calls;
		call('unread', 'outgoing');
		call('wanted', 'incoming');
		advance(2 * HOUR);
		// n8n has stored nothing since
		calls.restart(stored);
		calls.parameters = only(['incoming', 'outgoing']);
		expect((await calls.allKeys()).sort()).toEqual(['unread', 'wanted']);
		advance(MINUTE);
		call('new', 'outgoing');
		expect(await calls.allKeys()).toEqual(['new']);
	});

	it('repeat nothing of a moment with more events than there is room for', async () => {
		const restore = overrideLimits({ maxSeenBytes: 2_000, maxFirstSeenBytes: 2_000 });
		const calls = await activated('svcCallsTrigger', 'newCall');
		advance(MINUTE);
		for (let i = 0; i < 800; i++) call(`call_${i}`, 'incoming');
		const keys: string[] = [];
		for (let polls = 0; polls < 24; polls++) {
			if (polls === 14) calls.parameters = only(['incoming']);
			keys.push(...(await calls.keys()));
		}
		restore();
		expect(keys.length).toBeGreaterThanOrEqual(650);
		expect(new Set(keys).size).toBe(keys.length);
	});

	it('do not emit old rejected posts if more outcomes are chosen', async () => {
		const author_user_ref = account().profile.user_ref;
		const own = (record_uid: string, state: 'published' | 'rejected', published_at?: number) =>
			addPost(account(), { record_uid, state, published_at, author_user_ref });
		const posts = await activated('svcWorldTrigger', 'ownPostReviewed', {
			filters: { outcomes: ['published'] },
		});
		advance(MINUTE);
		own('rejected_before', 'rejected');
		own('published', 'published', now());
		expect(await posts.keys()).toEqual(['published#published@1']);
		posts.parameters = { event: 'ownPostReviewed' };
		advance(MINUTE);
		expect(await posts.keys()).toEqual([]);
		own('rejected_later', 'rejected');
		expect(await posts.keys()).toEqual(['rejected_later#rejected@1']);
	});
});

describe('calls that are created while a poll reads', () => {
	/** Creates a call with this UID shortly after the next poll has begun. */
	let meanwhile: string | undefined;
	let restore = () => {};

	beforeEach(() => {
		meanwhile = undefined;
		fixture.service.faults.add({
			match: ({ operation }) => {
				if (operation !== 'queryCalls' || meanwhile === undefined) return false;
				const started_at = now();
				advance(100);
				addCall(account(), { call_uid: meanwhile, created_at: now(), started_at });
				meanwhile = undefined;
				return false;
			},
			times: Infinity,
		});
	});
	afterEach(() => restore());

	it('come once, though the late arrival window is raised afterwards', async () => {
		const calls = await activated('svcCallsTrigger', 'newCall');
		advance(HOUR / 2);
		meanwhile = 'call';
		expect(await calls.keys()).toEqual(['call']);
		// A whole scan begins between that poll and the call
		advance(HOUR - 50);
		for (let i = 0; i < 2; i++, advance(HOUR)) expect(await calls.keys()).toEqual([]);
		calls.parameters = { event: 'newCall', options: { lateArrivalWindow: 360 } };
		for (let i = 0; i < 5; i++, advance(HOUR)) expect(await calls.keys()).toEqual([]);
	});

	it('come once, though the earlier ones are dropped from a full state', async () => {
		restore = overrideLimits({ maxSeenBytes: 1_000, maxFirstSeenBytes: 1_000 });
		const options = { lateArrivalWindow: 1440 };
		const calls = await activated('svcCallsTrigger', 'newCall', { options });
		for (let i = 0; i < 200; i++) {
			advance(MINUTE);
			meanwhile = `call_${i}`;
			expect(await calls.keys()).toEqual([`call_${i}`]);
		}
	});
});

describe('another account', () => {
	it('starts over, without that account’s old events', async () => {
		const other = fixture.service.account('b');
		addCall(account(), { call_uid: 'a_before', created_at: now() });
		const calls = await activated('svcCallsTrigger', 'newCall');
		advance(DAY);
		for (let i = 0; i < 20; i++) {
			addCall(other, { call_uid: `b_${i}`, created_at: now() - i * HOUR });
		}
		calls.apiKey = fixture.service.keys.b;
		expect(await calls.keys()).toEqual([]);
		addCall(other, { call_uid: 'b_new', created_at: now() });
		expect(await calls.keys()).toEqual(['b_new']);
	});

	it('is not assumed after a rotated key: the trigger continues', async () => {
		const calls = await activated('svcCallsTrigger', 'newCall');
		addCall(account(), { call_uid: 'meanwhile', created_at: now() });
		const before = calls.state.key;
		calls.apiKey = fixture.service.addKey('a');
		expect(await calls.keys()).toEqual(['meanwhile']);
		expect(calls.state.key).not.toBe(before);
	});

	it('is read again only if the key changes', async () => {
		const calls = await activated('svcCallsTrigger', 'newCall');
		const profiles = () =>
			fixture.requests.filter(({ operation }) => operation === 'getCurrentUserProfile').length;
		expect(profiles()).toBe(1);
		for (let i = 0; i < 3; i++) {
			advance(HOUR);
			await calls.poll();
		}
		expect(profiles()).toBe(1);
	});
});

describe('a change of status', () => {
	/** The changes of status that the contract allows. */
	const NEXT: Record<string, string[]> = {
		identified: ['following'],
		following: ['identified', 'completed'],
		completed: ['following'],
	};

	/** All ways of up to four updates from a status; an update can also keep the status. */
	const waysFrom = (status: string, updates: number): string[][] =>
		updates === 0
			? [[status]]
			: [status, ...NEXT[status]].flatMap((next) =>
					waysFrom(next, updates - 1).map((way) => [status, ...way]),
				);
	const WAYS = Object.keys(NEXT).flatMap((status) =>
		[1, 2, 3, 4].flatMap((updates) => waysFrom(status, updates)),
	);

	/** The status before the last change on a way. */
	const truth = (way: string[]) => way.filter((status) => status !== way.at(-1)).at(-1);

	it.each([undefined, 'identified', 'following', 'completed'])(
		'between two polls is told with the previous status that the contract proves, from %s',
		async (fromStatus) => {
			const tasks = WAYS.map((way, i) => ({ way, uid: `a${i}` }));
			const rows = tasks.map(({ way, uid: arrangement_uid }) => {
				const status = way[0] as 'identified';
				return addArrangement(account(), { arrangement_uid, status, updated_at: now() });
			});
			const changes = await activated('svcArrangementsTrigger', 'statusChanged', {
				filters: fromStatus ? { fromStatuses: [fromStatus] } : {},
				options: { maxItemsPerPoll: 500 },
			});
			advance(MINUTE);
			for (const [i, { way, uid }] of tasks.entries()) {
				const version = rows[i].version + way.length - 1;
				Object.assign(rows[i], { status: way.at(-1), version, updated_at: now() });
				account().arrangements.set(uid, rows[i]);
			}
			// As after a downtime of n8n
			advance(DAY);
			const items = await changes.poll();
			const told = new Map(items.map((item) => [item.arrangement_uid, item.previous_status]));
			for (const { way, uid } of tasks) {
				const [first, last] = [way[0], way.at(-1)!];
				// What ended as it began is no change that a poll can see
				const isProven = first !== last && (NEXT[last].length === 1 || way.length <= 3);
				const isEvent = first !== last && [undefined, truth(way)].includes(fromStatus);
				if (isProven) expect([way, told.get(uid)]).toEqual([way, isEvent ? truth(way) : undefined]);
				else if (told.has(uid))
					expect([way, told.get(uid), fromStatus]).toEqual([way, null, undefined]);
				else expect([way, first === last || fromStatus !== undefined]).toEqual([way, true]);
			}
		},
	);

	it('has the previous status after a restart that has lost one, if the contract proves it', async () => {
		const row = addArrangement(account(), { arrangement_uid: 'a', updated_at: now() });
		const changes = await activated('svcArrangementsTrigger', 'statusChanged', {
			filters: { toStatuses: ['completed'] },
		});
		const { stored } = changes;
		const set = (status: typeof row.status) => {
			advance(MINUTE);
			Object.assign(row, { status, version: row.version + 1, updated_at: now() });
			account().arrangements.set('a', row);
		};
		set('following');
		expect(await changes.keys()).toEqual([]);
		// A restart loses the state of the poll without events
		changes.restart(stored);
		set('completed');
		expect(await changes.poll()).toMatchObject([{ previous_status: 'following' }]);
	});

	/** Minutes by which the replica that answers each poll lags behind, in turns. */
	it.each([[[0]], [[0, 1.5]], [[0, 7]], [[7, 0, 1.5]], [[0, 0, 7, 7]]])(
		'comes once, though replicas answer that lag by %j minutes',
		async (lags) => {
			const row = addArrangement(account(), { arrangement_uid: 'a', updated_at: now() });
			const written = [{ ...row }];
			const changes = await activated('svcArrangementsTrigger', 'statusChanged');
			const items: IDataObject[] = [];
			for (let minute = 1; minute <= 90; minute++) {
				advance(MINUTE);
				if (minute % 10 === 1 && minute < 80) {
					const last = written.at(-1)!;
					const [status] = NEXT[last.status] as Array<typeof row.status>;
					written.push({ ...last, status, version: last.version + 1, updated_at: now() });
				}
				const shown = now() - lags[minute % lags.length] * MINUTE;
				account().arrangements.set(
					'a',
					written.filter((each) => each.updated_at <= shown).at(-1) ?? written[0],
				);
				items.push(...(await changes.poll()));
			}
			const [, ...later] = written;
			expect(items.map(keyOf)).toEqual(
				later.map(({ status, updated_at }) => `a#${status}@${updated_at}`),
			);
			expect(items.map((item) => item.previous_status)).toEqual(
				later.map((_each, i) => written[i].status),
			);
		},
	);

	it('is found after the service was restored from a backup, with lower versions', async () => {
		const updated_at = now();
		const row = addArrangement(account(), { arrangement_uid: 'a', updated_at, version: 9 });
		const changes = await activated('svcArrangementsTrigger', 'statusChanged');
		advance(MINUTE);
		const set = (status: typeof row.status, version: number) =>
			account().arrangements.set('a', { ...row, status, version, updated_at: now() });
		set('following', 4);
		expect(await changes.keys()).toEqual([`a#following@${now()}`]);
		advance(MINUTE);
		set('completed', 5);
		expect(await changes.poll()).toMatchObject([{ previous_status: 'following' }]);
	});

	it('of a task that the trigger sees first proves nothing', async () => {
		const changes = await activated('svcArrangementsTrigger', 'statusChanged');
		advance(MINUTE);
		for (const status of ['identified', 'following', 'completed'] as const)
			addArrangement(account(), { arrangement_uid: status, status, version: 5, updated_at: now() });
		expect(await changes.poll()).toEqual([]);
	});

	it.each([1_000, 2_100, 5_000])(
		'comes for each of %i objects that change in turn',
		async (count) => {
			for (let i = 0; i < count; i++)
				addArrangement(account(), { arrangement_uid: `a${i}`, updated_at: now() });
			const changes = await activated('svcArrangementsTrigger', 'statusChanged', {
				options: { maxItemsPerPoll: 500 },
			});
			let emitted = 0;
			for (let poll = 0; poll < 12; poll++) {
				advance(MINUTE);
				for (let i = 0; i < 300; i++) {
					const uid = `a${(poll * 300 + i) % count}`;
					const row = account().arrangements.get(uid)!;
					const status = row.status === 'completed' ? 'following' : 'completed';
					Object.assign(row, { status, version: row.version + 1, updated_at: now() });
					account().arrangements.set(uid, row);
				}
				emitted += (await changes.poll()).length;
			}
			expect(emitted).toBe(3_600);
			expect(changes.warnings).toEqual([]);
			expect(JSON.stringify(changes.state).length).toBeLessThan(64 * 1024);
		},
	);
});

describe('objects that become ready much later', () => {
	const keysOfHours = async (polled: { keys: () => Promise<string[]> }, hours: number) => {
		const all: string[] = [];
		for (let i = 0; i < hours; i++) {
			advance(HOUR);
			all.push(...(await polled.keys()));
		}
		return all;
	};

	it.each([30, 28 * 24])('finds the summary of a call after %i hours', async (hours) => {
		const ready = await activated('svcCallsTrigger', 'summaryReady');
		advance(MINUTE);
		const call = addCall(account(), { call_uid: 'call_1', created_at: now() });
		expect(await keysOfHours(ready, hours)).toEqual([]);
		call.summary_state = 'ready';
		expect(await keysOfHours(ready, 3)).toEqual(['call_1#summary']);
		expect(ready.state.unready).toBeUndefined();
	});

	it('finds the summary of a call that left the lookback just before a filter changed', async () => {
		const calls = await activated('svcCallsTrigger', 'summaryReady');
		const at = { created_at: now() + HOUR / 2, ended_at: now() + HOUR };
		expect(await keysOfHours(calls, 1)).toEqual([]);
		const row = addCall(account(), { call_uid: 'call_1', ...at });
		expect(await keysOfHours(calls, 23)).toEqual([]);
		// No whole scan is due
		advance(40 * MINUTE);
		expect(await calls.keys()).toEqual([]);
		calls.parameters = { event: 'summaryReady', filters: { minimumDuration: 5 } };
		expect(await calls.keys()).toEqual([]);
		expect(await keysOfHours(calls, 3)).toEqual([]);
		row.summary_state = 'ready';
		expect(await keysOfHours(calls, 3)).toEqual(['call_1#summary']);
	});

	it('finds what was ready in time, though n8n was down until later', async () => {
		const ready = await activated('svcCallsTrigger', 'summaryReady');
		const call = addCall(account(), { call_uid: 'call_1', created_at: now() });
		await keysOfHours(ready, 30);
		call.summary_state = 'ready';
		advance(40 * DAY);
		expect(await ready.keys()).toEqual(['call_1#summary']);
	});

	it('finds a summary that failed and is ready days later, and gives up after 30 days', async () => {
		const ready = await activated('svcCallsTrigger', 'summaryReady');
		const failed = addCall(account(), { call_uid: 'failed', created_at: now() });
		addCall(account(), { call_uid: 'never', created_at: now() });
		await keysOfHours(ready, 30);
		expect(ready.state.unready).toEqual({ uids: ['failed', 'never'] });
		failed.summary_state = 'failed';
		expect(await keysOfHours(ready, 50)).toEqual([]);
		failed.summary_state = 'ready';
		expect(await keysOfHours(ready, 2)).toEqual(['failed#summary']);
		expect(ready.state.unready).toEqual({ uids: ['never'] });
		for (let day = 0; day < 31; day++) {
			advance(DAY);
			expect(await ready.keys()).toEqual([]);
		}
		expect(ready.state.unready).toBeUndefined();
	});

	it('says in the log that it cannot watch all of them', async () => {
		const ready = await activated('svcCallsTrigger', 'summaryReady');
		advance(MINUTE);
		for (let i = 0; i < 520; i++) addCall(account(), { call_uid: `c${i}`, created_at: now() + i });
		expect(await keysOfHours(ready, 30)).toEqual([]);
		const { uids } = ready.state.unready as { uids: string[] };
		expect(uids).toHaveLength(500);
		// The oldest are left out
		expect(uids).toContain('c519');
		expect(ready.warnings.join()).toContain('More than 500 objects');
	});

	it('finds transcripts and summaries that fail long after, and none that succeed', async () => {
		const triggers = [
			await activated('svcCallsTrigger', 'summaryFailed'),
			await activated('svcCallsTrigger', 'transcriptFailed'),
			await activated('svcRecordingsTrigger', 'transcriptFailed'),
			await activated('svcRecordingsTrigger', 'summaryFailed'),
		];
		// One after the other: they are the same node of the same workflow, which polls once at a time
		const keys = async () => {
			const all: string[] = [];
			for (const each of triggers) all.push(...(await each.keys()));
			return all;
		};
		advance(MINUTE);
		const [good, bad] = ['good', 'bad'].map((uid) => ({
			call: addCall(account(), { call_uid: `call_${uid}`, created_at: now() }),
			recording: addRecording(account(), { recording_uid: `rec_${uid}`, start_at: now() }),
			summary: addSummary(account(), now(), `summary_${uid}`),
		}));
		for (let day = 0; day < 9; day++) {
			advance(DAY);
			expect(await keys()).toEqual([]);
		}
		Object.assign(good.call, { summary_state: 'ready', transcript_state: 'ready' });
		good.recording.transcript_state = 'ready';
		good.summary.generation_state = 'completed';
		Object.assign(bad.call, { summary_state: 'failed', transcript_state: 'failed' });
		bad.recording.transcript_state = 'failed';
		bad.summary.generation_state = 'failed';
		expect((await keysOfHours({ keys }, 3)).sort()).toEqual([
			'call_bad#summary_failed',
			'call_bad#transcript_failed',
			'rec_bad#transcript_failed',
			'summary_bad#failed',
		]);
	});

	it('finds all of many that become ready at once, however few fit into a poll', async () => {
		const ready = await activated('svcCallsTrigger', 'summaryReady', {
			options: { maxItemsPerPoll: 4 },
		});
		const calls = Array.from({ length: 30 }, (_, i) =>
			addCall(account(), { call_uid: `call_${100 + i}`, created_at: now() + i }),
		);
		await keysOfHours(ready, 30);
		for (const call of calls) call.summary_state = 'ready';
		advance(HOUR);
		const keys = await ready.allKeys();
		expect(keys).toEqual(calls.map(({ call_uid }) => `${call_uid}#summary`));
	});

	it('finds the transcript of a recording after eight days within about an hour', async () => {
		const ready = await activated('svcRecordingsTrigger', 'transcriptReady');
		advance(MINUTE);
		const recording = addRecording(account(), { recording_uid: 'rec_1', start_at: now() });
		await keysOfHours(ready, 8 * 24);
		recording.transcript_state = 'ready';
		expect(await keysOfHours(ready, 2)).toEqual(['rec_1#transcript']);
	});

	it('finds a summary that took three weeks', async () => {
		const completed = await activated('svcRecordingsTrigger', 'summaryCompleted');
		const summary = addSummary(account(), now(), 'summary_1');
		await keysOfHours(completed, 21 * 24);
		summary.generation_state = 'completed';
		expect(await keysOfHours(completed, 3)).toEqual(['summary_1#completed']);
	});

	it.each([
		['29 days in work', { first: 0, again: 29 * 24, events: 1 }],
		['31 days in work', { first: 0, again: 31 * 24, events: 0 }],
		['2 days later', { first: 48, again: 3, events: 1 }],
		['10 days later', { first: 240, again: 3, events: 1 }],
		['45 days later', { first: 45 * 24, again: 3, events: 1 }],
		['just before the lookback ends', { first: 7 * 24 - 1, again: 30, events: 1 }],
	])('finds a summary that is made again once: %s', async (_when, { first, again, events }) => {
		const completed = await activated('svcRecordingsTrigger', 'summaryCompleted');
		const generation_state = first > 0 ? 'completed' : 'processing';
		const summary = addSummary(account(), now(), 'summary_1', { generation_state });
		const keys = await keysOfHours(completed, first);
		summary.generation_state = 'processing';
		keys.push(...(await keysOfHours(completed, again)));
		summary.generation_state = 'completed';
		keys.push(...(await keysOfHours(completed, 3)));
		expect(keys).toEqual(Array(events).fill('summary_1#completed'));
	});

	it('finds a recording that is uploaded 89 days after its time, within a day', async () => {
		const recordings = await activated('svcRecordingsTrigger', 'newRecording');
		await keysOfHours(recordings, 2);
		addRecording(account(), { recording_uid: 'very_late', start_at: now() - 89 * DAY });
		expect(await keysOfHours(recordings, 24)).toEqual(['very_late']);
		expect(await keysOfHours(recordings, 50)).toEqual([]);
	});

	it('looks back seven days for messages and records if the user sets it', async () => {
		addConversation(account(), 'user_other');
		const options = { lateArrivalWindow: 10_080 };
		const messages = await activated('svcChatTrigger', 'newMessage', { options });
		const records = await activated('svcRecordsTrigger', 'newRecord', { options });
		advance(MINUTE);
		const message_at = now() - 6 * DAY;
		addMessage(1, message_at);
		addRecord('record_1', now() - 6 * DAY);
		advance(HOUR);
		expect(await messages.keys()).toEqual([messageKey({ sequence: 1, message_at })]);
		expect(await records.keys()).toEqual(['record_1']);
	});

	it('waits for the text of a message that is not available yet', async () => {
		addConversation(account(), 'user_other');
		const messages = await activated('svcChatTrigger', 'newMessage');
		const unavailable = { record_state: 'unavailable', text_content: undefined };
		addMessage(1, now(), unavailable);
		addMessage(2, now(), unavailable);
		addMessage(3, now());
		const texts = async () => (await messages.poll()).map(({ text_content }) => text_content);
		expect(await texts()).toEqual(['Hello']);
		advance(MINUTE);
		account().messages.clear();
		addMessage(1, EPOCH, { text_content: 'Here it is' });
		addMessage(2, EPOCH, unavailable);
		addMessage(3, EPOCH);
		expect(await texts()).toEqual(['Here it is']);
		for (let i = 0; i < 2; i++) expect(await texts()).toEqual([]);
		const [item] = await messages.poll();
		expect(item).toMatchObject({ sequence: 2, record_state: 'unavailable', text_content: null });
		expect(item.text_content_error).toContain('did not return the text');
	});

	it('waits for the full text of a truncated message', async () => {
		addConversation(account(), 'user_other');
		const options = { includeFullText: true };
		const messages = await activated('svcChatTrigger', 'newMessage', { options });
		const text_content = 'and on '.repeat(300);
		addMessage(1, now(), { text_content });
		const message = account().messages.at('chat_1', 1)!;
		const stop = fixture.service.listen(({ operation, processed }) => {
			if (operation === 'queryChatMessages' && processed) message.record_state = 'unavailable';
		});
		expect(await messages.poll()).toEqual([]);
		stop();
		message.record_state = 'available';
		advance(MINUTE);
		const [read] = await messages.poll();
		expect(read).toMatchObject({ text_content });
		expect(read).not.toHaveProperty('content_truncated');
	});
});

describe('a text that is gone when it is read', () => {
	/** By event: its parameters, the object and how it goes, the list that shows it before, and the field of its text. */
	const GONE: Array<
		[
			node: string,
			event: string,
			INodeParameters,
			make: () => () => unknown,
			list: string,
			field: string,
		]
	> = [
		[
			'svcChatTrigger',
			'newMessage',
			{ options: { includeFullText: true } },
			() => {
				addConversation(account(), 'user_other');
				addMessage(1, now(), { text_content: 'and on '.repeat(300) });
				return () => account().messages.clear();
			},
			'queryChatMessages',
			'text_content',
		],
		[
			'svcRecordingsTrigger',
			'transcriptReady',
			{},
			() => {
				const times = { start_at: now() - MINUTE, end_at: now() };
				const row = addRecording(account(), {
					recording_uid: 'r',
					transcript_state: 'ready',
					...times,
				});
				return () => (row.unreadable = true);
			},
			'queryRecordings',
			'transcript',
		],
		[
			'svcCallsTrigger',
			'transcriptReady',
			{},
			() => {
				const row = addCall(account(), {
					call_uid: 'c',
					created_at: now(),
					transcript_state: 'ready',
				});
				return () => (row.unreadable = true);
			},
			'queryCalls',
			'transcript',
		],
		[
			'svcRecordingsTrigger',
			'summaryCompleted',
			{ options: { includeText: true } },
			() => {
				addSummary(account(), now(), 's', { generation_state: 'completed' });
				return () => account().summaries.clear();
			},
			'queryRecordingSummaries',
			'text',
		],
	];

	it.each(GONE)('is told with its event, which does not wait for it: %s %s', async (...of) => {
		const [node, event, parameters, make, list, field] = of;
		const polled = await activated(node, event, parameters);
		advance(MINUTE);
		const go = make();
		const stop = fixture.service.listen(({ operation, processed }) => {
			if (operation !== list || !processed) return;
			stop();
			go();
		});
		// The list does not show it any more, so that an event that waits would be lost
		const items = await polled.poll();
		expect(items).toHaveLength(1);
		expect(items[0][`${field}_error`]).toEqual(
			expect.stringMatching(/^The service no longer shows/),
		);
		expect(await polled.poll()).toEqual([]);
	});
});

describe('posts and replies with their full texts', () => {
	const text_content = 'and on '.repeat(100);
	/** By event: its parameters, and facts of a post that is an event of it. */
	const EVENTS: Array<[event: string, INodeParameters, (self: string) => Partial<StoredPost>]> = [
		['newPost', { scope: 'public', tags: 'glaze' }, () => ({ tags: ['glaze'] })],
		['newReply', {}, () => ({ parent_record_uid: 'mine' })],
		['ownPostReviewed', {}, (author_user_ref) => ({ author_user_ref })],
	];
	const READ = 'batchGetWorldRecords';

	/** Activates an event, and adds 12 long posts that are events of it. */
	async function twelve(...[event, parameters, factsOf]: (typeof EVENTS)[number]) {
		const { user_ref } = account().profile;
		addPost(account(), {
			record_uid: 'mine',
			author_user_ref: user_ref,
			published_at: now() - DAY,
		});
		const options = { includeFullText: true };
		const trigger = await activated('svcWorldTrigger', event, { ...parameters, options });
		advance(MINUTE);
		for (let i = 0; i < 12; i++) {
			const facts = { text_content, published_at: now(), ...factsOf(user_ref) };
			addPost(account(), { record_uid: `long_${i}`, ...facts });
		}
		return trigger;
	}
	const asked = () =>
		fixture.requests
			.filter(({ operation }) => operation === READ)
			.map(({ body }) => (body!.record_uids as string[]).length);

	it.each(EVENTS)('%s reads them ten per request', async (...event) => {
		const trigger = await twelve(...event);
		const items = await trigger.poll();
		expect(items).toHaveLength(12);
		for (const item of items) {
			expect(item).toMatchObject({ text_content });
			expect(item).not.toHaveProperty('text_truncated');
		}
		expect(asked()).toEqual([10, 2]);
		expect(await trigger.poll()).toEqual([]);
	});

	const listed = [...text_content].slice(0, 512).join('');
	/** Changes the post `long_3` in answers of exact reads. */
	const shown = (change: (post: IDataObject) => IDataObject[]) => () =>
		fixture.service.faults.add({
			operation: READ,
			times: Infinity,
			status: 200,
			rewrite: (envelope) => {
				const { items } = envelope.data as { items: IDataObject[] };
				const changed = items.flatMap((post) =>
					post.record_uid === 'long_3' ? change(post) : post,
				);
				return { ...envelope, data: { items: changed } };
			},
		});
	/** What happens to a post between list and exact read, which posts keep the text of the list, and the reason they tell. */
	const UNREAD: Array<[what: string, happen: () => void, posts: string[], reason: string]> = [
		[
			'one is gone',
			() => account().world.posts.delete('long_3'),
			['long_3'],
			'no longer shows this post',
		],
		[
			'one is shown as missing',
			shown(({ record_uid }) => [{ record_uid, state: 'missing', publication_version: -1 }]),
			['long_3'],
			'no longer shows this post',
		],
		[
			'one comes without a text',
			shown(({ text_content: _text, ...post }) => [post]),
			['long_3'],
			'gives no more of this post',
		],
		[
			'one is still cut',
			shown((post) => [{ ...post, text_content: listed, text_truncated: true }]),
			['long_3'],
			'gives no more of this post',
		],
		['one is not in the answer', shown(() => []), ['long_3'], 'lacks "long_3"'],
		[
			'the second request is refused',
			() => fixture.service.faults.add({ operation: READ, after: 1, status: 400, times: Infinity }),
			['long_8', 'long_9'],
			'refused',
		],
		[
			'all requests are refused',
			() => fixture.service.faults.add({ operation: READ, status: 400, times: Infinity }),
			Array.from({ length: 12 }, (_, i) => `long_${i}`),
			'refused',
		],
	];
	const CASES = EVENTS.flatMap((event) => UNREAD.map((unread) => [...unread, event] as const));

	it.each(CASES)(
		'if %s, it triggers with the text of the list and the reason (%#)',
		async (_what, happen, posts, reason, event) => {
			const trigger = await twelve(...event);
			const stop = fixture.service.listen(({ operation, processed }) => {
				const [name] = event;
				const list = name === 'newReply' ? 'queryWorldReplies' : 'queryWorldRecords';
				if (operation !== list || !processed) return;
				stop();
				happen();
			});
			const items = await trigger.poll();
			expect(items).toHaveLength(12);
			for (const item of items) {
				const isRead = !posts.includes(String(item.record_uid));
				expect(item.text_content).toBe(isRead ? text_content : listed);
				expect(item.text_truncated ?? false).toBe(!isRead);
				if (isRead) expect(item).not.toHaveProperty('text_content_error');
				else expect(item.text_content_error).toContain(reason);
			}
			fixture.service.faults.clear();
			expect(await trigger.poll()).toEqual([]);
		},
	);
});

describe('replies', () => {
	const own = (record_uid: string, published_at: number, parent_record_uid?: string) =>
		addPost(account(), {
			record_uid,
			published_at,
			parent_record_uid,
			author_user_ref: account().profile.user_ref,
		});

	it('of the workflow itself do not trigger it again by default', async () => {
		own('mine', now() - DAY);
		const replies = await activated('svcWorldTrigger', 'newReply');
		advance(MINUTE);
		own('answer', now(), 'mine');
		addPost(account(), { record_uid: 'other', published_at: now(), parent_record_uid: 'mine' });
		expect(await replies.keys()).toEqual(['other']);
		replies.parameters = { event: 'newReply', ignoreMyOwn: false };
		expect(await replies.keys()).toEqual([]);
		advance(MINUTE);
		own('second_answer', now(), 'mine');
		expect(await replies.keys()).toEqual(['second_answer']);
	});

	it('of the account do not displace the watched posts', async () => {
		own('post', now() - 30 * DAY);
		for (let i = 0; i < 60; i++) own(`answer_${i}`, now() - i * HOUR, 'somebody_else');
		const replies = await activated('svcWorldTrigger', 'newReply');
		advance(10 * MINUTE);
		addPost(account(), { record_uid: 'reply', published_at: now(), parent_record_uid: 'post' });
		expect(await replies.keys()).toEqual(['reply']);
		// Logged once an hour, not with every poll
		const said = replies.warnings.filter((warning) => warning.includes('11 older ones are not'));
		expect(said.length).toBe(1);
		advance(61 * MINUTE);
		await replies.poll();
		expect(replies.warnings.length).toBe(2);
	});

	it('to a post that was passed over come from then on if a newer post is withdrawn', async () => {
		const newest = Array.from({ length: 51 }, (_, i) => own(`post_${i}`, now() - i * DAY))[0];
		const reply = (record_uid: string, parent_record_uid = 'post_50') =>
			addPost(account(), { record_uid, published_at: now(), parent_record_uid });
		reply('before');
		const replies = await activated('svcWorldTrigger', 'newReply');
		// A list of so many pages is read every ten minutes
		const keys = async () => {
			advance(10 * MINUTE);
			return await replies.keys();
		};
		advance(MINUTE);
		reply('passed_over');
		reply('to_watched', 'post_1');
		expect(await keys()).toEqual(['to_watched']);
		newest.state = 'unpublished';
		expect(await keys()).toEqual([]);
		own('later', now());
		reply('to_later', 'later');
		expect(await keys()).toEqual(['to_later']);
		account().world.posts.get('post_1')!.state = 'unpublished';
		expect(await keys()).toEqual([]);
		reply('wanted');
		expect(await keys()).toEqual(['wanted']);
	});
});

describe('new posts', () => {
	const add = (record_uid: string, more: object = {}) =>
		addPost(account(), { record_uid, published_at: now(), tags: ['glaze', 'kiln'], ...more });
	const person = (value: string) => ({ __rl: true, mode: 'id', value });

	it('are those of the chosen author, whoever that is', async () => {
		const author_user_ref = account().profile.user_ref;
		const posts = await activated('svcWorldTrigger', 'newPost', { author: person('user_other') });
		const mine = await activated('svcWorldTrigger', 'newPost', { author: person(author_user_ref) });
		advance(MINUTE);
		add('other');
		add('mine', { author_user_ref });
		add('third', { author_user_ref: 'user_third' });
		add('pending', { state: 'pending' });
		expect(await posts.keys()).toEqual(['other']);
		expect(await mine.keys()).toEqual(['mine']);
	});

	it('by tags are those with all of the tags, without the account’s own', async () => {
		const parameters = { scope: 'public', tags: 'glaze, kiln' };
		const posts = await activated('svcWorldTrigger', 'newPost', parameters);
		const all = await activated('svcWorldTrigger', 'newPost', {
			...parameters,
			ignoreMyOwn: false,
		});
		advance(MINUTE);
		add('both');
		add('one', { tags: ['glaze'] });
		add('own', { author_user_ref: account().profile.user_ref });
		expect(await posts.keys()).toEqual(['both']);
		expect(await all.keys()).toEqual(['both', 'own']);
	});

	it('come when a review ends days after the time that the post shows', async () => {
		const posts = await activated('svcWorldTrigger', 'newPost', { author: person('user_other') });
		advance(MINUTE);
		const post = add('reviewed', { state: 'pending' });
		for (let day = 0; day < 6; day++) {
			advance(DAY);
			expect(await posts.keys()).toEqual([]);
		}
		post.state = 'published';
		advance(HOUR);
		expect(await posts.keys()).toEqual(['reviewed']);
	});
});

describe('what n8n is told', () => {
	const cause = async (status: number, retryAfter?: number) => {
		const calls = await activated('svcCallsTrigger', 'newCall');
		fixture.service.faults.add({ operation: 'queryCalls', status, retryAfter, times: 99 });
		return ((await calls.tryPoll()).error as unknown as IDataObject).failure;
	};

	it.each([
		[401, { cause: 'credential-invalid' }],
		[400, { cause: 'configuration-invalid' }],
		[503, { cause: 'temporarily-unavailable' }],
		[500, { cause: 'temporarily-unavailable' }],
		[200, { cause: 'temporarily-unavailable' }],
	])('for a poll that fails with HTTP status %i', async (status, expected) => {
		expect(await cause(status)).toEqual(expected);
	});

	it('for a service that asks for a pause: the pause and its length', async () => {
		const calls = await activated('svcCallsTrigger', 'newCall');
		fixture.service.faults.add({ operation: 'queryCalls', status: 429, retryAfter: 900, times: 1 });
		await calls.tryPoll();
		const { failure } = (await calls.tryPoll()).error as unknown as IDataObject;
		expect(failure).toMatchObject({ cause: 'rate-limited' });
		expect((failure as IDataObject).retryAfterMs).toBeGreaterThan(800_000);
	});

	it('for an invalid field', async () => {
		const calls = trigger('svcCallsTrigger', 'newCall', { startFrom: 'date', startDate: 'soon' });
		const { failure } = (await calls.tryPoll()).error as unknown as IDataObject;
		expect(failure).toEqual({ cause: 'configuration-invalid' });
	});
});

describe('clocks and test events', () => {
	it('shows upcoming tasks as test events of Due Soon, not past ones', async () => {
		const due = (arrangement_uid: string, due_at: number) =>
			addArrangement(account(), { arrangement_uid, updated_at: now(), due_at });
		for (let i = 1; i <= 5; i++) due(`past_${i}`, now() - i * HOUR);
		for (let i = 1; i <= 5; i++) due(`next_${i}`, now() + i * 10 * DAY);
		const { items } = await trigger('svcArrangementsTrigger', 'dueSoon').test();
		const uids = items.map(({ json }) => keyOf(json).split('#')[0]);
		expect(uids).toEqual(['next_1', 'next_2', 'next_3']);
	});
});

describe('a start in the future', () => {
	const start = () => ({ startFrom: 'date', startDate: new Date(now() + DAY).toISOString() });

	it.each([
		['a transcript in work', 'svcCallsTrigger', 'transcriptReady', {}],
		['a reply without a time', 'svcWorldTrigger', 'newReply', { repliesTo: 'mine' }],
		['a rejected post', 'svcWorldTrigger', 'ownPostReviewed', {}],
	])('%s from before it is no event when it comes', async (_what, node, event, more) => {
		const author_user_ref = account().profile.user_ref;
		const before = addCall(account(), {
			call_uid: 'before',
			created_at: now(),
			transcript_state: 'processing',
		});
		const own = { author_user_ref, published_at: now() - 30 * DAY };
		addPost(account(), { record_uid: 'own', ...own });
		addPost(account(), { record_uid: 'reply', parent_record_uid: 'own', published_at: undefined });
		addPost(account(), {
			record_uid: 'rejected',
			author_user_ref,
			state: 'rejected',
			published_at: undefined,
		});
		const polled = trigger(node, event, { ...start(), ...more });
		expect(await polled.keys()).toEqual([]);
		for (let hour = 0; hour < 30; hour++) {
			advance(HOUR);
			if (hour === 25) Object.assign(before, { transcript_state: 'ready' });
			expect(await polled.keys()).toEqual([]);
		}
		addPost(account(), { record_uid: 'later', parent_record_uid: 'own', published_at: undefined });
		addPost(account(), {
			record_uid: 'refused',
			author_user_ref,
			state: 'rejected',
			published_at: undefined,
		});
		addCall(account(), { call_uid: 'after', created_at: now(), transcript_state: 'ready' });
		advance(MINUTE);
		expect(await polled.keys()).toHaveLength(1);
	});
});
