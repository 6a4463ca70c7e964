import { ifRejected, options, simplify } from '../../../shared/fields';
import { batchWrite, type Operation } from '../../../shared/operations';
import { arrangement } from '../../locators/arrangement';
import {
	arrangementOutput,
	arrangementWrite,
	expectedStatus,
	statusOptions,
} from '../../shared/arrangement';
import {
	alreadyThere,
	currentStatus,
	hasStatus,
	refusedMove,
	singleStepOnly,
	step,
} from '../../shared/status';

/**
 * transitionArrangements: reads the status and makes the moves that the contract allows, one after the other,
 * until the arrangement has the status; a single one with the option Single Step Only.
 */
export const setStatus: Operation = {
	name: 'Set Status',
	value: 'setStatus',
	action: 'Set arrangement status',
	description: 'Complete a task, reopen it, or set another status',
	routing: { request: { method: 'POST', url: '/api/v1/arrangement/transition' } },
	endpoint: batchWrite({
		...arrangementWrite,
		target: ['arrangement_uid'],
		repeat: 'precondition',
		expected: [currentStatus],
		made: hasStatus(({ target_status }) => target_status),
		settled: (item, entity) => alreadyThere(item, entity) ?? refusedMove(item),
		steps: {
			next: step,
			fulfilled: ({ target_status }, { status }) => status === target_status,
			standing: ({ status }) =>
				typeof status === 'string'
					? `The arrangement has the status '${status}' now`
					: 'The arrangement was moved on',
		},
	}),
	output: arrangementOutput,
	fields: [
		arrangement,
		{
			displayName: 'Status',
			name: 'status',
			type: 'options',
			required: true,
			default: 'completed',
			options: statusOptions,
			routing: { send: { type: 'body', property: 'target_status' } },
		},
		simplify,
		options([expectedStatus, ifRejected, singleStepOnly]),
	],
};
