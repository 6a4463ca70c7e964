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

	/** By digest of the object, the oldest change first */
	private readonly known = new Map<string, KnownStatus>();

	constructor(
		private readonly isFinal: (status: string) => boolean,
		{ values, list }: StoredStatuses = { values: [], list: '' },
	) {
		for (const [entry] of list.matchAll(/.{9}/g)) {
			const status = values[parseInt(entry[LENGTH], 36)];
			const version = parseInt(entry[LENGTH + 1], 36);
			this.known.set(entry.slice(0, LENGTH), { status, version });
		}
	}

	/** True if there is no room for further objects. */
	get isFull(): boolean {
		return this.known.size >= Statuses.most;
	}

	get(id: string): KnownStatus | undefined {
		return this.known.get(shortDigest(id));
	}

	set(id: string, status: string, version: number): void {
		const each = shortDigest(id);
		this.known.delete(each);
		this.known.set(each, { status, version: version % VERSIONS });
	}

	stored(): StoredStatuses {
		const rank = ({ status }: KnownStatus) => Number(!this.isFinal(status));
		const all = [...this.known].sort(([, a], [, b]) => rank(a) - rank(b)).slice(-Statuses.most);
		const values = [...new Set(all.map(([, { status }]) => status))];
		const list = all.map(
			([each, { status, version }]) =>
				each + values.indexOf(status).toString(36) + version.toString(36),
		);
		return { values, list: list.join('') };
	}
}

function shortDigest(id: string): string {
	return digest(id).slice(0, LENGTH);
}

/**
 * The status before a change to another one than the known status; undefined if it cannot be told. `before` has the statuses
 * from which one change leads to the new one.
 *
 * - With at most one update since, it is the known one.
 * - If one status only leads to the new one, it is that one, however many updates there were.
 * - With two updates since, it is the known one if that leads to the new one: two changes never do, so that one of the
 *   updates has changed something else.
 */
export function previousOf(known: KnownStatus, now: number, before: string[]): string | undefined {
	const updates = (((now - known.version) % VERSIONS) + VERSIONS) % VERSIONS;
	if (updates <= 1) return known.status;
	if (before.length === 1) return before[0];
	return updates <= 2 && before.includes(known.status) ? known.status : undefined;
}
