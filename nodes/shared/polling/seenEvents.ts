import { createHash } from 'crypto';

/** Characters of a digest: 48 bits, so that a false "seen" is a matter of 10^-11 among thousands. */
const LENGTH = 8;

/** A short hash of a text of any length. */
export function digest(text: string): string {
	return createHash('sha256').update(text).digest('base64url').slice(0, LENGTH);
}

/** The digests in a text of digests written one after the other. */
export function digestsIn(text: string): string[] {
	return text.match(/.{8}/g) ?? [];
}

/** Stored form: digests by the time until which they have to be remembered, in units of base 36. */
export type Stored = Record<string, string>;

/**
 * The events that were emitted or are to be passed over, each until a time. Takes 8 bytes an event
 * and about 14 for each unit of time with events in it.
 */
export class SeenEvents {
	private readonly buckets = new Map<number, Set<string>>();
	private readonly bucketOf = new Map<string, number>();

	/** @param unit milliseconds that share a bucket */
	constructor(
		private readonly unit: number,
		stored: Stored = {},
	) {
		for (const [bucket, digests] of Object.entries(stored)) {
			for (const each of digestsIn(digests)) this.put(each, parseInt(bucket, 36));
		}
	}

	has(key: string): boolean {
		return this.bucketOf.has(digest(key));
	}

	/** Remembers an event at least until `time`; one that is known already not shorter than so far. */
	remember(key: string, time: number): void {
		const each = digest(key);
		const bucket = Math.floor(time / this.unit);
		if (bucket <= (this.bucketOf.get(each) ?? -Infinity)) return;
		this.forget(key);
		this.put(each, bucket);
	}

	forget(key: string): void {
		const each = digest(key);
		const bucket = this.bucketOf.get(each);
		if (bucket === undefined) return;
		this.bucketOf.delete(each);
		const digests = this.buckets.get(bucket)!;
		digests.delete(each);
		if (digests.size === 0) this.buckets.delete(bucket);
	}

	/** Forgets what had to be remembered until before `time`, in whole units. */
	forgetBefore(time: number): void {
		for (const [bucket, digests] of this.buckets) {
			if ((bucket + 1) * this.unit > time) continue;
			for (const each of digests) this.bucketOf.delete(each);
			this.buckets.delete(bucket);
		}
	}

	/** The end of the oldest unit with events in it; Infinity without any. */
	get oldestEnd(): number {
		return (Math.min(Infinity, ...this.buckets.keys()) + 1) * this.unit;
	}

	/** Bytes that the stored form takes, at most. */
	get size(): number {
		return this.buckets.size * 16 + this.bucketOf.size * LENGTH;
	}

	stored(): Stored {
		return Object.fromEntries(
			[...this.buckets].map(([bucket, digests]) => [bucket.toString(36), [...digests].join('')]),
		);
	}

	private put(each: string, bucket: number): void {
		this.bucketOf.set(each, bucket);
		if (!this.buckets.has(bucket)) this.buckets.set(bucket, new Set());
		this.buckets.get(bucket)!.add(each);
	}
}
