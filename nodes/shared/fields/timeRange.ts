import { type Field, type Limits } from './field';

const ZONE =
	'A value without a time zone is read in the time zone of the workflow; a date alone means midnight.';

/** Expressions that time fields start with when they are added. */
export const NOW = '={{ $now }}';
export const TODAY = '={{ $today }}';
export const TOMORROW = "={{ $today.plus({ days: 1 }).startOf('day') }}";
export const WEEK_AGO = '={{ $now.minus({ days: 7 }) }}';
export const MONTH_AGO = '={{ $now.minus({ days: 30 }) }}';

/** Beginning of a span of time, which belongs to it; `meaning` says of which times. */
export function after(meaning: string): Field {
	return { ...moment('After', 'after', 'start_at', meaning), default: WEEK_AGO };
}

/** End of a span of time, which does not belong to it. */
export function before(meaning: string, limits: Limits = {}): Field {
	return { ...moment('Before', 'before', 'end_at', meaning), default: NOW, limits };
}

/** A point in time by any name. */
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

/** For the end of a span whose bounds the contract counts in: the last millisecond before it goes out. */
export const EXCLUSIVE: Limits = { exclusive: true };
