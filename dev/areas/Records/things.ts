import type { Account } from '../../fake-service/account';
import type { StoredRecord } from './data';
import type { Area } from '../area';
import type { Given, Things } from '../things';

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

export const named: Area['named'] = {
	'/api/v1/record/containers/resolve': ({ topics }, topic_uid, title) =>
		topics.set(topic_uid, { topic_uid, title, display_path: `Studio / ${title}`, valid: true }),
};
