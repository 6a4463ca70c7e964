import type { IDataObject } from 'n8n-workflow';

import type { RequestField } from '../../../shared/contract';
import { objectOf, refuseTooBroad } from '../../../shared/api';
import {
	type Field,
	filters,
	keyword,
	options,
	period,
	returnAllOrLimit,
	simplify,
} from '../../../shared/form';
import { chosenSpan, daysInOrder, FailureError, list, operation } from '../../../shared/operations';
import { type FinishContext, toDay, type ValueSettings } from '../../../shared/values';
import { creators } from '../../shared/filters';
import { recordHitOutput } from '../../shared/outputs';
import { hitsWithTopics, topics } from '../../shared/topics';

const dated = period('records dated', {
	bounds: [
		day('First Day', 'firstDay', 'start_date', 'Only records dated on this day or later'),
		day('Last Day', 'lastDay', 'end_date', 'Only records dated on this day or earlier'),
	],
});

/** searchRecords: a hit contains its record, source, matched fields and snippet */
export const search = operation({
	name: 'Search',
	value: 'search',
	action: 'Search records (notes and chat texts)',
	description: 'Find records (notes and texts from chats) by words in their title or text',
	routing: { request: { method: 'POST', url: '/api/v1/record/search' } },
	tool: {
		does: 'Searches records (notes, and what came from chats) for words in their title or text, not in the names of topics.',
		returns: 'Returns a snippet around the words, title, text_content, send_at and record_uid.',
		use: 'Use it to find notes by words. Not for all notes of a topic, nor for chat messages alone.',
	},
	endpoint: list({
		check: refuseTooBroad,
		row: (hit) => ({ ...hit, record: objectOf(hit, 'record') }),
		completion: hitsWithTopics,
	}),
	output: recordHitOutput,
	fields: [
		keyword,
		...dated,
		...returnAllOrLimit,
		simplify,
		filters([
			creators,
			{
				displayName: 'Time Zone',
				name: 'timezone',
				type: 'string',
				default: '',
				placeholder: 'e.g. Europe/Berlin',
				description: 'Time zone of the days of Period. If empty, the time zone of the workflow.',
				limits: { timeZone: true },
				routing: { send: { type: 'body', property: 'timezone' } },
			},
		]),
		options([topics]),
	],
	rules: [daysInOrder('start_date', 'end_date')],
	finish: inDays,
});

/** First or last day of the search. Both days are included. */
function day<Sent extends RequestField>(
	displayName: string,
	name: string,
	property: Sent,
	description: string,
): Field<Sent> {
	return {
		displayName,
		name,
		type: 'dateTime',
		typeOptions: { dateOnly: true },
		default: '',
		description,
		limits: { day: true },
		routing: { send: { type: 'body', property } },
	};
}

/**
 * Completes the body with the days of the chosen period, and with `timezone` if it has a day, without it otherwise, as the
 * contract requires.
 */
function inDays({ timezone, ...body }: IDataObject, settings: ValueSettings, how: FinishContext) {
	const zone = String(timezone ?? how.zone);
	const span = chosenSpan(dated, body, settings, { ...how, zone });
	if (span instanceof FailureError) return span;
	const completed: IDataObject = { ...body };
	if (span?.start !== undefined) completed.start_date = toDay(span.start, zone);
	if (span?.end !== undefined) completed.end_date = toDay(span.end - 1, zone);
	const hasDay = completed.start_date !== undefined || completed.end_date !== undefined;
	return hasDay ? { ...completed, timezone: zone } : completed;
}
