import { digest } from './seenEvents';

/** Stored form: all statuses, and per object its digest, its version in base 36 and a capital letter for its status. */
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

/** Letters of the statuses, of which the contract has four (document 3, Arrangement). */
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';

/** Most bytes of the stored list, so that a state stays below 64 KiB. */
const MOST_BYTES = 60_000;

/** Last known statuses of the latest changed objects, 9 bytes per object, and 10 from its version 36 on. */
export class Statuses {
	/** Maximum number of objects. Those whose status is final are dropped first, and the oldest changes before others */
	static readonly most = 6000;

	/** By digest of the object, the oldest change first */
	private readonly known = new Map<string, KnownStatus>();
	/** True if the stored list had no room for some, whose versions are high */
	private isCut = false;

	constructor(
		private readonly isFinal: (status: string) => boolean,
		{ values, list }: StoredStatuses = { values: [], list: '' },
	) {
		for (const [, each, version, letter] of list.matchAll(/(.{7})(-?[0-9a-z]{1,11})([A-Z])/g)) {
			const status = values[LETTERS.indexOf(letter)];
			this.known.set(each, { status, version: parseInt(version, 36) });
		}
	}

	/** True if there is no room for further objects. */
	get isFull(): boolean {
		return this.isCut || this.known.size >= Statuses.most;
	}

	get(id: string): KnownStatus | undefined {
		return this.known.get(shortDigest(id));
	}

	set(id: string, status: string, version: number): void {
		const each = shortDigest(id);
		this.known.delete(each);
		this.known.set(each, { status, version });
	}

	stored(): StoredStatuses {
		const rank = ({ status }: KnownStatus) => Number(!this.isFinal(status));
		const all = [...this.known].sort(([, a], [, b]) => rank(a) - rank(b)).slice(-Statuses.most);
		const values = [...new Set(all.map(([, { status }]) => status))];
		let list = '';
		for (const [each, { status, version }] of all.reverse()) {
			const entry = each + version.toString(36) + LETTERS[values.indexOf(status)];
			this.isCut = list.length + entry.length > MOST_BYTES;
			if (this.isCut) break;
			list = entry + list;
		}
		return { values, list };
	}
}

function shortDigest(id: string): string {
	return digest(id).slice(0, LENGTH);
}

/**
 * The status before a change to another one than the known status, in version `now`; undefined if it cannot be told.
 * `before` has the statuses from which one change leads to the new one. A service that was restored from a backup counts
 * from a lower version.
 *
 * - With at most one update since, it is the known one.
 * - If one status only leads to the new one, it is that one, however many updates there were.
 * - With two updates since, it is the known one if that leads to the new one: two changes never do, so that one of the
 *   updates has changed something else.
 */
export function previousOf(known: KnownStatus, now: number, before: string[]): string | undefined {
	const updates = now - known.version;
	if (updates === 0 || updates === 1) return known.status;
	if (before.length === 1) return before[0];
	return updates === 2 && before.includes(known.status) ? known.status : undefined;
}
