import { declareLimits } from './limits';

const OWN_LIMITS = declareLimits({
	/** Most accounts in the caches of a process */
	maxAccounts: 100,
});

/** Cache that drops the least recently used entries beyond `most`, by default `OWN_LIMITS.maxAccounts`. */
export class Recent<K, V> extends Map<K, V> {
	/** @param mayDrop false for an entry that is in use */
	constructor(
		private readonly mayDrop: (value: V) => boolean = () => true,
		private readonly most = () => OWN_LIMITS.maxAccounts,
	) {
		super();
	}

	override get(key: K): V | undefined {
		const value = super.get(key);
		if (value !== undefined) this.set(key, value);
		return value;
	}

	override set(key: K, value: V): this {
		super.delete(key);
		super.set(key, value);
		for (const [each, its] of this) {
			if (this.size <= this.most()) break;
			if (each !== key && this.mayDrop(its)) super.delete(each);
		}
		return this;
	}
}
