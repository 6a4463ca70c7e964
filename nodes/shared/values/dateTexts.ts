/** Which of day and month comes first in a date such as 05/06/2026. */
export type DateOrder = 'day' | 'month';

/**
 * A date as text: in ISO 8601, with the time zone that a text without an offset names; the two times that it can mean (day
 * first, month first); a year of two digits; or a day with the name of another weekday. `formats` are those by which Luxon
 * reads texts like it, one for each meaning; none for a text of other parts than numbers.
 */
export type DateText =
	| { iso: string; zone?: string }
	| { readings: [string, string]; formats: string[] }
	| { shortYear: true; formats: string[] }
	| { weekday: string; days: string[] };

/** Names of the months in English, German, French, Spanish, Italian, Portuguese and Dutch, whole and short, by month. */
export const MONTHS = [
	'january jan januar janner januari janvier janv enero ene gennaio gen janeiro',
	'february feb februar feber februari fevrier fevr febrero febbraio fevereiro fev',
	'march mar marz maerz mrz mars marzo marco maart mrt',
	'april apr avril avr abril abr aprile',
	'may mai mayo maggio mag maio mei',
	'june jun juni juin junio giugno giu junho',
	'july jul juli juillet juil julio luglio lug julho',
	'august aug aout agosto ago augustus',
	'september sep sept septembre septiembre setiembre settembre sett set setembro',
	'october oct oktober okt octobre octubre ottobre ott outubro out',
	'november nov novembre noviembre novembro',
	'december dec dezember dez decembre diciembre dic dicembre dezembro',
].map((row) => row.split(' '));

/** Names of the days of the week in the same languages, from Sunday on. */
export const WEEKDAYS = [
	'sunday sun sonntag so dimanche dim domingo dom domenica zondag zo',
	'monday mon montag mo lundi lun lunes lunedi segunda seg maandag ma',
	'tuesday tue tues dienstag di mardi mar martes martedi terca ter dinsdag',
	'wednesday wed mittwoch mi mercredi mer miercoles mie mercoledi quarta qua woensdag wo',
	'thursday thu thur thurs donnerstag do jeudi jeu jueves jue giovedi gio quinta qui donderdag',
	'friday fri freitag fr vendredi ven viernes vie venerdi sexta sex vrijdag vr',
	'saturday sat samstag sonnabend sa samedi sam sabado sab sabato zaterdag za',
].map((row) => row.split(' '));

const YEAR = '(?<year>\\d{4}|\\d\\d)(?!\\d)';
const NAME = '(?<name>[a-z]{3,})\\.?';

/** The forms of a day: 2026-11-22, 20261122T…, 22/11/2026, 22. Nov 2026 (22 de noviembre de 2026) and Nov 22, 2026. */
const DAYS = [
	'(?<year>\\d{4})(?<sep>[/.-])(?<month>\\d\\d?)\\k<sep>(?<day>\\d\\d?)(?!\\d)',
	'(?<year>\\d{4})(?<month>\\d\\d)(?<day>\\d\\d)(?=t)',
	`(?<one>\\d\\d?)(?<sep>[/.-])(?<two>\\d\\d?)\\k<sep>${YEAR}`,
	`(?<day>\\d\\d?)(?:st|nd|rd|th|er|o)?(?:\\.? (?:de |of )?|[./-])${NAME}(?:,? (?:del? )?|[/-]?)${YEAR}`,
	`${NAME} (?<day>\\d\\d?)(?:st|nd|rd|th)?(?:, ?| )${YEAR}`,
].map((form) => new RegExp(`^${form}`));

/** A zone as ISO 8601, RFC 822 and Java write it: +02:00, GMT+0200 (CEST), EST, +02:00[Europe/Berlin]; or its name. */
const ZONE =
	'(?: ?(?:(?<utc>z|utc?|gmt)|(?<american>[ecmp][sd]t)|(?:utc|gmt)?(?<offset>[+-]\\d\\d(?::?\\d\\d)?)(?: [a-z]{3,5})?)(?: ?\\([^()]*\\))?)?(?:\\[(?<zone>[\\w/+:-]+)\\]| \\(?(?<place>[a-z]+(?:/[\\w+-]+){1,2})\\)?)?';

const SECOND = '(?<second>[0-5]\\d)(?:[.,](?<fraction>\\d{1,9}))?';

/** The forms of a time of day: T093015, and 09:30:15, 9:30 PM, 9 AM, 9 Uhr. */
const TIMES = [
	`t(?<hour>\\d\\d)(?<minute>[0-5]\\d)(?:${SECOND})?${ZONE}`,
	`(?:t|,? ?(?:(?:at|um|om|as|a las|a|alle ore|alle|ore) )?)(?<hour>\\d\\d?)(?::(?<minute>[0-5]\\d)(?::${SECOND})?)?(?: ?(?<half>[ap])\\.?m\\.?|(?<uhr> ?uhr))?${ZONE}`,
].map((form) => new RegExp(`^${form}$`));

/** No date is longer, with the name of its zone. */
const LONGEST = 120;

/** A text in the letters and signs of the forms above: without accents, invisible characters and blanks around it. */
export function plainText(text: string): string {
	if (text.length > LONGEST) return '';
	return text
		.normalize('NFKD')
		.replace(/[\p{Default_Ignorable_Code_Point}\p{M}]/gu, '')
		.replace(/[\p{Pd}\u2212]/gu, '-')
		.replace(/\s+/g, ' ')
		.trim()
		.toLowerCase();
}

/** The date in a text; undefined if it is none. `order` decides a date that can mean two days. */
export function dateText(text: string, order?: DateOrder): DateText | undefined {
	const plain = plainText(text);
	const [front, word] = /^([a-z]+)(?:-feira)?(?:[.,]{1,2} ?| )/.exec(plain) ?? ['', ''];
	const weekday = rowOf(WEEKDAYS, word);
	// "mar" is a day of the week before "15 juin 2026", and a month before "15, 2026"
	const behind = weekday < 0 ? undefined : partsOf(plain.slice(front.length));
	const { groups, time, zone } = behind ?? partsOf(plain) ?? {};
	if (!groups) return undefined;
	let readings = readingsOf(groups);
	// A date with dots has the day first, in all countries that write it so
	const first = order ?? (groups.sep === '.' ? 'day' : undefined);
	if (first && readings.length > 1) readings = readings.filter((each) => each.order === first);
	if (readings.length === 0) return undefined;
	const formats = () => readings.flatMap((each) => formatOf(text, each) ?? []);
	if (groups.year!.length === 2) return { shortYear: true, formats: formats() };
	const days = [...new Set(readings.map(({ day }) => day))];
	const fitting = behind ? days.filter((day) => new Date(day).getUTCDay() === weekday) : days;
	if (fitting.length === 0) return { weekday: weekdayOf(`2023-01-0${weekday + 1}`), days };
	const [one, two] = fitting.map((day) => day + time);
	return two ? { readings: [one, two], formats: formats() } : { iso: one, zone };
}

function rowOf(rows: string[][], word: string): number {
	return rows.findIndex((row) => row.includes(word));
}

type Groups = Record<string, string | undefined>;

/** The parts of a date in plain text: those of its day, the ISO text of its time of day, and the zone that it names. */
function partsOf(text: string): { groups: Groups; time: string; zone?: string } | undefined {
	const match = DAYS.map((form) => form.exec(text)).find((found) => found !== null);
	const rest = match && timeIn(text.slice(match[0].length));
	return rest && { groups: match.groups!, ...rest };
}

function timeIn(text: string): { time: string; zone?: string } | undefined {
	if (text === '') return { time: '' };
	const groups: Groups = TIMES.map((form) => form.exec(text)?.groups).find(Boolean) ?? {};
	const {
		hour,
		minute = '00',
		second = '00',
		fraction,
		half,
		offset,
		utc,
		american,
		place,
		zone = place,
	} = groups;
	const hours = half ? hourOf(Number(hour), half) : Number(hour);
	const isTime = groups.minute !== undefined || half !== undefined || groups.uhr !== undefined;
	if (!isTime || !(Number(`${hours}${minute}${second}`) <= 240000)) return undefined;
	// The difference of EST to UTC is -05:00, and that of EDT -04:00 (RFC 822, 5.1)
	const behind = american && 'ecmp'.indexOf(american[0]) + (american[1] === 's' ? 5 : 4);
	const to = offset ?? (utc ? 'Z' : behind ? `-0${behind}:00` : '');
	const time = `T${pad(hours)}:${minute}:${second}${fraction ? `.${fraction}` : ''}${to}`;
	return { time, zone: to ? undefined : zone };
}

/** Hour of the day of 1 to 12 with AM or PM; no number for another hour. */
function hourOf(hour: number, half: string): number {
	return hour < 1 || hour > 12 ? NaN : (hour % 12) + (half === 'p' ? 12 : 0);
}

/** A day of the calendar, and what comes first in its text. */
interface DateReading {
	order?: DateOrder;
	day: string;
}

/** The days of the calendar that a text can mean. */
function readingsOf({ year, month, name, day, one, two }: Groups): DateReading[] {
	const iso = (...parts: Array<string | number | undefined>) =>
		[year!.length === 2 ? `20${year}` : year, ...parts.map(pad)].join('-');
	const readings: DateReading[] =
		one === undefined
			? [{ day: iso(name ? rowOf(MONTHS, name) + 1 : month, day) }]
			: [
					{ order: 'day', day: iso(two, one) },
					{ order: 'month', day: iso(one, two) },
				];
	return readings.filter((each) => isDay(each.day));
}

function pad(part: string | number | undefined): string {
	return String(part).padStart(2, '0');
}

/** True for a day of the calendar. JavaScript reads 30 February as 2 March. */
function isDay(day: string): boolean {
	const date = new Date(`${day}T00:00Z`);
	return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day);
}

/** Numbers in an order that one format of Luxon describes. With a short year and dashes, the year can be first too. */
const NUMBERS =
	/^\d\d?(?:[/.]\d\d?[/.]\d+|-\d\d?-\d{4})(?:,? (?:[01]?\d|2[0-3]):\d\d(?::\d\d)?(?: ?[ap]m)?)?$/i;

/** Luxon's format of a text of numbers. */
function formatOf(text: string, { order }: DateReading): string | undefined {
	if (!NUMBERS.test(text)) return undefined;
	const year = /\d{4}/.test(text) ? 'yyyy' : 'yy';
	const hour = /m$/i.test(text) ? 'h' : 'H';
	const tokens = [...(order === 'day' ? 'dM' : 'Md'), year, hour, 'mm', 'ss'];
	return text.replace(/\d+|[ap]m/gi, (part) => (/\d/.test(part) ? tokens.shift()! : 'a'));
}

const inEnglish = (style: Intl.DateTimeFormatOptions) =>
	new Intl.DateTimeFormat('en-GB', { ...style, timeZone: 'UTC' });
const DAY_AND_MONTH = inEnglish({ day: 'numeric', month: 'long' });
const WEEKDAY = inEnglish({ weekday: 'long' });

/** An ISO day in words without its year, such as "5 June". */
export function dayInWords(day: string): string {
	return DAY_AND_MONTH.format(new Date(day.slice(0, 10)));
}

/** The name of the weekday of an ISO day. */
export function weekdayOf(day: string): string {
	return WEEKDAY.format(new Date(day));
}
