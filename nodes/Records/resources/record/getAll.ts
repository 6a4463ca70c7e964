import type { Operation } from '../../../shared/operations/operation';
import { creatorUserRefs } from '../../shared/creators';
import { end, start } from '../../../shared/fields/timeRange';
import { filters, options } from '../../../shared/fields/collections';
import { containerFilter } from '../../shared/container';
import { order } from '../../../shared/fields/order';
import { returnAllOrLimit } from '../../../shared/fields/paging';
import { topicGiven } from '../../shared/container';
import { notAfter } from '../../../shared/parameters/rules';
import { list } from '../../../shared/operations/endpoints/list';
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
