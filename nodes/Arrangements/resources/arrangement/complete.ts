import { transition } from '../../shared/transition';

/** Set Status with the status `completed` */
export const complete = transition({
	name: 'Complete',
	value: 'complete',
	action: 'Complete task',
	description: 'Complete a task: mark it as done',
	tool: {
		does: 'Completes one or several tasks, that is, marks them as done.',
		returns: 'Returns each task with its new status, or the reason why not.',
		use: 'Use it when something was done.',
		effect: 'Changes the status only.',
		undo: 'Setting the former status undoes it.',
		undoneBy: 'arrangement.setStatus',
	},
	fields: [],
	finish: (body) => ({ ...body, target_status: 'completed' }),
});
