import { createHash } from 'node:crypto';

/** A hex digest of the parts, for identifiers and seeds that are the same on every run. */
export function digest(...parts: unknown[]): string {
	return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}

/** An identifier of a new object such as `rec_3f9a…`, with 48 bits: thousands of objects have different ones. */
export function newUid(prefix: string, ...parts: unknown[]): string {
	return `${prefix}_${digest(...parts).slice(0, 12)}`;
}

/** Seeded pseudo-random numbers and choices: the same parts give the same sequence. */
export interface Random {
	/** A random number in [0, 1). */
	next(): number;
	/** An integer from `min` to `max`, inclusive. */
	int(min: number, max: number): number;
	/** True with the given probability. */
	chance(probability: number): boolean;
	/** One element of a non-empty list. */
	pick<T>(list: readonly T[]): T;
	/** `count` different elements, or all if there are fewer. */
	some<T>(list: readonly T[], count: number): T[];
	/** An identifier such as `rec_3f9a…`, with 48 random bits, so that its order has no meaning. */
	uid(prefix: string): string;
}

// Reading a global takes a microsecond in jest's sandbox, which is longer than the rest of a random number
const { floor, imul } = Math;

export function createRandom(...seed: unknown[]): Random {
	let state = parseInt(digest(...seed).slice(0, 8), 16);
	// mulberry32
	const next = () => {
		state = (state + 0x6d2b79f5) | 0;
		let t = imul(state ^ (state >>> 15), 1 | state);
		t = (t + imul(t ^ (t >>> 7), 61 | t)) ^ t;
		return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
	};
	const int = (min: number, max: number) => min + floor(next() * (max - min + 1));
	return {
		next,
		int,
		chance: (probability) => next() < probability,
		pick: (list) => list[int(0, list.length - 1)],
		some(list, count) {
			const rest = [...list];
			const taken = [];
			while (taken.length < count && rest.length > 0) {
				taken.push(...rest.splice(int(0, rest.length - 1), 1));
			}
			return taken;
		},
		uid: (prefix) =>
			`${prefix}_${[int(0, 0xffffff), int(0, 0xffffff)]
				.map((part) => part.toString(16).padStart(6, '0'))
				.join('')}`,
	};
}
