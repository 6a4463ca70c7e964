import { setTimeout as sleep } from 'node:timers/promises';
import { createRandom } from '../../dev/fake-service/random';
import { waitFor } from '../../dev/n8n/client';
import { DURABLE_CURSORS } from '../../dev/n8n/settings';
import { ActiveTrigger, PATIENCE_MS } from '../e2e/activeTrigger';
import { NewEvents } from '../e2e/newEvents';
import { openCluster, type Cluster } from './cluster';
import { SEED, SHORT } from './effort';

/** Events while main is killed, which polls; their executions run in workers. */

jest.setTimeout(30 * 60_000);

const ROUNDS = 4;
const MOST_EVENTS = 5;

/** Milliseconds after an answer in which n8n stores what a poll has found. */
const EMITTING_MS = 60;

/** Moments in which main is killed. */
const MOMENTS = ['between polls', 'in a poll', 'after an answer', 'while it emits'] as const;

type Moment = (typeof MOMENTS)[number];

const random = createRandom(SEED, 'kills');

const MODES = [
	{ mode: 'in its default mode', name: 'default', durable: false },
	{ mode: 'with durable cursors', name: 'durable', durable: true },
];

describe.each(MODES.filter(({ durable }) => durable || !SHORT))(
	`n8n $mode on PostgreSQL (seed ${SEED})`,
	({ name, durable }) => {
		let cluster: Cluster;
		let newEvents: NewEvents;
		let trigger: ActiveTrigger;
		/** All events so far, and those that n8n has lost, in order. */
		const happened: string[] = [];
		const lost: string[] = [];

		beforeAll(async () => {
			cluster = await openCluster(`triggers-${name}`, durable ? DURABLE_CURSORS : {});
			newEvents = new NewEvents(cluster.world.service);
			trigger = await ActiveTrigger.start(cluster.world, {
				on: 'Calls',
				parameters: { options: { maxItemsPerPoll: 500 } },
			});
			await recover();
		});
		afterAll(async () => await cluster?.close());

		function happen(): string[] {
			const events = Array.from({ length: random.int(1, MOST_EVENTS) }, () => newEvents.call());
			happened.push(...events);
			return events;
		}

		/** Waits until n8n polls again and has found the latest event, and whatever came late. */
		async function recover(): Promise<void> {
			await trigger.untilFound(happen().at(-1)!);
			await trigger.untilPolledAgain('queryCalls');
		}

		/** The trigger's memory as n8n has stored it. */
		async function memory(): Promise<string> {
			const { id } = trigger.workflow;
			return await cluster.postgres.ask(
				`select concat("staticData"::text, (select string_agg(cursor::text, '') from poller_state where "workflowId" = '${id}')) from workflow_entity where id = '${id}'`,
			);
		}

		async function executions(): Promise<number> {
			const { id } = trigger.workflow;
			return Number(
				await cluster.postgres.ask(
					`select count(*) from execution_entity where "workflowId" = '${id}'`,
				),
			);
		}

		/** Makes events and kills main in a moment. Gives the events that a poll may have found by then. */
		async function killIn(moment: Moment): Promise<string[]> {
			const { main, postgres, world } = cluster;
			const { service } = world;
			if (moment === 'between polls') {
				const events = happen();
				await sleep(random.int(0, 3_000));
				await main.kill();
				return events;
			}
			if (moment === 'while it emits') {
				const before = await memory();
				const unlock = await postgres.lock('execution_entity');
				const events = happen();
				await until('an execution to be stored', async () => {
					const waiting = `from pg_stat_activity where wait_event_type = 'Lock' and query ilike 'insert into%execution_entity%'`;
					return (await postgres.ask(`select count(*) ${waiting}`)) !== '0';
				});
				if (!durable)
					await until('its memory to be stored', async () => before !== (await memory()));
				await main.kill();
				// The server would go on with what it was asked for, as soon as the lock is gone.
				await postgres.ask(
					`select count(pg_terminate_backend(pid)) from pg_stat_activity where wait_event_type = 'Lock'`,
				);
				await unlock();
				return events;
			}
			const after = random.int(0, 1);
			const events = happen();
			const { sequence } = service.log.at(-1)!;
			const asked = () => service.log.filter((entry) => entry.sequence > sequence);
			if (moment === 'in a poll') {
				service.faults.add({ operation: 'queryCalls', delayMs: Infinity, after });
				await service.waitFor(
					() => asked().length > after && asked().some(({ endedAt }) => !endedAt),
					PATIENCE_MS,
				);
			} else {
				await service.waitFor(
					() => asked().filter(({ endedAt }) => endedAt).length > after,
					PATIENCE_MS,
				);
				await sleep(random.int(0, EMITTING_MS));
			}
			await main.kill();
			service.faults.clear();
			service.faults.release();
			return events;
		}

		test.each(momentsOf(SHORT))('each event starts one execution: killed %s', async (moment) => {
			const before = [await memory(), await executions()];
			const events = await killIn(moment);
			const emitted = (await memory()) !== before[0];
			const stored = (await executions()) !== before[1];
			happen();
			await cluster.main.restart();
			await recover();

			const ids = await trigger.ids();
			expect(ids).toHaveLength(new Set(ids).size);
			const missing = happened.filter((id) => !ids.includes(id) && !lost.includes(id));
			// n8n has forgotten a batch when it has stored the memory of a poll, and not its execution.
			const forgotten = !durable && emitted && !stored;
			expect(missing.length > 0).toBe(forgotten);
			expect(events).toEqual(expect.arrayContaining(missing));
			if (moment === 'while it emits') expect(forgotten).toBe(!durable);
			lost.push(...missing);
			expect(ids).toEqual(happened.filter((id) => !lost.includes(id)));
			expect(cluster.world.service.violations).toEqual([]);
		});
	},
);

/** In the short form, two moments; else all of them several times, in any order. */
function momentsOf(short: boolean): Moment[] {
	if (short) return ['in a poll', 'while it emits'];
	const all = MOMENTS.flatMap((moment) => Array<Moment>(ROUNDS).fill(moment));
	return random.some(all, all.length);
}

async function until(what: string, isTrue: () => Promise<boolean>): Promise<void> {
	await waitFor(what, PATIENCE_MS, async () => (await isTrue()) || undefined);
}
