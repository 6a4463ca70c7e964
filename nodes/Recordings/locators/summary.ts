import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';

import { textOf } from '../../shared/api';
import type { Field } from '../../shared/fields';
import { locator, pagedSource, searchList, formatTime } from '../../shared/locators';

/** A version of a summary, chosen from the latest completed ones or given by its UID. */
export const summary: Field = {
	...locator({
		displayName: 'Summary',
		name: 'summary',
		description: 'A version of a daily summary or timeline',
		searchListMethod: 'searchSummaries',
		placeholder: 'e.g. summary_77b0',
	}),
	required: true,
	routing: { send: { type: 'body', property: 'summary_uid' } },
};

/** Completed summaries for the list, latest first (queryRecordingSummaries). */
export async function searchSummaries(
	this: ILoadOptionsFunctions,
	filter?: string,
	cursor?: string,
): Promise<INodeListSearchResult> {
	const filters = { generation_states: ['completed'] };
	return await searchList(this, {
		...pagedSource('/api/v1/recordings/summaries/query', filters),
		cursor,
		containing: filter,
		entry: ({ kind, start_at, created_at, ...row }) => ({
			name: `${kind === 'timeline' ? 'Timeline' : 'Daily summary'} from ${formatTime(start_at)}, made ${formatTime(created_at)}`,
			value: textOf(row, 'summary_uid'),
		}),
	});
}
