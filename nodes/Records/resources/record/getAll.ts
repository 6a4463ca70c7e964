import { end, filters, options, order, returnAllOrLimit, start } from '../../../shared/fields';
import { list, notAfter, type Operation } from '../../../shared/operations';
import { containerFilter, topicGiven } from '../../shared/container';
import { creatorUserRefs } from '../../shared/creators';
import { origins } from '../../shared/filters';

/** queryRecordTimeline: both time bounds are inclusive and filter on `send_at` */
export const getAll: Operation = {
	name: 'Get Many',
	value: 'getAll',
	action: 'Get many records',
	description: 'List records by their time, newest first unless ordered otherwise',
	routing: { request: { method: 'POST', url: '/api/v1/record/timeline/query' } },
	endpoint: list(),
	fields: [
		...containerFilter,
		...returnAllOrLimit,
		filters([
			creatorUserRefs,
			end('Latest time of a record, inclusive'),
			origins,
			start('Earliest time of a record, inclusive'),
		]),
		options([order('desc', 'By the time of the record')]),
	],
	rules: [notAfter('start_at', 'end_at'), topicGiven('container')],
};
