import type { Account } from '../../fake-service/account';
import type { StoredArrangement } from './data';
import type { Area } from '../area';
import type { Given, Things } from '../things';

declare module '../things' {
	interface Things {
		arrangement: Given<StoredArrangement, 'arrangement_uid' | 'updated_at'>;
	}
}

export function addArrangement(account: Account, given: Things['arrangement']): StoredArrangement {
	const row: StoredArrangement = {
		title: 'Water the plants',
		status: 'identified',
		reminder_enabled: false,
		version: 1,
		created_at: given.updated_at,
		record_uids: [],
		...given,
	};
	account.arrangements.set(row.arrangement_uid, row);
	return row;
}

export const things: Area['things'] = { arrangement: addArrangement };
