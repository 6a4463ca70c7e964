import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { several, uid } from '../../dev/contract/choices';
import { nodeNamed } from '../../dev/engine/types';
import type { FrozenState } from './frozen';
import { shapeOf } from './shape';
import { SELF, type Thing } from '../../dev/areas/things';
import { BEGIN, type RunningTrigger, type TriggerRuns } from './triggerRun';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** More than a trigger reads at once. */
const MANY = 1_000;

/** Source of events of one kind in the service. */
interface Kind {
	node: string;
	event: string;
	/** Tells kinds of the same event from each other */
	name?: string;
	parameters?: INodeParameters;
	/** There before everything */
	before?: Thing[];
	/** An event of this number and time, and its `_event.id` */
	happen: (number: number, time: number) => [Thing, string];
	/** An event that can be found so long after its time; none where nothing comes late */
	late?: number;
	/** The object before it was ready, and the time until it leaves the lookback */
	inWork?: { thing: (number: number, time: number) => Thing; wait: number };
	/** Time after which an event has left the lookback; two days unless given */
	leaves?: number;
	/** Filters that let through events of even numbers, and of odd ones */
	filters?: [even: INodeParameters, odd: INodeParameters];
	/** Start From can be chosen */
	starts?: boolean;
}

const call = (number: number, time: number, more = {}): Thing => ({
	call: {
		call_uid: `call_${number}`,
		created_at: time,
		direction: number % 2 ? 'outgoing' : 'incoming',
		...more,
	},
});
const directions: Kind['filters'] = [
	{ filters: { directions: ['incoming'] } },
	{ filters: { directions: ['outgoing'] } },
];
const recording = (number: number, time: number, more = {}): Thing => ({
	recording: { recording_uid: `recording_${number}`, start_at: time, duration_ms: 0, ...more },
});
const summary = (
	number: number,
	end_at: number,
	generation_state: 'processing' | 'completed' | 'failed',
): Thing => ({
	summary: {
		summary_uid: `summary_${number}`,
		end_at,
		generation_state,
		kind: number % 2 ? 'daily_summary' : 'timeline',
	},
});
/** A transcript or summary of a call that is ready, or has failed. */
const settledCall = (
	event: string,
	part: 'summary' | 'transcript',
	state: 'ready' | 'failed',
): Kind => ({
	node: 'svcCallsTrigger',
	event,
	happen: (number, time) => [
		call(number, time, { [`${part}_state`]: state }),
		`call_${number}#${state === 'ready' ? part : `${part}_failed`}`,
	],
	late: 20 * HOUR,
	inWork: { thing: call, wait: 3 * DAY },
	filters: directions,
	starts: true,
});
/** A transcript of a recording that is ready, or has failed. */
const settledRecording = (event: string, state: 'ready' | 'failed', mark: string): Kind => ({
	node: 'svcRecordingsTrigger',
	event,
	happen: (number, time) => [
		recording(number, time, { transcript_state: state }),
		`recording_${number}#${mark}`,
	],
	late: 6 * DAY,
	inWork: { thing: recording, wait: 2 * DAY },
	starts: true,
});
/** A summary that is completed, or has failed. */
const settledSummary = (event: string, state: 'completed' | 'failed'): Kind => ({
	node: 'svcRecordingsTrigger',
	event,
	happen: (number, time) => [summary(number, time, state), `summary_${number}#${state}`],
	late: 6 * DAY,
	inWork: { thing: (number, time) => summary(number, time, 'processing'), wait: 8 * DAY },
	filters: [{ filters: { kinds: ['timeline'] } }, { filters: { kinds: ['daily_summary'] } }],
	starts: true,
});
const arrangement = (number: number, updated_at: number, more = {}): Thing => ({
	arrangement: {
		arrangement_uid: `arrangement_${number}`,
		updated_at,
		status: number % 2 ? 'following' : 'identified',
		...more,
	},
});
const statuses: Kind['filters'] = [
	{ filters: { statuses: ['identified'] } },
	{ filters: { statuses: ['following'] } },
];
const own = (number: number, more = {}): Thing => ({
	post: { record_uid: `own_${number}`, author_user_ref: SELF, ...more },
});

const replies: Kind = {
	node: 'svcWorldTrigger',
	event: 'newReply',
	before: [own(0, { published_at: BEGIN - DAY })],
	happen: (number, time) => [
		{
			post: {
				record_uid: `reply_${number}`,
				parent_record_uid: 'own_0',
				published_at: time,
			},
		},
		`reply_${number}`,
	],
	late: 2 * DAY,
	starts: true,
};

const KINDS: Kind[] = [
	{
		node: 'svcCallsTrigger',
		event: 'newCall',
		happen: (number, time) => [call(number, time), `call_${number}`],
		late: 30 * MINUTE,
		filters: directions,
		starts: true,
	},
	{
		node: 'svcCallsTrigger',
		event: 'missedCall',
		happen: (number, time) => [
			call(number, time, {
				direction: 'incoming',
				connection_state: 'not_connected',
				result: 'not_answered',
				media_type: number % 2 ? 'video' : 'audio',
			}),
			`call_${number}#missed`,
		],
		late: 20 * HOUR,
		filters: [{ filters: { mediaTypes: ['audio'] } }, { filters: { mediaTypes: ['video'] } }],
		starts: true,
	},
	settledCall('summaryReady', 'summary', 'ready'),
	settledCall('summaryFailed', 'summary', 'failed'),
	settledCall('transcriptReady', 'transcript', 'ready'),
	settledCall('transcriptFailed', 'transcript', 'failed'),
	{
		node: 'svcChatTrigger',
		event: 'newMessage',
		happen: (number, time) => [
			{
				message: {
					sequence: number + 1,
					message_at: time,
					text_content: number % 2 ? 'Dogs' : 'Cats',
				},
			},
			`chat_1#${String(number + 1).padStart(12, '0')}`,
		],
		late: 30 * MINUTE,
		filters: [{ filters: { textContains: 'cat' } }, { filters: { textContains: 'dog' } }],
		starts: true,
	},
	{
		node: 'svcRecordingsTrigger',
		event: 'newRecording',
		happen: (number, time) => [recording(number, time), `recording_${number}`],
		late: 6 * DAY,
		starts: true,
	},
	{
		node: 'svcRecordingsTrigger',
		event: 'recordingSealed',
		happen: (number, time) => [
			recording(number, time, { sealed: true, end_at: time }),
			`recording_${number}#sealed`,
		],
		late: 6 * DAY,
		inWork: { thing: recording, wait: 2 * DAY },
		starts: true,
	},
	settledRecording('transcriptReady', 'ready', 'transcript'),
	settledRecording('transcriptFailed', 'failed', 'transcript_failed'),
	settledSummary('summaryCompleted', 'completed'),
	settledSummary('summaryFailed', 'failed'),
	{
		node: 'svcRecordsTrigger',
		event: 'newRecord',
		happen: (number, time) => [
			{
				record: {
					record_uid: `record_${number}`,
					send_at: time,
					origin: number % 2 ? 'topic' : 'self',
				},
			},
			`record_${number}`,
		],
		late: 30 * MINUTE,
		filters: [{ filters: { origins: ['self'] } }, { filters: { origins: ['topic'] } }],
		starts: true,
	},
	{
		node: 'svcArrangementsTrigger',
		event: 'created',
		happen: (number, time) => [
			arrangement(number, time, { created_at: time }),
			`arrangement_${number}`,
		],
		late: 5 * MINUTE,
		filters: statuses,
		starts: true,
	},
	{
		node: 'svcArrangementsTrigger',
		event: 'updated',
		happen: (number, time) => [
			arrangement(number, time, { created_at: time - DAY }),
			`arrangement_${number}#${time}`,
		],
		late: 5 * MINUTE,
		filters: statuses,
		starts: true,
	},
	{
		node: 'svcArrangementsTrigger',
		event: 'statusChanged',
		before: Array.from({ length: 12 }, (_, number) =>
			arrangement(number, BEGIN - DAY, { status: 'identified' }),
		),
		happen: (number, time) => [
			arrangement(number, time, {
				created_at: BEGIN - DAY,
				status: 'following',
				version: 2,
			}),
			`arrangement_${number}#following@${time}`,
		],
	},
	{
		node: 'svcArrangementsTrigger',
		event: 'dueSoon',
		parameters: { leadTime: 60 },
		happen: (number, time) => [
			arrangement(number, time, { due_at: time + 30 * MINUTE }),
			`arrangement_${number}#due@${time + 30 * MINUTE}`,
		],
	},
	{
		node: 'svcArrangementsTrigger',
		event: 'overdue',
		happen: (number, time) => [
			arrangement(number, time, { due_at: time }),
			`arrangement_${number}#overdue@${time}`,
		],
		late: 2 * DAY,
		starts: true,
	},
	{
		node: 'svcWorldTrigger',
		event: 'newPost',
		parameters: { scope: 'public', tags: 'glaze' },
		happen: (number, published_at) => [
			{
				post: {
					record_uid: `post_${number}`,
					published_at,
					tags: ['glaze'],
					record_type: number % 2 ? 'extension_publication' : 'record',
				},
			},
			`post_${number}`,
		],
		late: 6 * DAY,
		leaves: 8 * DAY,
		filters: [
			{ filters: { recordType: 'record' } },
			{ filters: { recordType: 'extension_publication' } },
		],
		starts: true,
	},
	replies,
	{
		...replies,
		name: 'chosen',
		parameters: { repliesTo: 'chosen', posts: several('post', uid('own_0')) },
	},
	{
		node: 'svcWorldTrigger',
		event: 'ownPostReviewed',
		happen: (number, time) => [
			own(number, { state: 'published', published_at: time }),
			`own_${number}#published@1`,
		],
		inWork: { thing: (number) => own(number, { state: 'pending' }), wait: 2 * DAY },
		starts: true,
	},
];

/** Progress of a trigger, and the events that are to come. */
type Story = Omit<FrozenState, 'things' | 'stored' | 'emitted' | 'now' | 'next'> & {
	/** Leads to the state; gives the ids of the events that were emitted until then */
	until: (trigger: RunningTrigger) => Promise<string[]>;
	/** Comes later, at that moment; gives the ids of all events that have still to come */
	next: (now: number) => [things: Thing[], events: string[]];
	/** Makes another state of it, of an older version */
	as?: (stored: IDataObject) => IDataObject;
};

/** Names of the files, with the states. */
export async function recordStates(runs: TriggerRuns): Promise<Array<[string, FrozenState]>> {
	const states: Array<[string, FrozenState]> = [];
	for (const kind of KINDS) {
		for (const [name, story] of Object.entries(storiesOf(kind))) {
			const names = [kind.node, kind.event, kind.name, name].filter(Boolean);
			states.push([names.join('.'), await play(story, runs)]);
		}
	}
	return states;
}

async function play({ until, next, as, ...story }: Story, runs: TriggerRuns): Promise<FrozenState> {
	const trigger = runs.trigger(story);
	expectSame(`${story.about}, until then`, await until(trigger), trigger.events);
	const { now } = trigger;
	const emitted = trigger.events;
	const things = trigger.things.slice();
	const stored = as ? as(trigger.stored) : trigger.stored;
	const [later, events] = next(now);
	const { parameters } = trigger;
	const resumed = runs.trigger({ ...story, parameters, now, things, stored });
	resumed.happen(...later);
	await resumed.drain();
	expectSame(`${story.about}, from then on`, events, resumed.events);
	const output = shapeOf(resumed.items);
	return {
		...story,
		parameters,
		now,
		things,
		stored,
		emitted,
		next: { things: later, events, output },
	};
}

function expectSame(what: string, wanted: string[], found: string[]): void {
	const [a, b] = [wanted, found].map((ids) => ids.slice().sort().join(', '));
	if (a !== b) throw new Error(`${what}: wanted ${a}, found ${b}`);
}

/** Stories of an event, by name. */
function storiesOf(kind: Kind): Record<string, Story> {
	const { node, event, before = [], happen, late, inWork, leaves = 2 * DAY } = kind;
	const { filters, starts } = kind;
	const parameters = { event, ...kind.parameters };
	const typeVersion = [nodeNamed(node).description.version].flat().at(-1)!;
	const type = { node, typeVersion };
	const named = [node, event, kind.name].filter(Boolean).join(' ');
	const some = (numbers: number[], time: number): [Thing[], string[]] => {
		const all = numbers.map((number) => happen(number, time));
		return [all.map(([thing]) => thing), all.map(([, id]) => id)];
	};
	/** Two new ones, and one that is late */
	const more = (numbers: number[], now: number): [Thing[], string[]] => {
		const [latest, ...others] = numbers;
		const [things, ids] = some(others, now);
		const [lateThings, lateIds] = late ? some([latest], now - late) : some([latest], now);
		return [
			[...lateThings, ...things],
			[...lateIds, ...ids],
		];
	};
	const activated = async (trigger: RunningTrigger) => {
		trigger.happen(...before);
		await trigger.poll();
	};
	const going: Story = {
		about: `${named}, after some events`,
		...type,
		parameters,
		async until(trigger) {
			await activated(trigger);
			trigger.wait(MINUTE);
			const [things, ids] = some([0, 1, 2], trigger.now);
			trigger.happen(...things);
			await trigger.poll();
			trigger.wait(MINUTE);
			await trigger.poll();
			return ids;
		},
		next: (now) => more([3, 4, 5], now),
	};
	const stories: Record<string, Story> = { going };
	if (inWork) {
		stories.inWork = {
			about: `${named}, before something is ready`,
			...type,
			parameters,
			async until(trigger) {
				await activated(trigger);
				trigger.wait(MINUTE);
				const time = trigger.now;
				const [ready, ids] = some([0], time);
				trigger.happen(...ready, ...[1, 2, 3].map((number) => inWork.thing(number, time)));
				await trigger.poll();
				for (let waited = 0; waited < inWork.wait; waited += 6 * HOUR) {
					trigger.wait(6 * HOUR);
					await trigger.poll();
				}
				return ids;
			},
			next(now) {
				const [ready, ids] = some([1, 2], BEGIN + MINUTE);
				const [things, newIds] = some([4], now);
				return [
					[...ready, ...things],
					[...ids, ...newIds],
				];
			},
		};
	}
	if (filters) {
		const [even, odd] = filters;
		const options = { maxItemsPerPoll: 1 };
		stories.otherFilters = {
			about: `${named}, with earlier filters that still count`,
			...type,
			parameters: { ...parameters, ...even, options },
			async until(trigger) {
				await activated(trigger);
				trigger.wait(HOUR);
				const [things] = some([0, 1, 2, 3, 4], trigger.now);
				trigger.happen(...things);
				// The new filters count from the lookback before the change
				trigger.wait(inWork?.wait ?? leaves);
				trigger.parameters = { ...parameters, ...odd, options };
				await trigger.poll();
				return some([0], BEGIN + HOUR)[1];
			},
			next(now) {
				const [, ids] = some([2, 4], BEGIN + HOUR);
				const [things, all] = some([5, 6, 7], now + 1);
				return [things, [...ids, all[0], all[2]]];
			},
		};
	}
	if (starts && late) {
		stories.catchingUp = {
			about: `${named}, from a date, before all since then was emitted`,
			...type,
			parameters: {
				...parameters,
				startFrom: 'date',
				startDate: new Date(BEGIN - HOUR).toISOString(),
				options: { maxItemsPerPoll: 2 },
			},
			async until(trigger) {
				trigger.happen(...before);
				for (let number = 0; number < 5; number++) {
					trigger.happen(...some([number], BEGIN - (9 - number) * MINUTE)[0]);
				}
				await trigger.poll();
				return [0, 1].map((number) => happen(number, BEGIN - (9 - number) * MINUTE)[1]);
			},
			next(now) {
				const rest = [2, 3, 4].map((number) => happen(number, BEGIN - (9 - number) * MINUTE)[1]);
				const [things, ids] = some([5], now);
				return [things, [...rest, ...ids]];
			},
		};
	}
	if (event === 'newCall' || event === 'newReply') {
		stories.many = {
			about: `${named}, with ${MANY} events that are remembered`,
			...type,
			parameters: { ...parameters, options: { maxItemsPerPoll: 500 } },
			async until(trigger) {
				await activated(trigger);
				trigger.wait(MINUTE);
				const numbers = Array.from({ length: MANY }, (_, number) => number);
				const [things, ids] = some(numbers, trigger.now);
				trigger.happen(...things);
				await trigger.poll();
				await trigger.poll();
				return ids;
			},
			next: (now) => more([MANY, MANY + 1, MANY + 2], now),
		};
	}
	return stories;
}
