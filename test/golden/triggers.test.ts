import type { INodeParameters, INodePropertyOptions } from 'n8n-workflow';

import { EVENTS } from '../../dev/areas/events';
import { place } from '../../dev/areas/place';
import { SELF, type Thing } from '../../dev/areas/things';
import { TRIGGER_CLASSES } from '../../dev/engine/types';
import { MINUTE } from '../../nodes/shared/durations';
import { useTrigger, type Trigger } from '../triggers/useTrigger';
import { textOf, useOneAtATime } from './requestLog';

/** All requests of every trigger event, compared with the logs in __snapshots__. */

const { fixture, trigger } = useTrigger();
useOneAtATime();

beforeEach(() => {
	fixture.service.account('a').profile.user_ref = SELF;
});

const happen = (things: Thing[]) =>
	things.forEach((thing) => place(fixture.service.account('a'), thing));

/** A trigger with a key of its own, of which the process knows nothing yet. */
function triggerOf(name: string, parameters?: INodeParameters): Trigger {
	const [node, event] = name.split(': ');
	return Object.assign(trigger(node, event, parameters), { apiKey: fixture.service.addKey('a') });
}

/** The requests of a test, by the step that sent them. */
class Steps {
	private readonly texts: string[] = [];

	/** Takes a step and returns the number of its requests. */
	async take(heading: string, step: () => Promise<unknown>): Promise<number> {
		const before = fixture.requests.length;
		await step();
		const requests = fixture.requests.slice(before);
		this.texts.push(`# ${heading}\n${textOf(requests)}`);
		return requests.length;
	}

	get text(): string {
		return this.texts.join('\n');
	}
}

it('has a case for every event of every trigger', () => {
	const events = TRIGGER_CLASSES.flatMap((triggerClass) => {
		const { name, properties } = new triggerClass().description;
		const { options = [] } = properties.find((property) => property.name === 'event')!;
		return options.map((option) => `${name}: ${String((option as INodePropertyOptions).value)}`);
	});
	expect(Object.keys(EVENTS).sort()).toEqual(events.sort());
});

it.each(Object.entries(EVENTS))('%s', async (name, { needs, options, before, happen: make }) => {
	const steps = new Steps();
	const active = triggerOf(name, { ...needs, ...(options && { options }) });
	happen(before?.(fixture.service.now(), [1]) ?? []);
	await steps.take('First poll', async () => await active.poll());
	fixture.service.advance(MINUTE);
	happen([make(fixture.service.now(), 1)[0]]);
	await steps.take('Poll with one event', async () => expect(await active.poll()).toHaveLength(1));
	await steps.take('Test in the editor', async () =>
		expect((await active.test()).items).toHaveLength(1),
	);
	expect(steps.text).toMatchSnapshot();
});

const FILTERED = Object.entries(EVENTS).flatMap(([name, { filtered }]) =>
	filtered.map((parameters, i) => [`${name}, filters ${i + 1}`, name, parameters] as const),
);

it.each(FILTERED)('%s', async (_title, name, parameters) => {
	const steps = new Steps();
	const active = triggerOf(name, parameters);
	await steps.take('First poll', async () => await active.poll());
	fixture.service.advance(MINUTE);
	const requests = await steps.take('Poll without events', async () =>
		expect(await active.poll()).toEqual([]),
	);
	expect(requests).toBeLessThanOrEqual(2);
	expect(steps.text).toMatchSnapshot();
});
