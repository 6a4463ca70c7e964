import { setTimeout as sleep } from 'node:timers/promises';

import { Faults } from '../../dev/fake-service/faults';

/** The clock of the tests themselves: see test/support/patientClock.js. */

/** Does nothing for so long, and lets nothing else happen, as on a machine that runs other programs. */
const stall = (ms: number) => {
	Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
};

/** Milliseconds that count for what happens. */
async function counted(happens: () => unknown): Promise<number> {
	const from = performance.now();
	await happens();
	return performance.now() - from;
}

const delayed = async (besides: () => void) => {
	const answer = new Faults().hold(200);
	besides();
	await answer;
};
const until = async (ms: number) => {
	const from = performance.now();
	while (performance.now() - from < ms) await sleep(1);
};

it.each<[string, () => unknown, number, number]>([
	['does not count time in which the process could not run', () => stall(1_000), 0, 100],
	['does not count it twice either', () => [stall(500), stall(500)], 0, 100],
	['goes on while the process waits', async () => await until(200), 200, 1_000],
	['counts a delay of the fake service', async () => await delayed(() => {}), 200, 1_000],
	[
		'counts a delay of the fake service beside other programs',
		async () => await delayed(() => stall(1_000)),
		200,
		1_000,
	],
])('%s', async (_what, happens, least, most) => {
	const ms = await counted(happens);
	expect(ms).toBeGreaterThanOrEqual(least);
	expect(ms).toBeLessThan(most);
});
