import { uidOf } from '../../shared/api';
import { LIMITS } from '../../shared/limits';
import type { Reader } from '../../shared/polling';

/** References by account: who the key belongs to never changes. */
const references = new Map<string, string>();

/** The account's own `user_ref` (getCurrentUserProfile). */
export async function ownReference({ account, ask }: Reader): Promise<string> {
	const known = references.get(account);
	if (known !== undefined) return known;
	const reference = uidOf(await ask('/api/v1/profile/get', {}), 'user_ref');
	if (references.size >= LIMITS.maxAccounts) references.clear();
	references.set(account, reference);
	return reference;
}
