import type { IDataObject } from 'n8n-workflow';

import { FailureError } from '../errors/failure';
import { CUSTOM, type Period } from '../form/times';
import type { Field } from '../form/field';
import { midnight, toDay } from './dates';
import { dayInWords } from './dateTexts';
import type { ValueSettings } from './converters';
import type { Finish, FinishContext } from './readParameters';

/** A span of time in Unix milliseconds: inclusive start, exclusive end. Without one of them, it has no bound there. */
export interface Span {
	start?: number;
	end?: number;
}

/** First day of a period and the day after its last, counted from today (0), by the date of today as UTC. */
type Days = (today: Date) => [first: number, end: number];

const DAYS: Partial<Record<Period, Days>> = {
	last30Days: () => [-29, 1],
	last7Days: () => [-6, 1],
	lastMonth: (today) => [1 - today.getUTCDate() - lengthOf(today, -1), 1 - today.getUTCDate()],
	lastWeek: (today) => [-weekday(today) - 7, -weekday(today)],
	next7Days: () => [0, 7],
	thisMonth: (today) => [1 - today.getUTCDate(), 1 - today.getUTCDate() + lengthOf(today, 0)],
	thisWeek: (today) => [-weekday(today), 7 - weekday(today)],
	today: () => [0, 1],
	tomorrow: () => [1, 2],
	yesterday: () => [-1, 0],
};

/** The span of a period at the time `now`. Its days are those of the time zone. */
export function spanOf(period: Period, zone: string, now = Date.now()): Span {
	if (period === 'overdue') return { end: now };
	if (period === 'todayAndOverdue') return { end: midnight(1, zone, now) };
	const days = DAYS[period]?.(new Date(toDay(new Date(now), zone)!));
	return days ? { start: midnight(days[0], zone, now), end: midnight(days[1], zone, now) } : {};
}

/** The days of a span in words, such as "20 November to 26 November 2026". */
function daysInWords({ start, end }: Span, zone: string): string {
	const [first, last] = [start, end! - 1].map((time) => time && toDay(new Date(time), zone)!);
	const until = `${dayInWords(String(last))} ${String(last).slice(0, 4)}`;
	if (!first) return `the time until the end of ${until}`;
	if (first === last) return until;
	const year = String(last).startsWith(first.slice(0, 4)) ? '' : ` ${first.slice(0, 4)}`;
	return `${dayInWords(first)}${year} to ${until}`;
}

/** Days since Monday. */
function weekday(date: Date): number {
	return (date.getUTCDay() + 6) % 7;
}

/** Days of the month that is `months` after that of the date. */
function lengthOf(date: Date, months: number): number {
	return new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months + 1, 0)).getUTCDate();
}

/** A choice of a period, and the fields of its bounds (`choiceOfPeriod`). */
type PeriodFields = Field[];

/**
 * The span that an item asks for; undefined if the request has bounds of the user's, which mean Custom. Custom without
 * bounds is a failure, unless empty values count as not given: then it is the default period.
 */
export function chosenSpan(
	[choice, ...bounds]: PeriodFields,
	body: IDataObject,
	settings: ValueSettings,
	{ zone, takesDefaults, ignored, onPeriod }: FinishContext,
): Span | FailureError | undefined {
	if (bounds.some((bound) => body[propertyOf(bound)] !== undefined)) return undefined;
	if ([choice, ...bounds].some(({ name }) => ignored?.has(name))) return {};
	const preset = choice.default as Period;
	const { [choice.name]: chosen = preset } = settings as Record<string, Period>;
	const isPreset = chosen === CUSTOM && (takesDefaults || settings.ignoreEmptyFilters);
	const meant = isPreset ? preset : chosen;
	if (meant !== CUSTOM) {
		const span = spanOf(meant, zone);
		const hasDays = meant !== 'overdue' && span.end !== undefined;
		if (hasDays) onPeriod?.(`'${choice.displayName}' means ${daysInWords(span, zone)}`, zone);
		return span;
	}
	const names = bounds.map(({ displayName }) => `'${displayName}'`).join(' and ');
	return new FailureError({
		message: `${names} are empty, but '${choice.displayName}' is 'Custom'`,
		description: 'Give one of them, or choose another period.',
		unsent: 'item',
	});
}

/** Completes a request body with the bounds of the chosen period, and with `defaults` for what it does not have then. */
export function inPeriod(fields: PeriodFields, defaults: IDataObject = {}): Finish {
	const [, start, end] = fields;
	return (body, settings, how) => {
		const span = chosenSpan(fields, body, settings, how);
		if (span instanceof FailureError) return span;
		const completed = { ...defaults, ...body };
		if (span?.start !== undefined) completed[propertyOf(start)] = span.start;
		if (span?.end !== undefined)
			completed[propertyOf(end)] = end.limits?.exclusive ? span.end - 1 : span.end;
		return completed;
	};
}

function propertyOf({ routing }: Field): string {
	return routing!.send!.property!;
}
