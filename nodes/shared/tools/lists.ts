import type { IDataObject } from 'n8n-workflow';

import type { Path } from '../contract';
import { FailureError, isRefusal } from '../errors/failure';
import { formatValue } from '../errors/format';
import type { Field } from '../form/field';
import type { InputItem, Listing, OpenList, ListPosition, Rows } from '../operations/endpoint';
import { limitOf } from '../operations/listing';
import { complete } from '../rows/completion';
import { Made, type Row } from '../rows/row';
import { type IsoTime, isoTimeIn } from '../rows/isoTime';
import { settingsOf } from '../values/inputs';
import { seemsId } from '../values/name';
import { at } from '../values/runParameters';
import { cursorIn, digestOfCall, notACursor, textOfCursor, timesIn } from './cursor';
import { KEPT, type ToolSettings } from './fields';
import { saysNothing } from './given';
import { openIn, argumentOf, toMinute } from './words';
import { countWithin, shapeOf, shorten } from './shape';

/**
 * A list for a model: up to Limit rows in Max Characters, and a last row that says how many they are, whether more follow,
 * and the cursor of those. As many rows are asked for as are shown, so that the cursor is that of the row behind them: where
 * characters cut a list, it is read again with a lower limit.
 */
export async function readToolList(
	item: InputItem<ToolSettings>,
	url: Path,
	open: OpenList,
): Promise<Row[]> {
	const begun = cursorIn(item);
	const now = begun?.at ?? Date.now();
	const first = begun ? { ...item, body: { ...item.body, ...begun.times } } : item;
	const list = await open(first, url, now);
	const { windows = [] } = list;
	if (begun) {
		const { [begun.place.window]: filters } = windows;
		if (!filters || digestOfCall(item, url, filters, begun) !== begun.digest) throw notACursor();
	}
	const read = await readAsShown(item, list, begun?.place);
	if (read.outcome) return [read.outcome];
	const { more, next, isLate } = read;
	const shown = read.shown.map((row) => shorten(row, item.settings, false));
	const end: IDataObject = { count: shown.length, has_more: more, ...unaskedSpan(first) };
	const hints = isLate ? ['Reading took longer than a tool call may take.'] : [];
	if (next && openIn(item.run)('cursor')) {
		const cursor = { place: next, at: now, times: timesIn(first) };
		const digest = digestOfCall(item, url, windows[next.window], cursor);
		end.next_cursor = textOfCursor(cursor, item, digest);
	} else if (more) hints.push(waysToRest(item, shown.length));
	else if (shown.length === 0 && !begun) hints.push(nothingFound(item));
	if (hints.length > 0) end.hint = hints.join(' ');
	return [...shapeOf(shown, !item.form().isRaw), end].map((row) => new Made(row));
}

/** The bounds of time that the call has not given itself, such as those of the default period: they hide rows in silence. */
function unaskedSpan({ run, operation, body, index }: InputItem): IDataObject {
	const iso = isoTimeIn(run.functions.getTimezone());
	const span: IDataObject = {};
	for (const { path, parameter, field } of operation.inputs) {
		const value = at(body, path);
		if (field.type !== 'dateTime' || value === undefined || value === 0) continue;
		if (!saysNothing(run.functions.getNodeParameter(parameter, index, ''))) continue;
		span[argumentOf(field.name)] = timeText(field, value, iso);
	}
	return span;
}

/** A bound of time as a model would give it. */
function timeText({ limits }: Field, value: unknown, iso: IsoTime): string {
	if (typeof value !== 'number') return String(value);
	return toMinute(String(iso(limits?.exclusive ? value + 1 : value)));
}

/** Rows of a list as a model gets them, and the place of the next ones. */
interface ShownRows extends Omit<Rows, 'rows'> {
	/** The rows as they are shown */
	shown: IDataObject[];
	/** The time of the call was over before the last row */
	isLate?: boolean;
}

/** Reads a list from a place on, up to Limit rows and as many as fit into Max Characters. */
async function readAsShown(
	item: InputItem<ToolSettings>,
	list: Listing,
	from?: ListPosition,
): Promise<ShownRows> {
	const { form, settings } = item;
	const { maxCharacters: most = Infinity } = settings;
	const toShown = showerOf(item, list);
	const shown: IDataObject[] = [];
	let wanted = limitOf(item);
	let next = from;
	let more = false;
	/** Rows that fit, in case that there is no time left for their cursor */
	let fitting: IDataObject[] = [];
	const read = async (): Promise<ShownRows | undefined> => {
		for await (const page of list.read(wanted, next)) {
			if (page.outcome) return { ...page, shown };
			const rows = await toShown(page.rows);
			const all = [...shown, ...rows];
			const count = Math.max(0, countWithin(all, most, !form().isRaw) - shown.length);
			if (count < rows.length) {
				fitting = all.slice(0, shown.length + count);
				if (count === 0 || !list.windows) return { shown: fitting, more: true, next };
				// The page of these rows alone has the cursor of the row behind them
				wanted = count;
				return undefined;
			}
			for (const row of rows) shown.push(row);
			({ next, more } = page);
		}
		return { shown, more, next: more ? next : undefined };
	};
	const readWhole = async () => {
		for (;;) {
			const whole = await read();
			if (whole) return whole;
		}
	};
	return await readWhole().catch((error: Error): ShownRows => {
		if (!(error instanceof FailureError)) throw error;
		const isLate = error.failure.late === true;
		// A list without windows has rows before it has a place
		if (isLate && (next !== from || shown.length > 0)) return { shown, more: true, next, isLate };
		if (isLate && fitting.length > 0) return { shown: fitting, more: true, isLate };
		throw from && next === from ? refusedCursor(error) : error;
	});
}

/** The failure of the first page behind a cursor, with advice if the service refuses the cursor. */
function refusedCursor({ failure }: FailureError): FailureError {
	if (!isRefusal(failure)) return new FailureError(failure);
	const { description = '' } = failure;
	const advice =
		"If the service does not take 'cursor' any more, leave it out: the list begins anew.";
	return new FailureError({ ...failure, description: `${description} ${advice}`.trim() });
}

/** Function that gives rows what options add, and their form. A row that is read again keeps both. */
function showerOf(item: InputItem, { completion }: Listing) {
	const form = item.form();
	const known = new Map<string, IDataObject>();
	return async (rows: IDataObject[]): Promise<IDataObject[]> => {
		const fresh = rows.filter((row) => !known.has(JSON.stringify(row)));
		const whole = await complete(fresh, item, completion);
		for (const [i, row] of form.of(whole).entries()) known.set(JSON.stringify(fresh[i]), row);
		return rows.map((row) => known.get(JSON.stringify(row))!);
	};
}

/**
 * Says how to get at rows that no cursor leads to. A model can set only the fields that its tool leaves to it, and a higher
 * limit helps only where as many rows came.
 */
function waysToRest(item: InputItem, count: number): string {
	const { run, operation } = item;
	const isOpen = openIn(run);
	const narrows = operation.fields.some((field) => isNarrowing(field) && isOpen(field.name));
	const ways = [
		isOpen('limit') && count >= limitOf(item) && 'raise the limit',
		narrows && 'narrow the filters or the time',
	].filter(Boolean);
	return `There may be more results: ${ways.join(', or ') || 'this tool cannot show them'}.`;
}

/** Types of the fields by which a list is asked for less: times, choices, and lists of conversations or people. */
const NARROWING: Array<Field['type']> = ['dateTime', 'fixedCollection', 'multiOptions', 'options'];

function isNarrowing({ name, type }: Field): boolean {
	return name === 'filters' || NARROWING.includes(type);
}

/** Says what was looked for in vain, and what could find more. */
function nothingFound({ run, operation, body, settings }: InputItem): string {
	const isOpen = openIn(run);
	const iso = isoTimeIn(run.functions.getTimezone());
	const asked: string[] = [];
	const open: string[] = [];
	const { fields } = operation;
	const sent = operation.inputs.map((input) => ({ ...input, value: at(body, input.path) }));
	const own = settingsOf(fields)
		.filter(({ collection }) => collection === 'filters')
		.map((setting) => ({ ...setting, value: at(settings, [setting.field.name]) }))
		.filter(({ value }) => value !== 0);
	for (const { parameter, collection, field, value } of [...sent, ...own]) {
		if (value === undefined || collection === 'options' || KEPT.includes(field.name)) continue;
		const isTime = typeof value === 'number' && field.type === 'dateTime';
		const told = isTime ? timeText(field, value, iso) : formatValue(value);
		asked.push(`${argumentOf(field.name)} ${told}`);
		if (isOpen(parameter)) open.push(argumentOf(field.name));
	}
	const what = asked.length > 0 ? ` with ${asked.join(', ')}` : '';
	const way = open.length > 0 ? ` To search wider, change ${open.join(' or ')}.` : '';
	const isId = sent.some(({ field, value }) => field.name === 'query' && seemsId(String(value)));
	const use = isId ? ' An ID needs no search: give it to the tool that takes it.' : '';
	return `Nothing was found${what}.${use || way}`;
}
