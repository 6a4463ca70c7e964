import { LIMITS } from '../limits';
import { wait, type Halted } from './wait';

/** Thrown for a request that is not sent because the service has asked for a long pause. */
export class PausedError extends Error {
	/** @param until Unix milliseconds */
	constructor(readonly until: number) {
		super();
	}
}

/**
 * Lets the requests of one credential through: a few at a time, first come first served, nobody
 * while the service has asked for a pause. Shared by all nodes and executions of this process.
 */
export class Limiter {
	private concurrency = LIMITS.maxInFlight;
	private active = 0;
	private successes = 0;
	private pausedUntil = 0;
	private readonly queue: Array<() => void> = [];

	/**
	 * Runs `request` when its turn has come; undefined when halted before that. Throws ShutError at
	 * once while the service wants a longer pause than anybody waits for.
	 */
	async schedule<T>(request: () => Promise<T>, halted: Halted): Promise<T | undefined> {
		await this.enter();
		try {
			// Each pause is waited for once, whatever happens to the clock meanwhile
			for (let waited = 0; this.pausedUntil !== waited && !halted();) {
				waited = this.pausedUntil;
				const ms = waited - Date.now();
				if (ms > LIMITS.maxTotalWait) throw new PausedError(waited);
				await wait(ms, halted);
			}
			return halted() ? undefined : await request();
		} finally {
			this.active--;
			this.admit();
		}
	}

	/** A good answer came: 20 in a row let one more request in flight again. */
	succeeded(): void {
		this.successes++;
		if (this.successes < LIMITS.successesToRecover || this.concurrency === LIMITS.maxInFlight)
			return;
		this.successes = 0;
		this.concurrency++;
		this.admit();
	}

	/** The service asked everybody to wait: halves the requests in flight and pauses all for `ms` milliseconds. */
	throttled(ms: number): void {
		this.successes = 0;
		this.concurrency = Math.max(1, Math.floor(this.concurrency / 2));
		this.pause(ms);
	}

	/** Pauses all requests for at least `ms` milliseconds from now on. */
	pause(ms: number): void {
		this.pausedUntil = Math.max(this.pausedUntil, Date.now() + Math.min(ms, LIMITS.maxPause));
	}

	private async enter(): Promise<void> {
		await new Promise<void>((resolve) => {
			this.queue.push(resolve);
			this.admit();
		});
	}

	private admit(): void {
		while (this.active < this.concurrency && this.queue.length > 0) {
			this.active++;
			this.queue.shift()!();
		}
	}
}

const limiters = new Map<string, Limiter>();

/** The limiter of a credential, by its id (or by base URL where n8n gives none). */
export function limiterOf(credential: string): Limiter {
	let limiter = limiters.get(credential);
	if (!limiter) limiters.set(credential, (limiter = new Limiter()));
	return limiter;
}
