import { end, filters, options, order, returnAllOrLimit, start } from '../../../shared/fields';
import { list, notAfter, type Operation } from '../../../shared/operations';
import { kinds } from '../../shared/filters';

/** queryRecordingSummaries: versions only; several may cover the same time */
export const getAll: Operation = {
	name: 'Get Many',
	value: 'getAll',
	action: 'Get many summaries',
	description: 'List the versions of daily summaries and timelines, the latest covered time first',
	routing: { request: { method: 'POST', url: '/api/v1/recordings/summaries/query' } },
	endpoint: list(),
	fields: [
		...returnAllOrLimit,
		filters([
			end('Only summaries of a time before this, even if it goes on after it'),
			{
				displayName: 'Generation States',
				name: 'generationStates',
				type: 'multiOptions',
				default: [],
				description: 'None chosen means all',
				options: [
					{ name: 'Completed', value: 'completed' },
					{ name: 'Failed', value: 'failed' },
					{ name: 'Processing', value: 'processing' },
				],
				routing: { send: { type: 'body', property: 'generation_states' } },
			},
			kinds,
			start('Only summaries of a time after this, even if it began before'),
		]),
		options([order('desc', 'By the start of the covered time')]),
	],
	rules: [notAfter('start_at', 'end_at')],
};
