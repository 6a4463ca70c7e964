import { bound, filters, returnAllOrLimit, simplify } from '../../../shared/fields';
import { eachRow, list, notAfter, type Operation } from '../../../shared/operations';
import { simplifiedArrangement } from '../../shared/arrangement';
import { ofRecord, ofTopic, statuses } from '../../shared/filters';

/** queryArrangements: by due time when a due bound is given, otherwise latest update first */
export const getAll: Operation = {
	name: 'Get Many',
	value: 'getAll',
	action: 'Get many arrangements',
	description: 'List tasks, those that changed last first, or by due time when that is filtered',
	routing: { request: { method: 'POST', url: '/api/v1/arrangement/query' } },
	endpoint: list({ rows: eachRow(simplifiedArrangement) }),
	fields: [
		...returnAllOrLimit,
		simplify,
		filters([
			{
				displayName: 'Arrangement UIDs',
				name: 'arrangementUids',
				type: 'string',
				default: '',
				placeholder: 'e.g. arrangement_0b7d, arrangement_11aa',
				description: 'Up to 10, separated by commas; an expression may also give an array',
				limits: { list: { maxItems: 10 }, maxLength: 64 },
				routing: { send: { type: 'body', property: 'arrangement_uids' } },
			},
			bound('Due End', 'dueEndAt', 'due_end_at', 'Latest due time, inclusive'),
			bound('Due Start', 'dueStartAt', 'due_start_at', 'Earliest due time, inclusive'),
			ofRecord,
			statuses,
			ofTopic,
			bound('Updated End', 'updatedEndAt', 'updated_end_at', 'Latest update, inclusive'),
			bound('Updated Start', 'updatedStartAt', 'updated_start_at', 'Earliest update, inclusive'),
		]),
	],
	rules: [notAfter('due_start_at', 'due_end_at'), notAfter('updated_start_at', 'updated_end_at')],
};
