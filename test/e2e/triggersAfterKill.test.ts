import { setInterval, clearInterval } from 'node:timers';
import type { LogEntry } from '../../dev/fake-service/log';
import { DURABLE_CURSORS } from '../../dev/n8n/settings';
import { ActiveTrigger, PATIENCE_MS, pollAt } from './activeTrigger';
import { needing } from './features';
import { NewEvents } from './newEvents';
import { openOwnN8n, type OwnN8n } from './ownN8n';

/** Triggers while n8n is killed: the process ends at once, without saving. */

jest.setTimeout(4 * PATIENCE_MS);

const EVERY_MS = 100;

describe('n8n in its default mode', () => loseNothing('default', {}));
needing('durableCursors').describe('n8n with durable cursors', () =>
	loseNothing('durable', DURABLE_CURSORS),
);

/** Tests in an n8n with these settings. */
function loseNothing(home: string, env: Record<string, string>): void {
	let own: OwnN8n;
	let newEvents: NewEvents;
	let happened: string[];
	let trigger: ActiveTrigger | undefined;

	beforeAll(async () => (own = await openOwnN8n(home, env)));
	beforeEach(() => {
		own.world.service.reset();
		newEvents = new NewEvents(own.world.service);
		happened = [];
	});
	afterEach(async () => {
		await trigger?.deactivate();
		trigger = undefined;
		expect(own.world.service.violations).toEqual([]);
	});
	afterAll(async () => await own.close());

	const happen = () => happened.push(newEvents.call());

	async function start(parameters = {}): Promise<ActiveTrigger> {
		trigger = await ActiveTrigger.start(own.world, {
			on: 'Calls',
			parameters: { options: { maxItemsPerPoll: 500 }, ...parameters },
		});
		return trigger;
	}

	/** Waits for the next request of a poll. */
	async function untilAsked(condition: (entry: LogEntry) => boolean): Promise<void> {
		const { service } = own.world;
		const last = service.log.at(-1)?.sequence ?? 0;
		await service.waitFor(
			(entry) => entry.sequence > last && entry.operation === 'queryCalls' && condition(entry),
			PATIENCE_MS,
		);
	}

	/** Kills n8n while a poll waits for an answer, `after` a number of earlier answers. */
	async function killInAPoll(after: number): Promise<void> {
		const { host, world } = own;
		const { faults } = world.service;
		faults.add({ operation: 'queryCalls', delayMs: Infinity, after });
		let asked = 0;
		await untilAsked(({ endedAt }) => endedAt === undefined && ++asked > after);
		await host.kill();
		faults.clear();
		faults.release();
	}

	/**
	 * Starts n8n again and waits until it polls. If it were killed earlier, while it activates workflows, it would
	 * poll only two minutes after the next start.
	 */
	async function restart(found: ActiveTrigger): Promise<void> {
		await own.host.restart();
		await found.untilFound(...happened);
	}

	/** Checks that every event was found, once and in order. */
	async function expectAllOnce(found: ActiveTrigger): Promise<void> {
		await found.untilFound(...happened);
		await found.untilPolledAgain('queryCalls');
		expect(await found.ids()).toEqual(happened);
	}

	test('loses nothing if killed between activation and the first scheduled poll', async () => {
		const found = await start({ pollTimes: pollAt(0, 20, 40) });
		happen();
		await own.host.kill();
		happen();
		await own.host.restart();
		await found.untilFound(...happened);
		expect(await found.ids()).toEqual(happened);
	});

	test('loses and repeats nothing if killed between or during polls, in the middle of a burst', async () => {
		const found = await start();
		happen();
		await found.untilFound(...happened);
		const burst = setInterval(happen, EVERY_MS);
		try {
			await own.host.kill();
			await restart(found);
			for (const after of [0, 1]) {
				await killInAPoll(after);
				await restart(found);
			}
		} finally {
			clearInterval(burst);
		}
		await expectAllOnce(found);
		expect(happened.length).toBeGreaterThan(50);
	});
}
