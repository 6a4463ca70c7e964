import { FailureError } from '../request/failure';
import { send, type Connection } from '../request/send';
import { textOf } from '../routing/answer';
import { digestOf } from './digest';

/** Most accounts that are remembered in this process. */
const MAX_ACCOUNTS = 100;

/** Accounts by digest of base URL and key: whom a key belongs to never changes. */
const accounts = new Map<string, string>();

/**
 * A digest that stands for the account of a connection: its base URL and `user_ref`
 * (getCurrentUserProfile), so that a rotated key means the same account. Read once for each key and
 * process. Undefined when it cannot be read.
 */
export async function accountOf(
	connection: Connection,
	halted: () => boolean = () => false,
): Promise<string | undefined> {
	const { baseUrl, apiKey } = connection;
	const key = digestOf([baseUrl, apiKey]);
	const known = accounts.get(key);
	if (known !== undefined) return known;
	try {
		const { data } = await send(connection, { path: '/api/v1/profile/get', body: {} }, halted);
		const account = digestOf([baseUrl, textOf(data, 'user_ref')]);
		if (accounts.size >= MAX_ACCOUNTS) accounts.clear();
		accounts.set(key, account);
		return account;
	} catch (error) {
		if (error instanceof FailureError) return undefined;
		throw error;
	}
}
