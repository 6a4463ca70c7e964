import type { IDataObject, INodeExecutionData, IPollFunctions } from 'n8n-workflow';

import { isoTimeIn, simplify } from '../rows';
import { columnsOf, layoutOf, type Output, shownIn } from '../rows/output';
import { rowWriter } from '../rows/rowWriter';
import { digest } from './seenEvents';
import { warnOfClock } from './serviceClock';
import type { PollSession } from './session';
import type { Advance } from './source';
import { isJoined } from './triggerFields';

/**
 * Output items of events: one for each, or with Output As one text or file of all. The times in `_event` are ISO 8601, with
 * and without Simplify. An item of several events has an ID made of theirs, so that it is the same whenever the same events
 * are put together. Warnings are those of the log.
 */
export async function itemsOf(
	{ emitted, upToDate }: Pick<Advance, 'emitted' | 'upToDate'>,
	context: IPollFunctions,
	session: PollSession,
): Promise<INodeExecutionData[]> {
	const { event, reader, enricher, clock, warnings } = session;
	warnOfClock(clock, reader.warn);
	if (emitted.length === 0) return [];
	const { source, output, value: type, complete = async (all) => all } = event;
	const iso = isoTimeIn(context.getTimezone());
	const found = emitted.map(({ row }) => row);
	const rows = await complete(found, enricher);
	const { own, now } = reader;
	const isRaw = own.simplify === false && own.outputAs !== 'text';
	const jsons = isRaw ? rows.map((row) => ({ ...row })) : simplify(rows, output, iso);
	if (source.kind === 'timeRange' && source.changes)
		emitted.forEach(({ previous }, i) => (jsons[i].previous_status = previous ?? null));
	const joined = isJoined(own);
	const items = joined
		? await joinedItems(context, jsons, session, !upToDate)
		: (isRaw ? jsons : shownIn(jsons, output)).map((json) => ({ json }));
	let first = 0;
	for (const { json } of own.includeEventMetadata === false ? [] : items) {
		const of = emitted.slice(first, (first += joined ? Number(json.rows) : 1));
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
	{ event: { name, output }, reader: { own, now } }: PollSession,
	more: boolean,
): Promise<INodeExecutionData[]> {
	if (rows.length === 0) return [];
	const writer = rowWriter({
		settings: own,
		output,
		zone: context.getTimezone(),
		now,
		action: name,
		columns: () => columnsIn(rows, output, own),
		prepareFile: async (...file) => await context.helpers.prepareBinaryData(...file),
	})!;
	await writer.add(rows);
	return await writer.end(more);
}

/** The columns of a table of these rows: the fields of all rows, and those that options of the trigger add. */
function columnsIn(rows: IDataObject[], { fields, answered = fields }: Output, own: IDataObject) {
	const known = own.simplify === false ? answered : fields;
	const names = [...layoutOf(known).map(({ name }) => name), 'previous_status'];
	const there = names.filter((name) => rows.some((row) => Object.hasOwn(row, name)));
	return columnsOf(known, there);
}
