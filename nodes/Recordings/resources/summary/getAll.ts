import type { IDataObject } from 'n8n-workflow';

import {
	after,
	anyOf,
	before,
	filters,
	options,
	order,
	period,
	returnAllOrLimit,
	simplify,
} from '../../../shared/form';
import { inOrder, inPeriod, list, operation } from '../../../shared/operations';
import { kinds } from '../../shared/filters';
import { summaryOutput } from '../../shared/outputs';

const covered = period('summaries of time ranges', {
	bounds: [
		after('Only summaries whose time range ends after this time'),
		before('Only summaries whose time range starts before this time'),
	],
});

/** queryRecordingSummaries: returns versions; several versions can cover the same time range */
export const getAll = operation({
	name: 'Get Many',
	value: 'getAll',
	action: 'Get many summaries',
	description: 'List versions of daily summaries and timelines, latest time range first by default',
	routing: { request: { method: 'POST', url: '/api/v1/recordings/summaries/query' } },
	tool: {
		does: 'Lists the automatic daily summaries and timelines that were made of recordings, the latest first.',
		returns: 'Returns kind, generation_state, the span covered and summary_uid; not the text.',
		use: 'Use it to find the summary of a day before reading it. None is made on request.',
	},
	endpoint: list(),
	output: summaryOutput,
	fields: [
		...covered,
		...returnAllOrLimit,
		simplify,
		filters([
			anyOf('generation_states', {
				displayName: 'Generation States',
				name: 'generationStates',
				description: 'Only summaries with these generation states',
				options: [
					{ name: 'Completed', value: 'completed', description: 'The summary is ready' },
					{ name: 'Failed', value: 'failed', description: 'The summary could not be generated' },
					{
						name: 'Processing',
						value: 'processing',
						description: 'The summary is being generated',
					},
				],
			}),
			kinds,
		]),
		options([order('Order of the summaries by the start of their time range')]),
	],
	rules: [inOrder('start_at', 'end_at'), notUnbounded],
	finish: inPeriod(covered),
});

/** Refuses an end of 0: in the contract it means no bound, so the list would contain all summaries. */
function notUnbounded({ end_at }: IDataObject, name: (property: string) => string) {
	return end_at === 0 ? `${name('end_at')} must be later than 1970-01-01T00:00:00Z` : undefined;
}
