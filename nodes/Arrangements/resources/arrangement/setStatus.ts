import { ifRejected, options, simplify } from '../../../shared/fields';
import { batchWrite, type Operation, stepwise } from '../../../shared/operations';
import { arrangement } from '../../locators/arrangement';
import {
	arrangementOutput,
	arrangementWrite,
	expectedStatus,
	STATUSES,
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
 * transitionArrangements: one request for each step that the contract allows, from the current status to the chosen
 * one. With the option Single Step Only, at most one request.
 */
export const setStatus: Operation = {
	name: 'Set Status',
	value: 'setStatus',
	action: 'Set arrangement status',
	description: 'Complete or reopen an arrangement (task), or set another status',
	routing: { request: { method: 'POST', url: '/api/v1/arrangement/transition' } },
	tool: {
		does: 'Completes an arrangement (task), reopens it, or sets another status.',
		returns: 'Returns the task with its new status, or the reason why not.',
		use: 'Use it when something was done (completed) or has to be done again (following). To change title or time, update the arrangement.',
		effect: 'Changes the status only. Setting the former status undoes it.',
	},
	endpoint: batchWrite({
		...arrangementWrite,
		target: ['arrangement_uid'],
		repeat: 'precondition',
		expected: [currentStatus],
		made: hasStatus(({ target_status }) => target_status),
		course: stepwise({
			settled: (item, settings, entity) =>
				alreadyThere(item, entity) ?? refusedMove(item, settings),
			next: step,
			fulfilled: ({ target_status }, { status }) => status === target_status,
			leadsTo: ({ target_status: status }) => ({ status }),
			standing: ({ status }) =>
				STATUSES.includes(String(status))
					? `The arrangement now has the status '${String(status)}'`
					: 'The arrangement now has another status',
		}),
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
			description:
				'Status to set. The node takes all steps between the current status and this one.',
			options: statusOptions,
			routing: { send: { type: 'body', property: 'target_status' } },
		},
		options([simplify, expectedStatus, ifRejected, singleStepOnly]),
	],
};
