import { MINUTE } from '../../../nodes/shared/durations';
import { peopleById, uid } from '../../contract/choices';
import type { Account } from '../../fake-service/account';
import type { Area } from '../area';
import type { Given, Things } from '../things';
import type { StoredRecord } from './data';

declare module '../things' {
	interface Things {
		record: Given<StoredRecord, 'record_uid' | 'send_at'>;
	}
}

export function addRecord(account: Account, given: Things['record']): void {
	account.records.set(given.record_uid, {
		state: 'available',
		creator_user_ref: account.profile.user_ref,
		origin: 'self',
		text_content: 'A note',
		version: 1,
		container: { kind: 'unclassified' },
		...given,
	});
}

export const things: Area['things'] = { record: addRecord };

export const events: Area['events'] = {
	newRecord: {
		words: { lookback: '1 hour', foundBy: 'own time', id: 'UID' },
		filtered: [
			{
				container: 'topic',
				topic: uid('topic_1'),
				filters: {
					creators: peopleById('user_1'),
					origins: ['self', 'topic', 'private_chat', 'group_chat'],
				},
			},
		],
		happen: (send_at, number) => [
			{
				record: {
					record_uid: `record_${number}`,
					send_at,
					origin: number % 2 ? 'topic' : 'self',
				},
			},
			`record_${number}`,
		],
		burst: true,
		late: 30 * MINUTE,
	},
};
