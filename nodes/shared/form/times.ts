import type { INodePropertyOptions } from 'n8n-workflow';

import type { RequestField } from '../contract';
import { type Field, type Limits, type Setting } from './field';

const ZONE =
	'Without a time zone, the value is in the time zone of the workflow; a date alone means midnight. A relative time is an expression, such as ';

/** An expression for a time relative to now: tomorrow at nine. */
const RELATIVE = "{{ $today.plus(1, 'day').set({ hour: 9 }) }}";

/** Default expressions of time fields. */
export const NOW = '={{ $now }}';
export const TODAY = '={{ $today }}';

/** Inclusive start of a time range. `meaning` is the description without a final period. */
export function after(meaning: string): Field<'start_at'> {
	return moment('After', 'after', 'start_at', meaning);
}

/** Exclusive end of a time range. `meaning` is the description without a final period. */
export function before(meaning: string, limits: Limits = {}): Field<'end_at'> {
	return { ...moment('Before', 'before', 'end_at', meaning), limits };
}

/** Date and time field, sent as Unix milliseconds. `meaning` is its description without a final period. */
export function moment<Sent extends RequestField>(
	displayName: string,
	name: string,
	property: Sent,
	meaning: string,
): Field<Sent> {
	const description = `${meaning}. ${ZONE}${RELATIVE}.`;
	return {
		displayName,
		name,
		type: 'dateTime',
		default: '',
		description,
		routing: { send: { type: 'body', property } },
	};
}

/** Option for dates from data, such as 05/06/2026. Fields that it counts for have the limit `dateOrder`. */
export const dayOrMonthFirst: Setting = {
	displayName: 'Day or Month First',
	name: 'dayOrMonthFirst',
	type: 'options',
	noDataExpression: true,
	default: 'day',
	description:
		'How to read dates that can mean two days. Without this option, such a date is an error.',
	options: [
		{ name: 'Day First', value: 'day', description: '05/06/2026 is 5 June 2026' },
		{ name: 'Month First', value: 'month', description: '05/06/2026 is 6 May 2026' },
	],
};

/** Limits for the end of a time range if the contract's bound is inclusive: one millisecond less is sent. */
export const EXCLUSIVE: Limits = { exclusive: true };

/** All periods that a list can offer, by value, in the order of a list: from near to far, and Custom last. */
const PERIODS = {
	anyTime: ['Any Time', 'Without a limit in time'],
	anyTimeOrNone: ['Any Time or None', 'Due at any time, or at none'],
	today: ['Today', 'From midnight to midnight'],
	todayAndOverdue: ['Today and Overdue', 'Until the end of today'],
	overdue: ['Overdue', 'Before now'],
	tomorrow: ['Tomorrow', 'The day after today'],
	yesterday: ['Yesterday', 'The day before today'],
	thisWeek: ['This Week', 'Monday to Sunday of the week that today is in'],
	next7Days: ['Next 7 Days', 'Today and the six days after it'],
	lastWeek: ['Last Week', 'Monday to Sunday of the week before this one'],
	last7Days: ['Last 7 Days', 'Today and the six days before it'],
	thisMonth: ['This Month', 'The whole month that today is in'],
	lastMonth: ['Last Month', 'The whole month before this one'],
	last30Days: ['Last 30 Days', 'Today and the 29 days before it'],
	custom: ['Custom', 'A start, an end, or both, of your own'],
} as const;

/** Value of a period. */
export type Period = keyof typeof PERIODS;

/** Value of the period whose bounds the user enters. */
export const CUSTOM = 'custom';

/** Periods of what is due, which the past does not have. */
const DUE: Period[] = ['anyTimeOrNone', 'todayAndOverdue', 'overdue', 'tomorrow', 'next7Days'];

/** Periods of lists whose times are in the past. */
export const PAST = (Object.keys(PERIODS) as Period[]).filter((value) => !DUE.includes(value));

/**
 * A choice of a period, and the fields for the start and the end of Custom. n8n shows them for an expression too, and drops
 * the values of hidden fields (n8n 2.41, n8n-workflow/node-helpers.ts).
 */
export function choiceOfPeriod<Sent extends RequestField>(
	choice: Pick<Setting, 'displayName' | 'name' | 'description'> & { default: Period },
	periods: Period[],
	bounds: Array<Field<Sent>>,
): Array<Field<Sent>> {
	const displayOptions = { show: { [choice.name]: [CUSTOM] } };
	return [
		{ ...choice, type: 'options', options: periodChoices(periods) },
		...bounds.map((bound) => ({ ...bound, displayOptions })),
	];
}

/** The choices of these periods. */
function periodChoices(periods: Period[]): INodePropertyOptions[] {
	return Object.entries(PERIODS)
		.filter(([value]) => periods.some((each) => each === value))
		.map(([value, [name, description]]) => ({ name, value, description }));
}

/** The choices of a past period that has bounds. */
export const BOUNDED = periodChoices(PAST).filter(
	({ value }) => value !== 'anyTime' && value !== CUSTOM,
);

/** The choices of a time to begin at, such as the first moment of this week. */
export const BEGINNINGS = BOUNDED.map((each) => ({
	...each,
	description: `${each.description}, and everything later`,
}));

/** Default of the field Period, and what its bounds are. */
interface PeriodOf<Sent extends RequestField> {
	default?: Period;
	/** Fields for the bounds of Custom; without them After and Before, which mean the moment that `things` names */
	bounds?: Array<Field<Sent>>;
	/** Limits of Before */
	limits?: Limits;
}

/** Period of a list. `things` names its rows with their time, such as "messages sent". */
export function period<Sent extends RequestField = 'start_at' | 'end_at'>(
	things: string,
	given?: PeriodOf<Sent>,
): Array<Field<Sent>>;
export function period(
	things: string,
	{ default: preset = 'anyTime', limits, bounds }: PeriodOf<RequestField> = {},
): Field[] {
	const choice = {
		displayName: 'Period',
		name: 'period',
		default: preset,
		description: `Only ${things} in this period`,
	};
	const usual = [
		after(`Only ${things} at this time or later`),
		before(`Only ${things} before this time`, limits),
	];
	return choiceOfPeriod(choice, PAST, bounds ?? usual);
}
