import { EXCLUSIVE, type Field, moment } from '../../shared/fields';
import { FailureError } from '../../shared/errors';
import { type Finish, midnight } from '../../shared/parameters';

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

/** The body with the contract's due bounds for the choice of Due. Both bounds are inclusive (queryArrangements). */
export const dueRange: Finish = (body, { due: choice }, zone) => {
	const hasBound = body.due_start_at !== undefined || body.due_end_at !== undefined;
	if (choice === 'custom' && !hasBound) return new FailureError(WITHOUT_BOUND);
	if (choice === undefined || choice === 'custom') return body;
	if (choice === 'overdue') return { ...body, due_end_at: Date.now() - 1 };
	const days = choice === 'today' ? 1 : 7;
	return { ...body, due_start_at: midnight(0, zone), due_end_at: midnight(days, zone) - 1 };
};

const WITHOUT_BOUND = {
	message: "'Due After' and 'Due Before' are empty, but 'Due' is 'Custom'",
	description: 'Correct the value or its expression.',
	unsent: 'item',
} as const;
