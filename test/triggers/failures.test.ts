import type { IDataObject } from 'n8n-workflow';
import { randomUUID } from 'node:crypto';

import { DAY, HOUR, MINUTE } from '../../nodes/shared/durations';
import type { StoredArrangement } from '../../dev/areas/Arrangements/data';
import type { StoredCall } from '../../dev/areas/Calls/data';
import {
	activate,
	advance,
	alter,
	after,
	asks,
	call,
	change,
	create,
	fails,
	fault,
	give,
	heal,
	items,
	limit,
	meanwhile,
	newCalls,
	over,
	part,
	perPoll,
	poll,
	pollAll,
	post,
	record,
	recording,
	remove,
	restart,
	save,
	set,
	shows,
	startFrom,
	task,
	times,
	useSteps,
	type Rule,
	type Step,
} from './steps';
import { EPOCH, keyOf } from './useTrigger';

/** Known failure modes of polling triggers, one row each. */
const { fixture, cases, each } = useSteps();

const ready = { transcript_state: 'ready' } as const;

describe('events of the same time', () => {
	cases({
		'finds all events of the same moment, however few fit into a poll': [
			newCalls(perPoll(2)),
			['a', 'b', 'c', 'd', 'e'].map((uid) => call(uid)),
			[poll('a', 'b'), poll('c', 'd'), poll('e'), poll()],
		],
		'finds a new event with the same time as an emitted one': [
			[newCalls(), call('a'), poll('a'), call('b'), poll('b')],
		],
		'does not emit the newest event again with every poll': [
			[newCalls(), call('a'), poll('a'), over(3, MINUTE)],
		],
	});

	each([
		['all', 6_000, 3_000, 6_000, undefined],
		['as many as it can remember', 8_000, 3_000, 6_000, '2000 events'],
		['as many as it can read', 8_000, 57, 2_850, 'All but the first 2850 events'],
	])(
		'emits very many of one moment, and goes on: %s',
		(_what, count, maxPollRequests, emitted, missing) => [
			newCalls(perPoll(500)),
			times(count, (i) => call(`call_${String(i).padStart(5, '0')}`)),
			[call('later', 2), limit({ maxPollRequests }), over(14, MINUTE, emitted + 1)],
			({ keys, trigger }) => {
				expect(keys.at(-1)).toBe('later');
				const warnings = trigger.warnings.filter((each) => each.includes('may be missing'));
				expect(warnings).toEqual(missing ? [part(`: ${missing} of 2026-`)] : []);
			},
		],
	);
});

describe('catching up', () => {
	cases({
		'skips years without events in one poll': [
			[call('now'), create('Calls', 'newCall', startFrom(-1500 * DAY)), poll('now')],
		],
		'finds a creation that was edited much later, however slowly it catches up': [
			limit({ maxSlicePages: 1, maxLongSlicePages: 1 }),
			times(150, (i) => task(`a_${i}`, (i * 0.05 - 9) * DAY)),
			task('edited', -0.5 * DAY, { created_at: -9.5 * DAY }),
			[
				create('Arrangements', 'created', { ...startFrom(-10 * DAY), ...perPoll(20) }),
				pollAll(151),
			],
			({ keys }) => expect(keys).toContain('edited'),
		],
	});

	// The time of a poll can be over wherever a slice turns out to be too large
	each([2, 3, 4, 5, 6, 7, 8, 9])('emits 300 calls in polls of %i requests', (maxPollRequests) => [
		newCalls(perPoll(50)),
		times(300, (i) => call(`call_${i}`, i * 100)),
		[limit({ maxPollRequests }), over(40, MINUTE, 300)],
	]);
});

describe('late events', () => {
	const missed = (uid: string, more: Partial<StoredCall>) =>
		call(uid, 0, { connection_state: 'not_connected', result: 'not_answered', ...more });

	cases({
		'finds a call that appears after later ones': [
			[newCalls(), advance(30 * MINUTE), call('later'), poll('later')],
			[call('late', -25 * MINUTE), poll('late')],
		],
		'finds a recording that is uploaded days after its time, within the hour': [
			activate('Recordings', 'newRecording'),
			[advance(MINUTE), recording('old', -6 * DAY), over(7, 10 * MINUTE, 'old')],
		],
		'finds the transcript of a long recording that is ready long after its start': [
			activate('Recordings', 'transcriptReady'),
			[recording('long', -9 * DAY, { duration_ms: 8 * DAY }), after(DAY)],
			[set('recording', 'long', ready), after(HOUR, 'long#transcript')],
		],
		'looks back a day for calls that are filtered by result': [
			newCalls({ filters: { results: ['not_answered'] } }),
			[call('ringing'), after(5 * HOUR)],
			[set('call', 'ringing', { result: 'not_answered' }), after(HOUR, 'ringing')],
		],
		'finds a call that nobody took once it is over, and no other call': [
			activate('Calls', 'missedCall'),
			[missed('ringing', { result: 'unknown' }), missed('outgoing', { direction: 'outgoing' })],
			missed('taken', { connection_state: 'connected', result: 'normal_end' }),
			[missed('rejected', { result: 'rejected' }), missed('busy', { result: 'busy' })],
			poll('busy#missed'),
			[set('call', 'ringing', { result: 'cancelled' }), after(MINUTE, 'ringing#missed')],
		],
		'looks as far back as the user says': [
			newCalls({ options: { lateArrivalWindow: 4320 } }),
			[advance(MINUTE), call('very_late', -2 * DAY), after(HOUR, 'very_late')],
		],
	});
});

describe('paging', () => {
	const noItems = { code: 200, message: 'ok', data: { items: [], has_more: false } };

	cases({
		'reads all pages, not only the first': [
			[newCalls(perPoll(500)), times(170, (i) => call(`call_${i}`, i)), after(1000, 170)],
		],
		'finds a row that moves to another page while pages are read': [
			activate('Arrangements', 'updated'),
			[times(60, (i) => task(`a_${i}`, i)), advance(1000)],
			// Between the first and the second page the oldest row becomes the newest
			meanwhile('queryArrangements', set('task', 'a_0', { updated_at: 5 })),
			[pollAll(60), advance(MINUTE), pollAll()],
			({ allKeys }) => {
				expect(allKeys).toContain(`a_0#${EPOCH + 1005}`);
				expect(new Set(allKeys.map((key) => key.split('#')[0])).size).toBe(60);
			},
		],
		'finds a row that moves away just before the last rescan': [
			[newCalls(), after(MINUTE), call('late', -55 * MINUTE), advance(10 * MINUTE)],
			fault('queryCalls', { after: 1, status: 200, body: JSON.stringify(noItems) }),
			[poll(), after(HOUR, 'late')],
		],
		'continues over empty pages': [
			({ service }) => void (service.paging = 'irregular'),
			[newCalls(), times(30, (i) => call(`call_${i}`)), pollAll(30)],
		],
		'reads many pages although some requests fail': [
			[newCalls(perPoll(500)), times(450, (i) => call(`call_${i}`, i)), advance(1000)],
			times(5, (i) => fault('queryCalls', { status: 503, after: 2 * i })),
			poll(450),
		],
	});
});

describe('a failing service', () => {
	const isBroken: Rule['match'] = ({ body }) => body!.call_uid === 'broken';

	cases({
		'keeps what was read before a failure, and continues from there': [
			[newCalls(), call('a'), advance(MINUTE)],
			// Only the first request is answered
			[fault('queryCalls', { status: 503, after: 1, times: 99 }), poll('a')],
			[heal, call('b'), poll('b')],
		],
		'reports a poll that could read nothing as failed, and loses nothing': [
			[newCalls(), save(), call('a'), fault('queryCalls', { status: 503, times: 5 })],
			fails({ message: 'The service is not available for now: Injected fault: HTTP 503' }),
			({ trigger, saved }) => expect(trigger.stored).toEqual(saved.get('saved')),
			poll('a'),
		],
		'reports a key that is not accepted, even in the middle of a poll': [
			[newCalls(), call('a'), advance(MINUTE)],
			[fault('queryCalls', { status: 401, after: 1, times: 9 }), fails({ httpCode: '401' })],
			[heal, poll('a')],
		],
		'does not wait for a service that asks for a long pause, and says so': [
			[newCalls(), fault('queryCalls', { status: 429, retryAfter: 900 })],
			fails({ message: part('accepts no more requests') }),
			asks(0, fails({ description: part('pause until') })),
		],
		'ends within its time and continues with the next poll': [
			create('Calls', 'newCall', { ...startFrom(-300 * DAY), ...perPoll(500) }),
			times(700, (i) => call(`call_${i}`, i * 7 * HOUR - 300 * DAY)),
			fault('queryCalls', { delayMs: 60, times: Infinity }),
			async ({ trigger, now }) => {
				Date.now = () => now + performance.now();
				trigger.budget = 1_500;
				const keys: string[] = [];
				for (let polls = 0; polls < 40 && keys.length < 700; polls++) {
					// On a busy machine a poll may not be able to read anything
					const { items } = await trigger.tryPoll();
					keys.push(...items.map(({ json }) => keyOf(json)));
				}
				expect([keys.length, new Set(keys).size]).toEqual([700, 700]);
			},
		],
		'reports a key that is refused while a transcript is read': [
			[activate('Calls', 'transcriptReady'), call('a', 0, ready)],
			[fault('queryCallTranscript', { status: 401, times: 99 }), fails({ httpCode: '401' })],
			[heal, poll('a#transcript')],
		],
		'emits an event without its transcript after repeated failures': [
			activate('Calls', 'transcriptReady', { includeTranscript: 'utterances' }),
			[call('broken', 0, ready), call('fine', 0, ready)],
			fault('queryCallTranscript', { match: isBroken, status: 500, times: 99 }),
			[poll('fine#transcript'), poll(), poll(), poll()],
			items({ call_uid: 'broken', transcript: null, transcript_error: part('HTTP status 500') }),
			poll(),
		],
	});
});

each([
	['a minute', MINUTE, false, 5],
	['five minutes', 5 * MINUTE, false, 5],
	['half an hour', 30 * MINUTE, false, 3],
	['an hour', HOUR, false, 2],
	['a day', DAY, false, 1],
	['a week', 7 * DAY, false, 1],
	['a week, and n8n restarts before', 7 * DAY, true, 2],
])(
	'emits an event whose transcript cannot be read, with a poll every %s, after few polls',
	(_what, ms, restarts, polls) => [
		create('Calls', 'transcriptReady', {
			includeTranscript: 'utterances',
			options: { lateArrivalWindow: 43_200 },
		}),
		[poll(), after(ms), advance(ms), call('a', -MINUTE, ready)],
		fault('queryCallTranscript', { status: 500, times: 999 }),
		times(polls, (i) => [
			restarts ? restart() : [],
			i + 1 < polls ? poll() : items({ transcript: null }),
			advance(ms),
		]),
	],
);

cases({
	'emits an event without its transcript if no poll has time to read it': [
		[activate('Calls', 'transcriptReady'), call('long', 0, ready)],
		// The events are read, and the first request for the transcript is one too many
		[limit({ maxPollRequests: 1 }), over(4, MINUTE), advance(MINUTE)],
		items({ call_uid: 'long', transcript_error: 'Reading took too long' }),
	],
});

describe('more recordings of one moment than fit into a slice', () => {
	each([
		['with one start', 0],
		['that start over ten minutes', 10],
	])('%s are all found, and what comes later within one poll', (_name, minutes) => [
		[activate('Recordings', 'newRecording', perPoll(500)), advance(HOUR)],
		times(2_500, (i) =>
			recording(`r${i}`, Math.floor(((i * minutes) / 2_500 - 30) * MINUTE), {
				duration_ms: 20 * MINUTE,
			}),
		),
		pollAll(2_500),
		['next', 'later'].map((uid) => [
			[advance(MINUTE), recording(uid), poll(uid)],
			// A page has 50 recordings, and the latest six hours are read with every poll
			asks({ below: 60 }, after(MINUTE)),
		]),
		[after(7 * HOUR), asks(2, after(MINUTE))],
	]);
});

describe('clocks', () => {
	const NEW_YORK = 'America/New_York';
	const glaze = { scope: 'public', tags: 'glaze' };
	const at = (time: string) => Date.parse(time) - EPOCH;

	cases({
		'is not confused by times in the future': [
			[newCalls(), call('ahead', 0, { started_at: 400 * DAY }), poll('ahead')],
			[advance(MINUTE), call('next'), poll('next')],
		],
		'continues after the clock of n8n is set back': [
			[newCalls(), call('a'), poll('a')],
			[advance(-30 * MINUTE), call('b'), poll('b')],
			[advance(31 * MINUTE), call('c'), poll('c')],
		],
		'sends no range that ends before it starts after the clock is set back': [
			[activate('Records', 'newRecord'), after(MINUTE), after(-10 * MINUTE)],
			({ fixture: { bodies } }) => {
				const windows = bodies.filter(({ start_at }) => start_at !== undefined);
				expect(windows).not.toEqual([]);
				for (const { start_at, end_at } of windows)
					expect(Number(start_at)).toBeLessThanOrEqual(Number(end_at));
			},
		],
		'reads a start date without a zone in the time zone of the workflow': [
			[call('before', at('2026-01-15T08:00Z') - 1), call('at', at('2026-01-15T08:00Z'))],
			create('Calls', 'newCall', startFrom('2026-01-15T03:00:00'), NEW_YORK),
			poll('at'),
		],
		'starts at a date before 1970, and not with what was before that date': [
			post('before', at('1960-01-01'), { tags: ['glaze'] }),
			post('after', at('1966-01-01'), { tags: ['glaze'] }),
			create('World', 'newPost', { ...glaze, ...startFrom('1965-05-01'), ...perPoll(500) }),
			[poll('after'), over(4, 0)],
			({ fixture: { bodies } }) => {
				const asked = bodies.find(({ end_at }) => end_at !== undefined);
				expect(asked!.start_at).toBe(Date.parse('1965-05-01T00:00:00Z'));
			},
		],
	});

	each([
		['today', '2026-03-10T04:00:00Z'],
		['thisWeek', '2026-03-09T04:00:00Z'],
		['lastWeek', '2026-03-02T05:00:00Z'],
		['last7Days', '2026-03-04T05:00:00Z'],
		['lastMonth', '2026-02-01T05:00:00Z'],
	])('starts with the first moment of %s, by the service’s clock', (startFrom, first) => [
		[call('before', at(first) - 1), call('first', at(first))],
		advance(at('2026-03-10T12:00:00Z')),
		// n8n's clock is a month ahead
		({ service }) => void (Date.now = () => service.now() + 31 * DAY),
		[create('Calls', 'newCall', { startFrom }, NEW_YORK), poll('first')],
		[advance(MINUTE), call('next'), poll('next')],
	]);
});

describe('updates and states', () => {
	const update = (fields: Partial<StoredArrangement> = {}) =>
		set('task', 'a', { updated_at: 0, ...fields });
	/** A task that was there before the trigger. */
	const old = task('a', -90 * DAY);
	const statusChanged = (filters = {}) => activate('Arrangements', 'statusChanged', { filters });
	const dueSoon = (leadTime: number) => activate('Arrangements', 'dueSoon', { leadTime });
	const dueAt = (uid: string, offset: number) => `${uid}#due@${EPOCH + offset}`;

	cases({
		'triggers on every update, not only on the first': [
			activate('Arrangements', 'updated'),
			[1, 2, 3].map((i) => [advance(MINUTE), task('a'), poll(`a#${EPOCH + i * MINUTE}`)]),
		],
		'does not treat an update as a creation': [
			[activate('Arrangements', 'created'), advance(MINUTE), task('a'), poll('a')],
			[MINUTE, HOUR, DAY].map((later) => [advance(later), update(), poll()]),
		],
		'does not repeat a call that shows an earlier start than its creation': [
			[newCalls(), advance(59 * MINUTE)],
			call('a', 0, { started_at: -DAY - 59 * MINUTE }),
			[after(MINUTE, 'a'), after(30 * MINUTE), after(10 * MINUTE), over(2, MINUTE)],
		],
		'emits the first change of status of an existing task': [
			[old, statusChanged(), advance(MINUTE)],
			[update({ status: 'following' }), items({ previous_status: 'identified' })],
		],
		'finds a creation that was edited before the next poll': [
			[activate('Arrangements', 'created'), advance(3 * DAY)],
			[task('a', 0, { created_at: MINUTE - 3 * DAY }), poll('a')],
		],
		'emits nothing again after the newest object was deleted': [
			[activate('Arrangements', 'updated'), task('stays'), advance(1000), task('a')],
			[poll(2), remove('task', 'a'), poll()],
		],
		'distinguishes a change of status from other changes, and returns the previous status': [
			[old, statusChanged(), advance(MINUTE)],
			[update({ title: 'Another title' }), poll(), advance(MINUTE)],
			update({ status: 'following' }),
			items({ status: 'following', previous_status: 'identified' }),
		],
		'triggers only on the chosen changes of status, and remembers the others': [
			task('a'),
			statusChanged({ fromStatuses: ['following'], toStatuses: ['completed'] }),
			(['following', 'identified', 'following'] as const).map((status) => [
				[advance(MINUTE), update({ status }), poll()],
			]),
			[advance(MINUTE), update({ status: 'completed' })],
			items({ status: 'completed', previous_status: 'following' }),
		],
		'reminds once for each due time': [
			[dueSoon(30), task('a', 0, { due_at: HOUR }), poll()],
			[after(30 * MINUTE, dueAt('a', HOUR)), after(MINUTE)],
			[set('task', 'a', { due_at: DAY + 29 * MINUTE }), poll(), after(DAY, dueAt('a', HOUR + DAY))],
		],
		'reminds of tasks that are due at activation, and that became due while it was off': [
			task('a', 0, { due_at: 10 * MINUTE }),
			create('Arrangements', 'dueSoon', { leadTime: 30 }),
			[poll(dueAt('a', 10 * MINUTE)), task('b', 0, { due_at: HOUR })],
			after(5 * HOUR, dueAt('b', HOUR)),
		],
		'does not remind of completed tasks': [
			activate('Arrangements', 'dueSoon'),
			[task('a', 0, { due_at: MINUTE, status: 'completed' }), poll()],
		],
		'reminds with a longer lead time as soon as that is set': [
			[dueSoon(10), task('a', 0, { due_at: 5 * HOUR }), poll()],
			[change({ leadTime: 360 }), poll(dueAt('a', 5 * HOUR))],
			[change({ leadTime: 10 }), poll()],
			({ trigger }) => expect(trigger.warnings).toEqual([]),
		],
	});

	each([{}, { fromStatuses: ['identified'] }])(
		'finds a change of status behind another update, with the filters %j',
		(filters) => [
			[task('a'), statusChanged(filters), advance(MINUTE)],
			update({ title: 'Other', version: 3, status: 'following' }),
			items({ previous_status: 'identified' }),
		],
	);
});

describe('the start', () => {
	cases({
		'does not emit existing objects by default': [
			[times(120, (i) => call(`call_${i}`, -i * MINUTE)), newCalls(), poll()],
		],
		'emits everything since a date, inclusive, oldest first': [
			times(10, (i) => call(`call_${9 - i}`, -i * 100 * DAY)),
			create('Calls', 'newCall', startFrom(-500 * DAY)),
			pollAll('call_4', 'call_5', 'call_6', 'call_7', 'call_8', 'call_9'),
		],
		'emits the latest items, oldest first': [
			times(30, (i) => call(`call_${String(29 - i).padStart(2, '0')}`, -i * 50 * DAY)),
			create('Calls', 'newCall', { startFrom: 'last', itemCount: 3 }),
			pollAll('call_27', 'call_28', 'call_29'),
		],
		'does not start over if the start date is an expression with a changing value': [
			create('Calls', 'newCall', startFrom("={{ $now.minus(1, 'day') }}")),
			[call('a'), poll('a'), after(MINUTE)],
		],
		'starts over if another start is chosen': [
			times(3, (i) => call(`call_${i + 1}`, (i - 3) * DAY)),
			[newCalls(), change({ startFrom: 'last', itemCount: 2 }), poll('call_2', 'call_3')],
		],
		'starts over for another event, and continues for other filters': [
			[newCalls(), call('a'), poll('a')],
			[change({ filters: { directions: ['incoming'] } }), call('b'), poll('b')],
			[change({ event: 'transcriptReady', filters: {} }), call('c', 0, ready), poll()],
		],
		'catches up after the workflow was not active': [
			[newCalls(), times(10, (i) => [advance(12 * HOUR), call(`call_${i}`)])],
			[advance(12 * HOUR), pollAll(10)],
		],
	});
});

describe('state', () => {
	function damage(fields: object): Step {
		return ({ trigger }) => void Object.assign(trigger.state, fields);
	}
	const processes = [randomUUID(), randomUUID()];

	cases({
		'gives the same events again to an n8n that was killed before it stored the last poll': [
			[newCalls(), save(), call('a'), poll('a')],
			[call('b'), restart('saved'), poll('a', 'b')],
		],
		'loses nothing if polls without events are not stored': [
			[newCalls(), save(), times(5, () => [after(DAY), restart('saved')])],
			[call('a'), poll('a')],
		],
		'continues from the activation if n8n stores only the workflow of that poll': [
			newCalls(),
			// As with durable cursors: the state of a poll without events at activation is lost
			({ trigger }) => trigger.restart({ global: trigger.stored.global } as IDataObject),
			[advance(10 * MINUTE), call('a'), poll('a'), after(MINUTE)],
			({ trigger }) => expect(trigger.stored.global).toEqual({}),
		],
		'repeats nothing that another process has emitted since its own polls without events': [
			[create('Calls', 'newCall'), alter({ process: processes[0] }), poll()],
			[alter({ forgetful: true }), over(5, MINUTE)],
			[call('a'), alter({ process: processes[1] }), poll('a')],
			[alter({ process: processes[0] }), poll(), call('b'), poll('b')],
		],
		'emits events in only one of two simultaneous polls': [
			[newCalls(), call('a')],
			async ({ trigger }) => {
				const polls = await Promise.all([trigger.tryPoll(), trigger.tryPoll()]);
				expect(polls.flatMap(({ items }) => items.map(({ json }) => keyOf(json)))).toEqual(['a']);
			},
		],
		'emits once where n8n has not stored the emitting poll when it begins the next': [
			[newCalls(), save('before'), call('a'), poll('a'), save('emitting')],
			[give('before'), call('b'), poll()],
			({ trigger, saved }) => expect(trigger.stored).toEqual(saved.get('before')),
			[give('emitting'), poll('b')],
		],
		'emits the items of its first poll once, too': [
			['a', 'b', 'c'].map((uid) => call(uid)),
			[create('Calls', 'newCall', { startFrom: 'last', itemCount: 2 }), save(), poll('b', 'c')],
			[give(), poll()],
		],
		'stays small, and repeats nothing, when more happens than it can remember': [
			newCalls({ options: { maxItemsPerPoll: 500, lateArrivalWindow: 43_200 } }),
			times(16, (day) => [times(450, (i) => call(`call_${day}_${i}`, i * 1000)), after(HOUR, 450)]),
			({ allKeys }) => expect(new Set(allKeys).size).toBe(16 * 450),
			after(HOUR),
		],
		'stays small if there was very much before the start': [
			[times(5_000, (i) => call(`call_${i}`, -i)), newCalls(perPoll(500))],
			[poll(), call('new'), poll('new')],
		],
		'refuses the state of a newer version instead of starting over': [
			[newCalls(), damage({ version: 4 }), fails({ message: part('newer version') })],
		],
	});

	each([
		{ isDurable: true, isRestarted: true },
		{ isDurable: true, isRestarted: false },
		{ isDurable: false, isRestarted: true },
		{ isDurable: false, isRestarted: false },
	])(
		'of a poll that n8n has thrown away, as it took too long: its events come later (durable cursors: $isDurable, first poll: $isRestarted)',
		({ isDurable, isRestarted }) => [
			[create('Calls', 'newCall'), alter({ isDurable, budget: 36_000 })],
			[poll(), isRestarted ? restart() : [], save(), call('a'), poll('a')],
			[give(), after(15_000), after(MINUTE, 'a'), after(MINUTE)],
		],
	);

	each(['no cursor', '7', '{}'])('reads a list from its beginning with the cursor %s', (cursor) => [
		activate('World', 'newReply'),
		({ trigger }) => {
			const { whole } = trigger.state.scanned as { whole: number };
			const scan = { part: 'whole', startedAt: whole, readUntil: whole, cursor };
			Object.assign(trigger.state, { scan, revision: 9e12 });
		},
		poll(),
	]);

	each([
		['has no positions', { readUntil: undefined }],
		['has a text for a time', { from: 'yesterday' }],
		['has no seen events', { seen: null }],
		['has no floor', { floor: 7 }],
	])('says what to do with a state that is damaged: it %s', (_how, fields) => [
		[newCalls(), damage({ ...fields, revision: 99 })],
		fails({
			message: 'The stored state of this trigger is damaged',
			description: part('Delete and recreate the trigger'),
		}),
	]);
});

describe('an event key', () => {
	cases({
		'is forgotten when the event can no longer be found': [
			[newCalls(), call('a'), poll('a')],
			({ trigger }) => expect(trigger.state.seen).not.toEqual({}),
			// The next poll reads it as new once more
			over(5, HOUR),
			({ trigger }) => expect(trigger.state.seen).toEqual({}),
		],
		'is remembered while the time of a record is moved on and on': [
			[activate('Records', 'newRecord'), record('a'), after(30 * MINUTE, 'a')],
			times(11, () => [record('a'), after(30 * MINUTE)]),
		],
		'is remembered longer if the event is dated later': [
			activate('Recordings', 'recordingSealed'),
			recording('a', -7 * DAY, { end_at: -6 * DAY, sealed: true }),
			[after(HOUR, 'a#sealed'), set('recording', 'a', { end_at: 0 }), over(5, DAY)],
		],
	});
});

describe('a test in the editor', () => {
	cases({
		'shows the latest events like live ones, and changes no state': [
			[newCalls(), times(5, (i) => call(`call_${i}`, -i * DAY))],
			[shows('call_2', 'call_1', 'call_0'), call('live', 1)],
			async ({ trigger }) => {
				const [shown] = (await trigger.test()).items;
				const [live] = await trigger.poll();
				expect(Object.keys(live)).toEqual(Object.keys(shown.json));
			},
		],
		'shows only what the trigger would emit': [
			[call('in', -DAY), call('out', 0, { direction: 'outgoing' })],
			create('Calls', 'newCall', { filters: { directions: ['incoming'] } }),
			shows('in'),
		],
		'says what to do if there is nothing to show': [
			create('World', 'newReply'),
			async ({ trigger }) =>
				expect((await trigger.test()).error).toMatchObject({
					message: "There are no events yet for 'New Reply'",
					description: part('Create such an event'),
				}),
		],
		'shows upcoming tasks as test events of Due Soon, not past ones': [
			times(5, (i) => task(`past_${i}`, 0, { due_at: -(i + 1) * HOUR })),
			times(5, (i) => task(`next_${i}`, 0, { due_at: (i + 1) * 10 * DAY })),
			create('Arrangements', 'dueSoon'),
			shows(...[1, 2, 3].map((i) => `next_${i - 1}#due@${EPOCH + i * 10 * DAY}`)),
		],
	});
});

describe('an invalid time', () => {
	// One millisecond after the last valid time
	const never = 8_640_000_000_000_001;
	const times = { start_at: EPOCH + MINUTE, end_at: 0 };
	const sealed = { recording_uid: 'rcg_1', sealed: true, ...times };
	const published = { record_uid: 'rec_1', state: 'published', publication_version: 1 };
	const changed = { arrangement_uid: 'arr_1', status: 'following', updated_at: never };

	each([
		['Arrangements', 'updated', changed],
		['Recordings', 'newRecording', { ...sealed, start_at: never }],
		['Recordings', 'recordingSealed', { ...sealed, duration_ms: never }],
		['Recordings', 'recordingSealed', { ...sealed, duration_ms: never - times.start_at }],
		['World', 'ownPostReviewed', { ...published, published_at: never }],
	])('does not block svc%sTrigger (%s), and its event is emitted once', (area, event, row) => {
		fixture.expectViolations();
		const data = { items: [row], has_more: false };
		const rewrite: Rule['rewrite'] = (envelope) => ({ ...envelope, data });
		return [
			[activate(area, event), advance(MINUTE), fault(undefined, { times: Infinity, rewrite })],
			[poll(1), after(MINUTE)],
		];
	});
});
