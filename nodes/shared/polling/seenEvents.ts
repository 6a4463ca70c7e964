import { createHash } from 'crypto';

/** Characters of a digest: 48 bits, so that a false "seen" is a matter of 10^-11 among thousands. */
const LENGTH = 8;

/** Events that share a bucket, unless they have the very same time. */
const BUCKET_SIZE = 100;

/** Bytes that the stored form of a bucket takes beside its digests, at most. */
const BUCKET_BYTES = 22;

/** A short hash of a text of any length. */
export function digest(text: string): string {
	return createHash('sha256').update(text).digest('base64url').slice(0, LENGTH);
}

/** The digests in a text of digests written one after the other. */
export function digestsIn(text: string): string[] {
	return text.match(/.{8}/g) ?? [];
}

/**
 * Stored form: digests by the span of times until which they have to be remembered. A span is its start
 * in milliseconds and its length, both in base 36: `mkf3k2g0.2s`; without a length it is one millisecond.
 */
export type StoredSeenEvents = Record<string, string>;

interface Bucket {
	start: number;
	/** Inclusive */
	end: number;
	digests: Set<string>;
}

/**
 * The events that were emitted or are to be passed over, each until a time. Takes 8 bytes an event
 * and some 22 for each bucket; a bucket holds at most 100 events, or those of one millisecond, so that
 * the oldest can be forgotten almost one by one.
 */
export class SeenEvents {
	/** In order of time; they do not overlap */
	private readonly buckets: Bucket[];
	private readonly bucketOf = new Map<string, Bucket>();

	/** @param unit longest span of a bucket in milliseconds */
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

	/** Remembers an event at least until `time`; one that is known already not shorter than so far. */
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

	/** Forgets what had to be remembered until before `time`, in whole buckets. */
	forgetBefore(time: number): void {
		while (this.buckets.length > 0 && this.buckets[0].end < time) this.forgetOldest();
	}

	/** Forgets the oldest bucket; gives the time until which its events had to be remembered. */
	forgetOldest(): number {
		const { end, digests } = this.buckets.shift()!;
		for (const each of digests) this.bucketOf.delete(each);
		return end;
	}

	/** Forgets the events that have to be remembered longest. */
	forgetLatest(): void {
		const { digests } = this.buckets.pop()!;
		for (const each of digests) this.bucketOf.delete(each);
	}

	/** The last time of the oldest bucket; Infinity where there is none. */
	get oldestEnd(): number {
		return this.buckets[0]?.end ?? Infinity;
	}

	/** Bytes that the stored form takes, at most. */
	get size(): number {
		return this.buckets.length * BUCKET_BYTES + this.bucketOf.size * LENGTH;
	}

	/** Bytes of what has to be remembered until `time` or longer. */
	sizeFrom(time: number): number {
		const later = this.buckets.filter(({ end }) => end >= time);
		return later.reduce((sum, { digests }) => sum + BUCKET_BYTES + digests.size * LENGTH, 0);
	}

	stored(): StoredSeenEvents {
		return Object.fromEntries(
			this.buckets.map(({ start, end, digests }) => [
				start.toString(36) + (end > start ? `.${(end - start).toString(36)}` : ''),
				[...digests].join(''),
			]),
		);
	}

	/** The bucket for a time: one that spans it, a neighbour that can be made longer, or a new one. */
	private bucketAt(time: number): Bucket {
		const { buckets } = this;
		let next = buckets.length;
		while (next > 0 && buckets[next - 1].start > time) next--;
		const before = next > 0 ? buckets[next - 1] : undefined;
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
