import { digest } from './seenEvents';

/** Stored form: the statuses there are, and for each object its digest, the place of its status and its version. */
export interface StoredStatuses {
	values: string[];
	list: string;
}

/** A status, and the version of the object that had it. */
export interface KnownStatus {
	status: string;
	version: number;
}

/** Characters of a version, in base 36: the last 1.6 million can be told from each other. */
const VERSION_LENGTH = 4;
const VERSIONS = 36 ** VERSION_LENGTH;

/** The last known status of the objects that changed last. Takes 13 bytes an object. */
export class Statuses {
	/** Most objects whose status is remembered; those that changed last stay. */
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
 * The status before a change, as far as it is known: an object whose version is more than one further has
 * changed more than once, and which status it had in between, nobody knows.
 */
export function previousOf({ status, version }: KnownStatus, now: number): string | undefined {
	const further = (((now - version) % VERSIONS) + VERSIONS) % VERSIONS;
	return further <= 1 ? status : undefined;
}
