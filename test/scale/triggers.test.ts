import { setTimeout as sleep } from 'node:timers/promises';
import { createRandom } from '../../dev/fake-service/random';
import { waitFor } from '../../dev/n8n/client';
import { POLL_MODES } from '../../dev/n8n/settings';
import { PATIENCE_MS } from '../e2e/activeTrigger';
import { SOURCES, WatchedSource } from '../e2e/sources';
import { openCluster, type Cluster } from './cluster';
import { SEED, SHORT } from './effort';

/**
 * Events of all kinds of sources while main is killed, which polls; their executions run in workers. The short form runs
 * the mode that promises most: one execution for each event, without an exception.
 */

jest.setTimeout(30 * 60_000);

const ROUNDS = 3;
const MOST_EVENTS = 5;

/** Milliseconds after an answer in which n8n stores what a poll has found. */
const EMITTING_MS = 60;

/** Moments in which main is killed. */
type Moment = 'between polls' | 'in a poll' | 'after an answer' | 'while it emits';

const random = createRandom(SEED, 'kills');

describe.each(POLL_MODES.filter(({ mode }) => mode === 'durable' || !SHORT))(
	`n8n $words on PostgreSQL (seed ${SEED})`,
	({ mode, env }) => {
		let cluster: Cluster;
		let watched: WatchedSource[];
		/** Events that n8n has lost. */
		const lost = new Set<string>();

		beforeAll(async () => {
			cluster = await openCluster(`triggers-${mode}`, env);
			const { n8n } = cluster.world;
			watched = await Promise.all(SOURCES.map((source) => WatchedSource.start(n8n, source)));
			await each(recover);
		});
		afterAll(async () => {
			const counts = watched.map(({ source, happened }) => {
				return `${source.event} ${happened.filter((id) => lost.has(id)).length} of ${happened.length}`;
			});
			process.stdout.write(`${mode}: lost ${counts.join(', ')}; repeated none\n`);
			await each((one) => one.close());
			await cluster?.close();
		});

		async function each<T>(ask: (one: WatchedSource) => Promise<T>): Promise<T[]> {
			return await Promise.all(watched.map(ask));
		}

		function happen(some = watched): void {
			for (const one of some) for (let i = random.int(1, MOST_EVENTS); i > 0; i--) one.happen();
		}

		/** Waits until n8n polls again and has found the latest event, and whatever came late. */
		async function recover(one: WatchedSource): Promise<void> {
			await one.trigger.untilFound(one.happen());
			await one.trigger.untilPolledAgain(one.source.operation);
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

		/** Makes events and kills main in a moment, of one source if it is a moment of one. */
		async function killIn(moment: Moment, one: WatchedSource): Promise<void> {
			const { main, postgres } = cluster;
			if (moment === 'while it emits') {
				const { memory } = await stored(one);
				const unlock = await postgres.lock('execution_entity');
				happen([one]);
				await until('an execution to be stored', async () => {
					const waiting = `from pg_stat_activity where wait_event_type = 'Lock' and query ilike 'insert into%execution_entity%'`;
					return (await postgres.ask(`select count(*) ${waiting}`)) !== '0';
				});
				if (mode !== 'durable')
					await until('its memory to be stored', async () => (await stored(one)).memory !== memory);
				await main.kill();
				// The server would go on with what it was asked for, as soon as the lock is gone.
				await postgres.ask(
					`select count(pg_terminate_backend(pid)) from pg_stat_activity where wait_event_type = 'Lock'`,
				);
				await unlock();
				return;
			}
			happen();
			if (moment === 'between polls') await sleep(random.int(0, 3_000));
			if (moment === 'in a poll') await each((all) => all.hold(random.int(0, 1)));
			if (moment === 'after an answer') {
				await one.untilAsked(random.int(0, 1), true);
				await sleep(random.int(0, EMITTING_MS));
			}
			await main.kill();
			watched.forEach((all) => all.release());
		}

		test.each(killsOf(SHORT))(
			'each event starts one execution: killed $moment of $source',
			async ({ moment, source }) => {
				const before = await each(stored);
				const target = watched.find((one) => one.source.source === source)!;
				const first = watched.map(({ happened }) => happened.length);
				await killIn(moment, target);
				const after = await each(stored);
				const last = watched.map(({ happened }) => happened.length);
				happen();
				await cluster.main.restart();
				await each(recover);

				for (const [i, one] of watched.entries()) {
					const ids = await one.trigger.ids();
					const missing = one.happened.filter((id) => !ids.includes(id) && !lost.has(id));
					// n8n has forgotten a batch when it has stored the memory of a poll, and not its execution.
					const forgotten =
						mode !== 'durable' &&
						before[i].memory !== after[i].memory &&
						before[i].count === after[i].count;
					expect([one.source, missing.length > 0]).toEqual([one.source, forgotten]);
					expect(one.happened.slice(first[i], last[i])).toEqual(expect.arrayContaining(missing));
					if (moment === 'while it emits' && one === target)
						expect(forgotten).toBe(mode !== 'durable');
					missing.forEach((id) => lost.add(id));
					expect(ids).toEqual(one.happened.filter((id) => !lost.has(id)));
				}
			},
		);
	},
);

/** Two kills in the short form; else every moment several times, in any order. */
function killsOf(short: boolean): Array<{ moment: Moment; source: string }> {
	const sources = SOURCES.map(({ source }) => source);
	const of = (moment: Moment, some: string[]) => some.map((source) => ({ moment, source }));
	const any = (count: number) => random.some(sources, count);
	if (short) return [...of('in a poll', any(1)), ...of('while it emits', any(1))];
	const all = [
		...of('between polls', any(ROUNDS)),
		...of('in a poll', any(ROUNDS)),
		...of('after an answer', any(2 * ROUNDS)),
		...of('while it emits', sources),
	];
	return random.some(all, all.length);
}

async function until(what: string, isTrue: () => Promise<boolean>): Promise<void> {
	await waitFor(what, PATIENCE_MS, async () => (await isTrue()) || undefined);
}
