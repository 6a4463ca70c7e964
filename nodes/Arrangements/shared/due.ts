import type { IDataObject } from 'n8n-workflow';

import { EXCLUSIVE, type Field, moment, TODAY, TOMORROW } from '../../shared/fields';
import { midnight } from '../../shared/parameters';
import { omit } from '../../shared/omit';
import { OPEN } from './arrangement';

/** Request field that holds the choice of Due until `dueRange` replaces it with the contract's bounds. */
const DUE = '$due';

/** Fields that select arrangements by due time. */
export const due: Field[] = [
	{
		displayName: 'Due',
		name: 'due',
		type: 'options',
		default: '',
		description:
			'Only arrangements that are due in this time range. Days begin at midnight in the time zone of the workflow.',
		options: [
			{
				name: 'Any Time or None',
				value: '',
				description: 'All arrangements, with or without a due time',
			},
			{
				name: 'Custom',
				value: 'custom',
				description: 'Arrangements that are due between Due After and Due Before',
			},
			{
				name: 'Next 7 Days',
				value: 'next7Days',
				description: 'Open arrangements that are due today or in the six days after today',
			},
			{
				name: 'Overdue',
				value: 'overdue',
				description: 'Open arrangements whose due time has passed',
			},
			{
				name: 'Today',
				value: 'today',
				description:
					'Open arrangements that are due today. Add the filter Statuses to include completed ones.',
			},
		],
		routing: { send: { type: 'body', property: DUE } },
	},
	{
		...moment(
			'Due After',
			'dueAfter',
			'due_start_at',
			'Only arrangements that are due at this time or later',
		),
		default: TODAY,
		displayOptions: { show: { due: ['custom'] } },
	},
	{
		...moment(
			'Due Before',
			'dueBefore',
			'due_end_at',
			'Only arrangements that are due before this time',
		),
		default: TOMORROW,
		limits: EXCLUSIVE,
		displayOptions: { show: { due: ['custom'] } },
	},
];

/**
 * The body with the contract's due bounds in place of the choice of Due. Both bounds are inclusive
 * (queryArrangements). All choices but Custom are limited to open arrangements unless the user sets Statuses.
 */
export function dueRange({ [DUE]: choice, ...given }: IDataObject, zone: string): IDataObject {
	if (choice === 'custom') return given;
	// If Due is an expression, n8n also shows Due After and Due Before, with their defaults
	const body = omit(given, 'due_start_at', 'due_end_at');
	if (choice === undefined) return body;
	const open = { statuses: OPEN, ...body };
	if (choice === 'overdue') return { ...open, due_end_at: Date.now() - 1 };
	const days = choice === 'today' ? 1 : 7;
	return { ...open, due_start_at: midnight(0, zone), due_end_at: midnight(days, zone) - 1 };
}
