import { statusOptions } from '../../shared/arrangement';
import { transition } from '../../shared/transition';

export const setStatus = transition({
	name: 'Set Status',
	value: 'setStatus',
	action: 'Set task status',
	description: 'Complete or reopen a task, or set another status',
	tool: {
		does: 'Sets the status of a task: takes it on, reopens it or completes it.',
		returns: 'Returns the task with its new status, or the reason why not.',
		use: 'Use it when something was done (completed) or has to be done again (following). To change title or time, update the task.',
		effect: 'Changes the status only.',
		undo: 'Setting the former status undoes it.',
	},
	fields: [
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
	],
});
