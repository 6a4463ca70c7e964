import { DAY, MINUTE } from '../../../nodes/shared/durations';
import { filterBy, uid } from '../../contract/choices';
import type { Account } from '../../fake-service/account';
import type { Area } from '../area';
import type { Given, Thing, Things } from '../things';
import type { StoredArrangement } from './data';

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

const arrangement = (
	updated_at: number,
	number: number,
	more: Partial<Things['arrangement']> = {},
): Thing => ({
	arrangement: {
		arrangement_uid: `arrangement_${number}`,
		updated_at,
		status: number % 2 ? 'following' : 'identified',
		...more,
	},
});

const filtered = [
	{
		filters: {
			record: uid('record_1'),
			statuses: ['identified', 'following'],
			topic: { __rl: true, mode: 'list', value: 'topic_1' },
		},
	},
];
const updates = {
	filtered,
	burst: true,
	late: 5 * MINUTE,
};
const ofDueTime = { foundBy: 'due time, not completed', id: 'UID and due time' };

export const events: Area['events'] = {
	created: {
		words: { lookback: '1 hour', foundBy: 'time of creation', id: 'UID' },
		...updates,
		happen: (time, number) => [arrangement(time, number), `arrangement_${number}`],
	},
	updated: {
		words: { lookback: '1 hour', foundBy: 'last update', id: 'UID and update' },
		...updates,
		happen: (time, number) => [
			arrangement(time, number, { created_at: time - DAY }),
			`arrangement_${number}#${time}`,
		],
	},
	statusChanged: {
		words: { lookback: '1 hour', foundBy: 'last update, status', id: 'UID, status and update' },
		filtered: [
			{
				filters: {
					fromStatuses: ['following'],
					toStatuses: ['completed'],
					topics: filterBy('topic', uid('topic_1')),
				},
			},
		],
		before: (time, numbers) =>
			numbers.map((number) => arrangement(time - DAY, number, { status: 'identified' })),
		happen: (time, number) => [
			arrangement(time, number, { created_at: time - DAY, status: 'following', version: 2 }),
			`arrangement_${number}#following@${time}`,
		],
	},
	dueSoon: {
		words: { lookback: 'the lead time', ...ofDueTime },
		filtered: [{ ...filtered[0], leadTime: 90 }],
		happen: (time, number) => [
			arrangement(time, number, { due_at: time + 30 * MINUTE }),
			`arrangement_${number}#due@${time + 30 * MINUTE}`,
		],
	},
	overdue: {
		words: { lookback: '7 days', ...ofDueTime },
		filtered,
		happen: (time, number) => [
			arrangement(time - DAY, number, { due_at: time }),
			`arrangement_${number}#overdue@${time}`,
		],
		burst: true,
		late: 2 * DAY,
	},
};
