import type { IDataObject } from 'n8n-workflow';

import { MINUTE, timeOf, uidOf } from '../../shared/api';
import { type Fact, type TriggerEvent, windowOf } from '../../shared/polling';
import { simplifiedArrangement } from '../shared/arrangement';
import { ofRecord, ofTopic, openStatuses } from '../shared/filters';

const PATH = '/api/v1/arrangement/query';

/** Events found by the time of the last update (queryArrangements): both bounds are inclusive. */
export const byUpdate = {
	simplify: true,
	lookback: 10 * MINUTE,
	read: windowOf(PATH, {
		start: 'updated_start_at',
		end: 'updated_end_at',
		inclusive: true,
	}),
	output: simplifiedArrangement,
} satisfies Partial<TriggerEvent>;

const readByDue = windowOf(PATH, {
	start: 'due_start_at',
	end: 'due_end_at',
	inclusive: true,
});

/** Events found by the due time, of tasks that are still to be done. */
export const byDue = {
	simplify: true,
	filters: [ofRecord, openStatuses, ofTopic],
	notBefore: true,
	read: (reader, from, to) => {
		const { statuses = ['identified', 'following'] } = reader.filters;
		return readByDue({ ...reader, filters: { ...reader.filters, statuses } }, from, to);
	},
	output: simplifiedArrangement,
} satisfies Partial<TriggerEvent>;

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
