import { digest } from './seenEvents';

/** Stored form: the values there are, and for each object its digest and the place of its value. */
export interface StoredValues {
	values: string[];
	list: string;
}

/** The last known value (a status) of the objects that changed last. Takes 9 bytes an object. */
export class LastValues {
	/** Most objects whose value is remembered; those that changed last stay. */
	static readonly most = 2000;

	private readonly values = new Map<string, string>();

	constructor({ values, list }: StoredValues = { values: [], list: '' }) {
		for (const [entry] of list.matchAll(/.{9}/g)) {
			this.values.set(entry.slice(0, -1), values[parseInt(entry.slice(-1), 36)]);
		}
	}

	get(id: string): string | undefined {
		return this.values.get(digest(id));
	}

	set(id: string, value: string): void {
		const each = digest(id);
		this.values.delete(each);
		this.values.set(each, value);
		if (this.values.size > LastValues.most) this.values.delete(this.values.keys().next().value!);
	}

	stored(): StoredValues {
		const values = [...new Set(this.values.values())].slice(0, 36);
		const list = [...this.values].map(([each, value]) => each + values.indexOf(value).toString(36));
		return { values, list: list.join('') };
	}
}
