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

	/** The account an `Authorization` header speaks for; none when the key is wrong or deleted. */
	accountOf(authorization: string | undefined): AccountId | undefined {
		const first = accountIds.find(
			(id) => authorization === `Bearer ${this[id]}` && !this.#deleted.has(id),
		);
		return first ?? this.#further.get(authorization?.replace(/^Bearer /, '') ?? '');
	}

	/** A further key of an account, as when its owner changes keys. */
	add(id: AccountId): string {
		const key = makeKey(this.#seed + 1 + this.#further.size, id);
		this.#further.set(key, id);
		return key;
	}

	/** From now on requests with the account's key are answered 401. */
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
