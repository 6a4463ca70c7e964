import type { IDataObject } from 'n8n-workflow';

import { listOf, objectOf, textOf, refuseTooBroad } from '../../api/answer';
import { PAGE_SIZES } from '../../limits';
import { locator } from './locator';
import { listSearch, pagedSource, searchable } from './search';

const RECORD = {
	displayName: 'Record',
	name: 'record',
	description: 'A record (note) of your account',
	placeholder: 'e.g. rec_51c0e7a2f418',
};

/** A record: From List (newest first, or by keyword) or By ID. */
export const record = locator({ ...RECORD, searchListMethod: 'searchRecords' });

/** A record to publish: From List (without chat messages) or By ID. */
export const publishable = locator({ ...RECORD, searchListMethod: 'searchPublishable' });

const SEARCH = '/api/v1/record/search';

/** Records for From List: newest first (queryRecordTimeline), or by keyword (searchRecords, which has no such filters). */
function searchAmong(filters: IDataObject, takes: (row: IDataObject) => boolean = () => true) {
	return listSearch({
		all: pagedSource('/api/v1/record/timeline/query', filters),
		byName: (text) => ({
			path: SEARCH,
			body: (page) => ({ keyword: searchable(text), limit: PAGE_SIZES[SEARCH], ...page }),
			read: (data) => {
				refuseTooBroad(data);
				return { page: data, rows: listOf(data, 'items').map(foundRecord).filter(takes) };
			},
		}),
		entry: ({ send_at, ...row }, time) => {
			const date = send_at === undefined ? [] : [time(send_at)];
			const facts = [...date, ...(isChatMessage(row) ? ['chat message'] : [])].join(', ');
			const title = titleOf(row);
			return { name: facts ? `${title} (${facts})` : title, value: textOf(row, 'record_uid') };
		},
	});
}

/** The record of a search hit. The contract may omit its origin, of which the source tells as much (searchRecords). */
function foundRecord(hit: IDataObject): IDataObject {
	return { origin: objectOf(hit, 'source').kind, ...objectOf(hit, 'record') };
}

function isChatMessage({ origin }: IDataObject): boolean {
	return ['private_chat', 'group_chat', 'chat'].includes(String(origin));
}

/** All records. */
export const searchRecords = searchAmong({});

/** Records that may be published: those that the account has written, outside of chats. */
export const searchPublishable = searchAmong(
	{ origins: ['self', 'topic'] },
	(row) => !isChatMessage(row),
);

/** Title of a record, or the first line of its text: at most 80 code points. */
export function titleOf({ title, text_content, record_uid }: IDataObject): string {
	const text = String(title || text_content || record_uid).trim();
	const line = [...text.split('\n')[0]];
	return line.length > 80 ? `${line.slice(0, 80).join('')}…` : line.join('');
}
