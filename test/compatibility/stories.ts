import type { IDataObject, INodeParameters } from 'n8n-workflow';

import type { EventCase } from '../../dev/areas/area';
import { EVENTS } from '../../dev/areas/events';
import { nodeNamed } from '../../dev/engine/types';
import type { FrozenState } from './frozen';
import { shapeOf } from './shape';
import type { Thing } from '../../dev/areas/things';
import { BEGIN, type RunningTrigger, type TriggerRuns } from './triggerRun';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** More than a trigger reads at once. */
const MANY = 1_000;

/** Source of events of one kind in the service. */
interface Kind extends EventCase {
	node: string;
	event: string;
	/** Tells kinds of the same event from each other */
	name?: string;
	parameters?: INodeParameters;
}

const KINDS: Kind[] = Object.entries(EVENTS).flatMap(([title, each]) => {
	const [node, event] = title.split(': ');
	const kind = { ...each, node, event, parameters: each.needs };
	const others = Object.entries(each.also ?? {});
	return [kind, ...others.map(([name, parameters]) => ({ ...kind, name, parameters }))];
});

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
	const { node, event, happen, late, inWork, leaves = 2 * DAY } = kind;
	const before = kind.before?.(BEGIN, [...Array(12).keys()]) ?? [];
	const { filters, starts } = kind;
	const parameters = { event, ...kind.parameters };
	const typeVersion = [nodeNamed(node).description.version].flat().at(-1)!;
	const type = { node, typeVersion };
	const named = [node, event, kind.name].filter(Boolean).join(' ');
	const some = (numbers: number[], time: number): [Thing[], string[]] => {
		const all = numbers.map((number) => happen(time, number));
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
				trigger.happen(...ready, ...[1, 2, 3].map((number) => inWork.thing(time, number)));
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
				return [0, 1].map((number) => happen(BEGIN - (9 - number) * MINUTE, number)[1]);
			},
			next(now) {
				const rest = [2, 3, 4].map((number) => happen(BEGIN - (9 - number) * MINUTE, number)[1]);
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
