import { batchWrite, type Operation } from '../../../shared/operations';
import { arrangement } from '../../locators/arrangement';
import { arrangementWrite, statusOptions } from '../../shared/arrangement';
import { alreadyThere, currentStatus, hasStatus, nextStatus } from '../../shared/status';

/**
 * Beyond the contract, built on transitionArrangements: reads the status and takes the allowed moves,
 * one after the other, until the arrangement has the target status.
 */
export const setStatus: Operation = {
	name: 'Set Status',
	value: 'setStatus',
	action: 'Set arrangement status',
	description: 'Bring a task to a status from whichever it has, over the steps between',
	routing: { request: { method: 'POST', url: '/api/v1/arrangement/transition' } },
	endpoint: batchWrite({
		...arrangementWrite,
		target: ['arrangement_uid'],
		repeat: 'precondition',
		expected: [currentStatus],
		made: hasStatus(({ target_status }) => target_status),
		settled: alreadyThere,
		steps: {
			next: (item) => ({
				...item,
				target_status: nextStatus(item.expected_status, item.target_status),
			}),
			fulfilled: ({ target_status }, { status }) => status === target_status,
			standing: ({ status }) => `The arrangement got as far as '${String(status)}'`,
		},
	}),
	fields: [
		arrangement,
		{
			displayName: 'Status',
			name: 'targetStatus',
			type: 'options',
			required: true,
			default: 'completed',
			options: statusOptions,
			routing: { send: { type: 'body', property: 'target_status' } },
		},
	],
};
