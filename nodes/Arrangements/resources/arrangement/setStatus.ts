import { statusOptions } from '../../shared/arrangement';
import { transition } from '../../shared/transition';

export const setStatus = transition({
	name: 'Set Status',
	value: 'setStatus',
	action: 'Set task status',
	description: 'Complete or reopen a task, or set another status',
	tool: {
		does: 'Sets the status of one or several tasks: takes them on, reopens them or completes them.',
		returns: 'Returns each task with its new status, or the reason why not.',
		use: 'Use it when something was done (completed) or has to be done again (following). Not for title or time.',
		effect: 'Changes the status only.',
		undo: 'Setting the former status undoes it.',
		fixed: {
			completed: {
				does: 'Completes one or several tasks, that is, marks them as done.',
				use: 'Use it when something was done.',
			},
			following: {
				does: 'Reopens one or several tasks, or takes them on: sets them to following.',
				use: 'Use it when something has to be done again, or was begun.',
			},
			identified: {
				does: 'Sets one or several tasks back to identified, that is, suggested and not taken on.',
				use: 'Use it when something is no more than a suggestion again.',
			},
		},
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
