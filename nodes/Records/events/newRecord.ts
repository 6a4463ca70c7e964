import type { IDataObject } from 'n8n-workflow';

import { timeOf, uidOf } from '../../shared/api';
import {
	type Bounds,
	containsWords,
	type Reader,
	type RowPage,
	textContains,
	triggerEvent,
	windowOf,
} from '../../shared/polling';
import { topicGiven, watchedContainer } from '../shared/container';
import { creators, origins } from '../shared/filters';
import { recordOutput } from '../shared/outputs';
import { withContainerOfFilter, withTopics } from '../shared/topics';
import { DAY, HOUR } from '../../shared/durations';

const PATH = '/api/v1/record/timeline/query';

/** queryRecordTimeline: both bounds are inclusive and apply to `send_at`, which can be in the future. */
export const newRecord = triggerEvent({
	name: 'New Record',
	value: 'newRecord',
	description:
		'Triggers when there is a new record (note, chat text), also by this workflow, or its time comes',
	path: PATH,
	fields: watchedContainer,
	filters: [creators, origins, textContains('records whose title or text')],
	ownFilters: ['textContains'],
	rules: [topicGiven('container')],
	longestWindow: 7 * DAY,
	source: { lookback: HOUR, leadTime: () => 0, read: readRecords },
	completion: withTopics,
	output: recordOutput,
	fact: (row) => ({ id: uidOf(row, 'record_uid'), time: timeOf(row.send_at) }),
});

const timeline = windowOf(PATH, {
	start: 'start_at',
	end: 'end_at',
	inclusive: true,
	ascending: 'send_at',
	also: { order: 'asc' },
});

async function* readRecords(reader: Reader, bounds: Bounds): AsyncGenerator<RowPage> {
	for await (const { rows, ...page } of timeline(reader, bounds)) {
		const hasWords = ({ title, text_content }: IDataObject) =>
			containsWords(reader, [title, text_content]);
		const wanted = rows.filter(hasWords);
		// Here, since the filter may be another one when the events are emitted
		const isRaw = reader.own.simplify === false && reader.own.outputAs !== 'text';
		yield {
			...page,
			rows: isRaw ? wanted : withContainerOfFilter(reader.filters.container, wanted),
		};
	}
}
