/** The service's time in Unix milliseconds: the real time, or a time that only tests change. */
export class Clock {
	#offset = 0;

	/** @param fixed where time stands still; without it time runs as it really does */
	constructor(private readonly fixed?: number) {}

	now(): number {
		return (this.fixed ?? Date.now()) + this.#offset;
	}

	/** Moves time forward (or back) by milliseconds. */
	advance(ms: number): void {
		this.#offset += ms;
	}

	/** Sets the current time; a running clock continues from there. */
	set(time: number): void {
		this.#offset += time - this.now();
	}

	/** Reverts every advance and set. */
	reset(): void {
		this.#offset = 0;
	}
}
