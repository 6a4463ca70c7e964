import type { INodePropertyOptions } from 'n8n-workflow';

import { version as present } from '../../package.json';
import { TRIGGER_CLASSES } from '../../dev/engine/types';
import { statesOf, VERSIONS } from './frozen';
import { lostFrom, shapeOf } from './shape';
import { TriggerRuns } from './triggerRun';

/** Triggers that were active with a published version, and go on with the nodes as they are now. */

let runs: TriggerRuns;

beforeAll(async () => (runs = await TriggerRuns.start()));
afterAll(async () => await runs.stop());

describe.each(VERSIONS)('a trigger that was active with %s', (version) => {
	it.each(statesOf(version).map((state) => [state.about, state] as const))(
		'goes on: %s',
		async (_about, state) => {
			const { next, emitted } = state;
			const trigger = runs.trigger(state);
			trigger.happen(...next.things);
			await trigger.drain();
			const { events, items } = trigger;
			expect({
				lost: next.events.filter((id) => !events.includes(id)),
				repeated: events.filter((id, i) => emitted.includes(id) || events.indexOf(id) !== i),
				'not wanted': events.filter((id) => !next.events.includes(id) && !emitted.includes(id)),
				'lost in items': items.length > 0 ? lostFrom(next.output, shapeOf(items)) : [],
			}).toEqual({ lost: [], repeated: [], 'not wanted': [], 'lost in items': [] });
		},
	);
});

it('each event of each trigger has a state', () => {
	const events = TRIGGER_CLASSES.flatMap((triggerClass) => {
		const { name, properties } = new triggerClass().description;
		const [{ options }] = properties;
		return (options as INodePropertyOptions[]).map(({ value }) => `${name} ${String(value)}`);
	});
	const frozen = statesOf(present).map(
		({ node, parameters }) => `${node} ${String(parameters.event)}`,
	);
	expect(events.filter((event) => !frozen.includes(event))).toEqual([]);
});
