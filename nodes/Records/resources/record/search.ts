import type { IDataObject } from 'n8n-workflow';

import { objectOf, refuseTooBroad } from '../../../shared/api';
import {
	type Field,
	filters,
	keyword,
	returnAllOrLimit,
	simplify,
	TODAY,
} from '../../../shared/fields';
import { daysInOrder, list, type Operation } from '../../../shared/operations';
import { creators } from '../../shared/creators';
import { recordOutput } from '../../shared/outputs';

/** searchRecords: each hit is its record, with source, matched fields and snippet beside */
export const search: Operation = {
	name: 'Search',
	value: 'search',
	action: 'Search records',
	description: 'Find records that contain words in their title or text',
	routing: { request: { method: 'POST', url: '/api/v1/record/search' } },
	endpoint: list({
		check: refuseTooBroad,
		rows: ({ rows }) => rows.filter((hit) => objectOf(hit, 'record')),
	}),
	output: recordOutput,
	fields: [
		keyword,
		...returnAllOrLimit,
		simplify,
		filters([
			creators,
			day('First Day', 'firstDay', 'start_date', TODAY),
			day('Last Day', 'lastDay', 'end_date', TODAY),
			{
				displayName: 'Time Zone',
				name: 'timezone',
				type: 'string',
				default: '',
				placeholder: 'e.g. Europe/Berlin',
				description: 'Time zone of the days. If empty, the time zone of the workflow.',
				limits: { timeZone: true },
				routing: { send: { type: 'body', property: 'timezone' } },
			},
		]),
	],
	rules: [daysInOrder('start_date', 'end_date')],
	finish: withTimeZone,
};

/** A day of the search; both days belong to it. */
function day(displayName: string, name: string, property: string, initial: string): Field {
	return {
		displayName,
		name,
		type: 'dateTime',
		typeOptions: { dateOnly: true },
		default: initial,
		description: `${displayName} to search (inclusive)`,
		limits: { day: true },
		routing: { send: { type: 'body', property } },
	};
}

/** The contract wants a time zone exactly when a day is given. */
function withTimeZone({ timezone, ...body }: IDataObject, zone: string): IDataObject {
	const hasDay = body.start_date !== undefined || body.end_date !== undefined;
	return hasDay ? { ...body, timezone: timezone ?? zone } : body;
}
