import { ifRejected, options } from '../../../shared/fields';
import { batchWrite, type Operation } from '../../../shared/operations';
import { arrangement } from '../../locators/arrangement';
import { arrangementWrite, expectedStatus, statusOptions } from '../../shared/arrangement';
import { alreadyThere, currentStatus, forbiddenMove, hasStatus } from '../../shared/status';

/** transitionArrangements: one of the four moves of the contract's state table */
export const changeStatus: Operation = {
	name: 'Change Status',
	value: 'changeStatus',
	action: 'Change arrangement status',
	description: 'Move a task one step: identified, following, completed, or back',
	routing: { request: { method: 'POST', url: '/api/v1/arrangement/transition' } },
	endpoint: batchWrite({
		...arrangementWrite,
		target: ['arrangement_uid'],
		repeat: 'precondition',
		expected: [currentStatus],
		made: hasStatus(({ target_status }) => target_status),
		settled: (item, entity) => alreadyThere(item, entity) ?? forbiddenMove(item),
	}),
	fields: [
		arrangement,
		{
			displayName: 'Target Status',
			name: 'targetStatus',
			type: 'options',
			required: true,
			default: 'following',
			description: 'Where to move it; only single steps are allowed',
			options: statusOptions,
			routing: { send: { type: 'body', property: 'target_status' } },
		},
		options([expectedStatus, ifRejected]),
	],
};
