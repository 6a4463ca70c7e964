import { sleep } from 'n8n-workflow';

import { LIMITS } from './limits';

/** True if the answer of a request is no longer wanted: the user stopped the execution, or the node failed. */
export type Halted = () => boolean;

/** Waits `ms` milliseconds, or less if halted. Independent of the system clock. */
export async function wait(ms: number, halted: Halted): Promise<void> {
	for (let left = ms; left > 0 && !halted(); left -= LIMITS.waitStep) {
		await sleep(Math.min(left, LIMITS.waitStep));
	}
}
