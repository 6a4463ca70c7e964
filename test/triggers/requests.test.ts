import type { IDataObject, INodeParameters, INodePropertyOptions } from 'n8n-workflow';

import { DAY, HOUR, MINUTE } from '../../nodes/shared/durations';
import type { LogEntry } from '../../dev/fake-service/index';
import { nodeNamed } from '../../dev/engine/types';
import { addArrangement } from '../../dev/areas/Arrangements/events';
import { addCall } from '../../dev/areas/Calls/events';
import { addConversation } from '../../dev/areas/Chat/events';
import { addRecord } from '../../dev/areas/Records/events';
import type { StoredSummary } from '../../dev/areas/Recordings/data';
import type { StoredPost } from '../../dev/areas/World/data';
import { OTHER, type Thing } from '../../dev/areas/things';
import { EPOCH } from './useTrigger';
import { filterBy, peopleById, several, uid } from '../../dev/contract/choices';
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
	type Row,
	type Step,
	type Steps,
	type Story,
	type Watched,
} from './polls';

const { fixture, trigger, activated, account, tell, add, fault, ...words } = usePolls();
const { wait, poll, polls, pass, until, shows, fails, asks } = words;
const now = () => fixture.service.now();

const calls = watching('svcCallsTrigger');
const chat = watching('svcChatTrigger');
const recordings = watching('svcRecordingsTrigger');
const world = watching('svcWorldTrigger');

const atMost = (maxItemsPerPoll: number) => ({ options: { maxItemsPerPoll } });

// Things some milliseconds ahead of now
const call = (call_uid: string, ahead = 0) =>
	add((at) => ({ call: { call_uid, created_at: at + ahead } }));
const recording = (recording_uid: string, ahead = 0, duration_ms = 0) =>
	add((at) => ({ recording: { recording_uid, start_at: at + ahead, duration_ms } }));
const summary = (summary_uid: string, ahead: number, more: Partial<StoredSummary> = {}) =>
	add((at) => {
		const end_at = at + ahead;
		return { summary: { summary_uid, end_at, generation_state: 'completed', ...more } };
	});
const post = (record_uid: string, ahead: number | null, more: Partial<StoredPost> = {}) =>
	add((at) => {
		const published_at = ahead === null ? undefined : at + ahead;
		return { post: { record_uid, published_at, ...more } };
	});
/** A post of the account itself, which is published or rejected */
const own = (record_uid: string, ahead?: number) =>
	add((at) => {
		const author_user_ref = account().profile.user_ref;
		if (ahead === undefined) return { post: { record_uid, state: 'rejected', author_user_ref } };
		return { post: { record_uid, published_at: at + ahead, author_user_ref } };
	});
const say = (sequence: number, { text_content = 'Hello', sender_name = '', isMine = false } = {}) =>
	add((message_at) => {
		const sender_user_ref = isMine ? account().profile.user_ref : OTHER;
		const name = sender_name || undefined;
		const sender = { sender_kind: 'user', sender_user_ref, sender_name: name } as const;
		return { message: { sequence, message_at, text_content, sender } };
	});
const conversation = given(() => addConversation(account(), OTHER, { name: 'Kiln Studio' }));
/** Recordings, the latest of them now */
const spread = (count: number, every: number) =>
	repeat(count, (i) => recording(`recording_${i}`, -i * every));

tell({
	'needs the pages of the lookback window and one more request if the window has events': [
		recordings('newRecording'),
		given(spread(230, HOUR)),
		// A complete rescan: 168 recordings of seven days
		asks({ exactly: Math.ceil(168 / 50) + 1 }, polls(1, HOUR)),
	],
	'reads 1,000 own posts every ten minutes, and those of the last days with each poll': [
		world('ownPostReviewed'),
		given(repeat(1_000, (i) => own(`old_${i}`, -30 * DAY))),
		[polls(1, MINUTE), asks({ fewerThan: 3 * 60 }, polls(60, MINUTE))],
		[own('published', 0), polls(1, MINUTE, 'published#published@1')],
		[own('rejected'), polls(10, MINUTE, 'rejected#rejected@1')],
	],
	'recordings that last long, more than polls have time for, stop no later ones': [
		recordings('newRecording'),
		[wait(MINUTE), repeat(2_000, (i) => recording(`recording_${i}`, -1_000, HOUR))],
		[limited({ maxPollRequests: 8 }), polls(90, MINUTE, 400)],
		[wait(MINUTE), recording('later', -1_000), pass(1, 0), pass(59, MINUTE)],
		({ emitted }) => expect(emitted.slice(400)).toEqual(['later']),
	],
	'recognizes its own messages without reading the profile in every poll': [
		chat('newMessage', { filters: { textContains: 'INVOICE' } }),
		conversation,
		say(1, { text_content: 'The invoice, please', isMine: true }),
		say(2, { text_content: 'Which invoice?' }),
		say(3, { text_content: 'Never mind' }),
		[shows({ text_content: 'Which invoice?' }), polls(1, MINUTE)],
		() => expect(fixture.asked('getCurrentUserProfile')).toHaveLength(1),
		[edit({ ignoreMyOwn: false }), poll()],
		[wait(MINUTE), say(4, { isMine: true }), shows({ sequence: 4 })],
	],
});

describe('among many summaries', () => {
	/** A summary each five minutes: 576 in the two days that polls read again */
	const dense = given(repeat(2_500, (i) => summary(`s${i}`, -5 * i * MINUTE)));

	tell({
		'a poll takes three requests on average, and a late event is found within ten minutes': [
			recordings('summaryCompleted'),
			dense,
			asks({ fewerThan: 3 * 120 }, polls(120, MINUTE)),
			[summary('late', -20 * HOUR), polls(10, MINUTE, 'late#completed')],
		],
		'late events that do not fit into a poll come with the next ones': [
			recordings('summaryCompleted', atMost(1)),
			dense,
			['a', 'b', 'c'].map((each) => summary(each, -20 * HOUR)),
			[until(({ emitted }) => emitted.length, 20, MINUTE, 1), polls(2, MINUTE, 2)],
		],
	});
});

type Make = (uid: string, at: number) => Thing;
const ofCall: Make = (call_uid, created_at) => ({ call: { call_uid, created_at } });
const ofTask: Make = (arrangement_uid, due_at) => ({
	arrangement: { arrangement_uid, due_at, updated_at: EPOCH - DAY },
});
const ofUpdate: Make = (arrangement_uid, updated_at) => ({
	arrangement: { arrangement_uid, updated_at },
});
const ofRecording: Make = (recording_uid, start_at) => ({ recording: { recording_uid, start_at } });
const ofRecord: Make = (record_uid, send_at) => ({ record: { record_uid, send_at } });

describe.each<[string, string, number, Make]>([
	['svcCallsTrigger', 'newCall', 50, ofCall],
	['svcArrangementsTrigger', 'overdue', 50, ofTask],
	['svcArrangementsTrigger', 'updated', 50, ofUpdate],
	['svcRecordingsTrigger', 'newRecording', 50, ofRecording],
	['svcRecordsTrigger', 'newRecord', 150, ofRecord],
])('a backlog of %s, %s', (node, event, page, make) => {
	const behind = (maxItemsPerPoll: number): Watched => [node, event, atMost(maxItemsPerPoll)];
	const happen = (id: string, ms: number) => add(() => make(id, EPOCH + MINUTE / 2 + ms));
	/** 2,000 events, of one moment or over some time, in answers newest or oldest first */
	const waiting = (span: number): Steps => [
		wait(MINUTE),
		repeat(2_000, (i) => happen(`uid_${10_000 + i}`, (i * span) / 2_000)),
		wait(MINUTE),
	];
	/** 100 a poll; topics of emitted records are read besides */
	const read = (fewerThan: number): Steps => {
		const of = ({ path }: LogEntry) => !path.endsWith('/batch-get');
		return [poll(100), asks({ of, fewerThan: 15 * fewerThan }, polls(15, 0, 1_500))];
	};

	tell({
		'over 20 s is read about once': [behind(100), waiting(20_000), read(3 * (100 / page) + 3)],
		'of one moment is read whole by each poll': [behind(100), waiting(0), read(2_000 / page + 3)],
		'of one moment, for which polls have no time, is emitted as far as they can read it': [
			behind(500),
			[waiting(0), happen('later', 1), limited({ maxPollRequests: 8 }), pass(20, 0)],
			({ emitted: keys, trigger: { warnings } }) => {
				expect(new Set(keys).size).toBe(keys.length);
				expect(keys.at(-1)).toContain('later');
				expect(keys.length).toBeGreaterThan(6 * page);
				const [first] = warnings.filter((each) => each.includes('may be missing'));
				expect(first).toContain(`but the first ${keys.length - 1} events`);
			},
		],
	});
});

describe('an activation', () => {
	const brief = given([spread(2_000, HOUR), limited({ maxPollRequests: 12 })]);
	const enough = limited({ maxPollRequests: 3_000 });
	const floorOf = ({ trigger: { state } }: Story) => (state.floor as [number])[0];
	const late = [recording('late', -80 * DAY), wait(DAY), polls(2, MINUTE, 'late')];

	tell({
		'goes on with the next polls if a poll has no time for it': [
			recordings('newRecording'),
			brief,
			[(story) => expect(floorOf(story)).toBeGreaterThan(EPOCH - 59 * DAY), polls(1, MINUTE)],
			[recording('new'), polls(20, MINUTE, 'new'), enough],
			({ trigger: { state } }) => expect(state.opening).toBeUndefined(),
			late,
		],
		'goes on where n8n stores only polls with events, and ends': [
			recordings('newRecording'),
			brief,
			[forgetful, polls(20, MINUTE), enough],
			asks({ fewerThan: 5 }, polls(1, MINUTE)),
			late,
		],
		'tells in events and in the log that it is not complete': [
			recordings('newRecording'),
			brief,
			[recording('new'), wait(MINUTE)],
			shows({ _event: { warnings: [expect.stringContaining('still reading')] } }),
			({ trigger: { warnings } }) => expect(warnings.join()).toContain('still reading'),
		],
		'has new events while the service fails for what existed': [
			recordings('newRecording'),
			brief,
			(story) => {
				const floor = floorOf(story);
				const match = ({ body }: LogEntry) => Number(body?.end_at) <= floor;
				fixture.service.faults.add({ times: Infinity, match, status: 429, retryAfter: 3600 });
			},
			[recording('new'), polls(1, MINUTE, 'new')],
		],
		'reads no more than can be stored as seen': [
			recordings('newRecording'),
			given(spread(20_000, 5 * MINUTE), asks({ fewerThan: 200 }, poll())),
		],
	});
});

describe.each(['plain', 'irregular'] as const)(
	'a list that takes several polls (%s pages)',
	(paging) => {
		const PARENTS = ['p1', 'p2', 'p3'];
		/** A reply some milliseconds ahead of now, or one without a time */
		const reply = (record_uid: string, parent_record_uid: string, ahead: number | null = 0) =>
			post(record_uid, ahead, { parent_record_uid });
		const to = (posts: string) => ({ repliesTo: 'chosen', posts: several('post', uid(posts)) });
		const replies = world('newReply', to('p1, p2, p3'));
		const old: Steps = [
			() => (fixture.service.paging = paging),
			PARENTS.map((parent) => [
				post(parent, -DAY),
				repeat(250, (i) => reply(`old_${parent}_${i}`, parent, -1)),
			]),
		];
		const long = given([old, limited({ maxPollRequests: 4 })]);
		const little = limited({
			maxPollRequests: 2,
			maxUndated: 250,
			maxSeenBytes: 2_500,
			maxFirstSeenBytes: 2_500,
		});
		const besides = (count: number, undated: number): Row => [
			replies,
			given([
				[old, little],
				PARENTS.map((parent) =>
					repeat(undated, (i) => reply(`undated_${parent}_${i}`, parent, null)),
				),
			]),
			[pass(40, MINUTE), repeat(count, (i) => reply(`new_p3_${i}`, 'p3')), pass(80, MINUTE)],
			({ emitted }) => expect(emitted.filter((key) => key.startsWith('undated'))).toEqual([]),
		];

		tell({
			'has no events that existed at the activation, and each later one once': [
				replies,
				long,
				({ trigger: { state } }) => expect(state.scan).toBeDefined(),
				[wait(1), reply('new_p3', 'p3'), polls(30, MINUTE, 'new_p3')],
				repeat(60, (i) => reply(`new_p1_${i}`, 'p1')),
				[polls(60, MINUTE, 60), polls(30, MINUTE)],
			],
			'goes on where n8n stores only polls with events, also after a restart': [
				replies,
				long,
				[forgetful, wait(1), reply('new_p3', 'p3'), polls(30, MINUTE, 'new_p3')],
				PARENTS.map((parent) => [
					[reply(`later_${parent}`, parent), polls(30, MINUTE, `later_${parent}`)],
					[keep, loseAll, polls(30, MINUTE)],
				]),
			],
			'has no earlier replies to posts that are chosen meanwhile': [
				world('newReply', to('p1, p2')),
				long,
				polls(10, MINUTE),
				[edit(to('p1, p2, p3')), polls(30, MINUTE)],
				[reply('new', 'p3'), polls(30, MINUTE, 'new')],
			],
			'repeats no reply without a time beside many later ones': besides(1_600, 40),
			'repeats no reply without a time beside more of them than can be remembered': besides(0, 400),
			'starts again if the service has forgotten the cursor': [
				replies,
				long,
				({ trigger: { state } }) => {
					const { scan } = state as { scan: { cursor: string } };
					scan.cursor = JSON.stringify([JSON.parse(scan.cursor)[0], 'forgotten']);
					fixture.expectViolations();
				},
				[wait(1), reply('new', 'p1'), polls(40, MINUTE, 'new')],
			],
		});
	},
);

/** A list of calls without end where the requests match, by default all */
const endless = (match: (body: IDataObject) => boolean = () => true): Step => {
	let cursor = 0;
	const data = () => ({ items: [], has_more: true, next_page_cursor: `cursor ${cursor++}` });
	return fault({
		operation: 'queryCalls',
		match: ({ body }) => match(body as IDataObject),
		status: 200,
		times: Infinity,
		body: () => JSON.stringify({ code: 200, message: 'ok', data: data() }),
	});
};
const mended = () => fixture.service.faults.clear();
const registered: Step = (story) => (story.trigger.registration = {});
const costly = given(limited({ maxEmptyPages: 20, costlyRequests: 10 }));
const failing = fails('without anything new');

tell({
	'a list without end is not asked for again by each poll': [
		calls('newCall'),
		costly,
		[
			endless(),
			asks(
				{ exactly: 20 },
				repeat(10, () => [wait(MINUTE), failing]),
			),
		],
		[mended, call('new'), polls(1, MINUTE, 'new')],
	],
	'a list without end that is mended is read from the next activation on': [
		calls('newCall'),
		costly,
		[endless(), registered, repeat(2, () => [failing, wait(MINUTE)])],
		[mended, registered],
		['one', 'two'].map((each) => [call(each), poll(each), wait(MINUTE)]),
	],
	'a list without end is not waited for after filters without it, though n8n has activated none before':
		[
			calls('newCall'),
			costly,
			endless(({ media_types }) => media_types === undefined),
			repeat(2, () => [registered, failing, wait(MINUTE)]),
			[registered, edit({ filters: { mediaTypes: ['audio'] } }), poll()],
		],
	'a key that is refused after many requests can be mended at once': [
		calls('newCall'),
		[limited({ costlyRequests: 3 }), repeat(300, (i) => call(`call_${i}`, i)), wait(MINUTE)],
		fault({ operation: 'queryCalls', after: 5, status: 401, times: 1 }),
		[fails('did not accept the API key'), polls(1, MINUTE, 50)],
	],
});

describe('new messages', () => {
	const lists = (count: number) => () =>
		expect(fixture.asked('listChatConversations')).toHaveLength(count);
	const named = { conversation_name: 'Kiln Studio', conversation_kind: 'group' };

	tell({
		'have the name and kind of their conversation, looked up only for emitted ones': [
			chat('newMessage'),
			conversation,
			[poll(), lists(0), say(1, { sender_name: 'Ada' }), say(2)],
			[shows({ ...named, sender_name: 'Ada' }, { ...named, sender_name: null }), lists(1)],
		],
		'have no names with Resolve Names off': [
			chat('newMessage', { resolveNames: false }),
			conversation,
			say(1),
			async ({ trigger: unnamed }) => {
				const [item] = await unnamed.poll();
				expect(item).toMatchObject({ chat_session_uid: 'chat_1', text_content: 'Hello' });
				expect(item).not.toHaveProperty('conversation_name');
			},
			lists(0),
		],
		'are emitted once even if the names cannot be read': [
			chat('newMessage'),
			conversation,
			say(1),
			fault({ operation: 'listChatConversations', status: 500, times: 99 }),
			[shows({ conversation_name: null, sequence: 1 }), poll()],
		],
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
		add((created_at) => ({
			call: {
				call_uid,
				created_at,
				transcript_state: 'ready',
				speakers: [{ display_name: 'Ada', resolution: 'participant', user_ref: 'user_ada' }],
				utterances: [{ start_ms: 0, end_ms: 900, speaker: 0, text: 'Hello', truncated: false }],
			},
		}));
	const transcriptsRead = () => fixture.asked('queryCallTranscript').map((body) => body.call_uid);

	tell({
		'have the transcript as text when it is ready, read only for emitted events': [
			calls('transcriptReady', atMost(1)),
			[spoken('call_1'), spoken('call_2'), shows({ transcript: 'Ada: Hello\n' })],
			() => expect(transcriptsRead()).toEqual(['call_1']),
		],
		'have the text of a summary if the user wants it': [
			recordings('summaryCompleted', { options: { includeText: true } }),
			summary('summary_1', 0, { format: 'markdown', text: '# A quiet day' }),
			shows({ text: '# A quiet day', format: 'markdown' }),
		],
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
		spoken('call_1')();
		const [{ transcript }] = await trigger.poll();
		if (typeof wanted === 'object') expect(transcript).toMatchObject(wanted as object);
		else expect(transcript).toBe(wanted);
		expect(transcriptsRead()).toHaveLength(wanted === undefined ? 0 : 1);
	});
});

describe('an invalid value is reported before anything is sent', () => {
	const [{ options: events }] = nodeNamed('svcCallsTrigger').description.properties;
	const EVENTS_OF_CALLS = (events as INodePropertyOptions[]).map(({ value }) => value);
	const twentyOne = Array.from({ length: 21 }, (_, i) => `user_${i}`).join();
	type Refused = [node: string, event: string, parameters: INodeParameters, message: string];
	const of =
		(node: string, event: string) =>
		(parameters: INodeParameters, message: string): Refused => [node, event, parameters, message];
	const newCall = of('svcCallsTrigger', 'newCall');
	const newRecording = of('svcRecordingsTrigger', 'newRecording');
	const dueSoon = of('svcArrangementsTrigger', 'dueSoon');
	const newPost = of('svcWorldTrigger', 'newPost');

	it.each<Refused>([
		...['oldCall', '', 'constructor'].map((event) =>
			of('svcCallsTrigger', event)(
				{},
				`'Trigger On' must be one of ${EVENTS_OF_CALLS.join(', ')}, not "${event}"`,
			),
		),
		newCall({ startFrom: 'date', startDate: '' }, "'Start Date' is empty"),
		newCall({ startFrom: 'date', startDate: 'soon' }, '\'Start Date\' is not a date: "soon"'),
		newCall({ startFrom: 'last', itemCount: 0 }, "'Number of Items' must be at least 1"),
		newCall({ startFrom: 'last', itemCount: 101 }, "'Number of Items' must be at most 100"),
		newCall({ startFrom: 'never' }, "'Start From' must be one of"),
		newCall(atMost(0), "'Max Items per Poll' must be at least 1"),
		newCall(atMost(501), "'Max Items per Poll' must be at most 500"),
		newCall({ options: { lateArrivalWindow: 5 } }, "'Late Arrival Window' must be one of"),
		newCall({ options: { includeTranscript: 'pdf' } }, "'Include Transcript' must be one of"),
		newCall({ filters: { directions: ['sideways'] } }, "'Directions' must be one of"),
		newCall(
			{ filters: { participants: peopleById(twentyOne) } },
			"'Participants' takes at most 20 entries",
		),
		newRecording(
			{ filters: { speakerLabels: filterBy('speakerLabel', uid(twentyOne)) } },
			"'Speaker Labels' takes at most 20 entries",
		),
		newRecording(
			{
				filters: {
					speakerLabels: filterBy('speakerLabel', uid(twentyOne.slice(0, -8))),
					speakers: peopleById('a,b'),
				},
			},
			"'Speakers' and 'Speaker Labels' take at most 20 entries together",
		),
		dueSoon({ leadTime: 0 }, "'Lead Time (Minutes)' must be at least 1"),
		dueSoon({ leadTime: 43_201 }, "'Lead Time (Minutes)' must be at most 43200"),
		of('svcRecordsTrigger', 'newRecord')({ container: 'topic' }, "'Which Topic' is empty"),
		of('svcWorldTrigger', 'newReply')({ repliesTo: 'chosen' }, "'Posts' is empty"),
		newPost({}, "'Author' is empty"),
		newPost({ scope: 'public' }, "'Tags' is empty"),
		of('svcChatTrigger', 'newMessage')(
			{ filters: { scopes: ['radio'] } },
			"'Kinds' must be one of",
		),
	])('%s, %s with %j', async (node, event, parameters, message) => {
		const { error } = await trigger(node, event, parameters).tryPoll();
		expect(error?.message).toContain(message);
		expect(fixture.requests).toEqual([]);
	});
});
