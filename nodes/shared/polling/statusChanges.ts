import { digest } from './seenEvents';

/** Stored form: all statuses, and per object its digest, the index of its status and its version. */
export interface StoredStatuses {
	values: string[];
	list: string;
}

/** A status, and the version of the object that had it. */
export interface KnownStatus {
	status: string;
	version: number;
}

/** Characters of a digest: 42 bits, so that collisions are negligible (10^-6 among all objects). */
const LENGTH = 7;

/** Stored versions repeat after this many: one character in base 36. */
const VERSIONS = 36;

/** Last known statuses of the latest changed objects, 9 bytes per object. */
export class Statuses {
	/** Maximum number of objects. Those whose status is final are dropped first, and the oldest changes before others */
	static readonly most = 6000;

	private readonly open = new Map<string, KnownStatus>();
	private readonly final = new Map<string, KnownStatus>();

	constructor(
		private readonly isFinal: (status: string) => boolean,
		{ values, list }: StoredStatuses = { values: [], list: '' },
	) {
		for (const [entry] of list.matchAll(/.{9}/g)) {
			const status = values[parseInt(entry[LENGTH], 36)];
			const known = { status, version: parseInt(entry[LENGTH + 1], 36) };
			this.group(status).set(entry.slice(0, LENGTH), known);
		}
	}

	/** True if there is no room for further objects. */
	get isFull(): boolean {
		return this.open.size + this.final.size >= Statuses.most;
	}

	get(id: string): KnownStatus | undefined {
		const each = shortDigest(id);
		return this.open.get(each) ?? this.final.get(each);
	}

	set(id: string, status: string, version: number): void {
		const each = shortDigest(id);
		this.open.delete(each);
		this.final.delete(each);
		if (this.isFull) {
			const oldest = this.final.size > 0 ? this.final : this.open;
			oldest.delete(oldest.keys().next().value!);
		}
		this.group(status).set(each, { status, version: version % VERSIONS });
	}

	stored(): StoredStatuses {
		const all = [...this.final, ...this.open];
		const values = [...new Set(all.map(([, { status }]) => status))];
		const list = all.map(
			([each, { status, version }]) =>
				each + values.indexOf(status).toString(36) + version.toString(36),
		);
		return { values, list: list.join('') };
	}

	private group(status: string): Map<string, KnownStatus> {
		return this.isFinal(status) ? this.final : this.open;
	}
}

function shortDigest(id: string): string {
	return digest(id).slice(0, LENGTH);
}

/**
 * The status before a change; undefined if the version has grown by more than one, since the statuses in between are not
 * known.
 */
export function previousOf({ status, version }: KnownStatus, now: number): string | undefined {
	const further = (((now - version) % VERSIONS) + VERSIONS) % VERSIONS;
	return further <= 1 ? status : undefined;
}
