import type { IDataObject } from 'n8n-workflow';

import { timeOf, uidOf } from '../../shared/api';
import { type Fact, type EventSource, type TriggerEvent, windowOf } from '../../shared/polling';
import { arrangementOutput, topicNames } from '../shared/arrangement';
import { ofRecord, ofTopic, openStatuses } from '../shared/filters';
import { HOUR, MINUTE } from '../../shared/durations';

const PATH = '/api/v1/arrangement/query';

/** Members that all arrangement events share. */
export const arrangementEvent = {
	path: PATH,
	output: arrangementOutput,
	completion: topicNames,
} satisfies Partial<TriggerEvent>;

/**
 * Arrangements by time of last update (queryArrangements). Both bounds are inclusive. Updates are found at once; the
 * lookback is that of a service whose clock is set back.
 */
export const byUpdate: EventSource = {
	lookback: HOUR,
	recent: 10 * MINUTE,
	read: windowOf(PATH, { start: 'updated_start_at', end: 'updated_end_at', inclusive: true }),
};

const readByDue = windowOf(PATH, {
	start: 'due_start_at',
	end: 'due_end_at',
	inclusive: true,
	ascending: 'due_at',
});

/** Open arrangements by due time (queryArrangements). The filter Statuses may narrow them further. */
export const readOpenByDue: EventSource['read'] = (reader, bounds) => {
	const { statuses = ['identified', 'following'] } = reader.filters;
	return readByDue({ ...reader, filters: { ...reader.filters, statuses } }, bounds);
};

/** Filters of the events Task Due Soon and Task Overdue. */
export const dueFilters = [ofRecord, openStatuses, ofTopic];

/** The event of an arrangement. Without a `mark`, each arrangement is one event. */
export function arrangementFact(row: IDataObject, mark?: string | number): Fact {
	return { id: uidOf(row, 'arrangement_uid'), mark, time: timeOf(row.updated_at) };
}

/** The event of an arrangement at its due time: one for each due time, none without a due time. */
export function dueFact(row: IDataObject, mark: string): Fact | undefined {
	const due = timeOf(row.due_at);
	if (due === undefined) return undefined;
	return { ...arrangementFact(row, `${mark}@${due}`), time: due };
}
