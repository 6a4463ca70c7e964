import type { IDataObject } from 'n8n-workflow';

/** Times as people write them, in a time zone and a language. */
export interface WrittenTime {
	/** `Sat 21 Nov`, with the year unless it is the current one */
	day: (millis: number) => string;
	/** `20:17` */
	clock: (millis: number) => string;
	/** `Sat 21 Nov, 20:17` */
	whole: (millis: number) => string;
}

/** Own forms for English: those of `Intl` differ between versions. */
const ENGLISH = 'en';

/**
 * The forms of times. A language that `Intl` does not know is English.
 *
 * @param now Unix milliseconds, which tell the current year
 */
export function writtenTimeIn(zone: string, language: string, now: number): WrittenTime {
	const timeZone = zone;
	const isEnglish = language === ENGLISH;
	const [locale = ENGLISH] = Intl.DateTimeFormat.supportedLocalesOf([language]);
	const date = { weekday: 'short', day: 'numeric', month: 'short', timeZone } as const;
	const short = new Intl.DateTimeFormat(locale, date);
	const long = new Intl.DateTimeFormat(locale, { ...date, year: 'numeric' });
	const time = new Intl.DateTimeFormat(locale, {
		hour: '2-digit',
		minute: '2-digit',
		timeZone,
		...(isEnglish && { hourCycle: 'h23' }),
	});
	const years = new Intl.DateTimeFormat('en-u-ca-gregory', { year: 'numeric', timeZone });
	const thisYear = years.format(now);
	const day = (millis: number) => {
		const isThisYear = years.format(millis) === thisYear;
		if (isEnglish) return englishDay(long, millis, !isThisYear);
		return plain((isThisYear ? short : long).format(millis));
	};
	const clock = (millis: number) => plain(time.format(millis));
	return { day, clock, whole: (millis) => `${day(millis)}, ${clock(millis)}` };
}

function englishDay(format: Intl.DateTimeFormat, millis: number, withYear: boolean): string {
	const parts = Object.fromEntries(
		format.formatToParts(millis).map(({ type, value }) => [type, value]),
	);
	const { weekday, day, month, year } = parts;
	return [weekday, day, month, ...(withYear ? [year] : [])].join(' ');
}

/** The text without the special blanks that `Intl` puts between a time and its half of the day (nodejs/help#4068). */
function plain(text: string): string {
	return text.replaceAll(/[\u00A0\u202F]/g, ' ');
}

const ISO_TIME = /^([+-]\d\d)?\d{4}-\d\d-\d\dT/;

/** The time of a field whose name ends in `_at`, in Unix milliseconds; undefined for another value. */
export function millisOf(value: IDataObject[string] | undefined): number | undefined {
	if (typeof value !== 'string' || !ISO_TIME.test(value)) return undefined;
	const millis = Date.parse(value);
	return Number.isNaN(millis) ? undefined : millis;
}
