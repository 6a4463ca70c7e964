import { textOf } from '../../shared/api';
import { type Field, listSearch, locator, pagedSource } from '../../shared/form';

/** A version of a summary: From List (completed ones, latest first) or By ID. */
export const summary = {
	...locator({
		displayName: 'Summary',
		name: 'summary',
		description: 'A version of a daily summary or a timeline',
		searchListMethod: 'searchSummaries',
		placeholder: 'e.g. sum_77b0a5d19e3c',
	}),
	required: true,
	routing: { send: { type: 'body', property: 'summary_uid' } },
} satisfies Field;

/** Completed summaries for From List, latest first (queryRecordingSummaries). */
export const searchSummaries = listSearch({
	all: pagedSource('/api/v1/recordings/summaries/query', { generation_states: ['completed'] }),
	entry: ({ kind, start_at, created_at, ...row }, time) => ({
		name: `${kind === 'timeline' ? 'Timeline' : 'Daily summary'} from ${time(start_at)}, made ${time(created_at)}`,
		value: textOf(row, 'summary_uid'),
	}),
});
