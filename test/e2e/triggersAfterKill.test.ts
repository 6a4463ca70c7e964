import { setInterval, clearInterval } from 'node:timers';
import type { INodeParameters } from 'n8n-workflow';
import { POLL_MODES, type PollMode } from '../../dev/n8n/settings';
import { HEAVY } from '../support/effort';
import { PATIENCE_MS, pollAt } from './activeTrigger';
import { needing } from './features';
import { openOwnN8n, type OwnN8n } from './ownN8n';
import { SOURCES, WatchedSource } from './sources';

/**
 * Triggers of all kinds of sources while n8n is killed: the process ends at once, without saving. A push runs the mode
 * that the tested n8n is in by default, as most users have it. `HEAVY=1` runs all modes.
 */

jest.setTimeout(6 * PATIENCE_MS);

const EVERY_MS = 1_000;

/** Events of a burst: more replies than fit in five pages are no longer read by each poll (`LIMITS.freeListPages`). */
const MAX_BURST = 400;

const [byDefault, ...others] = POLL_MODES;
describe.each([byDefault])('n8n $words', loseNothing);
if (HEAVY) needing('durableCursors').describe.each(others)('n8n $words', loseNothing);

/** Tests in an n8n in this mode. */
function loseNothing({ mode, env }: PollMode): void {
	let own: OwnN8n;
	let watched: WatchedSource[] = [];

	beforeAll(async () => (own = await openOwnN8n(mode, env)));
	afterEach(async () => {
		await each((one) => one.close());
		watched = [];
	});
	afterAll(async () => await own.close());

	async function each(act: (one: WatchedSource) => Promise<void>): Promise<void> {
		await Promise.all(watched.map(act));
	}

	async function start(parameters: INodeParameters = {}): Promise<void> {
		const { n8n } = own.world;
		watched = await Promise.all(
			SOURCES.map(async (source) => await WatchedSource.start(n8n, source, parameters)),
		);
	}

	const happen = () => watched.forEach((one) => one.happen());

	/** One source after the other, since n8n is asked again and again. */
	async function untilFound(): Promise<void> {
		for (const { trigger, happened } of watched) await trigger.untilFound(...happened);
	}

	/**
	 * Kills n8n, starts it again and waits until it polls. If it were killed earlier, while it activates workflows, it
	 * would poll only two minutes after the next start.
	 */
	async function killAndRestart(): Promise<void> {
		await own.host.kill();
		watched.forEach((one) => one.release());
		happen();
		await own.host.restart();
		await untilFound();
	}

	/** Checks that every event was found, once and in order. */
	async function expectAllOnce(): Promise<void> {
		for (const { source, trigger, happened } of watched)
			expect([source.event, await trigger.ids()]).toEqual([source.event, happened]);
	}

	test('loses nothing if killed between activation and the first scheduled poll', async () => {
		await start({ pollTimes: pollAt((new Date().getSeconds() + 30) % 60) });
		happen();
		await killAndRestart();
		await expectAllOnce();
	});

	test('loses and repeats nothing if killed between or during polls, in the middle of a burst', async () => {
		await start();
		happen();
		await untilFound();
		const burst = setInterval(() => {
			if (watched[0].happened.length < MAX_BURST) happen();
		}, EVERY_MS);
		try {
			await killAndRestart();
			for (const answers of [0, 1]) {
				await each((one) => one.hold(answers));
				await killAndRestart();
			}
		} finally {
			clearInterval(burst);
		}
		await untilFound();
		await each((one) => one.trigger.untilPolledAgain(one.source.operation));
		await expectAllOnce();
		expect(watched[0].happened.length).toBeGreaterThan(50);
	});
}
