import { createHash } from 'crypto';

import { LIMITS } from '../limits';

/** Characters of a digest: 48 bits, so that collisions are negligible (10^-11 among thousands of events). */
const LENGTH = 8;

/** Number of events in a bucket that takes no further ones, unless they have the same time. */
const BUCKET_SIZE = 100;

/** Maximum size of a stored bucket without its digests, in bytes. */
const BUCKET_BYTES = 15;

/** Digest of a text: the first 48 bits of SHA-256 in base64url. */
export function digest(text: string): string {
	return createHash('sha256').update(text).digest('base64url').slice(0, LENGTH);
}

/** The digests in a text of concatenated digests. */
export function digestsIn(text: string): string[] {
	return text.match(/.{8}/g) ?? [];
}

/**
 * Stored form: concatenated digests by bucket. The key of a bucket is the time until which its events are stored, in Unix
 * milliseconds in base 36: `mkf3k2g0`.
 */
export type StoredSeenEvents = Record<string, string>;

/** Events that are stored until the same time. */
interface Bucket {
	end: number;
	digests: string[];
}

/**
 * Events that were emitted or skipped, each stored until a time. Takes 8 bytes per event and about 15 per bucket. A bucket
 * has about 100 events, or those of one millisecond, so that the oldest events can be dropped in small steps.
 */
export class SeenEvents {
	/** Time until which each event is stored, by digest */
	private readonly until = new Map<string, number>();

	/** @param unit length in milliseconds of the periods that no bucket crosses, so that its end moves no further */
	constructor(
		private readonly unit: number,
		stored: StoredSeenEvents = {},
	) {
		for (const [end, text] of Object.entries(stored))
			for (const each of digestsIn(text)) this.until.set(each, parseInt(end, 36));
	}

	has(key: string): boolean {
		return this.until.has(digest(key));
	}

	/** Stores an event at least until `time`, in Unix milliseconds. Never shortens the time of a stored event. */
	remember(key: string, time: number): void {
		const each = digest(key);
		this.until.set(each, Math.max(time, this.until.get(each) ?? -Infinity));
	}

	forget(key: string): void {
		this.until.delete(digest(key));
	}

	/** Drops events that are stored until a time before `time`. */
	forgetBefore(time: number): void {
		for (const [each, until] of this.until) if (until < time) this.until.delete(each);
	}

	/**
	 * Drops the oldest buckets that end before `time`, or without it the latest ones, until the others have at most `most`
	 * bytes. Returns the end of the last one that was dropped, in Unix milliseconds.
	 */
	drop(most: number, time?: number): number | undefined {
		const all = this.buckets();
		let size = sizeOf(all);
		let dropped: number | undefined;
		for (const bucket of time === undefined ? all.reverse() : all) {
			if (size <= most || bucket.end >= (time ?? Infinity)) break;
			for (const each of bucket.digests) this.until.delete(each);
			size -= sizeOf([bucket]);
			dropped = bucket.end;
		}
		return dropped;
	}

	/** Maximum size of the stored form in bytes. */
	get size(): number {
		return sizeOf(this.buckets());
	}

	/** Size of that many events without their buckets, in bytes. */
	static readonly sizeOf = (count: number): number => count * LENGTH;

	/** Number of events that are stored until `time` or later. */
	count(time: number): number {
		return [...this.until.values()].filter((each) => each >= time).length;
	}

	/** Number of further events from `time` on for which there is room, in that share of all room. */
	room(time: number, share = 1): number {
		const size = sizeOf(this.buckets().filter(({ end }) => end >= time));
		// An event has a share of its bucket as well
		return Math.floor((LIMITS.maxSeenBytes * share - size) / (LENGTH + 1));
	}

	/** Time until which that share of the events from `time` on is stored; undefined without any. */
	quantile(time: number, share: number): number | undefined {
		const times = [...this.until.values()].filter((each) => each >= time).sort((a, b) => a - b);
		return times[Math.ceil(times.length * share) - 1];
	}

	/** The latest time until which an event is stored; -Infinity without any. */
	get latest(): number {
		return [...this.until.values()].reduce((a, b) => Math.max(a, b), -Infinity);
	}

	stored(): StoredSeenEvents {
		return Object.fromEntries(
			this.buckets().map(({ end, digests }) => [end.toString(36), digests.join('')]),
		);
	}

	/** The events in buckets, oldest first. */
	private buckets(): Bucket[] {
		const buckets: Bucket[] = [];
		const period = (time: number) => Math.floor(time / this.unit);
		for (const [each, time] of [...this.until].sort(([, a], [, b]) => a - b)) {
			const last = buckets.at(-1);
			const isSmall = last && last.digests.length < BUCKET_SIZE;
			if (last?.end === time || (isSmall && period(last.end) === period(time))) {
				last.digests.push(each);
				last.end = time;
			} else buckets.push({ end: time, digests: [each] });
		}
		return buckets;
	}
}

function sizeOf(buckets: Bucket[]): number {
	return buckets.reduce((sum, { digests }) => sum + BUCKET_BYTES + digests.length * LENGTH, 0);
}
