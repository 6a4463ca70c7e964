import { sleep } from 'n8n-workflow';

import { DAY, HOUR, MINUTE } from '../../nodes/shared/durations';
import type { StoredArrangement } from '../../dev/areas/Arrangements/data';
import { addConversation } from '../../dev/areas/Chat/events';
import { OTHER } from '../../dev/areas/things';
import type { StoredPost } from '../../dev/areas/World/data';
import { several, uid } from '../../dev/contract/choices';
import { EPOCH } from './useTrigger';
import {
	edit,
	forgetful,
	given,
	keep,
	limited,
	loseAll,
	repeat,
	usePolls,
	watching,
	type Step,
	type Story,
} from './polls';

const { fixture, activated, account, tell, add, fault, ...words } = usePolls();
const { wait, poll, polls, pass, until, all, shows, fails } = words;

const calls = watching('svcCallsTrigger');
const tasks = watching('svcArrangementsTrigger');
const recordings = watching('svcRecordingsTrigger');
const world = watching('svcWorldTrigger');

type Direction = 'incoming' | 'outgoing';
const only = (direction: Direction) => ({ filters: { directions: [direction] } });
const atMost = (maxItemsPerPoll: number) => ({ options: { maxItemsPerPoll } });

/** A call that is created some milliseconds ahead of now */
const call = (call_uid: string, direction: Direction = 'incoming', ahead = 0, more = {}) =>
	add((at) => ({ call: { call_uid, direction, created_at: at + ahead, ...more } }));
const task = (arrangement_uid: string, dueIn?: number, more: Partial<StoredArrangement> = {}) =>
	add((at) => {
		const due_at = dueIn === undefined ? undefined : at + dueIn;
		return { arrangement: { arrangement_uid, updated_at: at, due_at, ...more } };
	});
const recording = (recording_uid: string) =>
	add((at) => ({ recording: { recording_uid, start_at: at } }));
const post = (record_uid: string, ahead = 0, more: Partial<StoredPost> = {}) =>
	add((at) => ({ post: { record_uid, published_at: at + ahead, ...more } }));
/** A post of the account itself that is reviewed */
const own = (record_uid: string, state: 'published' | 'rejected') =>
	add((at) => {
		const author_user_ref = account().profile.user_ref;
		const published_at = state === 'published' ? at : undefined;
		return { post: { record_uid, state, published_at, author_user_ref } };
	});

/** Changes existing objects */
const becomes =
	(kind: 'calls' | 'recordings' | 'summaries', state: object) =>
	(...uids: string[]) =>
	() =>
		uids.forEach((each) => Object.assign(account()[kind].get(each)!, state));
const ready = becomes('calls', { summary_state: 'ready' });
const transcribed = becomes('recordings', { transcript_state: 'ready' });
const numbered = (name: string, count: number) =>
	Array.from({ length: count }, (_, i) => `${name}_${i}`);
const summariesOf = (count: number) => numbered('c', count).map((each) => `${each}#summary`);

/** The UIDs of objects that the trigger reads again since they were not ready */
const unready = (...uids: string[]): Step => {
	const expected = uids.length > 0 ? { uids } : undefined;
	return ({ trigger }) => expect(trigger.state.unready).toEqual(expected);
};
/** A restart in which n8n has stored the static data of the workflow, but since `keep` not that of the node */
const loseNode: Step = ({ trigger, kept }) => {
	const { 'node:Svc Trigger': node } = kept;
	trigger.restart({ ...(node && { 'node:Svc Trigger': node }), global: trigger.stored.global });
};

describe('changed filters', () => {
	const reviewed = (...outcomes: string[]) => ({ filters: { outcomes }, ...atMost(1) });
	const wide = { options: { maxItemsPerPoll: 500, lateArrivalWindow: 43_200 } };
	const isSmall: Step = ({ trigger }) =>
		expect(JSON.stringify(trigger.stored).length).toBeLessThan(64 * 1024);

	tell({
		'count from the first poll with them, even if n8n gives the state from before it again': [
			calls('newCall', only('incoming')),
			[edit(only('outgoing')), forgetful, polls(2, HOUR)],
			[call('in', 'incoming', 1), call('out', 'outgoing', 1), polls(1, 1_000, 'out')],
		],
		'free a trigger from filters that the service does not accept any more': [
			calls('newCall', only('incoming')),
			fault({
				operation: 'queryCalls',
				match: ({ body }) => JSON.stringify(body).includes('incoming'),
				status: 400,
				times: Infinity,
			}),
			[wait(MINUTE), fails('refused')],
			[edit(only('outgoing')), wait(MINUTE), call('unread', 'outgoing', -1), poll('unread')],
			[wait(MINUTE), call('new', 'outgoing'), poll('new')],
		],
		'are stored with the workflow, and what was read with the earlier ones counts as read': [
			calls('newCall', only('incoming')),
			[keep, call('read', 'outgoing'), polls(1, MINUTE)],
			[call('of_the_earlier_filters'), edit(only('outgoing')), polls(1, MINUTE), loseNode],
			[wait(HOUR), call('late', 'outgoing', -MINUTE), all('late')],
		],
		'find a rejected post while events of the earlier filters still wait': [
			world('ownPostReviewed', reviewed('published')),
			['p1', 'p2'].map((each) => [wait(MINUTE), own(each, 'published')]),
			[edit(reviewed('published', 'rejected')), polls(1, MINUTE, 'p1#published@1')],
			[wait(MINUTE), own('rejected', 'rejected')],
			all('p2#published@1', 'rejected#rejected@1'),
		],
		'exclude objects that become ready later and match the earlier filters only': [
			calls('summaryReady', only('incoming')),
			[wait(MINUTE), call('in'), polls(30, HOUR), unready('in')],
			[edit(only('outgoing')), polls(30, HOUR)],
			[ready('in'), polls(3, HOUR)],
		],
		'do not track objects that leave the lookback window unready and do not match': [
			calls('summaryReady', only('incoming')),
			[call('in'), polls(25, HOUR), unready()],
			[edit(only('outgoing')), polls(1, MINUTE)],
			[ready('in'), polls(3, HOUR)],
		],
		'leave the stored state below 64 KiB': [
			calls('newCall', { ...only('incoming'), ...wide }),
			repeat(12, (day) => [
				repeat(450, (i) => call(`call_${day}_${i}`, 'incoming', i * 1000)),
				polls(1, HOUR, 450),
			]),
			[all(), isSmall],
			[edit({ ...only('outgoing'), ...wide }), polls(1, MINUTE), isSmall],
		],
	});
});

describe('changed settings', () => {
	const replies = (posts: string) => ({ repliesTo: 'chosen', posts: several('post', uid(posts)) });

	tell({
		'Due Soon: a shorter lead time loses no task that becomes due within it': [
			tasks('dueSoon', { leadTime: 1440 }),
			polls(1, MINUTE),
			[edit({ leadTime: 60 }), polls(2, MINUTE)],
			[task('a', 30 * MINUTE), polls(1, MINUTE, 1)],
		],
		'Due Soon: tasks of other filters do not wait until those of earlier ones are read again': [
			tasks('dueSoon', { ...atMost(500), filters: { statuses: ['identified'] } }),
			given(
				[
					repeat(300, (i) => task(`task_${i}`, (30 + i / 20) * MINUTE, { status: 'identified' })),
					task('urgent', 5 * MINUTE, { status: 'following' }),
				],
				poll(300),
			),
			[poll(), polls(1, MINUTE)],
			[edit(atMost(500)), polls(1, MINUTE, `urgent#due@${EPOCH + 5 * MINUTE}`)],
		],
		'added posts are stored with the workflow': [
			world('newReply', replies('p1')),
			given([post('p1', -DAY), post('p2', -DAY)]),
			[polls(1, MINUTE), keep],
			// n8n has stored only the workflow's data of an activation without events
			[edit(replies('p1, p2')), polls(1, MINUTE), loseNode],
			[wait(HOUR), post('reply', 0, { parent_record_uid: 'p2' }), poll('reply')],
		],
		'another event and back again starts over': [
			tasks('created'),
			[wait(MINUTE), task('due', 30 * MINUTE, { updated_at: EPOCH - DAY })],
			[edit({ event: 'dueSoon', leadTime: 60 }), poll(1)],
			repeat(7, (day) => [wait(DAY), task(`old_${day}`)]),
			[edit({ event: 'created' }), polls(1, HOUR)],
		],
	});
});

describe('objects that were not ready', () => {
	const generated = (generation_state: string) => becomes('summaries', { generation_state })('s');
	const startDate = new Date(EPOCH - 25 * DAY).toISOString();
	/** 20 calls that became ready, one each 20 hours */
	const history = repeat(20, (i) =>
		call(`r_${i}`, 'incoming', (20 * i - 480) * HOUR, { summary_state: 'ready' }),
	);

	tell({
		'are emitted once even if a call shows an earlier start than its creation': [
			calls('summaryReady'),
			[wait(2 * HOUR), call('a', 'incoming', 0, { started_at: EPOCH })],
			// After 23 hours the start has left the lookback window, the creation has not
			polls(24 * 12 - 12, 5 * MINUTE),
			[until(({ trigger }) => trigger.state.unready, 12, 5 * MINUTE), unready('a')],
			// The hourly read by UID fails once and is repeated a minute later, when only the recent part is read
			fault({ operation: 'batchGetCalls', status: 503, times: 5 }),
			until(() => fixture.asked('batchGetCalls').length, 70, MINUTE),
			[ready('a'), polls(240, MINUTE, 'a#summary')],
		],
		'are emitted once even if a call is processed again when it leaves the lookback window': [
			calls('summaryReady'),
			[wait(MINUTE), call('a'), ready('a'), polls(22, HOUR, 'a#summary')],
			[becomes('calls', { summary_state: 'processing' })('a'), polls(6, HOUR)],
			[ready('a'), polls(6, HOUR)],
		],
		'are emitted once even if a summary is generated again': [
			recordings('summaryCompleted'),
			wait(MINUTE),
			add((end_at) => ({ summary: { summary_uid: 's', end_at, generation_state: 'completed' } })),
			polls(3, HOUR, 's#completed'),
			// It leaves the late arrival window meanwhile
			[generated('processing'), polls(10, DAY)],
			[generated('completed'), polls(10 * 24, HOUR)],
		],
		'are emitted once over 30 days in which n8n loses states (recordings)': [
			recordings('transcriptReady'),
			[keep, wait(MINUTE), recording('r'), repeat(20, () => [polls(1, DAY), loseAll])],
			[transcribed('r'), polls(1, HOUR, 'r#transcript'), polls(50, 2 * HOUR)],
		],
		'start from a date: unfinished objects are emitted when they are ready': [
			calls('summaryReady', { startFrom: 'date', startDate, ...atMost(3) }),
			given([call('a', 'incoming', -10 * DAY), history], [all(20), polls(3, HOUR)]),
			[ready('a'), polls(3, HOUR, 'a#summary')],
		],
		'start from the last items: unfinished objects are emitted when they are ready': [
			calls('summaryReady', { startFrom: 'last', itemCount: 18, ...atMost(7) }),
			given(
				[call('a', 'incoming', -10 * DAY), call('b', 'incoming', -2 * HOUR), history],
				[all(18), polls(3, HOUR)],
			),
			[ready('a', 'b'), polls(3, HOUR, 'a#summary', 'b#summary')],
		],
	});
});

it('a poll whose request never ends holds up no poll for more than a minute, and gives nothing later', async () => {
	const slow = await activated('svcCallsTrigger', 'newCall');
	fixture.service.advance(MINUTE);
	call('first')();
	const { inject } = fixture.service;
	let end = () => {};
	const hanging = jest.spyOn(fixture.service, 'inject').mockImplementationOnce(async (request) => {
		await new Promise<void>((resolve) => (end = resolve));
		return await inject(request);
	});
	const hung = slow.poll();
	await sleep(20);
	const passed = performance.now.bind(performance);
	const clock = jest.spyOn(performance, 'now').mockImplementation(() => passed() + 59_800);
	expect(await slow.keys()).toEqual(['first']);
	call('second')();
	expect(await slow.keys()).toEqual(['second']);
	const { stored } = slow;
	end();
	expect(await hung.catch(() => [])).toEqual([]);
	slow.stored = stored;
	expect(await slow.keys()).toEqual([]);
	clock.mockRestore();
	hanging.mockRestore();
});

describe('further settings and restarts', () => {
	it.each([
		['replaced', true],
		['unchanged', false],
	])('%s filters: a slow service is read completely, poll by poll', async (_what, replaced) => {
		const slow = await activated('svcCallsTrigger', 'newCall', only('incoming'));
		fixture.service.advance(MINUTE);
		if (replaced) slow.parameters = { event: 'newCall', ...only('outgoing') };
		// Each answer takes 15 seconds of the time limit of the poll
		const real = performance.now.bind(performance);
		let passed = 0;
		const clock = jest.spyOn(performance, 'now').mockImplementation(() => real() + passed);
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
			fixture.service.advance(MINUTE);
			errors.push((await slow.tryPoll()).error?.message);
		}
		clock.mockRestore();
		expect(errors.at(-1)).toBeUndefined();
		expect(passed).toBeGreaterThan(8 * 15_000);
		if (!replaced) expect(errors).toEqual(Array(8).fill(undefined));
	});

	const cats = { filters: { textContains: 'cat' } };
	const dogs = { filters: { textContains: 'dog' } };
	const say = (sequence: number, text_content: string, sender = () => OTHER) =>
		add((message_at) => {
			const person = { sender_kind: 'user', sender_user_ref: sender() } as const;
			return { message: { sequence, message_at, text_content, sender: person } };
		});
	const self = () => account().profile.user_ref;
	const told = (...texts: string[]) => shows(...texts.map((text_content) => ({ text_content })));
	const window = (lateArrivalWindow: number) => ({ options: { lateArrivalWindow } });
	/** A poll after which n8n stores its state, if it has events, or loses what came since then */
	const pollAndLose = (after: number, loses: boolean) => async (story: Story) => {
		const { length } = story.emitted;
		await pass(1, after)(story);
		if (story.emitted.length > length) keep(story);
		else if (loses) loseAll(story);
	};

	tell({
		'New Message: changed filters of the node itself count for all that was not read': [
			watching('svcChatTrigger')('newMessage', { ignoreMyOwn: true, ...cats }),
			given(() => addConversation(account(), OTHER)),
			repeat(3, (i) => [wait(2 * HOUR), say(i * 2 + 1, `cat ${i}`), say(i * 2 + 2, `dog ${i}`)]),
			[wait(30 * MINUTE), edit({ ignoreMyOwn: false, ...dogs }), told('dog 0', 'dog 1', 'dog 2')],
			[wait(MINUTE), say(7, 'dog mine', self), told('dog mine')],
			[say(8, 'cat late'), poll()],
		],
		'more ready objects than Max Items while n8n loses states': [
			calls('summaryReady', atMost(3)),
			[wait(MINUTE), repeat(10, (i) => call(`c_${i}`, 'incoming', i)), polls(40, HOUR), keep],
			ready(...numbered('c', 10)),
			repeat(60, (i) => pollAndLose(i % 5 === 0 ? HOUR : MINUTE, i % 2 === 1)),
			({ emitted }) => expect(emitted.sort()).toEqual(summariesOf(10)),
		],
		'the late arrival window is lowered and raised with unfinished calls': [
			calls('summaryReady', window(10_080)),
			[repeat(20, (i) => [wait(7 * HOUR), call(`c_${i}`)]), poll()],
			[edit(window(10)), polls(5, HOUR)],
			[edit(window(43_200)), polls(5, HOUR)],
			[ready(...numbered('c', 20)), polls(5, HOUR, ...summariesOf(20)), polls(40, DAY)],
		],
		'one slow poll with an invalid UID does not stop a trigger': [
			calls('summaryReady'),
			[wait(MINUTE), call('c'), polls(30, HOUR)],
			[() => account().calls.delete('c'), polls(33, DAY), unready()],
		],
		'recordings: unfinished ones are emitted after n8n was down for weeks and lost its state': [
			recordings('transcriptReady', atMost(2)),
			[keep, repeat(6, (i) => [wait(DAY), recording(`r_${i}`)])],
			[polls(1, 20 * DAY), loseAll, polls(1, HOUR), polls(1, MINUTE)],
			transcribed(...numbered('r', 6)),
			[polls(26, HOUR, ...numbered('r', 6).map((each) => `${each}#transcript`)), polls(10, DAY)],
		],
	});
});

describe('n8n that stores only the workflow’s data after a poll without events', () => {
	/** Number of states that are stored with the workflow */
	const copies = (count: number) => (story: Story) =>
		expect(Object.keys(story.trigger.stored.global ?? {})).toHaveLength(count);

	tell({
		'continues after two restarts without events': [
			calls('newCall'),
			loseNode,
			// Published again, or n8n restarted, before the first scheduled poll
			[polls(1, 10 * MINUTE), loseNode],
			[wait(10 * MINUTE), call('meanwhile'), polls(1, 10 * MINUTE, 'meanwhile')],
		],
		'has one copy of the state after a poll with events': [
			calls('newCall'),
			[copies(1), poll(), copies(1)],
			[wait(MINUTE), call('a'), poll('a'), copies(0)],
			[polls(1, MINUTE), copies(0)],
		],
		'has one copy of the state if it is large': [
			calls('newCall'),
			given(limited({ maxStoredTwice: 100 })),
			copies(0),
		],
		'keeps changed filters after two restarts without events': [
			calls('newCall', only('incoming')),
			[loseNode, wait(HOUR), call('first'), poll('first'), keep],
			[edit(only('outgoing')), polls(1, MINUTE), loseNode, polls(1, HOUR), loseNode],
			[wait(MINUTE), call('out', 'outgoing'), polls(1, 10 * HOUR, 'out')],
		],
	});
});

describe('a crowded millisecond, for which a poll has little time, is emitted once', () => {
	/** 250 calls of one millisecond, which a poll can read if it begins with them, between two others */
	const crowd = [
		[wait(MINUTE), call('before')],
		[wait(1), repeat(250, (i) => call(`c_${i}`))],
		[wait(1), call('after'), limited({ maxPollRequests: 7 })],
	];
	const once: Step = ({ emitted }) =>
		expect(emitted.sort()).toEqual(['before', 'after', ...numbered('c', 250)].sort());

	tell({
		'by one process': [calls('newCall'), crowd, pass(60, MINUTE), once],
		'where n8n stores only polls with events': [
			calls('newCall'),
			[forgetful, crowd, pass(60, MINUTE), once],
		],
		'by a new process each time': [
			calls('newCall'),
			[crowd, repeat(60, () => [pass(1, MINUTE), keep, loseAll]), once],
		],
		'if filters change meanwhile': [
			calls('newCall'),
			[crowd, pass(8, MINUTE), edit(only('incoming')), pass(60, MINUTE), once],
		],
	});
});
