import type { IDataObject, INodeExecutionData, IPollFunctions } from 'n8n-workflow';

import { RunCache } from '../api/reading';
import { isoTimeIn } from '../rows';
import { complete } from '../rows/completion';
import { areItems, columnsOf, layoutOf, type Output } from '../rows/output';
import { Made } from '../rows/row';
import { type RowForm, rowForm } from '../rows/rowForm';
import { rowWriter } from '../rows/rowWriter';
import { digest } from './seenEvents';
import { warnOfClock } from './serviceClock';
import type { PollSession } from './session';
import type { Advance } from './advance';

/**
 * Output items of events: one for each, or with Output As one text or file of all. The times in `_event` are ISO 8601, with
 * and without Simplify. An item of several events has an ID made of theirs, so that it is the same whenever the same events
 * are put together. Warnings are those of the log.
 */
export async function outputItems(
	{ emitted, upToDate }: Pick<Advance, 'emitted' | 'upToDate'>,
	context: IPollFunctions,
	session: PollSession,
): Promise<INodeExecutionData[]> {
	const { event, reader, enricher, clock, warnings } = session;
	warnOfClock(clock, reader.warn);
	if (emitted.length === 0) return [];
	const { source, output, value: type } = event;
	const iso = isoTimeIn(context.getTimezone());
	const { own, filters, now, warn } = reader;
	const form = rowForm(output, own, iso);
	const found = emitted.map(({ row }) => row);
	const rows = await complete(
		found,
		{
			settings: own,
			body: filters,
			form: () => form,
			run: { cache: new RunCache(), hint: (words) => void (words && warn(words)) },
			send: enricher.send,
			isPoll: true,
		},
		event.completion,
	);
	const previous = (i: number) => ({ previous_status: emitted[i].previous ?? null });
	const whole = rows.map((row, i) => ({ ...row, ...(source.changes && previous(i)) }));
	const joined = !areItems(own);
	const items = joined
		? await joinedItems(context, whole, { session, form }, !upToDate)
		: form.of(whole).map((json) => ({ json }));
	let first = 0;
	for (const { json } of own.includeEventMetadata === false ? [] : items) {
		// A text counts the rows that it shows
		const size = items.length === 1 ? emitted.length : joined ? Number(json.rows) : 1;
		const of = emitted.slice(first, (first += size));
		const ids = of.map(({ key }) => key);
		if (joined) json.event_ids = ids;
		json._event = {
			id: joined ? digest(JSON.stringify(ids)) : ids[0],
			type,
			happened_at: iso((joined ? emitted : of).at(-1)?.time ?? null),
			found_at: iso(now),
			...(warnings.size > 0 && { warnings: [...warnings] }),
		};
	}
	return items;
}

/** The item with the text of these rows of events, or one item for each file of them. `more` is true if the next poll continues. */
async function joinedItems(
	context: IPollFunctions,
	rows: IDataObject[],
	{ session: { event, reader }, form }: { session: PollSession; form: RowForm },
	more: boolean,
): Promise<INodeExecutionData[]> {
	if (rows.length === 0) return [];
	const { own, now } = reader;
	const writer = rowWriter({
		settings: own,
		output: event.output,
		form,
		zone: context.getTimezone(),
		now,
		action: event.name,
		columns: () => columnsIn(form.of(rows), event.output, own),
		prepareFile: async (...file) => await context.helpers.prepareBinaryData(...file),
		tell: reader.warn,
	});
	await writer.add(rows);
	const made = (await writer.end(more)).filter((row) => row instanceof Made);
	return made.map(({ ...item }) => item);
}

/** The columns of a table of these rows: the fields of all rows, and those that options of the trigger add. */
function columnsIn(rows: IDataObject[], { fields, answered = fields }: Output, own: IDataObject) {
	const known = own.simplify === false ? answered : fields;
	const names = [...layoutOf(known).map(({ name }) => name), 'previous_status'];
	const there = names.filter((name) => rows.some((row) => Object.hasOwn(row, name)));
	return columnsOf(known, there);
}
