import { sleep } from 'n8n-workflow';

/** Tells a request that nobody wants its answer any more: the user stopped the execution, or the node failed. */
export type Halted = () => boolean;

/** Longest time that passes between the wish to stop and the end of a wait, in milliseconds. */
const SLICE = 200;

/** Waits `ms` milliseconds, or less when halted. Counts down by itself: a clock may be set meanwhile. */
export async function wait(ms: number, halted: Halted): Promise<void> {
	for (let left = ms; left > 0 && !halted(); left -= SLICE) {
		await sleep(Math.min(left, SLICE));
	}
}
