import type { INodeParameters } from 'n8n-workflow';

import { DAY, MINUTE } from '../../../nodes/shared/durations';
import { several, uid } from '../../contract/choices';
import type { Area, EventCase } from '../area';
import type { Thing, Things } from '../things';

const ofArrangements: INodeParameters = {
	filters: {
		record: uid('record_1'),
		statuses: ['identified', 'following'],
		topic: { __rl: true, mode: 'list', value: 'topic_1' },
	},
};

const arrangement = (
	updated_at: number,
	number = 1,
	more: Partial<Things['arrangement']> = {},
): Thing => ({
	arrangement: {
		arrangement_uid: `arrangement_${number}`,
		updated_at,
		status: 'identified',
		...more,
	},
});
const happens: Pick<EventCase, 'filtered' | 'happen' | 'burst'> = {
	filtered: [ofArrangements],
	happen: (time, number) => arrangement(time, number),
	burst: (time, number) => arrangement(time, number),
};
const ofDueTime = { foundBy: 'due time, not completed', id: 'UID and due time' };

export const events: Area['events'] = {
	created: {
		words: { lookback: '10 minutes', foundBy: 'time of creation', id: 'UID' },
		...happens,
	},
	updated: {
		words: { lookback: '10 minutes', foundBy: 'last update', id: 'UID and update' },
		...happens,
	},
	statusChanged: {
		words: {
			lookback: '10 minutes',
			foundBy: 'last update, status',
			id: 'UID, status and update',
		},
		filtered: [
			{
				filters: {
					fromStatuses: ['following'],
					toStatuses: ['completed'],
					topics: several('topic', uid('topic_1')),
				},
			},
		],
		before: (time) => [arrangement(time - DAY)],
		happen: (time, number) => arrangement(time, number, { status: 'following', version: 2 }),
	},
	dueSoon: {
		words: { lookback: 'the lead time', ...ofDueTime },
		filtered: [{ ...ofArrangements, leadTime: 90 }],
		happen: (time, number) => arrangement(time, number, { due_at: time + 30 * MINUTE }),
	},
	overdue: {
		words: { lookback: '7 days', ...ofDueTime },
		filtered: [ofArrangements],
		happen: (time, number) => arrangement(time, number, { due_at: time }),
		burst: (time, number) => arrangement(time - DAY, number, { due_at: time }),
	},
};
