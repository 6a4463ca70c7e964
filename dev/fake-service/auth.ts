import { digest } from './random';

/** The two accounts of the service. */
export type AccountId = 'a' | 'b';
export const accountIds: AccountId[] = ['a', 'b'];

/** The accounts' API keys, shaped `svc_<key id>_<secret>` and the same for the same seed. */
export class Keys {
	readonly a: string;
	readonly b: string;
	readonly #deleted = new Set<AccountId>();
	readonly #further = new Map<string, AccountId>();
	readonly #seed: number;

	constructor(seed: number) {
		this.a = makeKey(seed, 'a');
		this.b = makeKey(seed, 'b');
		this.#seed = seed;
	}

	/** The account of an `Authorization` header; undefined if the key is wrong or deleted. */
	accountOf(authorization: string | undefined): AccountId | undefined {
		const first = accountIds.find(
			(id) => authorization === `Bearer ${this[id]}` && !this.#deleted.has(id),
		);
		return first ?? this.#further.get(authorization?.replace(/^Bearer /, '') ?? '');
	}

	/** Creates a further key of an account, as after a key rotation. */
	add(id: AccountId): string {
		const key = makeKey(this.#seed + 1 + this.#further.size, id);
		this.#further.set(key, id);
		return key;
	}

	/** Deletes the key of an account: its requests are answered with 401 from now on. */
	delete(id: AccountId): void {
		this.#deleted.add(id);
	}

	restore(id: AccountId): void {
		this.#deleted.delete(id);
	}
}

function makeKey(seed: number, id: AccountId): string {
	return `svc_${digest('key id', seed, id).slice(0, 8)}_${digest('secret', seed, id).slice(0, 40)}`;
}
