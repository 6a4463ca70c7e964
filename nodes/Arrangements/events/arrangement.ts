import type { IDataObject } from 'n8n-workflow';

import { MINUTE, timeOf, uidOf } from '../../shared/api';
import { type Fact, type TimeRange, windowOf } from '../../shared/polling';
import { arrangementOutput } from '../shared/arrangement';
import { ofRecord, ofTopic, openStatuses } from '../shared/filters';

const PATH = '/api/v1/arrangement/query';

/** Fields that all events of arrangements have. */
export const arrangementEvent = { output: arrangementOutput };

/** Arrangements by the time of the last update (queryArrangements): both bounds are inclusive. */
export const byUpdate: TimeRange = {
	kind: 'timeRange',
	lookback: 10 * MINUTE,
	read: windowOf(PATH, { start: 'updated_start_at', end: 'updated_end_at', inclusive: true }),
};

const readByDue = windowOf(PATH, { start: 'due_start_at', end: 'due_end_at', inclusive: true });

/** Arrangements that are still to be done, by the due time. */
export const readOpenByDue: TimeRange['read'] = (reader, from, to) => {
	const { statuses = ['identified', 'following'] } = reader.filters;
	return readByDue({ ...reader, filters: { ...reader.filters, statuses } }, from, to);
};

/** Filters of events that go by the due time. */
export const dueFilters = [ofRecord, openStatuses, ofTopic];

/** An arrangement as an event. */
export function arrangementFact(row: IDataObject, mark?: string | number): Fact {
	return { id: uidOf(row, 'arrangement_uid'), mark, time: timeOf(row.updated_at) };
}

/** An arrangement with its due time as the time of the event; a new due time is a new event. */
export function dueFact(row: IDataObject, mark: string): Fact | undefined {
	const due = timeOf(row.due_at);
	if (due === undefined) return undefined;
	return { ...arrangementFact(row, `${mark}@${due}`), time: due };
}
