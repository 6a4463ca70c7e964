import type { IDataObject } from 'n8n-workflow';

import {
	after,
	before,
	filters,
	options,
	order,
	returnAllOrLimit,
	simplify,
} from '../../../shared/fields';
import { inOrder, list, type Operation } from '../../../shared/operations';
import { kinds } from '../../shared/filters';
import { summaryOutput } from '../../shared/outputs';

/** queryRecordingSummaries: versions only; several may cover the same time */
export const getAll: Operation = {
	name: 'Get Many',
	value: 'getAll',
	action: 'Get many summaries',
	description: 'List the versions of daily summaries and timelines, latest covered time first',
	routing: { request: { method: 'POST', url: '/api/v1/recordings/summaries/query' } },
	endpoint: list(),
	output: summaryOutput,
	fields: [
		...returnAllOrLimit,
		simplify,
		filters([
			after('Only summaries whose covered time ends after this time'),
			before('Only summaries whose covered time begins before this time'),
			{
				displayName: 'Generation States',
				name: 'generationStates',
				type: 'multiOptions',
				default: [],
				description: 'Only summaries in these states',
				options: [
					{ name: 'Completed', value: 'completed' },
					{ name: 'Failed', value: 'failed' },
					{ name: 'Processing', value: 'processing' },
				],
				routing: { send: { type: 'body', property: 'generation_states' } },
			},
			kinds,
		]),
		options([order('desc', 'Order by the start of the covered time')]),
	],
	rules: [inOrder('start_at', 'end_at'), notUnbounded],
};

/** Refuses an end of 0, which the contract takes for no end: the list would have all summaries, not none. */
function notUnbounded({ end_at }: IDataObject, name: (property: string) => string) {
	return end_at === 0 ? `${name('end_at')} must be later than 1970-01-01T00:00:00Z` : undefined;
}
