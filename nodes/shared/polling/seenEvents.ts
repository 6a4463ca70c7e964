import { createHash } from 'crypto';

import { LIMITS } from '../limits';

/** Characters of a digest: 48 bits, so that collisions are negligible (10^-11 among thousands of events). */
const LENGTH = 8;

/** Maximum number of events in a bucket, unless they have the same time. */
const BUCKET_SIZE = 100;

/** Maximum size of a stored bucket without its digests, in bytes. */
const BUCKET_BYTES = 22;

/** Digest of a text: the first 48 bits of SHA-256 in base64url. */
export function digest(text: string): string {
	return createHash('sha256').update(text).digest('base64url').slice(0, LENGTH);
}

/** The digests in a text of concatenated digests. */
export function digestsIn(text: string): string[] {
	return text.match(/.{8}/g) ?? [];
}

/**
 * Stored form: concatenated digests by bucket. The key of a bucket is its start in Unix milliseconds and its length in
 * milliseconds, both in base 36: `mkf3k2g0.2s`. Without a length, it is one millisecond.
 */
export type StoredSeenEvents = Record<string, string>;

interface Bucket {
	start: number;
	/** Inclusive */
	end: number;
	digests: Set<string>;
}

/**
 * Events that were emitted or skipped, each stored until a time. Takes 8 bytes per event and about 22 per bucket. A bucket
 * has at most 100 events, or those of one millisecond, so that the oldest events can be dropped in small steps.
 */
export class SeenEvents {
	/** Ordered by time, without overlaps */
	private readonly buckets: Bucket[];
	private readonly bucketOf = new Map<string, Bucket>();

	/** @param unit maximum length of a bucket in milliseconds */
	constructor(
		private readonly unit: number,
		stored: StoredSeenEvents = {},
	) {
		this.buckets = Object.entries(stored).map(([span, text]) => {
			const [start, length = '0'] = span.split('.');
			const from = parseInt(start, 36);
			const digests = new Set(digestsIn(text));
			return { start: from, end: from + parseInt(length, 36), digests };
		});
		this.buckets.sort((a, b) => a.start - b.start);
		for (const bucket of this.buckets) {
			for (const each of bucket.digests) this.bucketOf.set(each, bucket);
		}
	}

	has(key: string): boolean {
		return this.bucketOf.has(digest(key));
	}

	/** Stores an event at least until `time`, in Unix milliseconds. Never shortens the time of a stored event. */
	remember(key: string, time: number): void {
		const each = digest(key);
		if (time <= (this.bucketOf.get(each)?.end ?? -Infinity)) return;
		this.forget(key);
		const bucket = this.bucketAt(time);
		bucket.digests.add(each);
		this.bucketOf.set(each, bucket);
	}

	forget(key: string): void {
		const each = digest(key);
		const bucket = this.bucketOf.get(each);
		if (bucket === undefined) return;
		this.bucketOf.delete(each);
		bucket.digests.delete(each);
		if (bucket.digests.size === 0) this.buckets.splice(this.buckets.indexOf(bucket), 1);
	}

	/** Drops buckets that end before `time`. */
	forgetBefore(time: number): void {
		while (this.buckets.length > 0 && this.buckets[0].end < time) this.forgetOldest();
	}

	/** Drops the oldest bucket and returns its end, in Unix milliseconds. */
	forgetOldest(): number {
		const { end, digests } = this.buckets.shift()!;
		for (const each of digests) this.bucketOf.delete(each);
		return end;
	}

	/** Drops the latest bucket. */
	forgetLatest(): void {
		const { digests } = this.buckets.pop()!;
		for (const each of digests) this.bucketOf.delete(each);
	}

	/** End of the oldest bucket; Infinity without buckets. */
	get oldestEnd(): number {
		return this.buckets[0]?.end ?? Infinity;
	}

	/** Maximum size of the stored form in bytes. */
	get size(): number {
		return this.buckets.length * BUCKET_BYTES + this.bucketOf.size * LENGTH;
	}

	/** Size of that many events without their buckets, in bytes. */
	static readonly sizeOf = (count: number): number => count * LENGTH;

	/** True if there is room for that many more events from `time` on. */
	hasRoom(time: number, more: number): boolean {
		const later = this.buckets.filter(({ end }) => end >= time);
		const size = later.reduce((sum, { digests }) => sum + BUCKET_BYTES + digests.size * LENGTH, 0);
		// An event has a share of its bucket as well
		return size + more * (LENGTH + 1) <= LIMITS.maxSeenBytes;
	}

	stored(): StoredSeenEvents {
		return Object.fromEntries(
			this.buckets.map(({ start, end, digests }) => [
				start.toString(36) + (end > start ? `.${(end - start).toString(36)}` : ''),
				[...digests].join(''),
			]),
		);
	}

	/** Bucket for a time: one that contains it, the previous one made longer, or a new one. */
	private bucketAt(time: number): Bucket {
		const { buckets } = this;
		let next = buckets.length;
		while (next > 0 && buckets[next - 1].start > time) next--;
		const before = buckets[next - 1] as Bucket | undefined;
		if (before && time <= before.end) return before;
		if (before && this.canGrow(before, time - before.start)) {
			before.end = time;
			return before;
		}
		const bucket = { start: time, end: time, digests: new Set<string>() };
		buckets.splice(next, 0, bucket);
		return bucket;
	}

	private canGrow({ digests }: Bucket, span: number): boolean {
		return digests.size < BUCKET_SIZE && span <= this.unit;
	}
}
