import type { IDataObject } from 'n8n-workflow';

import { EXCLUSIVE, type Field, moment } from '../../shared/fields';
import { midnight, type Rule } from '../../shared/parameters';

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
				description: 'Arrangements that are due today or in the six days after today',
			},
			{
				name: 'Overdue',
				value: 'overdue',
				description: 'Arrangements whose due time has passed',
			},
			{
				name: 'Today',
				value: 'today',
				description: 'Arrangements that are due today',
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
		displayOptions: { show: { due: ['custom'] } },
	},
	{
		...moment(
			'Due Before',
			'dueBefore',
			'due_end_at',
			'Only arrangements that are due before this time',
		),
		limits: EXCLUSIVE,
		displayOptions: { show: { due: ['custom'] } },
	},
];

/** Rule: Due = Custom has a bound. */
export const customHasBound: Rule = (body, name) =>
	body[DUE] === 'custom' && body.due_start_at === undefined && body.due_end_at === undefined
		? `${name('due_start_at')} and ${name('due_end_at')} are empty, but ${name(DUE)} is 'Custom'`
		: undefined;

/** The body with the contract's due bounds in place of the choice of Due. Both bounds are inclusive (queryArrangements). */
export function dueRange({ [DUE]: choice, ...body }: IDataObject, zone: string): IDataObject {
	if (choice === undefined || choice === 'custom') return body;
	if (choice === 'overdue') return { ...body, due_end_at: Date.now() - 1 };
	const days = choice === 'today' ? 1 : 7;
	return { ...body, due_start_at: midnight(0, zone), due_end_at: midnight(days, zone) - 1 };
}
