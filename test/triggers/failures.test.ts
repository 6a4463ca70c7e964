import type { IDataObject } from 'n8n-workflow';

import { randomUUID } from 'node:crypto';

import { overrideLimits } from '../../nodes/shared/limits';
import { DAY, HOUR, MINUTE } from '../../nodes/shared/durations';
import { addArrangement } from '../../dev/areas/Arrangements/events';
import { addCall } from '../../dev/areas/Calls/events';
import { addRecording } from '../../dev/areas/Recordings/events';
import { addRecord } from '../../dev/areas/Records/events';
import { addPost } from '../../dev/areas/World/events';
import { EPOCH, keyOf, useTrigger } from './useTrigger';
import { several, uid } from '../../dev/contract/choices';

/** Known failure modes of polling triggers, one test each. */
const { fixture, trigger, activated } = useTrigger();

const account = () => fixture.service.account('a');
const advance = (ms: number) => fixture.service.advance(ms);
const now = () => fixture.service.now();
const call = (call_uid: string, created_at = now()) => addCall(account(), { call_uid, created_at });
const calls = async () => await activated('svcCallsTrigger', 'newCall');

describe('events of the same time', () => {
	it('finds all events of the same moment, however few fit into a poll', async () => {
		const trigger = await activated('svcCallsTrigger', 'newCall', {
			options: { maxItemsPerPoll: 2 },
		});
		for (const uid of ['a', 'b', 'c', 'd', 'e']) call(uid);
		expect(await trigger.keys()).toEqual(['a', 'b']);
		expect(await trigger.keys()).toEqual(['c', 'd']);
		expect(await trigger.keys()).toEqual(['e']);
		expect(await trigger.keys()).toEqual([]);
	});

	it('finds a new event with the same time as an emitted one', async () => {
		const trigger = await calls();
		call('a');
		expect(await trigger.keys()).toEqual(['a']);
		call('b');
		expect(await trigger.keys()).toEqual(['b']);
	});

	it('does not emit the newest event again with every poll', async () => {
		const trigger = await calls();
		call('a');
		await trigger.poll();
		for (let i = 0; i < 3; i++) {
			advance(MINUTE);
			expect(await trigger.keys()).toEqual([]);
		}
	});

	it.each([
		['all', 6_000, 3_000, 6_000, undefined],
		['as many as it can remember', 8_000, 3_000, 6_000, '2000 events'],
		['as many as it can read', 8_000, 57, 2_850, 'All but the first 2850 events'],
	])(
		'emits very many of one moment, and goes on: %s',
		async (_what, count, maxPollRequests, emitted, missing) => {
			const trigger = await activated('svcCallsTrigger', 'newCall', {
				options: { maxItemsPerPoll: 500 },
			});
			for (let i = 0; i < count; i++) call(`call_${String(i).padStart(5, '0')}`);
			call('later', now() + 2);
			const restore = overrideLimits({ maxPollRequests });
			const keys: string[] = [];
			for (let polls = 0; polls < 14; polls++) {
				advance(MINUTE);
				keys.push(...(await trigger.keys()));
				expect(JSON.stringify(trigger.stored).length).toBeLessThan(64 * 1024);
			}
			restore();
			expect(new Set(keys).size).toBe(keys.length);
			expect([keys.length, keys.at(-1)]).toEqual([emitted + 1, 'later']);
			const warnings = trigger.warnings.filter((each) => each.includes('may be missing'));
			expect(warnings).toEqual(missing ? [expect.stringContaining(`: ${missing} of 2026-`)] : []);
		},
	);
});

describe('catching up', () => {
	const since = (days: number, options = {}) => ({
		startFrom: 'date',
		startDate: new Date(EPOCH - days * DAY).toISOString(),
		options,
	});

	it('skips years without events in one poll', async () => {
		call('now');
		expect(await trigger('svcCallsTrigger', 'newCall', since(1500)).keys()).toEqual(['now']);
	});

	it('finds a creation that was edited much later, however slowly it catches up', async () => {
		const restore = overrideLimits({ maxSlicePages: 1, maxLongSlicePages: 1 });
		const at = (days: number) => EPOCH - days * DAY;
		const add = (arrangement_uid: string, created_at: number, updated_at = created_at) =>
			addArrangement(account(), { arrangement_uid, created_at, updated_at });
		for (let i = 0; i < 150; i++) add(`a_${i}`, at(9 - i * 0.05));
		add('edited', at(9.5), at(0.5));
		const slow = trigger('svcArrangementsTrigger', 'created', since(10, { maxItemsPerPoll: 20 }));
		const keys = await slow.allKeys();
		restore();
		expect(keys).toContain('edited');
		expect(keys.length).toBe(151);
	});
});

describe('late events', () => {
	it('finds a call that appears after later ones', async () => {
		const trigger = await calls();
		advance(30 * MINUTE);
		call('later');
		expect(await trigger.keys()).toEqual(['later']);
		call('late', now() - 25 * MINUTE);
		expect(await trigger.keys()).toEqual(['late']);
	});

	it('finds a recording that is uploaded days after its time, within the hour', async () => {
		const trigger = await activated('svcRecordingsTrigger', 'newRecording');
		advance(MINUTE);
		addRecording(account(), { recording_uid: 'old', start_at: now() - 6 * DAY });
		const keys: string[] = [];
		for (let i = 0; i < 7; i++) {
			advance(10 * MINUTE);
			keys.push(...(await trigger.keys()));
		}
		expect(keys).toEqual(['old']);
	});

	it('finds the transcript of a long recording that is ready long after its start', async () => {
		const trigger = await activated('svcRecordingsTrigger', 'transcriptReady');
		const recording = addRecording(account(), {
			recording_uid: 'long',
			start_at: now() - 9 * DAY,
			duration_ms: 8 * DAY,
		});
		advance(DAY);
		expect(await trigger.keys()).toEqual([]);
		recording.transcript_state = 'ready';
		advance(HOUR);
		expect(await trigger.keys()).toEqual(['long#transcript']);
	});

	it('looks back a day for calls that are filtered by result', async () => {
		const trigger = await activated('svcCallsTrigger', 'newCall', {
			filters: { results: ['not_answered'] },
		});
		const ringing = call('ringing');
		advance(5 * HOUR);
		expect(await trigger.keys()).toEqual([]);
		ringing.result = 'not_answered';
		advance(HOUR);
		expect(await trigger.keys()).toEqual(['ringing']);
	});

	it('finds a call that nobody took once it is over, and no other call', async () => {
		const trigger = await activated('svcCallsTrigger', 'missedCall');
		const missed = { connection_state: 'not_connected', result: 'not_answered' } as const;
		const ringing = addCall(account(), {
			call_uid: 'ringing',
			created_at: now(),
			connection_state: 'not_connected',
		});
		const add = (call_uid: string, more: Partial<typeof ringing>) =>
			addCall(account(), { call_uid, created_at: now(), ...missed, ...more });
		add('outgoing', { direction: 'outgoing' });
		add('rejected', { result: 'rejected' });
		add('taken', { connection_state: 'connected', result: 'normal_end' });
		add('busy', { result: 'busy' });
		expect(await trigger.keys()).toEqual(['busy#missed']);
		ringing.result = 'cancelled';
		advance(MINUTE);
		expect(await trigger.keys()).toEqual(['ringing#missed']);
	});

	it('looks as far back as the user says', async () => {
		const trigger = await activated('svcCallsTrigger', 'newCall', {
			options: { lateArrivalWindow: 4320 },
		});
		advance(MINUTE);
		call('very_late', now() - 2 * DAY);
		advance(HOUR);
		expect(await trigger.keys()).toEqual(['very_late']);
	});
});

describe('paging', () => {
	it('reads all pages, not only the first', async () => {
		const trigger = await activated('svcCallsTrigger', 'newCall', {
			options: { maxItemsPerPoll: 500 },
		});
		for (let i = 0; i < 170; i++) call(`call_${i}`, now() + i);
		advance(1000);
		expect((await trigger.keys()).length).toBe(170);
	});

	it('finds a row that moves to another page while pages are read', async () => {
		const trigger = await activated('svcArrangementsTrigger', 'updated');
		const rows = Array.from({ length: 60 }, (_, i) =>
			addArrangement(account(), { arrangement_uid: `a_${i}`, updated_at: EPOCH + i }),
		);
		advance(1000);
		// Between the first and the second page the oldest row becomes the newest
		const stop = fixture.service.listen(({ operation, endedAt }) => {
			if (operation !== 'queryArrangements' || endedAt === undefined) return;
			stop();
			rows[0].updated_at = now() + 5;
			account().arrangements.set('a_0', rows[0]);
		});
		const keys = await trigger.allKeys();
		advance(MINUTE);
		keys.push(...(await trigger.allKeys()));
		expect(keys).toContain(`a_0#${rows[0].updated_at}`);
		expect(new Set(keys.map((key) => key.split('#')[0])).size).toBe(60);
		expect(new Set(keys).size).toBe(keys.length);
	});

	it('finds a row that moves away just before the last rescan', async () => {
		const trigger = await calls();
		advance(MINUTE);
		await trigger.poll();
		call('late', now() - 55 * MINUTE);
		advance(10 * MINUTE);
		fixture.service.faults.add({
			operation: 'queryCalls',
			after: 1,
			status: 200,
			body: JSON.stringify({ code: 200, message: 'ok', data: { items: [], has_more: false } }),
		});
		expect(await trigger.keys()).toEqual([]);
		advance(HOUR);
		expect(await trigger.keys()).toEqual(['late']);
	});

	it('continues over empty pages', async () => {
		fixture.service.paging = 'irregular';
		const trigger = await calls();
		for (let i = 0; i < 30; i++) call(`call_${i}`);
		expect((await trigger.allKeys()).length).toBe(30);
	});

	it('reads many pages although some requests fail', async () => {
		const trigger = await activated('svcCallsTrigger', 'newCall', {
			options: { maxItemsPerPoll: 500 },
		});
		for (let i = 0; i < 450; i++) call(`call_${i}`, now() + i);
		advance(1000);
		for (let after = 0; after < 9; after += 2) {
			fixture.service.faults.add({ operation: 'queryCalls', status: 503, after, times: 1 });
		}
		expect((await trigger.keys()).length).toBe(450);
	});
});

describe('a failing service', () => {
	it('keeps what was read before a failure, and continues from there', async () => {
		const trigger = await calls();
		call('a');
		advance(MINUTE);
		// Only the first request is answered
		fixture.service.faults.add({ operation: 'queryCalls', status: 503, after: 1, times: 99 });
		expect(await trigger.keys()).toEqual(['a']);
		fixture.service.faults.clear();
		call('b');
		expect(await trigger.keys()).toEqual(['b']);
	});

	it('reports a poll that could read nothing as failed, and loses nothing', async () => {
		const trigger = await calls();
		const before = trigger.stored;
		call('a');
		fixture.service.faults.add({ operation: 'queryCalls', status: 503, times: 5 });
		const { error } = await trigger.tryPoll();
		expect(error).toMatchObject({
			message: 'The service is not available for now: Injected fault: HTTP 503',
		});
		expect(trigger.stored).toEqual(before);
		expect(await trigger.keys()).toEqual(['a']);
	});

	it('reports a key that is not accepted, even in the middle of a poll', async () => {
		const trigger = await calls();
		call('a');
		advance(MINUTE);
		fixture.service.faults.add({ operation: 'queryCalls', status: 401, after: 1, times: 9 });
		const { error } = await trigger.tryPoll();
		expect(error).toMatchObject({ httpCode: '401' });
		fixture.service.faults.clear();
		expect(await trigger.keys()).toEqual(['a']);
	});

	it('does not wait for a service that asks for a long pause, and says so', async () => {
		const trigger = await calls();
		fixture.service.faults.add({ operation: 'queryCalls', status: 429, retryAfter: 900, times: 1 });
		expect((await trigger.tryPoll()).error?.message).toContain('accepts no more requests');
		const asked = fixture.requests.length;
		expect((await trigger.tryPoll()).error?.description).toContain('pause until');
		expect(fixture.requests.length).toBe(asked);
	});

	it('ends within its time and continues with the next poll', async () => {
		Date.now = () => fixture.service.now() + performance.now();
		const calls = trigger('svcCallsTrigger', 'newCall', {
			startFrom: 'date',
			startDate: new Date(EPOCH - 300 * DAY).toISOString(),
			options: { maxItemsPerPoll: 500 },
		});
		for (let i = 0; i < 700; i++) call(`call_${i}`, EPOCH - 300 * DAY + i * 7 * HOUR);
		calls.budget = 1_500;
		fixture.service.faults.add({ operation: 'queryCalls', delayMs: 60, times: 1e9 });
		const keys: string[] = [];
		for (let polls = 0; polls < 40 && keys.length < 700; polls++) {
			// On a busy machine a poll may not be able to read anything
			const { items } = await calls.tryPoll();
			keys.push(...items.map(({ json }) => keyOf(json)));
		}
		expect(new Set(keys).size).toBe(700);
		expect(keys.length).toBe(700);
	});

	it('reports a key that is refused while a transcript is read', async () => {
		const trigger = await activated('svcCallsTrigger', 'transcriptReady');
		addCall(account(), { call_uid: 'a', created_at: now(), transcript_state: 'ready' });
		fixture.service.faults.add({ operation: 'queryCallTranscript', status: 401, times: 99 });
		expect((await trigger.tryPoll()).error).toMatchObject({ httpCode: '401' });
		fixture.service.faults.clear();
		expect(await trigger.keys()).toEqual(['a#transcript']);
	});

	it('emits an event without its transcript after repeated failures', async () => {
		const trigger = await activated('svcCallsTrigger', 'transcriptReady', {
			includeTranscript: 'utterances',
		});
		const ready = { transcript_state: 'ready' } as const;
		addCall(account(), { call_uid: 'broken', created_at: now(), ...ready });
		addCall(account(), { call_uid: 'fine', created_at: now(), ...ready });
		fixture.service.faults.add({
			operation: 'queryCallTranscript',
			match: ({ body }) => body!.call_uid === 'broken',
			status: 500,
			times: 99,
		});
		expect(await trigger.keys()).toEqual(['fine#transcript']);
		for (let i = 0; i < 3; i++) expect(await trigger.keys()).toEqual([]);
		const [item, ...others] = await trigger.poll();
		expect(others).toEqual([]);
		expect(item).toMatchObject({ call_uid: 'broken', transcript: null });
		expect(item.transcript_error).toContain('HTTP status 500');
		expect(await trigger.keys()).toEqual([]);
	});
});

it.each([
	['a minute', MINUTE, false, 5],
	['five minutes', 5 * MINUTE, false, 5],
	['half an hour', 30 * MINUTE, false, 3],
	['an hour', HOUR, false, 2],
	['a day', DAY, false, 1],
	['a week', 7 * DAY, false, 1],
	['a week, and n8n restarts before', 7 * DAY, true, 2],
])(
	'emits an event whose transcript cannot be read, with a poll every %s, after few polls',
	async (_what, ms, restarts, polls) => {
		const polled = trigger('svcCallsTrigger', 'transcriptReady', {
			includeTranscript: 'utterances',
			options: { lateArrivalWindow: 43_200 },
		});
		for (let i = 0; i < 2; i++) {
			await polled.poll();
			advance(ms);
		}
		addCall(account(), { call_uid: 'a', created_at: now() - MINUTE, transcript_state: 'ready' });
		fixture.service.faults.add({ operation: 'queryCallTranscript', status: 500, times: 999 });
		let items: IDataObject[] = [];
		let count = 0;
		for (; items.length === 0; count++) {
			if (restarts) polled.restart(polled.stored);
			items = await polled.poll();
			advance(ms);
		}
		expect([count, items[0].transcript]).toEqual([polls, null]);
	},
);

it('emits an event without its transcript if no poll has time to read it', async () => {
	const trigger = await activated('svcCallsTrigger', 'transcriptReady');
	addCall(account(), { call_uid: 'long', created_at: now(), transcript_state: 'ready' });
	// The events are read, and the first request for the transcript is one too many
	const restore = overrideLimits({ maxPollRequests: 1 });
	for (let i = 0; i < 4; i++) {
		advance(MINUTE);
		expect(await trigger.keys()).toEqual([]);
	}
	advance(MINUTE);
	const [item] = await trigger.poll();
	restore();
	expect(item).toMatchObject({ call_uid: 'long', transcript_error: 'Reading took too long' });
});

describe('more recordings of one moment than fit into a slice', () => {
	const minutes = [
		['with one start', 0],
		['that start over ten minutes', 10],
	] as const;

	it.each(minutes)(
		'%s are all found, and what comes later within one poll',
		async (_name, over) => {
			const trigger = await activated('svcRecordingsTrigger', 'newRecording', {
				options: { maxItemsPerPoll: 500 },
			});
			advance(HOUR);
			const start = now() - 30 * MINUTE;
			for (let i = 0; i < 2_500; i++) {
				const start_at = start + Math.floor((i * over * MINUTE) / 2_500);
				const duration_ms = 20 * MINUTE;
				addRecording(account(), { recording_uid: `r${i}`, start_at, duration_ms });
			}
			expect(new Set(await trigger.allKeys()).size).toBe(2_500);
			const requests = async () => {
				const before = fixture.bodies.length;
				advance(MINUTE);
				expect(await trigger.keys()).toEqual([]);
				return fixture.bodies.length - before;
			};
			for (const recording_uid of ['next', 'later']) {
				advance(MINUTE);
				addRecording(account(), { recording_uid, start_at: now() });
				expect(await trigger.keys()).toEqual([recording_uid]);
				// A page has 50 recordings, and the latest six hours are read with every poll
				expect(await requests()).toBeLessThan(60);
			}
			advance(7 * HOUR);
			await trigger.poll();
			expect(await requests()).toBe(2);
		},
	);
});

describe('clocks', () => {
	it('is not confused by times in the future', async () => {
		const trigger = await calls();
		const ahead = call('ahead', now());
		ahead.started_at = now() + 400 * DAY;
		expect(await trigger.keys()).toEqual(['ahead']);
		advance(MINUTE);
		call('next');
		expect(await trigger.keys()).toEqual(['next']);
	});

	it('continues after the clock of n8n is set back', async () => {
		const trigger = await calls();
		call('a');
		expect(await trigger.keys()).toEqual(['a']);
		fixture.service.advance(-30 * MINUTE);
		call('b');
		expect(await trigger.keys()).toEqual(['b']);
		advance(31 * MINUTE);
		call('c');
		expect(await trigger.keys()).toEqual(['c']);
	});

	it('sends no range that ends before it starts after the clock is set back', async () => {
		const trigger = await activated('svcRecordsTrigger', 'newRecord');
		advance(MINUTE);
		await trigger.poll();
		fixture.service.advance(-10 * MINUTE);
		expect(await trigger.keys()).toEqual([]);
		const windows = fixture.bodies.filter(({ start_at }) => start_at !== undefined);
		expect(windows).not.toEqual([]);
		for (const { start_at, end_at } of windows) {
			expect(Number(start_at)).toBeLessThanOrEqual(Number(end_at));
		}
	});

	it('reads a start date without a zone in the time zone of the workflow', async () => {
		call('before', Date.UTC(2026, 0, 15, 7, 59, 59, 999));
		call('at', Date.UTC(2026, 0, 15, 8));
		const start = { startFrom: 'date', startDate: '2026-01-15T03:00:00' };
		const there = trigger('svcCallsTrigger', 'newCall', start, 'America/New_York');
		expect(await there.keys()).toEqual(['at']);
	});

	it.each([
		['today', '2026-03-10T04:00:00Z'],
		['thisWeek', '2026-03-09T04:00:00Z'],
		['lastWeek', '2026-03-02T05:00:00Z'],
		['last7Days', '2026-03-04T05:00:00Z'],
		['lastMonth', '2026-02-01T05:00:00Z'],
	])('starts with the first moment of %s, by the service’s clock', async (startFrom, first) => {
		const start = Date.parse(first);
		fixture.service.advance(Date.parse('2026-03-10T12:00:00Z') - now());
		call('before', start - 1);
		call('first', start);
		// n8n's clock is a month ahead
		Date.now = () => now() + 31 * DAY;
		const there = trigger('svcCallsTrigger', 'newCall', { startFrom }, 'America/New_York');
		expect(await there.keys()).toEqual(['first']);
		advance(MINUTE);
		call('next');
		expect(await there.keys()).toEqual(['next']);
	});

	it('starts at a date before 1970, and not with what was before that date', async () => {
		addPost(account(), {
			record_uid: 'before',
			tags: ['glaze'],
			published_at: Date.UTC(1960, 0, 1),
		});
		addPost(account(), {
			record_uid: 'after',
			tags: ['glaze'],
			published_at: Date.UTC(1966, 0, 1),
		});
		const date = { startFrom: 'date', startDate: '1965-05-01' };
		const start = { ...date, scope: 'public', tags: 'glaze', options: { maxItemsPerPoll: 500 } };
		const posts = trigger('svcWorldTrigger', 'newPost', start);
		const keys: string[] = [];
		for (let polls = 0; polls < 5; polls++) keys.push(...(await posts.keys()));
		expect(keys[0]).toBe('after');
		expect(keys).not.toContain('before');
		const asked = fixture.bodies.find(({ end_at }) => end_at !== undefined);
		expect(asked!.start_at).toBe(Date.parse('1965-05-01T00:00:00Z'));
	});
});

describe('updates and states', () => {
	const arrangement = (more: object = {}) =>
		addArrangement(account(), { arrangement_uid: 'a', updated_at: now(), ...more });

	it('triggers on every update, not only on the first', async () => {
		const trigger = await activated('svcArrangementsTrigger', 'updated');
		for (let i = 0; i < 3; i++) {
			advance(MINUTE);
			const { updated_at } = arrangement();
			expect(await trigger.keys()).toEqual([`a#${updated_at}`]);
		}
	});

	it('does not treat an update as a creation', async () => {
		const trigger = await activated('svcArrangementsTrigger', 'created');
		advance(MINUTE);
		const { created_at } = arrangement();
		expect(await trigger.keys()).toEqual(['a']);
		for (const later of [MINUTE, HOUR, DAY]) {
			advance(later);
			arrangement({ created_at });
			expect(await trigger.keys()).toEqual([]);
		}
	});

	it('does not repeat a call that shows an earlier start than its creation', async () => {
		const trigger = await calls();
		advance(59 * MINUTE);
		call('a').started_at = EPOCH - DAY;
		const keys: string[] = [];
		for (const minutes of [1, 30, 10, 1, 1]) {
			advance(minutes * MINUTE);
			keys.push(...(await trigger.keys()));
		}
		expect(keys).toEqual(['a']);
	});

	it('emits the first change of status of an existing task', async () => {
		const row = arrangement({ updated_at: now() - 90 * DAY });
		const trigger = await activated('svcArrangementsTrigger', 'statusChanged');
		advance(MINUTE);
		arrangement({ ...row, status: 'following', updated_at: now() });
		expect(await trigger.poll()).toMatchObject([{ previous_status: 'identified' }]);
	});

	it('finds a creation that was edited before the next poll', async () => {
		const trigger = await activated('svcArrangementsTrigger', 'created');
		const created_at = now() + MINUTE;
		advance(3 * DAY);
		arrangement({ created_at });
		expect(await trigger.keys()).toEqual(['a']);
	});

	it('emits nothing again after the newest object was deleted', async () => {
		const trigger = await activated('svcArrangementsTrigger', 'updated');
		addArrangement(account(), { arrangement_uid: 'stays', updated_at: now() });
		advance(1000);
		arrangement();
		expect((await trigger.keys()).length).toBe(2);
		account().arrangements.delete('a');
		expect(await trigger.keys()).toEqual([]);
	});

	it('distinguishes a change of status from other changes, and returns the previous status', async () => {
		const row = arrangement({ updated_at: now() - 90 * DAY });
		const trigger = await activated('svcArrangementsTrigger', 'statusChanged');
		advance(MINUTE);
		arrangement({ ...row, title: 'Another title', updated_at: now() });
		expect(await trigger.keys()).toEqual([]);
		advance(MINUTE);
		arrangement({ ...row, status: 'following', updated_at: now() });
		const [item] = await trigger.poll();
		expect(item).toMatchObject({ status: 'following', previous_status: 'identified' });
	});

	it.each([{}, { fromStatuses: ['identified'] }])(
		'finds a change of status behind another update, with the filters %j',
		async (filters) => {
			const row = arrangement({ version: 1 });
			const trigger = await activated('svcArrangementsTrigger', 'statusChanged', { filters });
			advance(MINUTE);
			const update = { title: 'Other', version: 3, updated_at: now() } as const;
			arrangement({ ...row, ...update, status: 'following' });
			expect(await trigger.poll()).toMatchObject([{ previous_status: 'identified' }]);
		},
	);

	it('triggers only on the chosen changes of status, and remembers the others', async () => {
		const row = arrangement();
		const trigger = await activated('svcArrangementsTrigger', 'statusChanged', {
			filters: { fromStatuses: ['following'], toStatuses: ['completed'] },
		});
		const statuses = ['following', 'identified', 'following', 'completed'] as const;
		const seen: IDataObject[] = [];
		for (const status of statuses) {
			advance(MINUTE);
			arrangement({ ...row, status, updated_at: now() });
			seen.push(...(await trigger.poll()));
		}
		expect(seen).toMatchObject([{ status: 'completed', previous_status: 'following' }]);
	});

	it('reminds once for each due time', async () => {
		const trigger = await activated('svcArrangementsTrigger', 'dueSoon', { leadTime: 30 });
		const due_at = now() + HOUR;
		const row = arrangement({ due_at });
		expect(await trigger.keys()).toEqual([]);
		advance(30 * MINUTE);
		expect(await trigger.keys()).toEqual([`a#due@${due_at}`]);
		advance(MINUTE);
		expect(await trigger.keys()).toEqual([]);
		arrangement({ ...row, due_at: due_at + DAY });
		expect(await trigger.keys()).toEqual([]);
		advance(DAY);
		expect(await trigger.keys()).toEqual([`a#due@${due_at + DAY}`]);
	});

	it('reminds of tasks that are due at activation, and that became due while it was off', async () => {
		arrangement({ due_at: now() + 10 * MINUTE });
		const off = trigger('svcArrangementsTrigger', 'dueSoon', { leadTime: 30 });
		expect(await off.keys()).toEqual([`a#due@${now() + 10 * MINUTE}`]);
		addArrangement(account(), { arrangement_uid: 'b', updated_at: now(), due_at: now() + HOUR });
		advance(5 * HOUR);
		expect(await off.keys()).toEqual([`b#due@${now() - 4 * HOUR}`]);
	});

	it('does not remind of completed tasks', async () => {
		const trigger = await activated('svcArrangementsTrigger', 'dueSoon');
		arrangement({ due_at: now() + MINUTE, status: 'completed' });
		expect(await trigger.keys()).toEqual([]);
	});

	it('reminds with a longer lead time as soon as that is set', async () => {
		const trigger = await activated('svcArrangementsTrigger', 'dueSoon', { leadTime: 10 });
		const due_at = now() + 5 * HOUR;
		arrangement({ due_at });
		expect(await trigger.keys()).toEqual([]);
		trigger.parameters = { ...trigger.parameters, leadTime: 360 };
		expect(await trigger.keys()).toEqual([`a#due@${due_at}`]);
		trigger.parameters = { ...trigger.parameters, leadTime: 10 };
		expect(await trigger.keys()).toEqual([]);
		expect(trigger.warnings).toEqual([]);
	});
});

describe('the start', () => {
	it('does not emit existing objects by default', async () => {
		for (let i = 0; i < 120; i++) call(`call_${i}`, now() - i * MINUTE);
		const trigger = await calls();
		expect(await trigger.keys()).toEqual([]);
	});

	it('emits everything since a date, inclusive, oldest first', async () => {
		for (let i = 0; i < 10; i++) call(`call_${9 - i}`, EPOCH - i * 100 * DAY);
		const since = trigger('svcCallsTrigger', 'newCall', {
			startFrom: 'date',
			startDate: new Date(EPOCH - 500 * DAY).toISOString(),
		});
		expect(await since.allKeys()).toEqual([
			'call_4',
			'call_5',
			'call_6',
			'call_7',
			'call_8',
			'call_9',
		]);
	});

	it('emits the latest items, oldest first', async () => {
		for (let i = 0; i < 30; i++)
			call(`call_${String(29 - i).padStart(2, '0')}`, EPOCH - i * 50 * DAY);
		const last = trigger('svcCallsTrigger', 'newCall', { startFrom: 'last', itemCount: 3 });
		expect(await last.allKeys()).toEqual(['call_27', 'call_28', 'call_29']);
	});

	it('does not start over if the start date is an expression with a changing value', async () => {
		const since = trigger('svcCallsTrigger', 'newCall', {
			startFrom: 'date',
			startDate: "={{ $now.minus(1, 'day') }}",
		});
		call('a');
		expect(await since.keys()).toEqual(['a']);
		advance(MINUTE);
		expect(await since.keys()).toEqual([]);
	});

	it('starts over if another start is chosen', async () => {
		for (let i = 1; i <= 3; i++) call(`call_${i}`, EPOCH - (4 - i) * DAY);
		const trigger = await calls();
		trigger.parameters = { ...trigger.parameters, startFrom: 'last', itemCount: 2 };
		expect(await trigger.keys()).toEqual(['call_2', 'call_3']);
	});

	it('starts over for another event, and continues for other filters', async () => {
		const trigger = await calls();
		call('a');
		expect(await trigger.keys()).toEqual(['a']);
		trigger.parameters = { ...trigger.parameters, filters: { directions: ['incoming'] } };
		call('b');
		expect(await trigger.keys()).toEqual(['b']);
		trigger.parameters = { event: 'transcriptReady' };
		addCall(account(), { call_uid: 'c', created_at: now(), transcript_state: 'ready' });
		expect(await trigger.keys()).toEqual([]);
	});

	it('catches up after the workflow was not active', async () => {
		const trigger = await calls();
		for (let i = 0; i < 10; i++) {
			advance(12 * HOUR);
			call(`call_${i}`);
		}
		advance(12 * HOUR);
		expect((await trigger.allKeys()).length).toBe(10);
	});
});

describe('state', () => {
	it('gives the same events again to an n8n that was killed before it stored the last poll', async () => {
		const trigger = await calls();
		const { stored } = trigger;
		call('a');
		expect(await trigger.keys()).toEqual(['a']);
		call('b');
		Object.assign(trigger, { stored, process: 'another' });
		expect(await trigger.keys()).toEqual(['a', 'b']);
	});

	it('loses nothing if polls without events are not stored', async () => {
		const trigger = await calls();
		const { stored } = trigger;
		for (let i = 0; i < 5; i++) {
			advance(DAY);
			expect(await trigger.keys()).toEqual([]);
			trigger.restart(stored);
		}
		call('a');
		expect(await trigger.keys()).toEqual(['a']);
	});

	it('continues from the activation if n8n stores only the workflow of that poll', async () => {
		const trigger = await calls();
		// As with durable cursors: the state of a poll without events at activation is lost
		const { global } = trigger.stored;
		trigger.restart({ global } as IDataObject);
		advance(10 * MINUTE);
		call('a');
		expect(await trigger.keys()).toEqual(['a']);
		advance(MINUTE);
		expect(await trigger.keys()).toEqual([]);
		expect(trigger.stored.global).toEqual({});
	});

	it('repeats nothing that another process has emitted since its own polls without events', async () => {
		const trigger = await calls();
		const own = trigger.process;
		trigger.forgetful = true;
		for (let i = 0; i < 5; i++) {
			advance(MINUTE);
			expect(await trigger.keys()).toEqual([]);
		}
		call('a');
		trigger.process = randomUUID();
		expect(await trigger.keys()).toEqual(['a']);
		trigger.process = own;
		expect(await trigger.keys()).toEqual([]);
		call('b');
		expect(await trigger.keys()).toEqual(['b']);
	});

	it('emits events in only one of two simultaneous polls', async () => {
		const trigger = await calls();
		call('a');
		const polls = await Promise.all([trigger.tryPoll(), trigger.tryPoll()]);
		expect(polls.flatMap(({ items }) => items.map(({ json }) => keyOf(json)))).toEqual(['a']);
	});

	it('emits once where n8n has not stored the emitting poll when it begins the next', async () => {
		const trigger = await calls();
		const before = trigger.stored;
		call('a');
		expect(await trigger.keys()).toEqual(['a']);
		const { stored } = trigger;
		trigger.stored = before;
		call('b');
		expect(await trigger.keys()).toEqual([]);
		expect(trigger.stored).toEqual(before);
		trigger.stored = stored;
		expect(await trigger.keys()).toEqual(['b']);
	});

	it('emits the items of its first poll once, too', async () => {
		for (const uid of ['a', 'b', 'c']) call(uid);
		const last = trigger('svcCallsTrigger', 'newCall', { startFrom: 'last', itemCount: 2 });
		expect(await last.keys()).toEqual(['b', 'c']);
		last.stored = {};
		expect(await last.keys()).toEqual([]);
	});

	it.each(
		[true, false].flatMap((isDurable) =>
			[true, false].map((isRestarted) => ({ isDurable, isRestarted })),
		),
	)(
		'of a poll that n8n has thrown away, as it took too long: its events come later (durable cursors: $isDurable, first poll: $isRestarted)',
		async ({ isDurable, isRestarted }) => {
			const calls = trigger('svcCallsTrigger', 'newCall');
			Object.assign(calls, { isDurable, budget: 36_000 });
			await calls.poll();
			if (isRestarted) calls.restart(calls.stored);
			const before = calls.stored;
			call('a');
			expect(await calls.keys()).toEqual(['a']);
			calls.stored = before;
			advance(15_000);
			expect(await calls.keys()).toEqual([]);
			advance(MINUTE);
			expect(await calls.keys()).toEqual(['a']);
			advance(MINUTE);
			expect(await calls.keys()).toEqual([]);
		},
	);

	it('stays small, and repeats nothing, when more happens than it can remember', async () => {
		const trigger = await activated('svcCallsTrigger', 'newCall', {
			options: { maxItemsPerPoll: 500, lateArrivalWindow: 43_200 },
		});
		const keys: string[] = [];
		for (let day = 0; day < 16; day++) {
			for (let i = 0; i < 450; i++) call(`call_${day}_${i}`, now() + i * 1000);
			advance(HOUR);
			keys.push(...(await trigger.keys()));
			expect(JSON.stringify(trigger.stored).length).toBeLessThan(64 * 1024);
		}
		expect(keys.length).toBe(16 * 450);
		expect(new Set(keys).size).toBe(keys.length);
		advance(HOUR);
		expect(await trigger.keys()).toEqual([]);
	});

	it('stays small if there was very much before the start', async () => {
		for (let i = 0; i < 5_000; i++) call(`call_${i}`, now() - i);
		const trigger = await activated('svcCallsTrigger', 'newCall', {
			options: { maxItemsPerPoll: 500 },
		});
		expect(JSON.stringify(trigger.stored).length).toBeLessThan(64 * 1024);
		expect(await trigger.keys()).toEqual([]);
		call('new');
		expect(await trigger.keys()).toEqual(['new']);
	});

	it('refuses the state of a newer version instead of starting over', async () => {
		const trigger = await calls();
		const node = trigger.stored['node:Svc Trigger'] as { poll: IDataObject };
		node.poll.version = 4;
		const { error } = await trigger.tryPoll();
		expect(error?.message).toContain('newer version');
	});

	it.each(['no cursor', '7', '{}'])(
		'reads a list from its beginning with the cursor %s',
		async (cursor) => {
			const replies = await activated('svcWorldTrigger', 'newReply');
			const { scanned } = replies.state as { scanned: { whole: number } };
			const scan = { part: 'whole', startedAt: scanned.whole, readUntil: scanned.whole, cursor };
			Object.assign(replies.state, { scan, revision: 9e12 });
			expect((await replies.tryPoll()).error).toBeUndefined();
		},
	);

	it.each([
		['has no positions', { readUntil: undefined }],
		['has a text for a time', { from: 'yesterday' }],
		['has no seen events', { seen: null }],
		['has no floor', { floor: 7 }],
	])('says what to do with a state that is damaged: it %s', async (_how, damage) => {
		const trigger = await calls();
		const node = trigger.stored['node:Svc Trigger'] as { poll: IDataObject };
		Object.assign(node.poll, damage, { revision: 99 });
		const { error } = await trigger.tryPoll();
		expect(error?.message).toBe('The stored state of this trigger is damaged');
		expect(error?.description).toContain('Delete and recreate the trigger');
	});
});

describe('an event key', () => {
	const seen = (stored: IDataObject) =>
		((stored['node:Svc Trigger'] as IDataObject).poll as IDataObject).seen;

	it('is forgotten when the event can no longer be found', async () => {
		const trigger = await calls();
		call('a');
		await trigger.poll();
		expect(seen(trigger.stored)).not.toEqual({});
		// The next poll reads it as new once more
		for (let i = 0; i < 5; i++) {
			advance(HOUR);
			await trigger.poll();
		}
		expect(seen(trigger.stored)).toEqual({});
	});

	it('is remembered while the time of a record is moved on and on', async () => {
		const trigger = await activated('svcRecordsTrigger', 'newRecord');
		for (let i = 0; i < 12; i++) {
			addRecord(account(), { record_uid: 'a', send_at: now() });
			advance(30 * MINUTE);
			expect(await trigger.keys()).toEqual(i === 0 ? ['a'] : []);
		}
	});

	it('is remembered longer if the event is dated later', async () => {
		const trigger = await activated('svcRecordingsTrigger', 'recordingSealed');
		const recording = addRecording(account(), {
			recording_uid: 'a',
			start_at: now() - 7 * DAY,
			end_at: now() - 6 * DAY,
			sealed: true,
		});
		advance(HOUR);
		expect(await trigger.keys()).toEqual(['a#sealed']);
		recording.end_at = now();
		for (let i = 0; i < 5; i++) {
			advance(DAY);
			expect(await trigger.keys()).toEqual([]);
		}
	});
});

describe('a test in the editor', () => {
	it('shows the latest events like live ones, and changes no state', async () => {
		const trigger = await calls();
		for (let i = 0; i < 5; i++) call(`call_${i}`, now() - i * DAY);
		const { items, stored } = await trigger.test();
		expect(items.map(({ json }) => keyOf(json))).toEqual(['call_2', 'call_1', 'call_0']);
		expect(stored).toEqual(trigger.stored);
		call('live', now() + 1);
		const [live] = await trigger.poll();
		expect(Object.keys(live)).toEqual(Object.keys(items[0].json));
	});

	it('shows only what the trigger would emit', async () => {
		addCall(account(), { call_uid: 'in', created_at: now() - DAY, direction: 'incoming' });
		addCall(account(), { call_uid: 'out', created_at: now(), direction: 'outgoing' });
		const filtered = trigger('svcCallsTrigger', 'newCall', {
			filters: { directions: ['incoming'] },
		});
		expect((await filtered.test()).items.map(({ json }) => keyOf(json))).toEqual(['in']);
	});

	it('says what to do if there is nothing to show', async () => {
		const { error } = await trigger('svcWorldTrigger', 'newReply').test();
		expect(error?.message).toBe("There are no events yet for 'New Reply'");
		expect(error?.description).toContain('Create such an event');
	});
});

describe('replies', () => {
	const reply = (record_uid: string, parent_record_uid: string, published_at?: number) =>
		addPost(account(), { record_uid, parent_record_uid, published_at });
	const own = (record_uid: string, published_at: number) =>
		addPost(account(), { record_uid, published_at, author_user_ref: account().profile.user_ref });

	it('emits replies without a time once', async () => {
		own('mine', now() - DAY);
		reply('before', 'mine');
		const trigger = await activated('svcWorldTrigger', 'newReply');
		reply('after', 'mine');
		expect(await trigger.keys()).toEqual(['after']);
		for (let i = 0; i < 3; i++) {
			advance(5 * DAY);
			expect(await trigger.keys()).toEqual([]);
		}
	});

	it('emits those without a time again once there are no longer too many to remember', async () => {
		const restore = overrideLimits({ maxUndated: 20 });
		own('mine', now() - DAY);
		for (let i = 0; i < 30; i++) reply(`before_${i}`, 'mine');
		const trigger = await activated('svcWorldTrigger', 'newReply');
		reply('missed', 'mine');
		expect(await trigger.keys()).toEqual([]);
		for (let i = 0; i < 25; i++) account().world.posts.delete(`before_${i}`);
		for (let day = 0; day < 16; day++) {
			advance(DAY);
			expect(await trigger.keys()).toEqual([]);
		}
		reply('later', 'mine');
		expect(await trigger.keys()).toEqual(['later']);
		restore();
	});

	it('finds the replies to a newly published post', async () => {
		const trigger = await activated('svcWorldTrigger', 'newReply');
		own('mine', now());
		advance(1000);
		reply('first', 'mine', now());
		expect(await trigger.keys()).toEqual(['first']);
	});

	it('watches an added post from then on', async () => {
		own('one', now() - DAY);
		own('two', now() - DAY);
		reply('old', 'two', now() - HOUR);
		const chosen = { repliesTo: 'chosen', posts: several('post', uid('one')) };
		const trigger = await activated('svcWorldTrigger', 'newReply', chosen);
		reply('to_one', 'one', now());
		trigger.parameters = { ...trigger.parameters, posts: several('post', uid('one, two')) };
		expect(await trigger.keys()).toEqual(['to_one']);
		reply('to_two', 'two', now());
		expect(await trigger.keys()).toEqual(['to_two']);
	});

	it('emits what it has read before a post that cannot be read, and the rest later', async () => {
		['one', 'two', 'three'].forEach((each, i) => own(each, now() - i));
		const trigger = await activated('svcWorldTrigger', 'newReply');
		['one', 'two', 'three'].forEach((each) => reply(`to_${each}`, each, now()));
		fixture.service.faults.add({
			match: ({ operation, body }) =>
				operation === 'queryWorldReplies' && JSON.stringify(body).includes('two'),
			status: 500,
			times: Infinity,
		});
		expect(await trigger.keys()).toEqual(['to_one']);
		fixture.service.faults.clear();
		expect(await trigger.keys()).toEqual(['to_three', 'to_two']);
	});

	it('watches the fifty newest own posts', async () => {
		for (let i = 0; i < 60; i++) own(`post_${i}`, EPOCH - i * DAY);
		const trigger = await activated('svcWorldTrigger', 'newReply');
		reply('to_old', 'post_50', now());
		reply('to_new', 'post_49', now());
		// A list of so many pages is read every ten minutes
		advance(10 * MINUTE);
		expect(await trigger.keys()).toEqual(['to_new']);
	});

	it('refuses more posts than it can watch', async () => {
		const posts = several('post', uid(Array.from({ length: 51 }, (_, i) => `post_${i}`).join()));
		const many = trigger('svcWorldTrigger', 'newReply', { repliesTo: 'chosen', posts });
		expect((await many.tryPoll()).error?.message).toBe("'Posts' takes at most 50 entries, not 51");
		expect(fixture.requests).toEqual([]);
	});
});

describe('an invalid time', () => {
	// One millisecond after the last valid time
	const never = 8_640_000_000_000_001;
	type Odd = [node: string, event: string, operation: string, row: () => IDataObject];
	const recording = (event: string, more: () => IDataObject): Odd => {
		const row = () => ({ recording_uid: 'rcg_1', sealed: true, start_at: now(), end_at: 0 });
		return ['svcRecordingsTrigger', event, 'queryRecordings', () => ({ ...row(), ...more() })];
	};
	const rows: Odd[] = [
		[
			'svcArrangementsTrigger',
			'updated',
			'queryArrangements',
			() => ({ arrangement_uid: 'arr_1', status: 'following', updated_at: never }),
		],
		recording('newRecording', () => ({ start_at: never })),
		recording('recordingSealed', () => ({ duration_ms: never })),
		recording('recordingSealed', () => ({ duration_ms: never - now() })),
		[
			'svcWorldTrigger',
			'ownPostReviewed',
			'queryWorldRecords',
			() => ({
				record_uid: 'rec_1',
				state: 'published',
				publication_version: 1,
				published_at: never,
			}),
		],
	];

	it.each(rows)(
		'does not block %s (%s), and its event is emitted once',
		async (node, event, operation, row) => {
			fixture.expectViolations();
			const trigger = await activated(node, event);
			advance(MINUTE);
			const odd = row();
			fixture.service.faults.add({
				operation,
				times: Infinity,
				rewrite: (envelope) => ({ ...envelope, data: { items: [odd], has_more: false } }),
			});
			expect(await trigger.keys()).toHaveLength(1);
			advance(MINUTE);
			expect(await trigger.keys()).toEqual([]);
		},
	);
});
