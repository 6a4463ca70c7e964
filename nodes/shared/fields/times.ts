import { type Field, type Limits } from './field';

const ZONE =
	'Without a time zone, the value is in the time zone of the workflow; a date alone means midnight.';

/** Default expressions of time fields. */
export const NOW = '={{ $now }}';
export const TODAY = '={{ $today }}';
export const TOMORROW = "={{ $today.plus({ days: 1 }).startOf('day') }}";
export const WEEK_AGO = '={{ $now.minus({ days: 7 }) }}';
export const MONTH_AGO = '={{ $now.minus({ days: 30 }) }}';

/** Inclusive start of a time range. `meaning` is the description without a final period. */
export function after(meaning: string): Field {
	return { ...moment('After', 'after', 'start_at', meaning), default: WEEK_AGO };
}

/** Exclusive end of a time range. `meaning` is the description without a final period. */
export function before(meaning: string, limits: Limits = {}): Field {
	return { ...moment('Before', 'before', 'end_at', meaning), default: NOW, limits };
}

/** Date and time field, sent as Unix milliseconds. `meaning` is its description without a final period. */
export function moment(
	displayName: string,
	name: string,
	property: string,
	meaning: string,
): Field {
	const description = `${meaning}. ${ZONE}`;
	return {
		displayName,
		name,
		type: 'dateTime',
		default: '',
		description,
		routing: { send: { type: 'body', property } },
	};
}

/** Limits for the end of a time range if the contract's bound is inclusive: one millisecond less is sent. */
export const EXCLUSIVE: Limits = { exclusive: true };
