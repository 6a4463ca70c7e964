import type { IDataObject } from 'n8n-workflow';
import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

import { waitFor } from '../../dev/n8n/client';
import { itemsOf, type Execution } from '../../dev/n8n/execution';
import { ActiveTrigger, idOf, PATIENCE_MS, TRIGGER, triggerWorkflow } from './activeTrigger';
import { has } from './features';
import { NewEvents } from './newEvents';
import { SOURCES } from './sources';
import { HOME, useWorld } from './world';

jest.setTimeout(2 * PATIENCE_MS);

const SECOND = 1000;
const DAY = 24 * 3600 * SECOND;

const world = useWorld();
let newEvents: NewEvents;
let started: ActiveTrigger[] = [];

beforeEach(() => (newEvents = new NewEvents(world.service)));
afterEach(async () => {
	await Promise.all(started.map(async (trigger) => await trigger.deactivate()));
	started = [];
});

/** Activates a trigger during a test. */
async function start(on: string, parameters = {}): Promise<ActiveTrigger> {
	const trigger = await ActiveTrigger.start(world, { on, parameters });
	started.push(trigger);
	return trigger;
}

/** One event of each node. */
const SIX = SOURCES.filter(({ on }, i) => SOURCES.findIndex((source) => source.on === on) === i);

describe('starting from now on', () => {
	test('each trigger skips existing objects and emits new ones, once, in one execution', async () => {
		const triggers = await Promise.all(
			SIX.map(async ({ on, event }) => await start(on, { event })),
		);
		const wanted = SIX.map(({ happen }) => [happen(newEvents, SECOND), happen(newEvents, SECOND)]);
		await Promise.all(triggers.map(async (each, i) => await each.untilFound(...wanted[i])));
		await Promise.all(
			triggers.map(async (each, i) => await each.untilPolledAgain(SIX[i].operation)),
		);
		const batches = await Promise.all(triggers.map(async (each) => await each.batches()));
		const found = batches.map((all) => all.map((batch) => batch.map(idOf)));
		const byNode = (ids: string[][][]) => SIX.map(({ on }, i) => [on, ids[i]]);
		expect(byNode(found)).toEqual(byNode(wanted.map((ids) => [ids])));
	});
});

describe('starting from a date', () => {
	test('emits everything since the date, oldest first, then continues with new events', async () => {
		const date = world.service.now() - 10 * DAY;
		const since = [...world.service.account('a').records.values()]
			.filter(({ state, send_at }) => ['available', 'protected'].includes(state) && send_at >= date)
			.sort((a, b) => a.send_at - b.send_at || (a.record_uid < b.record_uid ? -1 : 1))
			.map(({ record_uid }) => record_uid);
		expect(since.length).toBeGreaterThan(40);

		const trigger = await start('Records', {
			startFrom: 'date',
			startDate: new Date(date).toISOString(),
			options: { maxItemsPerPoll: 40 },
		});
		await trigger.untilFound(...since);
		const later = newEvents.record();
		await trigger.untilFound(later);
		await trigger.untilPolledAgain('queryRecordTimeline');
		expect(await trigger.ids()).toEqual([...since, later]);
		const [first] = await trigger.batches();
		expect(first).toHaveLength(40);
	});
});

describe('starting with the last items', () => {
	test('emits the given number of latest events, oldest first, then continues with new ones', async () => {
		const last = [3, 2, 1].map((seconds) => newEvents.call(seconds * SECOND));
		const trigger = await start('Calls', { startFrom: 'last', itemCount: 2 });
		await trigger.untilFound(...last.slice(1));
		const later = newEvents.call();
		await trigger.untilFound(later);
		await trigger.untilPolledAgain('queryCalls');
		const batches = await trigger.batches();
		expect(batches.map((batch) => batch.map(idOf))).toEqual([last.slice(1), [later]]);
	});
});

describe('a workflow that was not active for a while', () => {
	test('finds what happened in the meantime, and repeats nothing', async () => {
		const trigger = await start('Calls');
		const before = newEvents.call();
		await trigger.untilFound(before);
		await trigger.deactivate();
		const meanwhile = [newEvents.call(), newEvents.call()];
		await trigger.activate();
		await trigger.untilFound(...meanwhile);
		await trigger.untilPolledAgain('queryCalls');
		expect(await trigger.ids()).toEqual([before, ...meanwhile]);
	});
});

describe('a trigger node that is edited', () => {
	test('goes on with another name and the earlier one again, and starts anew with another ID', async () => {
		const trigger = await start('Calls');
		const emitted = [newEvents.call()];
		await trigger.untilFound(...emitted);
		for (const name of ['Renamed', TRIGGER, 'Renamed']) {
			await trigger.deactivate();
			const meanwhile = newEvents.call();
			await trigger.edit({ name });
			const later = newEvents.call();
			await trigger.untilFound(meanwhile, later);
			await trigger.untilPolledAgain('queryCalls');
			emitted.push(meanwhile, later);
			expect(await trigger.ids()).toEqual(emitted);
		}
		await trigger.deactivate();
		newEvents.call();
		await trigger.edit({ id: randomUUID() });
		const later = newEvents.call();
		await trigger.untilFound(later);
		await trigger.untilPolledAgain('queryCalls');
		expect(await trigger.ids()).toEqual([...emitted, later]);
	});

	const PUBLISHED_MEANWHILE: Record<string, (trigger: ActiveTrigger) => Promise<void>> = {
		'published with other parameters': async (trigger) => {
			const [{ parameters }] = trigger.workflow.nodes;
			await trigger.edit({ parameters: { ...parameters, options: { maxItemsPerPoll: 40 } } });
		},
		'unpublished, and published after it': async (trigger) => {
			await trigger.deactivate();
			const { service } = world;
			const isOver = () => service.log.every(({ endedAt }) => endedAt !== undefined);
			await service.waitFor(isOver, PATIENCE_MS);
			await trigger.activate();
		},
	};

	test.each(Object.entries(PUBLISHED_MEANWHILE))(
		'loses and repeats nothing if it is %s during a poll',
		async (_what, publish) => {
			const { service } = world;
			const trigger = await start('Calls');
			const before = newEvents.call();
			await trigger.untilFound(before);
			await trigger.untilPolledAgain('queryCalls');
			const discarded = discardedPolls();
			const last = service.log.at(-1)!.sequence;
			// The poll that finds these waits for its answer longer than n8n takes
			const meanwhile = [newEvents.call(), newEvents.call()];
			service.faults.add({ operation: 'queryCalls', delayMs: 12 * SECOND });
			await service.waitFor(({ sequence }) => sequence > last, PATIENCE_MS);
			await publish(trigger);
			const later = newEvents.call();
			await trigger.untilFound(...meanwhile, later);
			await trigger.untilPolledAgain('queryCalls');
			expect(await trigger.ids()).toEqual([before, ...meanwhile, later]);
			if (discarded !== undefined) expect(discardedPolls()).toBe(discarded + 1);
		},
	);

	test('is published while the service is not available, and goes on afterwards', async () => {
		const trigger = await start('Calls');
		const before = newEvents.call();
		await trigger.untilFound(before);
		await trigger.deactivate();
		const meanwhile = newEvents.call();
		world.service.faults.add({ operation: 'queryCalls', status: 503, times: 10 });
		await trigger.activate();
		await trigger.untilFound(meanwhile);
		expect(await trigger.ids()).toEqual([before, meanwhile]);
		world.service.faults.clear();
	});
});

/** Number of polls whose result n8n has thrown away, by its log; undefined where it says nothing of them. */
function discardedPolls(): number | undefined {
	const log = path.join(HOME, 'n8n.log');
	if (!has('discardedPolls') || !existsSync(log)) return undefined;
	return readFileSync(log, 'utf8').split('Discarding in-flight poll result').length - 1;
}

describe('a key that is deleted while a trigger runs', () => {
	test('shows as a failed execution; nothing is lost when the key works again', async () => {
		const trigger = await start('Calls');
		const before = newEvents.call();
		await trigger.untilFound(before);

		world.service.deleteKey('a');
		const meanwhile = newEvents.call();
		const failed = await waitFor('a failed execution', PATIENCE_MS, async () => {
			return (await trigger.executions()).find(({ status }) => status === 'error');
		});
		expect(failed.error).toMatchObject({
			message: expect.stringContaining('The service did not accept the API key: ') as string,
			description: expect.stringContaining('credential') as string,
		});
		expect(await trigger.ids()).toEqual([before]);

		world.service.restoreKey('a');
		await trigger.untilFound(meanwhile);
		await trigger.untilPolledAgain('queryCalls');
		expect(await trigger.ids()).toEqual([before, meanwhile]);
	});
});

describe('fetching a test event', () => {
	/** Runs the trigger manually, as Fetch Test Event does. */
	async function fetchTestEvent(trigger: ActiveTrigger): Promise<Execution> {
		return await world.n8n.runToEnd(trigger.workflow, { upTo: TRIGGER });
	}

	test('shows the latest events in the form of live ones, and does not change the state', async () => {
		const trigger = await start('Calls');
		const [first, second] = [newEvents.call(2 * SECOND), newEvents.call(SECOND)];
		await trigger.untilFound(first, second);
		const [live] = await trigger.batches();
		const stored = await trigger.stored();

		const sample = itemsOf(await fetchTestEvent(trigger), TRIGGER);
		expect(sample.slice(-2).map(timeless)).toEqual(live.map(timeless));
		expect(sample.length).toBeLessThanOrEqual(3);
		expect(await trigger.stored()).toEqual(stored);
		expect(stored).toMatchObject({ [`node:${TRIGGER}`]: expect.anything() as object });
	});

	test('works before the first activation, and does not count as one', async () => {
		const there = newEvents.call(SECOND);
		const trigger = await ActiveTrigger.create(world, { on: 'Calls' });
		started.push(trigger);
		const sample = itemsOf(await fetchTestEvent(trigger), TRIGGER);
		expect(sample.map(idOf)).toContain(there);
		expect(await trigger.stored()).toEqual({});

		await trigger.activate();
		const later = newEvents.call();
		await trigger.untilFound(later);
		expect(await trigger.ids()).not.toContain(there);
	});

	test('says so if there is nothing to show', async () => {
		const trigger = await ActiveTrigger.create(world, {
			on: 'Chat',
			parameters: { filters: { textContains: 'nobody ever wrote this' } },
		});
		const { status, error } = await fetchTestEvent(trigger);
		expect(status).toBe('error');
		expect(error?.message).toBe("No event matches the filters of 'New Message'");
	});

	/** An item without the fields that depend on the time of the poll. */
	function timeless({ _event, ...item }: IDataObject): IDataObject {
		const { id, type, happened_at } = _event as IDataObject;
		return { ...item, id, type, happened_at };
	}
});

describe('the trigger nodes', () => {
	test.each(SIX)(
		'Svc $on Trigger offers poll times, its events and a list to choose from',
		async ({ on, event }) => {
			const types = await world.n8n.nodeTypes();
			const type = types.find(({ name }) => name === `n8n-nodes-svc.svc${on}Trigger`);
			const name = on === 'Arrangements' ? 'Tasks' : on;
			expect(type).toMatchObject({ displayName: `Svc ${name} Trigger`, group: ['trigger'] });
			const { polling, properties } = type as unknown as {
				polling: boolean;
				properties: IDataObject[];
			};
			expect(polling).toBe(true);
			expect(properties.map(({ name }) => name)).toEqual(
				expect.arrayContaining(['pollTimes', 'event', 'startFrom', 'options']),
			);
			const { options } = properties.find(({ name }) => name === 'event')!;
			expect((options as IDataObject[]).map(({ value }) => value)).toContain(event);
		},
	);

	test('accept the credential of the other nodes', async () => {
		expect(await world.n8n.testCredential(world.credential)).toMatchObject({ status: 'OK' });
	});

	test.each([
		['Arrangements', 'filters.topic', 'searchTopics', ''],
		['Arrangements', 'filters.record', 'searchRecords', ''],
		['Calls', 'filters.participants.values.person', 'searchPeople', 'ada'],
		['Chat', 'conversations.values[0].conversation', 'searchConversations', ''],
		['Recordings', 'filters.speaker', 'searchSpeakers', 'ada'],
		['Records', 'topic', 'searchTopics', ''],
		['World', 'posts', 'searchPosts', ''],
		['World', 'author', 'searchPeople', 'ada'],
	])('Svc %s Trigger lists what to choose for %s', async (on, parameter, method, filter) => {
		const [node] = triggerWorkflow(world, { on }).nodes;
		const { results } = await world.n8n.searchList({ node, parameter, method, filter });
		expect(results.length).toBeGreaterThan(0);
		for (const { name, value } of results) {
			expect(name).toBeTruthy();
			expect(value).toBeTruthy();
		}
	});
});
