import { sleep } from 'n8n-workflow';

import { LIMITS } from './limits';

/** Lets the process do other work now and then, while much is to be done at once. */
export class Pace {
	private since = Date.now();

	get isDue(): boolean {
		return Date.now() - this.since >= LIMITS.workBetweenPauses;
	}

	async yield(): Promise<void> {
		await sleep(0);
		this.since = Date.now();
	}
}
