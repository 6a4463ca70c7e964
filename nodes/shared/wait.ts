import { sleep } from 'n8n-workflow';

import { declareLimits, LIMITS } from './limits';

const OWN_LIMITS = declareLimits({
	/** Longest synchronous work without a pause for other work of n8n */
	workBetweenPauses: 20,
});

/** True if the answer of a request is no longer wanted: the user stopped the execution, or the node failed. */
export type Halted = () => boolean;

/** Waits `ms` milliseconds, or less if halted. Independent of the system clock. */
export async function wait(ms: number, halted: Halted): Promise<void> {
	for (let left = ms; left > 0 && !halted(); left -= LIMITS.waitStep) {
		await sleep(Math.min(left, LIMITS.waitStep));
	}
}

/** Lets the process do other work now and then, while much is to be done at once. */
export class Pace {
	private since = Date.now();

	get isDue(): boolean {
		return Date.now() - this.since >= OWN_LIMITS.workBetweenPauses;
	}

	async yield(): Promise<void> {
		await sleep(0);
		this.since = Date.now();
	}
}
