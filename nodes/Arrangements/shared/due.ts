import type { IDataObject } from 'n8n-workflow';

import { EXCLUSIVE, type Field, moment, TODAY, TOMORROW } from '../../shared/fields';
import { midnight } from '../../shared/parameters';
import { OPEN } from './arrangement';

/** Request field in which Due leaves its choice; `dueRange` makes the contract's bounds of it. */
const DUE = '$due';

/** Tasks by the time they are due. */
export const due: Field[] = [
	{
		displayName: 'Due',
		name: 'due',
		type: 'options',
		default: '',
		description:
			'Only tasks that are due in this span of time. Days are days in the time zone of the workflow.',
		options: [
			{ name: 'Any Time or None', value: '', description: 'All tasks' },
			{
				name: 'Custom',
				value: 'custom',
				description: 'Tasks that are due between two times that you choose',
			},
			{
				name: 'Next 7 Days',
				value: 'next7Days',
				description: 'Open tasks that are due today or within the six days after',
			},
			{ name: 'Overdue', value: 'overdue', description: 'Open tasks whose due time has passed' },
			{
				name: 'Today',
				value: 'today',
				description:
					'Open tasks that are due today. Add the filter Statuses to include completed ones.',
			},
		],
		routing: { send: { type: 'body', property: DUE } },
	},
	{
		...moment(
			'Due After',
			'dueAfter',
			'due_start_at',
			'Only tasks that are due at this time or later',
		),
		default: TODAY,
		displayOptions: { show: { due: ['custom'] } },
	},
	{
		...moment('Due Before', 'dueBefore', 'due_end_at', 'Only tasks that are due before this time'),
		default: TOMORROW,
		limits: EXCLUSIVE,
		displayOptions: { show: { due: ['custom'] } },
	},
];

/**
 * The body with the contract's bounds for the choice of Due, both inclusive (queryArrangements). The choices are
 * about what is still to do: completed tasks are left out unless the user filters by statuses.
 */
export function dueRange({ [DUE]: choice, ...given }: IDataObject, zone: string): IDataObject {
	if (choice === 'custom') return given;
	// Where an expression decides over Due, n8n shows Due After and Due Before too, with their defaults
	const { due_start_at: _after, due_end_at: _before, ...body } = given;
	if (choice === undefined) return body;
	const open = { statuses: OPEN, ...body };
	if (choice === 'overdue') return { ...open, due_end_at: Date.now() - 1 };
	const days = choice === 'today' ? 1 : 7;
	return { ...open, due_start_at: midnight(0, zone), due_end_at: midnight(days, zone) - 1 };
}
