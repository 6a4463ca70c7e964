import { looked, textOf } from '../../api/answer';
import { HaltedError } from '../../errors/halted';
import { ACCOUNTS, send, type Connection } from '../../transport/send';

/** The `user_ref` of the account of a connection; undefined if it cannot be read. */
export async function userOf(
	connection: Connection,
	halted: () => boolean,
): Promise<string | undefined> {
	const account = await accountOf(connection, halted);
	return account?.slice(connection.baseUrl.length + 1);
}

/**
 * Identifies the account of a connection by base URL and `user_ref` (getCurrentUserProfile), which stay the same when
 * the API key changes. Read once per key and process. Undefined if it cannot be read.
 */
export async function accountOf(
	connection: Connection,
	halted: () => boolean = () => false,
): Promise<string | undefined> {
	if (connection.account !== undefined) return connection.account;
	const { baseUrl, apiKey } = connection;
	const read = await send(connection, { path: '/api/v1/profile/get', body: {} }, halted).then(
		({ data }) => looked(() => ({ account: `${baseUrl} ${textOf(data, 'user_ref')}` })),
		(error: Error) => error,
	);
	if (read instanceof HaltedError) throw read;
	if (read instanceof Error) return undefined;
	ACCOUNTS.set(`${baseUrl} ${apiKey}`, read.account);
	return (connection.account = read.account);
}
