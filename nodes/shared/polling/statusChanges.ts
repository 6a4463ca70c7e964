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

/** Characters of a version in base 36: versions repeat after 1.6 million. */
const VERSION_LENGTH = 4;
const VERSIONS = 36 ** VERSION_LENGTH;

/** Last known statuses of the latest changed objects, 13 bytes per object. */
export class Statuses {
	/** Maximum number of objects. The objects with the oldest changes are dropped first */
	static readonly most = 2000;

	private readonly known = new Map<string, KnownStatus>();

	constructor({ values, list }: StoredStatuses = { values: [], list: '' }) {
		for (const [entry] of list.matchAll(/.{13}/g)) {
			const status = values[parseInt(entry[8], 36)];
			this.known.set(entry.slice(0, 8), { status, version: parseInt(entry.slice(9), 36) });
		}
	}

	get(id: string): KnownStatus | undefined {
		return this.known.get(digest(id));
	}

	set(id: string, status: string, version: number): void {
		const each = digest(id);
		this.known.delete(each);
		this.known.set(each, { status, version: version % VERSIONS });
		if (this.known.size > Statuses.most) this.known.delete(this.known.keys().next().value!);
	}

	stored(): StoredStatuses {
		const values = [...new Set([...this.known.values()].map(({ status }) => status))].slice(0, 36);
		const list = [...this.known].map(([each, { status, version }]) => {
			const place = values.indexOf(status).toString(36);
			return each + place + version.toString(36).padStart(VERSION_LENGTH, '0');
		});
		return { values, list: list.join('') };
	}
}

/**
 * The status before a change; undefined if the version has grown by more than one, since the statuses in between are not
 * known.
 */
export function previousOf({ status, version }: KnownStatus, now: number): string | undefined {
	const further = (((now - version) % VERSIONS) + VERSIONS) % VERSIONS;
	return further <= 1 ? status : undefined;
}
