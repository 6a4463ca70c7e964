import { RETRY } from './retry';
import { wait, type Halted } from './wait';

/** Requests in flight per credential, at most. The contract shows no figure; this one is gentle. */
export const MAX_IN_FLIGHT = 4;

/** After so many good answers in a row a narrowed gate lets one more request in. */
const SUCCESSES_TO_WIDEN = 20;

/** Longest pause in milliseconds: a Retry-After of years must not outlast its cause. */
const MAX_SHUT = 3_600_000;

/** Thrown for a request that is not sent because the service has asked for a long pause. */
export class ShutError extends Error {
	/** @param until Unix milliseconds */
	constructor(readonly until: number) {
		super();
	}
}

/**
 * Lets the requests of one credential through: a few at a time, first come first served, nobody
 * while the service has asked for a pause. Shared by all nodes and executions of this process.
 */
export class Gate {
	private width = MAX_IN_FLIGHT;
	private inside = 0;
	private successes = 0;
	private pausedUntil = 0;
	private readonly queue: Array<() => void> = [];

	/**
	 * Runs `request` when its turn has come; undefined when halted before that. Throws ShutError at
	 * once while the service wants a longer pause than anybody waits for.
	 */
	async pass<T>(request: () => Promise<T>, halted: Halted): Promise<T | undefined> {
		await this.enter();
		try {
			// Each pause is waited for once, whatever happens to the clock meanwhile
			for (let waited = 0; this.pausedUntil !== waited && !halted();) {
				waited = this.pausedUntil;
				const ms = waited - Date.now();
				if (ms > RETRY.maxTotalWait) throw new ShutError(waited);
				await wait(ms, halted);
			}
			return halted() ? undefined : await request();
		} finally {
			this.inside--;
			this.admit();
		}
	}

	/** A good answer came: 20 in a row widen a narrowed gate by one. */
	succeeded(): void {
		this.successes++;
		if (this.successes < SUCCESSES_TO_WIDEN || this.width === MAX_IN_FLIGHT) return;
		this.successes = 0;
		this.width++;
		this.admit();
	}

	/** The service asked everybody to wait: halves the gate and keeps it shut for `ms` milliseconds. */
	throttled(ms: number): void {
		this.successes = 0;
		this.width = Math.max(1, Math.floor(this.width / 2));
		this.pause(ms);
	}

	/** Keeps the gate shut for at least `ms` milliseconds from now on. */
	pause(ms: number): void {
		this.pausedUntil = Math.max(this.pausedUntil, Date.now() + Math.min(ms, MAX_SHUT));
	}

	private async enter(): Promise<void> {
		await new Promise<void>((resolve) => {
			this.queue.push(resolve);
			this.admit();
		});
	}

	private admit(): void {
		while (this.inside < this.width && this.queue.length > 0) {
			this.inside++;
			this.queue.shift()!();
		}
	}
}

const gates = new Map<string, Gate>();

/** The gate of a credential, by its id (or by base URL where n8n gives none). */
export function gateOf(credential: string): Gate {
	let gate = gates.get(credential);
	if (!gate) gates.set(credential, (gate = new Gate()));
	return gate;
}
