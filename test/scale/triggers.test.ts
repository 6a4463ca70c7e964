import { setTimeout as sleep } from 'node:timers/promises';
import { waitFor } from '../../dev/n8n/client';
import { POLL_MODES } from '../../dev/n8n/settings';
import { PATIENCE_MS } from '../e2e/activeTrigger';
import { SOURCES, WatchedSource } from '../e2e/sources';
import { openCluster, type Cluster } from './cluster';
import { randomOf } from '../support/random';
import { SHORT } from './effort';

/**
 * Events of all kinds of sources while main is killed, which polls; their executions run in workers. The short form runs
 * the mode that promises most: one execution for each event, without an exception.
 */

jest.setTimeout(30 * 60_000);

const ROUNDS = 2;
const MOST_EVENTS = 5;

/** Milliseconds after an answer in which n8n stores what a poll has found. */
const EMITTING_MS = 60;

/** Connections of n8n to PostgreSQL: each source needs one while its execution waits for a lock. */
const CONNECTIONS = { DB_POSTGRESDB_POOL_SIZE: String(2 * SOURCES.length) };

/** Moments in which main is killed. */
const MOMENTS = ['between polls', 'in a poll', 'after an answer', 'while it emits'] as const;

type Moment = (typeof MOMENTS)[number];

const random = randomOf('kills');

describe.each(POLL_MODES.filter(({ mode }) => mode === 'durable' || !SHORT))(
	'n8n $words on PostgreSQL',
	({ mode, env }) => {
		let cluster: Cluster;
		let watched: WatchedSource[] = [];
		/** Events that n8n has lost. */
		const lost = new Set<string>();

		beforeAll(async () => {
			cluster = await openCluster(`triggers-${mode}`, { ...env, ...CONNECTIONS });
			const { n8n } = cluster.world;
			watched = await Promise.all(SOURCES.map((source) => WatchedSource.start(n8n, source)));
			await recover();
		});
		afterAll(async () => {
			const counts = watched.map(({ source, happened }) => {
				return `${happened.filter((id) => lost.has(id)).length} of ${happened.length} ${source.event}`;
			});
			process.stdout.write(`${mode}: n8n lost ${counts.join(', ')}\n`);
			await cluster?.close();
			await each(({ world }) => world.close());
		});

		async function each<T>(ask: (one: WatchedSource) => Promise<T>): Promise<T[]> {
			return await Promise.all(watched.map(ask));
		}

		function happen(): void {
			for (const one of watched) for (let i = random.int(1, MOST_EVENTS); i > 0; i--) one.happen();
		}

		/** Waits until n8n polls again and has found the latest events, and whatever came late. */
		async function recover(): Promise<void> {
			const latest = watched.map((one) => one.happen());
			for (const [i, { trigger }] of watched.entries()) await trigger.untilFound(latest[i]);
			await each((one) => one.trigger.untilPolledAgain(one.source.operation));
		}

		/** The trigger's memory as n8n has stored it, and the number of its executions. */
		async function stored({ trigger }: WatchedSource): Promise<{ memory: string; count: string }> {
			const { id } = trigger.workflow;
			const [memory, count] = await Promise.all([
				cluster.postgres.ask(
					`select concat("staticData"::text, (select string_agg(cursor::text, '') from poller_state where "workflowId" = '${id}')) from workflow_entity where id = '${id}'`,
				),
				cluster.postgres.ask(`select count(*) from execution_entity where "workflowId" = '${id}'`),
			]);
			return { memory, count };
		}

		/** Kills main while it stores executions of all sources. Only with durable cursors is no memory stored yet. */
		async function killEmitting(): Promise<void> {
			const { main, postgres } = cluster;
			const before = await each(stored);
			const unlock = await postgres.lock('execution_entity');
			happen();
			await until('executions to be stored', async () => {
				const waiting = `from pg_stat_activity where wait_event_type = 'Lock' and query ilike 'insert into%execution_entity%'`;
				return Number(await postgres.ask(`select count(*) ${waiting}`)) >= watched.length;
			});
			if (mode !== 'durable')
				await until('memory to be stored', async () => {
					const now = await each(stored);
					return now.every(({ memory }, i) => memory !== before[i].memory);
				});
			await main.kill();
			// The server would go on with what it was asked for, as soon as the lock is gone.
			await postgres.ask(
				`select count(pg_terminate_backend(pid)) from pg_stat_activity where wait_event_type = 'Lock'`,
			);
			await unlock();
		}

		/** Makes events and kills main in a moment. */
		async function killIn(moment: Moment): Promise<void> {
			if (moment === 'while it emits') return await killEmitting();
			happen();
			if (moment === 'between polls') await sleep(random.int(0, 6_000));
			if (moment === 'in a poll') await each((one) => one.hold(random.int(0, 1)));
			if (moment === 'after an answer') {
				await random.pick(watched).untilAsked(random.int(0, 1), true);
				await sleep(random.int(0, EMITTING_MS));
			}
			await cluster.main.kill();
			watched.forEach((one) => one.release());
		}

		test.each(momentsOf(SHORT))('each event starts one execution: killed %s', async (moment) => {
			const before = await each(stored);
			const first = watched.map(({ happened }) => happened.length);
			await killIn(moment);
			const after = await each(stored);
			const last = watched.map(({ happened }) => happened.length);
			happen();
			await cluster.main.restart();
			await recover();

			for (const [i, { source, world, trigger, happened }] of watched.entries()) {
				const ids = await trigger.ids();
				const missing = happened.filter((id) => !ids.includes(id) && !lost.has(id));
				// n8n has forgotten a batch when it has stored the memory of a poll, and not its execution.
				const forgotten =
					mode !== 'durable' &&
					before[i].memory !== after[i].memory &&
					before[i].count === after[i].count;
				expect([source.event, missing.length > 0]).toEqual([source.event, forgotten]);
				if (moment === 'while it emits') expect(forgotten).toBe(mode !== 'durable');
				expect(happened.slice(first[i], last[i])).toEqual(expect.arrayContaining(missing));
				missing.forEach((id) => lost.add(id));
				// Events of one millisecond come in any order.
				expect(ids.sort()).toEqual(happened.filter((id) => !lost.has(id)).sort());
				expect(world.service.violations).toEqual([]);
			}
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
