import { version as present } from '../../package.json';
import { EVENTS } from '../../dev/areas/events';
import { eventsOf, VERSIONS } from './recorded';
import { lostFrom, shapeOf } from './shape';
import { TriggerRuns } from './triggerRun';

/** Triggers that were active with a recorded version, and go on with the nodes as they are now. */

let runs: TriggerRuns;

beforeAll(async () => (runs = await TriggerRuns.start()));
afterAll(async () => await runs.stop());

describe.each(VERSIONS)('a trigger that was active with %s', (version) => {
	it.each(eventsOf(version).map((recorded) => [recorded.name, recorded] as const))(
		'goes on: %s',
		async (_name, { node, next, emitted, ...state }) => {
			const [, type] = node.type.split('.');
			const trigger = runs.trigger({ ...state, node: type, typeVersion: node.typeVersion });
			trigger.happen(...next.things);
			await trigger.drain();
			const { events, items } = trigger;
			expect({
				lost: next.events.filter((id) => !events.includes(id)),
				repeated: events.filter((id, i) => emitted.includes(id) || events.indexOf(id) !== i),
				'not wanted': events.filter((id) => !next.events.includes(id) && !emitted.includes(id)),
				'lost in items': lostFrom(next.output, shapeOf(items)),
			}).toEqual({ lost: [], repeated: [], 'not wanted': [], 'lost in items': [] });
		},
	);
});

it('each event has a recorded state: `npm run record`', () => {
	const names = eventsOf(present).map(({ name }) => name);
	expect(names.sort()).toEqual(Object.keys(EVENTS).sort());
});
