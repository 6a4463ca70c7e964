import { choiceOfPeriod, CUSTOM, EXCLUSIVE, moment } from '../../shared/form';
import { inPeriod } from '../../shared/operations';

/** Fields that select arrangements by due time. */
export const due = choiceOfPeriod(
	{
		displayName: 'Due',
		name: 'due',
		default: 'anyTimeOrNone',
		description: 'Only tasks that are due in this period, not together with a start or an end',
	},
	[
		'anyTimeOrNone',
		CUSTOM,
		'next7Days',
		'overdue',
		'thisWeek',
		'today',
		'todayAndOverdue',
		'tomorrow',
	],
	[
		moment(
			'Due After',
			'dueAfter',
			'due_start_at',
			'Only tasks that are due at this time or later',
		),
		{
			...moment(
				'Due Before',
				'dueBefore',
				'due_end_at',
				'Only tasks that are due before this time',
			),
			limits: EXCLUSIVE,
		},
	],
);

/** The body with the contract's due bounds for the choice of Due. Both bounds are inclusive (queryArrangements). */
export const dueRange = inPeriod(due);
