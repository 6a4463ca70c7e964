import type { INodeParameters } from 'n8n-workflow';

import { EVENTS, withEvent } from '../../dev/areas/events';
import { nodeNamed } from '../../dev/engine/types';
import type { Thing } from '../../dev/areas/things';
import type { RecordedEvent } from './recorded';
import { shapeOf } from './shape';
import { filledTrigger } from './storedNodes';
import { BEGIN, type TriggerRuns } from './triggerRun';

const MINUTE = 60_000;

/**
 * A trigger that has been active: it emitted three events and found nothing in its last poll. Of the three that come next,
 * one is as late as it can be.
 */
export async function playEvent(name: string, runs: TriggerRuns): Promise<RecordedEvent> {
	const [node, event] = name.split(': ');
	const { happen, late = 0, before } = EVENTS[name];
	const type = nodeNamed(node);
	const [typeVersion] = [type.description.version].flat().slice(-1);
	const parameters: INodeParameters = withEvent(node, event);
	const some = (numbers: number[], time: number): [Thing[], string[]] => {
		const all = numbers.map((number) => happen(time, number));
		return [all.map(([thing]) => thing), all.map(([, id]) => id)];
	};

	const trigger = runs.trigger({ node, typeVersion, parameters });
	trigger.happen(...(before?.(BEGIN, [...Array(6).keys()]) ?? []));
	await trigger.poll();
	trigger.wait(MINUTE);
	const [first, emitted] = some([0, 1, 2], trigger.now);
	trigger.happen(...first);
	await trigger.poll();
	trigger.wait(MINUTE);
	await trigger.poll();
	expectSame(`${name}, until then`, emitted, trigger.events);

	const { now, stored } = trigger;
	const things = trigger.things.slice();
	const [lateThings, lateEvents] = some([3], now - late);
	const [newThings, newEvents] = some([4, 5], now);
	const next = { things: [...lateThings, ...newThings], events: [...lateEvents, ...newEvents] };
	const resumed = runs.trigger({ node, typeVersion, parameters, now, things, stored });
	resumed.happen(...next.things);
	await resumed.drain();
	expectSame(`${name}, from then on`, next.events, resumed.events);
	const output = shapeOf(resumed.items);
	const saved = filledTrigger(type, event);
	return { name, node: saved, parameters, now, things, stored, emitted, next: { ...next, output } };
}

function expectSame(what: string, wanted: string[], found: string[]): void {
	const [a, b] = [wanted, found].map((ids) => ids.slice().sort().join(', '));
	if (a !== b) throw new Error(`${what}: wanted ${a}, found ${b}`);
}
