import { sleep } from 'n8n-workflow';

/** Tells a request that nobody wants its answer any more: the user stopped the execution, or the node failed. */
export type Halted = () => boolean;

/** Longest time that passes between the wish to stop and the end of a wait, in milliseconds. */
const SLICE = 200;

/** Waits `ms` milliseconds, or less when halted. */
export async function wait(ms: number, halted: Halted): Promise<void> {
	const until = Date.now() + ms;
	for (let left = ms; left > 0 && !halted(); left = until - Date.now()) {
		await sleep(Math.min(left, SLICE));
	}
}
