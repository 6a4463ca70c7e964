import { DAY, HOUR, timeOf, uidOf } from '../../shared/api';
import { type TriggerEvent, windowOf } from '../../shared/polling';
import { containerFilter, topicGiven } from '../shared/container';
import { creators } from '../shared/creators';
import { origins } from '../shared/filters';
import { recordOutput } from '../shared/outputs';

/** queryRecordTimeline: both bounds are inclusive and apply to `send_at`, which can be in the future. */
export const newRecord: TriggerEvent = {
	name: 'New Record',
	value: 'newRecord',
	description:
		'Triggers when a new record (note) is found. A record that is dated in the future triggers when its time comes.',
	fields: containerFilter,
	filters: [creators, origins],
	rules: [topicGiven('container')],
	longestWindow: 7 * DAY,
	source: {
		kind: 'timeRange',
		lookback: HOUR,
		leadTime: () => 0,
		read: windowOf('/api/v1/record/timeline/query', {
			start: 'start_at',
			end: 'end_at',
			inclusive: true,
		}),
	},
	output: recordOutput,
	fact: (row) => ({ id: uidOf(row, 'record_uid'), time: timeOf(row.send_at) }),
};
