import { sleep } from 'n8n-workflow';

import { LIMITS } from '../limits';

/** Tells a request that nobody wants its answer any more: the user stopped the execution, or the node failed. */
export type Halted = () => boolean;

/** Waits `ms` milliseconds, or less when halted. Counts down by itself: a clock may be set meanwhile. */
export async function wait(ms: number, halted: Halted): Promise<void> {
	for (let left = ms; left > 0 && !halted(); left -= LIMITS.waitStep) {
		await sleep(Math.min(left, LIMITS.waitStep));
	}
}
