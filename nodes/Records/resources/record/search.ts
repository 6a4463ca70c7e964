import type { IDataObject } from 'n8n-workflow';

import { objectOf, refuseTooBroad } from '../../../shared/api';
import { filters, keyword, returnAllOrLimit } from '../../../shared/fields';
import { eachRow, list, notAfter, type Operation } from '../../../shared/operations';
import { creatorUserRefs } from '../../shared/creators';

/** searchRecords: each hit is its record, with source, matched fields and snippet beside */
export const search: Operation = {
	name: 'Search',
	value: 'search',
	action: 'Search records',
	description: 'Find records by words in their title or text',
	routing: { request: { method: 'POST', url: '/api/v1/record/search' } },
	endpoint: list({
		check: refuseTooBroad,
		rows: eachRow(({ record, ...hit }) => ({ ...objectOf({ record }, 'record'), ...hit })),
	}),
	fields: [
		keyword,
		...returnAllOrLimit,
		filters([
			creatorUserRefs,
			{
				displayName: 'End Date',
				name: 'endDate',
				type: 'dateTime',
				typeOptions: { dateOnly: true },
				default: '',
				description: 'Last day to search',
				limits: { day: true },
				routing: { send: { type: 'body', property: 'end_date' } },
			},
			{
				displayName: 'Start Date',
				name: 'startDate',
				type: 'dateTime',
				typeOptions: { dateOnly: true },
				default: '',
				description: 'First day to search',
				limits: { day: true },
				routing: { send: { type: 'body', property: 'start_date' } },
			},
			{
				displayName: 'Time Zone',
				name: 'timezone',
				type: 'string',
				default: '',
				placeholder: 'e.g. Europe/Berlin',
				description: "Where the days begin; left empty, the workflow's time zone",
				limits: { timeZone: true },
				routing: { send: { type: 'body', property: 'timezone' } },
			},
		]),
	],
	rules: [notAfter('start_date', 'end_date')],
	finish: withTimeZone,
};

/** The contract wants a time zone exactly when a day is given. */
function withTimeZone({ timezone, ...body }: IDataObject, zone: string): IDataObject {
	const hasDay = body.start_date !== undefined || body.end_date !== undefined;
	return hasDay ? { ...body, timezone: timezone ?? zone } : body;
}
