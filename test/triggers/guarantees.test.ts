import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { DAY, HOUR, MINUTE } from '../../nodes/shared/durations';
import { LIMITS } from '../../dev/limits';
import { EVENTS, withEvent } from '../../dev/areas/events';
import { place } from '../../dev/areas/place';
import { OTHER, type Thing } from '../../dev/areas/things';
import { addConversation, messageKey } from '../../dev/areas/Chat/events';
import type { StoredPost } from '../../dev/areas/World/data';
import { several, uid } from '../../dev/contract/choices';
import { HEAVY, share } from '../support/effort';
import {
	activate,
	advance,
	after,
	asks,
	before,
	call,
	change,
	create,
	fails,
	fault,
	heal,
	items,
	limit,
	meanwhile,
	message,
	newCalls,
	over,
	own,
	part,
	perPoll,
	poll,
	pollAll,
	post,
	record,
	recording,
	remove,
	reply,
	restart,
	save,
	set,
	startFrom,
	summary,
	task,
	times,
	useSteps,
	type Act,
	type Rule,
	type Step,
	type Steps,
} from './steps';
import { EPOCH, keyOf } from './useTrigger';

const { cases, each } = useSteps();

/** Facts of a post without a time of publication. */
const rejected = { state: 'rejected', published_at: undefined } as const;
const conversation: Step = ({ account }) => void addConversation(account, OTHER);
const hours = (count: number, ...keys: string[]) => over(count, HOUR, ...keys);

/** The events of which many can happen at once. */
const BURSTS = Object.entries(EVENTS)
	.filter(([, { burst }]) => burst)
	.map(([name, { happen }]) => [...name.split(': '), happen] as [string, string, typeof happen]);

/** A minute after the first poll of an event. */
const started = (node: string, event: string, options = {}): Steps => [
	conversation,
	activate(node.slice('svc'.length, -'Trigger'.length), event, {
		...withEvent(node, event),
		options,
	}),
	advance(MINUTE),
];
function placed(thing: Thing): Act {
	return ({ account }) => place(account, thing);
}

/** Nightly the bursts are real ones; otherwise burst and memory are a tenth of that. */
const SCALE = HEAVY ? 1 : 10;
const scaled = {
	maxSeenBytes: LIMITS.maxSeenBytes / SCALE,
	maxFirstSeenBytes: LIMITS.maxFirstSeenBytes / SCALE,
	maxSliceRows: LIMITS.maxSliceRows / SCALE,
};

describe.each(BURSTS)('a burst of events, %s: %s', (node, event, happen) => {
	// A call does not show its time of creation, so that a trigger has to remember all of one millisecond
	const most = event === 'newCall' ? 5_000 : Infinity;
	const atOnce = (count: number, perPoll: number) =>
		[
			`${Math.min(count, most)} at one millisecond, ${perPoll} a poll`,
			Math.min(count, most),
			perPoll,
			() => 30_000,
		] as const;
	const within = (what: string, ...values: [number, number, (i: number) => number]) =>
		[what, ...values] as const;
	each(
		share([
			within('10,000 within a minute, 500 a poll', 10_000, 500, (i) => (i * SCALE) % 60_000),
			atOnce(10_000, 500),
			atOnce(6_000, 330),
			within('6,000 within a second, 250 a poll', 6_000, 250, (i) => i % 1000),
		]),
	)('is emitted completely and once: %s', (_what, count, perPoll, at) => [
		[limit(scaled), started(node, event, { maxItemsPerPoll: perPoll / SCALE })],
		times(count / SCALE, (i) => placed(happen(EPOCH + MINUTE / 2 + at(i), i)[0])),
		[advance(2 * MINUTE), over(40, 1000, count / SCALE)],
	]);
});

/** Messages have no UID of their own. */
const WITH_UID = BURSTS.filter(([node]) => node !== 'svcChatTrigger');

describe.each(WITH_UID)('an entry without its UID, %s: %s', (node, event, happen) => {
	const [[broken, brokenKey], [other, key]] = [0, 1].map((i) => happen(EPOCH + MINUTE + i, i));
	const values: unknown[] = Object.values(Object.values(broken)[0]);
	const uid = values.find((each) => typeof each === 'string' && brokenKey.startsWith(each));
	const rewrite: Rule['rewrite'] = (envelope) =>
		JSON.stringify(envelope).replaceAll(JSON.stringify(uid), 'null');

	cases({
		'is left out with a warning, and stops no other one': [
			[started(node, event), placed(broken), placed(other)],
			[fault(undefined, { times: Infinity, rewrite }), after(2 * MINUTE, key)],
			({ trigger }) => expect(trigger.warnings.join()).toContain('was left out'),
		],
	});
});

describe.each(BURSTS)('cursors that expire while a poll reads, %s: %s', (node, event, happen) => {
	each([
		['once', 3, 1],
		['eight times', 5, 8],
	])('%s, lose and repeat nothing', (_when, every, count) => {
		let pages = 0;
		const match: Rule['match'] = ({ body }) =>
			++pages % every === 0 && body!.page_cursor !== undefined;
		return [
			started(node, event, { maxItemsPerPoll: 500 }),
			times(700, (i) => placed(happen(EPOCH + i * 50, i)[0])),
			[fault(undefined, { match, status: 400, times: count }), over(40, 10 * MINUTE, 700)],
		];
	});
});

describe('changed filters', () => {
	const outgoing = (uid: string, at?: number) => call(uid, at, { direction: 'outgoing' });
	const only = (...directions: string[]) => ({ filters: { directions } });

	cases({
		'emit nothing that was read with the earlier ones, and all that was not': [
			newCalls(only('incoming')),
			times(14, (day) => [advance(DAY), outgoing(`old_${day}`)]),
			[outgoing('recent', -30 * MINUTE), advance(1), pollAll(), save()],
			[outgoing('unread'), call('wanted'), advance(2 * HOUR)],
			// n8n has stored nothing since
			[restart('saved'), change(only('incoming', 'outgoing')), pollAll('unread', 'wanted')],
			[advance(MINUTE), outgoing('new'), pollAll('new')],
		],
		'repeat nothing of a moment with more events than there is room for': [
			limit({ maxSeenBytes: 2_000, maxFirstSeenBytes: 2_000 }),
			[newCalls(), advance(MINUTE), times(800, (i) => call(`call_${i}`))],
			async ({ trigger }) => {
				const keys: string[] = [];
				for (let polls = 0; polls < 24; polls++) {
					if (polls === 14) trigger.parameters = { event: 'newCall', ...only('incoming') };
					keys.push(...(await trigger.keys()));
				}
				expect(keys.length).toBeGreaterThanOrEqual(650);
				expect(new Set(keys).size).toBe(keys.length);
			},
		],
		'do not emit old rejected posts if more outcomes are chosen': [
			activate('World', 'ownPostReviewed', { filters: { outcomes: ['published'] } }),
			[advance(MINUTE), own('rejected_before', 0, rejected), own('published')],
			[poll('published#published@1'), change({ filters: {} }), after(MINUTE)],
			[own('rejected_later', 0, rejected), poll('rejected_later#rejected@1')],
		],
	});
});

describe('calls that are created while a poll reads', () => {
	/** Creates a call shortly after the next poll has begun. */
	const created = (uid: string) =>
		before('queryCalls', (scene) => {
			advance(100)(scene);
			call(uid, 0, { started_at: -100 })(scene);
		});

	cases({
		'come once, though the late arrival window is raised afterwards': [
			[newCalls(), advance(HOUR / 2), created('call'), poll('call')],
			// A whole scan begins between that poll and the call
			[advance(HOUR - 50), poll(), after(HOUR), advance(HOUR)],
			[change({ options: { lateArrivalWindow: 360 } }), poll(), over(4, HOUR)],
		],
		'come once, though the earlier ones are dropped from a full state': [
			limit({ maxSeenBytes: 1_000, maxFirstSeenBytes: 1_000 }),
			newCalls({ options: { lateArrivalWindow: 1440 } }),
			times(200, (i) => [created(`call_${i}`), after(MINUTE, `call_${i}`)]),
		],
	});
});

describe('another account', () => {
	const readsAccountOnce: Step = ({ fixture }) =>
		expect(fixture.asked('getCurrentUserProfile').length).toBe(1);

	cases({
		'starts over, without that account’s old events': [
			[call('a_before'), newCalls(), advance(DAY)],
			(scene) => {
				scene.accountId = 'b';
				scene.trigger.apiKey = scene.service.keys.b;
			},
			[times(20, (i) => call(`b_${i}`, -i * HOUR)), poll(), call('b_new'), poll('b_new')],
		],
		'is not assumed after a rotated key: the trigger continues': [
			[newCalls(), call('meanwhile')],
			async (scene) => {
				const { key } = scene.trigger.state;
				scene.trigger.apiKey = scene.service.addKey('a');
				await poll('meanwhile')(scene);
				expect(scene.trigger.state.key).not.toBe(key);
			},
		],
		'is read again only if the key changes': [
			[newCalls(), readsAccountOnce, over(3, HOUR), readsAccountOnce],
		],
	});
});

describe('a change of status', () => {
	type Status = 'identified' | 'following' | 'completed';
	/** The changes of status that the contract allows. */
	const NEXT: Record<Status, Status[]> = {
		identified: ['following'],
		following: ['identified', 'completed'],
		completed: ['following'],
	};
	const changes = (filters = {}, options = {}) =>
		activate('Arrangements', 'statusChanged', { filters, options });
	const updated = (status: Status, version: number, uid = 'a') =>
		set('task', uid, { status, version, updated_at: 0 });

	/** All ways of up to four updates from a status; an update can also keep the status. */
	const waysFrom = (status: Status, updates: number): Status[][] =>
		updates === 0
			? [[status]]
			: [status, ...NEXT[status]].flatMap((next) =>
					waysFrom(next, updates - 1).map((way) => [status, ...way]),
				);
	const WAYS = (Object.keys(NEXT) as Status[]).flatMap((status) =>
		[1, 2, 3, 4].flatMap((updates) => waysFrom(status, updates)),
	);

	/** The status before the last change on a way. */
	const truth = (way: Status[]) => way.filter((status) => status !== way.at(-1)).at(-1);

	each([undefined, 'identified', 'following', 'completed'] as const)(
		'between two polls is told with the previous status that the contract proves, from %s',
		(fromStatus) => [
			WAYS.map(([status], i) => task(`a${i}`, 0, { status })),
			changes(fromStatus ? { fromStatuses: [fromStatus] } : {}, { maxItemsPerPoll: 500 }),
			advance(MINUTE),
			WAYS.map((way, i) => updated(way.at(-1)!, way.length, `a${i}`)),
			// As after a downtime of n8n
			advance(DAY),
			async ({ trigger }) => {
				const items = await trigger.poll();
				const told = new Map(items.map((item) => [item.arrangement_uid, item.previous_status]));
				for (const [i, way] of WAYS.entries()) {
					const [first, last, previous] = [way[0], way.at(-1)!, told.get(`a${i}`)];
					// A way that ends as it began is no change that a poll can see
					const isProven = first !== last && (NEXT[last].length === 1 || way.length <= 3);
					const isEvent = first !== last && [undefined, truth(way)].includes(fromStatus);
					if (isProven) expect([way, previous]).toEqual([way, isEvent ? truth(way) : undefined]);
					else if (told.has(`a${i}`))
						expect([way, previous, fromStatus]).toEqual([way, null, undefined]);
					else expect([way, first === last || fromStatus !== undefined]).toEqual([way, true]);
				}
			},
		],
	);

	/** Minutes by which the replica that answers each poll lags behind, in turns. */
	each([[[0]], [[0, 1.5]], [[0, 7]], [[7, 0, 1.5]], [[0, 0, 7, 7]]])(
		'comes once, though replicas answer that lag by %j minutes',
		(lags) => [
			[task('a'), changes()],
			async (scene) => {
				const { account, trigger, service } = scene;
				const written = [account.arrangements.get('a')!];
				const items: IDataObject[] = [];
				for (let minute = 1; minute <= 90; minute++) {
					service.advance(MINUTE);
					const last = written.at(-1)!;
					const [status] = NEXT[last.status as Status];
					if (minute % 10 === 1 && minute < 80)
						written.push({ ...last, status, version: last.version + 1, updated_at: scene.now });
					const shown = scene.now - lags[minute % lags.length] * MINUTE;
					const row = written.filter((each) => each.updated_at <= shown).at(-1) ?? written[0];
					account.arrangements.set('a', row);
					items.push(...(await trigger.poll()));
				}
				const later = written.slice(1);
				const keys = later.map(({ status, updated_at }) => `a#${status}@${updated_at}`);
				expect(items.map(keyOf)).toEqual(keys);
				const previous = later.map((_each, i) => written[i].status);
				expect(items.map((item) => item.previous_status)).toEqual(previous);
			},
		],
	);

	cases({
		'has the previous status after a restart that has lost one, if the contract proves it': [
			[task('a'), changes({ toStatuses: ['completed'] }), save()],
			[advance(MINUTE), updated('following', 2), poll()],
			// A restart loses the state of the poll without events
			[restart('saved'), advance(MINUTE), updated('completed', 3)],
			items({ previous_status: 'following' }),
		],
		'is found after the service was restored from a backup, with lower versions': [
			[task('a', 0, { version: 9 }), changes(), advance(MINUTE)],
			[updated('following', 4), poll(`a#following@${EPOCH + MINUTE}`)],
			[advance(MINUTE), updated('completed', 5), items({ previous_status: 'following' })],
		],
		'of a task that the trigger sees first proves nothing': [
			[changes(), advance(MINUTE)],
			(Object.keys(NEXT) as Status[]).map((status) => task(status, 0, { status, version: 5 })),
			poll(),
		],
	});

	each([1_000, 2_100, 5_000])('comes for each of %i objects that change in turn', (count) => [
		[times(count, (i) => task(`a${i}`)), changes({}, { maxItemsPerPoll: 500 })],
		times(12, (minute) => [
			advance(MINUTE),
			times(300, (i) => {
				const place = minute * 300 + i;
				const round = Math.floor(place / count);
				const status = round % 2 === 0 ? 'completed' : 'following';
				return updated(status, round + 2, `a${place % count}`);
			}),
			poll(300),
		]),
		({ trigger }) => expect(trigger.warnings).toEqual([]),
	]);
});

describe('objects that become ready much later', () => {
	const summaryReady = (parameters?: INodeParameters) =>
		activate('Calls', 'summaryReady', parameters);
	const summaryIs = (uid: string, summary_state: 'ready' | 'failed') =>
		set('call', uid, { summary_state });
	function unready(...uids: string[]): Act {
		const expected = uids.length > 0 ? { uids } : undefined;
		return ({ trigger }) => expect(trigger.state.unready).toEqual(expected);
	}
	const unavailable = { record_state: 'unavailable', text_content: undefined } as const;
	const lost = { sequence: 2, record_state: 'unavailable', text_content: null };
	const text_content = 'and on '.repeat(300);
	function becomes(record_state: 'available' | 'unavailable'): Act {
		return ({ account }) => void Object.assign(account.messages.at('chat_1', 1)!, { record_state });
	}
	const week = { options: { lateArrivalWindow: 10_080 } };

	each([30, 28 * 24])('finds the summary of a call after %i hours', (count) => [
		[summaryReady(), advance(MINUTE), call('call_1'), hours(count)],
		[summaryIs('call_1', 'ready'), hours(3, 'call_1#summary'), unready()],
	]);

	cases({
		'finds the summary of a call that left the lookback just before a filter changed': [
			[summaryReady(), hours(1)],
			[call('call_1', -HOUR / 2, { ended_at: 0 }), hours(23)],
			// No whole scan is due
			after(40 * MINUTE),
			[change({ filters: { minimumDuration: 5 } }), poll(), hours(3)],
			[summaryIs('call_1', 'ready'), hours(3, 'call_1#summary')],
		],
		'finds what was ready in time, though n8n was down until later': [
			[summaryReady(), call('call_1'), hours(30)],
			[summaryIs('call_1', 'ready'), after(40 * DAY, 'call_1#summary')],
		],
		'finds a summary that failed and is ready days later, and gives up after 30 days': [
			[summaryReady(), call('failed'), call('never'), hours(30), unready('failed', 'never')],
			[summaryIs('failed', 'failed'), hours(50)],
			[summaryIs('failed', 'ready'), hours(2, 'failed#summary'), unready('never')],
			[over(31, DAY), unready()],
		],
		'says in the log that it cannot watch all of them': [
			[summaryReady(), advance(MINUTE), times(520, (i) => call(`c${i}`, i)), hours(30)],
			({ trigger }) => {
				const { uids } = trigger.state.unready as { uids: string[] };
				expect(uids).toHaveLength(500);
				// The oldest are left out
				expect(uids).toContain('c519');
			},
			({ trigger }) => expect(trigger.warnings.join()).toContain('More than 500 objects'),
		],
		'finds all of many that become ready at once, however few fit into a poll': [
			[summaryReady(perPoll(4)), times(30, (i) => call(`call_${100 + i}`, i)), hours(30)],
			[times(30, (i) => summaryIs(`call_${100 + i}`, 'ready')), advance(HOUR)],
			pollAll(...Array.from({ length: 30 }, (_, i) => `call_${100 + i}#summary`)),
		],
		'finds the transcript of a recording after eight days within about an hour': [
			[activate('Recordings', 'transcriptReady'), advance(MINUTE), recording('rec_1')],
			hours(8 * 24),
			[set('recording', 'rec_1', { transcript_state: 'ready' }), hours(2, 'rec_1#transcript')],
		],
		'finds a summary that took three weeks': [
			[activate('Recordings', 'summaryCompleted'), summary('summary_1'), hours(21 * 24)],
			set('summary', 'summary_1', { generation_state: 'completed' }),
			hours(3, 'summary_1#completed'),
		],
		'finds a recording that is uploaded 89 days after its time, within a day': [
			[activate('Recordings', 'newRecording'), hours(2), recording('very_late', -89 * DAY)],
			[hours(24, 'very_late'), hours(50)],
		],
		'looks back seven days for messages if the user sets it': [
			[conversation, activate('Chat', 'newMessage', week), advance(MINUTE)],
			message(1, -6 * DAY),
			after(HOUR, messageKey({ sequence: 1, message_at: EPOCH + MINUTE - 6 * DAY })),
		],
		'looks back seven days for records if the user sets it': [
			[activate('Records', 'newRecord', week), advance(MINUTE)],
			[record('record_1', -6 * DAY), after(HOUR, 'record_1')],
		],
		'waits for the text of a message that is not available yet': [
			[conversation, activate('Chat', 'newMessage')],
			[message(1, 0, unavailable), message(2, 0, unavailable), message(3, 0)],
			[items({ text_content: 'Hello' }), advance(MINUTE)],
			({ account }) => account.messages.clear(),
			message(1, -MINUTE, { text_content: 'Here it is' }),
			[message(2, -MINUTE, unavailable), message(3, -MINUTE)],
			[items({ text_content: 'Here it is' }), poll(), poll()],
			items({ ...lost, text_content_error: part('did not return the text') }),
		],
		'waits for the full text of a truncated message': [
			[conversation, activate('Chat', 'newMessage', { options: { includeFullText: true } })],
			[message(1, 0, { text_content }), meanwhile('queryChatMessages', becomes('unavailable'))],
			[poll(), becomes('available'), advance(MINUTE)],
			async ({ trigger }) => {
				const [read] = await trigger.poll();
				expect(read).toMatchObject({ text_content });
				expect(read).not.toHaveProperty('content_truncated');
			},
		],
	});

	each([
		['Calls', 'summaryFailed', 'call_bad#summary_failed'],
		['Calls', 'transcriptFailed', 'call_bad#transcript_failed'],
		['Recordings', 'transcriptFailed', 'rec_bad#transcript_failed'],
		['Recordings', 'summaryFailed', 'summary_bad#failed'],
	])('finds what fails long after, and nothing that succeeds, %s: %s', (area, event, key) => {
		const settled = (uid: string, state: 'ready' | 'failed', end: 'completed' | 'failed') => [
			set('call', `call_${uid}`, { summary_state: state, transcript_state: state }),
			set('recording', `rec_${uid}`, { transcript_state: state }),
			set('summary', `summary_${uid}`, { generation_state: end }),
		];
		return [
			[activate(area, event), advance(MINUTE)],
			['good', 'bad'].map((uid) => [
				[call(`call_${uid}`), recording(`rec_${uid}`), summary(`summary_${uid}`)],
			]),
			[over(9, DAY), settled('good', 'ready', 'completed'), settled('bad', 'failed', 'failed')],
			hours(3, key),
		];
	});

	each([
		['29 days in work', { first: 0, again: 29 * 24, events: 1 }],
		['31 days in work', { first: 0, again: 31 * 24, events: 0 }],
		['2 days later', { first: 48, again: 3, events: 1 }],
		['10 days later', { first: 240, again: 3, events: 1 }],
		['45 days later', { first: 45 * 24, again: 3, events: 1 }],
		['just before the lookback ends', { first: 7 * 24 - 1, again: 30, events: 1 }],
	])('finds a summary that is made again once: %s', (_when, { first, again, events }) => {
		const generation_state = first > 0 ? 'completed' : 'processing';
		const keys = Array<string>(events).fill('summary_1#completed');
		return [
			activate('Recordings', 'summaryCompleted'),
			[summary('summary_1', 0, { generation_state }), hours(first, ...(first > 0 ? keys : []))],
			[set('summary', 'summary_1', { generation_state: 'processing' }), hours(again)],
			set('summary', 'summary_1', { generation_state: 'completed' }),
			hours(3, ...(first > 0 ? [] : keys)),
		];
	});
});

describe('a text that is gone when it is read', () => {
	const ready = { transcript_state: 'ready' } as const;
	const truncated = { text_content: 'and on '.repeat(300) };
	const unreadable = { unreadable: true } as const;
	const clearMessages: Act = ({ account }) => account.messages.clear();
	// The list does not show it any more, so that an event that waits would be lost
	const isTold = (field: string): Steps => [
		items({ [`${field}_error`]: expect.stringMatching(/^The service no longer shows/) }),
		poll(),
	];

	cases({
		'is told with its event, which does not wait for it: svcChatTrigger newMessage': [
			[conversation, activate('Chat', 'newMessage', { options: { includeFullText: true } })],
			[advance(MINUTE), message(1, 0, truncated)],
			[meanwhile('queryChatMessages', clearMessages), isTold('text_content')],
		],
		'is told with its event, which does not wait for it: svcRecordingsTrigger transcriptReady': [
			[activate('Recordings', 'transcriptReady'), advance(MINUTE)],
			recording('r', -MINUTE, { end_at: 0, ...ready }),
			[meanwhile('queryRecordings', set('recording', 'r', unreadable)), isTold('transcript')],
		],
		'is told with its event, which does not wait for it: svcCallsTrigger transcriptReady': [
			[activate('Calls', 'transcriptReady'), advance(MINUTE), call('c', 0, ready)],
			[meanwhile('queryCalls', set('call', 'c', unreadable)), isTold('transcript')],
		],
		'is told with its event, which does not wait for it: svcRecordingsTrigger summaryCompleted': [
			activate('Recordings', 'summaryCompleted', { options: { includeText: true } }),
			[advance(MINUTE), summary('s', 0, { generation_state: 'completed' })],
			[meanwhile('queryRecordingSummaries', remove('summary', 's')), isTold('text')],
		],
	});
});

describe('posts and replies with their full texts', () => {
	const text_content = 'and on '.repeat(100);
	const listed = text_content.slice(0, 512);
	const [POSTS, READ] = ['queryWorldRecords', 'batchGetWorldRecords'];
	/** By event: its parameters, facts of a post that is an event of it, and its list. */
	const WORLD: Array<[string, INodeParameters, (self: string) => Partial<StoredPost>, string]> = [
		['newPost', { scope: 'public', tags: 'glaze' }, () => ({ tags: ['glaze'] }), POSTS],
		['newReply', {}, () => ({ parent_record_uid: 'mine' }), 'queryWorldReplies'],
		['ownPostReviewed', {}, (author_user_ref) => ({ author_user_ref }), POSTS],
	];

	/** An event with 12 long posts. */
	const twelve = (...[event, parameters, factsOf]: (typeof WORLD)[number]): Steps => [
		own('mine', -DAY),
		activate('World', event, { ...parameters, options: { includeFullText: true } }),
		advance(MINUTE),
		times(
			12,
			(i) =>
				({ self }) =>
					post(`long_${i}`, 0, { text_content, ...factsOf(self) }),
		),
	];

	each(WORLD)('%s reads them ten per request', (...event) => [
		twelve(...event),
		async ({ trigger, fixture }) => {
			const items = await trigger.poll();
			expect(items).toMatchObject(Array(12).fill({ text_content }));
			for (const item of items) expect(item).not.toHaveProperty('text_truncated');
			const asked = fixture.asked(READ).map((body) => (body.record_uids as string[]).length);
			expect(asked).toEqual([10, 2]);
		},
		poll(),
	]);

	const refused = (rule: Rule = {}) => fault(READ, { status: 400, times: Infinity, ...rule });
	/** Changes the post `long_3` in answers of exact reads. */
	const shown = (change: (post: IDataObject) => IDataObject[]) => {
		const changed = (post: IDataObject) => (post.record_uid === 'long_3' ? change(post) : post);
		const rewrite: Rule['rewrite'] = (envelope) => {
			const { items } = envelope.data as { items: IDataObject[] };
			return { ...envelope, data: { items: items.flatMap(changed) } };
		};
		return fault(READ, { times: Infinity, status: 200, rewrite });
	};
	const missing = { state: 'missing', publication_version: -1 };
	const cut = { text_content: listed, text_truncated: true };
	const [GONE, NO_MORE] = ['no longer shows this post', 'gives no more of this post'];
	/** By what happens to a post between list and exact read: the reason it tells, and which posts keep the text of the list. */
	const UNREAD: Array<[what: string, happens: Act, reason: string, numbers: number[]]> = [
		['one is gone', remove('post', 'long_3'), GONE, [3]],
		['one is shown as missing', shown(({ record_uid }) => [{ record_uid, ...missing }]), GONE, [3]],
		['one comes without a text', shown(({ text_content: _text, ...post }) => [post]), NO_MORE, [3]],
		['one is still cut', shown((post) => [{ ...post, ...cut }]), NO_MORE, [3]],
		['one is not in the answer', shown(() => []), 'lacks "long_3"', [3]],
		['the second request is refused', refused({ after: 1 }), 'refused', [8, 9]],
		['all requests are refused', refused(), 'refused', [...Array(12).keys()]],
	];

	each(WORLD.flatMap((event) => UNREAD.map((unread) => [...unread, event] as const)))(
		'if %s, it triggers with the text of the list and the reason (%#)',
		(_what, happens, reason, numbers, event) => [
			[twelve(...event), meanwhile(event[3], happens)],
			async ({ trigger }) => {
				const items = await trigger.poll();
				expect(items).toHaveLength(12);
				for (const item of items) {
					const isRead = !numbers.some((number) => item.record_uid === `long_${number}`);
					expect(item.text_content).toBe(isRead ? text_content : listed);
					expect(item.text_truncated ?? false).toBe(!isRead);
					if (isRead) expect(item).not.toHaveProperty('text_content_error');
					else expect(item.text_content_error).toContain(reason);
				}
			},
			[heal, poll()],
		],
	);
});

describe('replies', () => {
	const newReply = (parameters?: INodeParameters) => activate('World', 'newReply', parameters);
	const answer = (uid: string, parent_record_uid: string, at = 0) =>
		own(uid, at, { parent_record_uid });
	const chosen = (uids: string) => ({ posts: several('post', uid(uids)) });
	const withdrawn = (uid: string) => set('post', uid, { state: 'unpublished' });
	const isTwo: Rule['match'] = ({ operation, body }) =>
		operation === 'queryWorldReplies' && JSON.stringify(body).includes('two');

	cases({
		'emits replies without a time once': [
			[own('mine', -DAY), reply('before', 'mine'), newReply()],
			[reply('after', 'mine'), poll('after'), over(3, 5 * DAY)],
		],
		'emits those without a time again once there are no longer too many to remember': [
			[limit({ maxUndated: 20 }), own('mine', -DAY)],
			[times(30, (i) => reply(`before_${i}`, 'mine')), newReply()],
			[reply('missed', 'mine'), poll()],
			[times(25, (i) => remove('post', `before_${i}`)), over(16, DAY)],
			[reply('later', 'mine'), poll('later')],
		],
		'finds the replies to a newly published post': [
			[newReply(), own('mine'), advance(1000), reply('first', 'mine', 0), poll('first')],
		],
		'watches an added post from then on': [
			[own('one', -DAY), own('two', -DAY), reply('old', 'two', -HOUR)],
			[newReply({ repliesTo: 'chosen', ...chosen('one') }), reply('to_one', 'one', 0)],
			[change(chosen('one, two')), poll('to_one')],
			[reply('to_two', 'two', 0), poll('to_two')],
		],
		'emits what it has read before a post that cannot be read, and the rest later': [
			[own('one'), own('two', -1), own('three', -2), newReply()],
			['one', 'two', 'three'].map((each) => reply(`to_${each}`, each, 0)),
			[fault(undefined, { match: isTwo, status: 500, times: Infinity }), poll('to_one')],
			[heal, poll('to_three', 'to_two')],
		],
		'watches the fifty newest own posts': [
			[times(60, (i) => own(`post_${i}`, -i * DAY)), newReply()],
			[reply('to_old', 'post_50', 0), reply('to_new', 'post_49', 0)],
			// A list of so many pages is read every ten minutes
			after(10 * MINUTE, 'to_new'),
		],
		'refuses more posts than it can watch': [
			create('World', 'newReply', {
				repliesTo: 'chosen',
				...chosen(Array.from({ length: 51 }, (_, i) => `post_${i}`).join()),
			}),
			asks(0, fails({ message: "'Posts' takes at most 50 entries, not 51" })),
		],
		'of the workflow itself do not trigger it again by default': [
			[own('mine', -DAY), newReply(), advance(MINUTE)],
			[answer('answer', 'mine'), reply('other', 'mine', 0), poll('other')],
			[change({ ignoreMyOwn: false }), poll()],
			[advance(MINUTE), answer('second_answer', 'mine'), poll('second_answer')],
		],
		'of the account do not displace the watched posts': [
			own('post', -30 * DAY),
			times(60, (i) => answer(`answer_${i}`, 'somebody_else', -i * HOUR)),
			[newReply(), advance(10 * MINUTE), reply('reply', 'post', 0), poll('reply')],
			({ trigger }) => {
				// Logged once an hour, not with every poll
				const said = trigger.warnings.filter((each) => each.includes('11 older ones are not'));
				expect(said.length).toBe(1);
			},
			after(61 * MINUTE),
			({ trigger }) => expect(trigger.warnings.length).toBe(2),
		],
		'to a post that was passed over come from then on if a newer post is withdrawn': [
			times(51, (i) => own(`post_${i}`, -i * DAY)),
			[reply('before', 'post_50', 0), newReply(), advance(MINUTE)],
			[reply('passed_over', 'post_50', 0), reply('to_watched', 'post_1', 0)],
			// A list of so many pages is read every ten minutes
			after(10 * MINUTE, 'to_watched'),
			[withdrawn('post_0'), after(10 * MINUTE)],
			[own('later'), reply('to_later', 'later', 0), after(10 * MINUTE, 'to_later')],
			[withdrawn('post_1'), after(10 * MINUTE)],
			[reply('wanted', 'post_50', 0), after(10 * MINUTE, 'wanted')],
		],
	});
});

describe('new posts', () => {
	const add = (uid: string, more: Partial<StoredPost> = {}) =>
		post(uid, 0, { tags: ['glaze', 'kiln'], ...more });
	const mine = own('mine', 0, { tags: ['glaze', 'kiln'] });
	const by = (author: (self: string) => string): Steps => [
		({ self }) => create('World', 'newPost', { author: uid(author(self)) }),
		poll(),
	];

	each([
		['other', () => OTHER],
		['mine', (self: string) => self],
	])('are those of the chosen author, whoever that is: %s', (key, author) => [
		[by(author), advance(MINUTE), add('other'), mine],
		[add('third', { author_user_ref: 'user_third' }), add('pending', { state: 'pending' })],
		poll(key),
	]);

	each([
		['without the account’s own', {}, ['both']],
		['with the account’s own if those are wanted', { ignoreMyOwn: false }, ['both', 'mine']],
	])('by tags are those with all of the tags, %s', (_what, more, keys) => [
		activate('World', 'newPost', { scope: 'public', tags: 'glaze, kiln', ...more }),
		[advance(MINUTE), add('both'), add('one', { tags: ['glaze'] }), mine, poll(...keys)],
	]);

	cases({
		'come when a review ends days after the time that the post shows': [
			[by(() => OTHER), advance(MINUTE), add('reviewed', { state: 'pending' }), over(6, DAY)],
			[set('post', 'reviewed', { state: 'published' }), after(HOUR, 'reviewed')],
		],
	});
});

describe('what n8n is told', () => {
	function tells(expected: object): Step {
		return async ({ trigger }) =>
			expect((await trigger.tryPoll()).error).toHaveProperty('failure', expected);
	}

	each([
		[401, { cause: 'credential-invalid' }],
		[400, { cause: 'configuration-invalid' }],
		[503, { cause: 'temporarily-unavailable' }],
		[500, { cause: 'temporarily-unavailable' }],
		[200, { cause: 'temporarily-unavailable' }],
	])('for a poll that fails with HTTP status %i', (status, expected) => [
		[newCalls(), fault('queryCalls', { status, times: 99 }), tells(expected)],
	]);

	cases({
		'for a service that asks for a pause: the pause and its length': [
			[newCalls(), fault('queryCalls', { status: 429, retryAfter: 900 }), fails({})],
			async ({ trigger }) => {
				const { failure } = (await trigger.tryPoll()).error as unknown as IDataObject;
				expect(failure).toMatchObject({ cause: 'rate-limited' });
				expect((failure as IDataObject).retryAfterMs).toBeGreaterThan(800_000);
			},
		],
		'for an invalid field': [
			create('Calls', 'newCall', startFrom('soon')),
			tells({ cause: 'configuration-invalid' }),
		],
	});
});

describe('a start in the future', () => {
	each([
		['a transcript in work', 'Calls', 'transcriptReady', {}],
		['a reply without a time', 'World', 'newReply', { repliesTo: 'mine' }],
		['a rejected post', 'World', 'ownPostReviewed', {}],
	])('%s from before it is no event when it comes', (_what, area, event, more) => [
		[call('before'), own('own', -30 * DAY), reply('reply', 'own'), own('old', 0, rejected)],
		[create(area, event, { ...startFrom(DAY), ...more }), poll(), hours(25), advance(HOUR)],
		[set('call', 'before', { transcript_state: 'ready' }), poll(), hours(4)],
		[reply('later', 'own'), own('refused', 0, rejected)],
		[call('after', 0, { transcript_state: 'ready' }), after(MINUTE, 1)],
	]);
});
