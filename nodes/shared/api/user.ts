import type { IDataObject } from 'n8n-workflow';

import { HaltedError } from '../errors/failure';
import { USERS, type Connection } from '../transport/connection';
import { send } from '../transport/send';
import { textOf } from './answer';

/** Operation of the contract that tells the own `user_ref`: getCurrentUserProfile. */
export const PROFILE = '/api/v1/profile/get';

/** Stores the own `user_ref` of an answer of getCurrentUserProfile, and returns it. */
export function noteUser(connection: Connection, profile: IDataObject): string {
	const user = textOf(profile, 'user_ref');
	USERS.set(`${connection.baseUrl} ${connection.apiKey}`, user);
	return (connection.user = user);
}

/** The own `user_ref` of the account of a connection, read once per key and process. Undefined if it cannot be read. */
export async function userOf(
	connection: Connection,
	halted: () => boolean = () => false,
): Promise<string | undefined> {
	if (connection.user !== undefined) return connection.user;
	const read = await send(connection, { path: PROFILE, body: {} }, halted)
		.then(({ data }) => noteUser(connection, data))
		.catch((error: Error) => error);
	if (read instanceof HaltedError) throw read;
	return read instanceof Error ? undefined : read;
}
