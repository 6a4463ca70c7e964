import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { place } from '../../dev/areas/place';
import type { Thing } from '../../dev/areas/things';
import type { FaultRule } from '../../dev/fake-service/faults';
import type { LogEntry } from '../../dev/fake-service/index';
import { type Limits, overrideLimits } from '../../dev/limits';
import { useTrigger, type Trigger } from './useTrigger';

/** A trigger in the course of a case. */
export interface Story {
	trigger: Trigger;
	/** The static data at the step `keep` */
	kept: IDataObject;
	/** Keys of all events so far */
	emitted: string[];
}

/** One step of a case: something happens to the service, the trigger or n8n, or the trigger polls. */
export type Step = (story: Story) => unknown;
export type Steps = Step | Steps[];

/** A trigger node with an event and its parameters. */
export type Watched = [node: string, event: string, parameters?: INodeParameters];

/**
 * A case: a trigger, and rounds of something that happens and the polls after it. It begins with a poll without events,
 * unless something is given before the first poll and that has other ones.
 */
export type Row = [watched: Watched, first: Given | Steps, ...rounds: Steps[]];
type Given = { before: Steps; first?: Steps };

/** The keys that polls emit, in this order, or the number of different ones. */
type Expected = string[] | [count: number];

/** Requests of steps; by default all of them are counted. */
interface Count {
	of?: (entry: LogEntry) => boolean;
	exactly?: number;
	fewerThan?: number;
}

export const given = (before: Steps, first?: Steps) => ({ before, first });

export const watching =
	(node: string) =>
	(event: string, parameters?: INodeParameters): Watched => [node, event, parameters];

/** Steps made for each number from 0 on. */
export const repeat = (count: number, make: (i: number) => Steps) =>
	Array.from({ length: count }, (_, i) => make(i));

/** Other parameters from now on, of the same event unless they name another one. */
export const edit = (parameters: INodeParameters) => (story: Story) => {
	story.trigger.parameters = { event: story.trigger.parameters.event, ...parameters };
};

/** Other limits from now on. */
export const limited = (limits: Limits) => () => overrideLimits(limits);

/** Keeps what n8n has stored until now, for a restart from it. */
export const keep: Step = (story) => (story.kept = story.trigger.stored);

/** A restart in which everything is lost that n8n has stored since `keep`. */
export const loseAll: Step = ({ trigger, kept }) => trigger.restart(kept);

/** n8n gives each poll what it has stored, and stores only polls with events. */
export const forgetful: Step = ({ trigger }) => (trigger.forgetful = true);

function flat(steps: Steps): Step[] {
	return Array.isArray(steps) ? steps.flatMap(flat) : [steps];
}

function expectKeys(keys: string[], expected: Expected): void {
	if (typeof expected[0] === 'number')
		expect([keys.length, new Set(keys).size]).toEqual([expected[0], expected[0]]);
	else expect(keys).toEqual(expected);
}

/** Words for cases against a fake service without data, and its account. */
export function usePolls() {
	const { fixture, trigger, activated } = useTrigger();
	const account = () => fixture.service.account('a');
	const advance = (ms: number) => fixture.service.advance(ms);

	const perform = async (story: Story, steps: Steps) => {
		const run = async (step: Step) => await step(story);
		for (const [i, step] of flat(steps).entries())
			await run(step).catch((cause: unknown) => {
				throw new Error(`Step ${i + 1} goes otherwise`, { cause });
			});
	};
	/** Polls, each after a time, until something is so, but at most so many. Returns the keys of their events */
	const keysOf = async (story: Story, most: number, every: number, isSo = () => false) => {
		const { length } = story.emitted;
		for (let i = 0; i < most && !isSo(); i++) {
			advance(every);
			story.emitted.push(...(await story.trigger.keys()));
		}
		return story.emitted.slice(length);
	};
	/** A number of polls, each after a time, and the keys of all their events */
	const polls = (count: number, every: number, ...expected: Expected): Step => {
		return async (story) => expectKeys(await keysOf(story, count, every), expected);
	};
	/** One poll at once */
	const poll = (...expected: Expected) => polls(1, 0, ...expected);

	return {
		fixture,
		trigger,
		activated,
		account,
		/** Tests of a table: cases by name */
		tell: (rows: Record<string, Row>) =>
			it.each(Object.entries(rows))('%s', async (_name, [watched, begin, ...rounds]) => {
				const story = { trigger: trigger(...watched), kept: {}, emitted: [] };
				const { before, first = poll() } = 'before' in begin ? begin : { before: [] };
				await perform(story, [before, first, 'before' in begin ? [] : begin, rounds]);
			}),

		// Steps that happen to the service

		wait: (ms: number) => () => advance(ms),
		add: (make: (now: number) => Thing) => () => place(account(), make(fixture.service.now())),
		fault: (rule: FaultRule) => () => fixture.service.faults.add(rule),

		// Polls

		polls,
		poll,
		/** A number of polls, each after a time, whatever they emit */
		pass: (count: number, every: number) => async (story: Story) =>
			await keysOf(story, count, every),
		/** Polls, each after a time, until something is so: at most so many. They have that number of events */
		until:
			(isSo: Step, most: number, every: number, count = 0): Step =>
			async (story) => {
				expectKeys(await keysOf(story, most, every, () => Boolean(isSo(story))), [count]);
				expect(isSo(story)).toBeTruthy();
			},
		/** Polls until there are no more events */
		all: (...expected: Expected): Step => {
			return async (story) => expectKeys(await story.trigger.allKeys(), expected);
		},
		/** One poll at once, and fields of its items */
		shows: (...items: object[]): Step => {
			return async (story) => expect(await story.trigger.poll()).toMatchObject(items);
		},
		/** One poll at once, which fails with these words */
		fails: (words: string) => async (story: Story) =>
			expect((await story.trigger.tryPoll()).error?.message).toContain(words),
		/** Steps with a number of requests */
		asks: (count: Count, ...steps: Steps[]): Step => {
			const { of = () => true, exactly, fewerThan = Infinity } = count;
			return async (story) => {
				const before = fixture.requests.length;
				await perform(story, steps);
				const asked = fixture.requests.slice(before).filter(of).length;
				expect(asked).toBe(exactly ?? asked);
				expect(asked).toBeLessThan(fewerThan);
			};
		},
	};
}
