import {
	EXCLUSIVE,
	filters,
	IDENTIFIER,
	moment,
	NOW,
	returnAllOrLimit,
	simplify,
	TODAY,
} from '../../../shared/form';
import { inOrder, list, operation } from '../../../shared/operations';
import { arrangementOutput, topicNames } from '../../shared/arrangement';
import { created, keepsCreated, listedStatuses, ofRecord, ofTopic } from '../../shared/filters';
import { due, dueRange } from '../../shared/due';

/** queryArrangements: ordered by due time if a due bound is given, otherwise latest update first */
export const getAll = operation({
	name: 'Get Many',
	value: 'getAll',
	action: 'Get many tasks',
	description: 'List your tasks, latest update first, or by due time if Due is set',
	routing: { request: { method: 'POST', url: '/api/v1/arrangement/query' } },
	tool: {
		does: 'Lists tasks or to-dos: the latest update first, or by due time those due in a chosen time, such as today or overdue.',
		returns: 'Returns title, due_at, status, description, updated_at and arrangement_uid.',
		use: "Use it for 'what is due today' or to find the identifier of a task by its title: there is no search for words. Not for notes.",
	},
	endpoint: list({ keeps: keepsCreated, completion: topicNames }),
	output: arrangementOutput,
	fields: [
		...due,
		listedStatuses,
		...returnAllOrLimit,
		simplify,
		filters([
			created,
			{
				displayName: 'Task IDs',
				name: 'arrangementUids',
				type: 'string',
				default: '',
				placeholder: 'e.g. arr_0b7d4ce8a915, arr_11aa09c3f2d6',
				description:
					'Only tasks with these IDs: up to 10, separated by commas, or an array from an expression',
				limits: { list: {}, ...IDENTIFIER },
				routing: { send: { type: 'body', property: 'arrangement_uids' } },
			},
			ofRecord,
			ofTopic,
			{
				...moment(
					'Updated After',
					'updatedAfter',
					'updated_start_at',
					'Only tasks whose last update was at this time or later',
				),
				default: TODAY,
			},
			{
				...moment(
					'Updated Before',
					'updatedBefore',
					'updated_end_at',
					'Only tasks whose last update was before this time',
				),
				default: NOW,
				limits: EXCLUSIVE,
			},
		]),
	],
	rules: [
		inOrder('due_start_at', 'due_end_at', { inclusive: true }),
		inOrder('updated_start_at', 'updated_end_at', { inclusive: true }),
	],
	finish: dueRange,
});
