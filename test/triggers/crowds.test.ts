import type { INodeParameters } from 'n8n-workflow';

import { HOUR, MINUTE } from '../../nodes/shared/durations';
import { overrideLimits } from '../../dev/limits';
import { addArrangement } from '../../dev/areas/Arrangements/events';
import { addCall } from '../../dev/areas/Calls/events';
import { EVENTS, withEvent } from '../../dev/areas/events';
import { place } from '../../dev/areas/place';
import { SELF } from '../../dev/areas/things';
import { nodeNamed } from '../../dev/engine/types';
import { HEAVY, share } from '../support/effort';
import { randomOf } from '../support/random';
import { EPOCH, keyOf, useTrigger } from './useTrigger';

/** More events than the state of a trigger has room for: here some 105, instead of some 4,500. */
const { fixture, trigger } = useTrigger();

const account = () => fixture.service.account('a');
const now = () => fixture.service.now();

let restore = () => {};
beforeEach(() => {
	restore = overrideLimits({ maxSeenBytes: 1_000, maxFirstSeenBytes: 1_000 });
});
afterEach(() => restore());

const LEAD = 60;

/** Minutes from the start at which tasks are due, `count` of them every `every` minutes. */
const spread = (count: number, first: number, every: number) =>
	Array.from({ length: count }, (_, i) => first + i * every);

interface Story {
	parameters?: INodeParameters;
	/** Minutes from the start at which tasks are due that exist then */
	there: number[];
	/** By minute: due times of tasks that are added, minutes from the start */
	added?: Record<number, number[]>;
	/** By minute: new due times of the first tasks, minutes from the start */
	moved?: Record<number, number[]>;
	/** By minute: parameters from then on */
	edited?: Record<number, INodeParameters>;
	/** n8n stores only polls with events */
	forgetful?: true;
	/** Minutes at which n8n starts again with what it has stored */
	restarts?: number[];
	/** Most requests of a poll */
	most?: number;
	/**
	 * Large lead times are not read whole by every poll, so that an added task can come after its due time. One that is
	 * added behind what the trigger has dropped may be missed, as its warning says: a room of a hundred events is not much
	 * larger than what their buckets take
	 */
	isRandom?: true;
}

const AT_ONCE = { there: spread(300, 0.5, 0.2) };
/** Tasks that are more urgent than those that were emitted before */
const URGENT = { 5: [6, 7, 8, 10, 12], 6: [7, 20], 20: [21, 23, 25, 30, 50], 40: [42, 43, 70, 41] };
const options = (maxItemsPerPoll: number) => ({ options: { maxItemsPerPoll } });

const STORIES: Record<string, Story> = {
	'all at the activation': AT_ONCE,
	'all at the activation, 500 a poll': { ...AT_ONCE, parameters: options(500) },
	'all at the activation, in one text a poll': { ...AT_ONCE, parameters: { outputAs: 'text' } },
	'one a poll': { there: spread(140, 120.5, 1.1), parameters: { leadTime: 200, ...options(1) } },
	'urgent ones are added': { ...AT_ONCE, added: URGENT },
	'urgent ones are added, 500 a poll': { ...AT_ONCE, added: URGENT, parameters: options(500) },
	'urgent ones are added, in one text a poll': {
		...AT_ONCE,
		added: URGENT,
		parameters: { outputAs: 'text' },
	},
	'many are added while the room is full': {
		...AT_ONCE,
		added: { 3: spread(15, 5, 0.1), 30: spread(15, 33, 0.05) },
	},
	'added minute by minute, all urgent': {
		there: spread(200, 20, 0.2),
		added: Object.fromEntries(spread(50, 1, 1).map((at) => [at, [at + 2, at + 4.5]])),
	},
	'due at the same time': { there: spread(300, 59, 0) },
	'due at the same time, 500 a poll': { there: spread(300, 59, 0), parameters: options(500) },
	'due within a minute': { there: spread(300, 58, 1 / 300), parameters: options(500) },
	'due at the same time, and urgent ones are added': {
		there: spread(300, 59, 0),
		added: { 5: [6, 7, 20], 20: [22, 30, 40], 40: [44] },
		parameters: options(500),
	},
	'due times change, to earlier and to later ones': {
		...AT_ONCE,
		moved: { 4: [50, 51, 52, 8, 9], 15: [17, 40, 41, 18] },
	},
	'n8n stores only polls with events, and starts again': {
		...AT_ONCE,
		added: URGENT,
		forgetful: true,
		restarts: [3, 22, 45],
	},
	'filters change': {
		...AT_ONCE,
		added: URGENT,
		edited: { 10: { filters: { statuses: ['identified'] } }, 30: {} },
	},
	'the lead time is lowered, as the warning advises': {
		...AT_ONCE,
		edited: { 10: { leadTime: 5 } },
		added: { 12: [16, 17] },
	},
};

/** A story with random due times: two to five a minute, more of them early or not, and urgent tasks that are added. */
function randomStory(number: number): Story {
	const random = randomOf('crowd', number);
	const within = (most: number) => random.next() * most;
	const there = Array.from(
		{ length: 200 + within(300) },
		() => random.next() ** (1 + (number % 2)) * 100,
	);
	const minutes = spread(90, 1, 1).filter(() => random.next() < 0.5);
	const added = minutes.map((minute) => [
		minute,
		Array.from({ length: 1 + within(4) }, () => minute + 1.5 + within(60)),
	]);
	const restarts = spread(90, 1, 1).filter(() => random.next() < 0.05);
	const forgetful = number % 3 === 0 ? true : undefined;
	const parameters = options(number % 4 < 2 ? 50 : 500);
	return {
		there,
		added: Object.fromEntries(added),
		restarts,
		forgetful,
		parameters,
		most: number % 5 === 4 ? 8 : undefined,
		isRandom: true,
	};
}

const RANDOM = Array.from({ length: HEAVY ? 40 : 5 }, (_, i): [string, Story] => [
	`random story ${i}`,
	randomStory(i),
]);

describe('tasks within the lead time, more than there is room for', () => {
	it.each(share([...Object.entries(STORIES), ...RANDOM]))(
		'are emitted in time and once: %s',
		async (_what, story) => {
			const { parameters, there, added = {}, moved = {}, edited = {}, restarts = [] } = story;
			const given = { leadTime: LEAD, ...parameters };
			const polled = trigger('svcArrangementsTrigger', 'dueSoon', given);
			polled.forgetful = story.forgetful === true;
			overrideLimits({ maxPollRequests: story.most ?? 3_000 });
			const due = new Map<string, number>();
			const behind = new Set<string>();
			const put = (arrangement_uid: string, minute: number) => {
				const due_at = EPOCH + Math.round(minute * MINUTE);
				for (const key of due.keys()) if (key.startsWith(`${arrangement_uid}#`)) due.delete(key);
				due.set(`${arrangement_uid}#due@${due_at}`, due_at);
				if (now() > EPOCH && due_at < Number((polled.state.floor as unknown[])[0]))
					behind.add(`${arrangement_uid}#due@${due_at}`);
				addArrangement(account(), { arrangement_uid, updated_at: now(), due_at });
			};
			there.forEach((minute, i) => put(`there_${String(i).padStart(3, '0')}`, minute));
			const emitted = new Map<string, number>();
			const last = Math.max(...there, ...Object.values(added).flat()) + 3;
			for (let minute = 0; minute < last; minute++) {
				added[minute]?.forEach((at, i) => put(`added_${minute}_${i}`, at));
				moved[minute]?.forEach((at, i) => put(`there_${String(i + 260).padStart(3, '0')}`, at));
				if (edited[minute]) polled.parameters = { event: 'dueSoon', ...given, ...edited[minute] };
				if (restarts.includes(minute)) polled.restart(polled.stored);
				const items = await polled.poll();
				const keys = items.flatMap(
					(item) => (item.event_ids as string[] | undefined) ?? keyOf(item),
				);
				for (const key of keys) {
					expect([key, emitted.has(key)]).toEqual([key, false]);
					emitted.set(key, now());
				}
				fixture.service.advance(MINUTE);
			}
			const missed = [...due.keys()].filter((key) => !emitted.has(key));
			expect(missed.filter((key) => !story.isRandom || !behind.has(key))).toEqual([]);
			expect(missed.length).toBeLessThan(3);
			if (!story.isRandom)
				expect([...emitted].filter(([key, at]) => at > (due.get(key) ?? Infinity))).toEqual([]);
			const warnings = polled.warnings.join();
			expect(warnings).toContain("Lower 'Lead Time (Minutes)'");
			expect(warnings).not.toContain('Late Arrival Window');
		},
	);
});

describe('events of one millisecond, more than there is room for', () => {
	// Tasks that are due wait for room, and statuses are no seen events
	const ofRows = Object.keys(EVENTS)
		.map((name) => name.split(': '))
		.filter(([, event]) => !['dueSoon', 'overdue', 'statusChanged'].includes(event));

	const all = ofRows.map(([node, event]): [number, string, string] => [3_000, node, event]);
	// Texts take a request each, and what lasts until that time is read with the one before: too much for five requests
	const long = ['transcriptReady', 'recordingSealed', 'summaryCompleted', 'summaryFailed'];
	const brief = all.filter(([, , event]) => !long.includes(event));
	const cases = [
		...all,
		...[5, 6].flatMap((most) => brief.map((each): typeof each => [most, each[1], each[2]])),
	];

	it.each(share(cases))(
		'are emitted once by polls of %i requests: %s: %s',
		async (most, node, event) => {
			const { before, happen } = EVENTS[`${node}: ${event}`];
			account().profile.user_ref = SELF;
			const numbers = Array.from({ length: 251 }, (_, i) => i);
			for (const each of before?.(EPOCH, numbers) ?? []) place(account(), each);
			const polled = trigger(node, event, withEvent(node, event));
			await polled.poll();
			fixture.service.advance(MINUTE);
			const keys = numbers.map((i) => {
				// A poll that begins with the one before has no time for all of the millisecond after it
				const [thing, key] = happen(now() - (i === 0 ? 1_001 : 1_000), i);
				place(account(), thing);
				return key;
			});
			const found: string[] = [];
			overrideLimits({ maxPollRequests: most });
			for (let i = 0; i < 60; i++) {
				fixture.service.advance(MINUTE);
				found.push(...(await polled.keys()));
			}
			expect(found.sort()).toEqual(keys.sort());
		},
	);
});

describe('a warning', () => {
	const fieldsOf = (node: string, event: string): string[] =>
		nodeNamed(node).description.properties.flatMap((field) => {
			const { show } = field.displayOptions ?? {};
			if (show?.event && !show.event.includes(event)) return [];
			const inner = (field.options ?? []).flatMap((each) =>
				'type' in each ? [each.displayName] : [],
			);
			return [field.displayName, ...inner];
		});
	const all = Object.keys(EVENTS).map((name) => name.split(': ') as [string, string]);
	const names = new Set(
		all.flatMap((each) => fieldsOf(...each)).filter((name) => name.includes(' ')),
	);

	it.each(
		all.flatMap(([node, event]) => ['items', 'text'].map((outputAs) => [node, event, outputAs])),
	)('of %s: %s names only what it has (%s)', async (node, event, outputAs) => {
		const { before, happen } = EVENTS[`${node}: ${event}`];
		account().profile.user_ref = SELF;
		const numbers = Array.from({ length: 300 }, (_, i) => i);
		for (const each of before?.(EPOCH, numbers) ?? []) place(account(), each);
		const parameters = { ...withEvent(node, event), outputAs };
		const polled = trigger(node, event, parameters);
		await polled.poll();
		for (const i of numbers) place(account(), happen(EPOCH + 20 * i, i)[0]);
		for (let i = 0; i < 5; i++) {
			fixture.service.advance(i === 4 ? HOUR : MINUTE);
			await polled.poll();
		}
		const own = fieldsOf(node, event);
		const isJoined = outputAs === 'text';
		const isMissing = (name: string) =>
			!own.includes(name) || (isJoined && name === 'Max Items per Poll');
		const named = [...names].filter((name) => polled.warnings.join().includes(name));
		expect(named.filter(isMissing)).toEqual([]);
		// Statuses are no seen events
		expect(polled.warnings.length > 0).toBe(event !== 'statusChanged' || !isJoined);
	});

	it.each([
		['items', true, 3_000],
		['text', false, 4],
	])(
		'of a trigger that is behind names Max Items per Poll only if it has it (%s)',
		async (outputAs, has, maxPollRequests) => {
			restore();
			restore = overrideLimits({ maxPollRequests });
			for (let i = 0; i < 300; i++)
				addCall(account(), { call_uid: `call_${i}`, created_at: EPOCH - HOUR + i * 1000 });
			const startDate = new Date(EPOCH - HOUR).toISOString();
			const since = { startFrom: 'date', startDate, outputAs };
			const polled = trigger('svcCallsTrigger', 'newCall', since);
			await polled.poll();
			expect(polled.warnings.join()).toContain('more than 10 minutes behind');
			expect(polled.warnings.join().includes('Max Items per Poll')).toBe(has);
		},
	);
});
