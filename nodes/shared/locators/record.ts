import type { IDataObject } from 'n8n-workflow';

import { listOf, textOf } from '../api/answer';
import { refuseTooBroad } from '../api/searchTooBroad';
import { PAGE_SIZES } from '../limits';
import { locator } from './locator';
import { listSearch, pagedSource, searchable } from './search';

/** A record: From List (newest first, or by keyword) or By ID. */
export const record = locator({
	displayName: 'Record',
	name: 'record',
	description: 'A record (note) of your account',
	searchListMethod: 'searchRecords',
	placeholder: 'e.g. rec_51c0e7a2f418',
});

const SEARCH = '/api/v1/record/search';

/** Records for From List: newest first (queryRecordTimeline), or by keyword (searchRecords). */
export const searchRecords = listSearch({
	all: pagedSource('/api/v1/record/timeline/query'),
	byName: (text) => ({
		path: SEARCH,
		body: (page) => ({ keyword: searchable(text), limit: PAGE_SIZES[SEARCH], ...page }),
		read: (data) => {
			refuseTooBroad(data);
			const records = listOf(data, 'items').map(({ record }) => record);
			return { page: data, rows: listOf({ records }, 'records') };
		},
	}),
	entry: (row) => ({ name: titleOf(row), value: textOf(row, 'record_uid') }),
});

/** Title of a record, or the first line of its text: at most 80 code points. */
export function titleOf({ title, text_content, record_uid }: IDataObject): string {
	const text = String(title || text_content || record_uid).trim();
	const line = [...text.split('\n')[0]];
	return line.length > 80 ? `${line.slice(0, 80).join('')}…` : line.join('');
}
