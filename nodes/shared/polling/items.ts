import type { INodeExecutionData, IPollFunctions } from 'n8n-workflow';

import { isoTimeIn, simplify } from '../outputs';
import type { Found } from './found';
import { isJoined, joinedItems } from './joined';
import { warnOfClock } from './serviceClock';
import type { PollSession } from './session';
import type { Settings } from './triggerSettings';

/**
 * Output items of events: one for each, or with Output As one text or file of all. The times in `_event` are ISO 8601, with
 * and without Simplify. Warnings are those of the log. `more` is true if the next poll continues.
 */
export async function itemsOf(
	{ emitted, more }: { emitted: Found[]; more: boolean },
	context: IPollFunctions,
	{ event, reader, enricher, clock, warnings }: PollSession,
	{ withMetadata }: Settings,
): Promise<INodeExecutionData[]> {
	warnOfClock(clock, reader.warn);
	const { source, output, complete = async (all) => all } = event;
	const iso = isoTimeIn(context.getTimezone());
	const rows = await complete(
		emitted.map(({ row }) => row),
		enricher,
	);
	const { own, now } = reader;
	const isRaw = own.simplify === false && own.outputAs !== 'text';
	const jsons = emitted.map(({ previous }, i) => {
		const json = isRaw ? { ...rows[i] } : simplify(rows[i], output, iso);
		if (source.kind === 'timeRange' && source.changes) json.previous_status = previous ?? null;
		return json;
	});
	const metadata = (id: string, time?: number) => ({
		id,
		type: event.value,
		happened_at: iso(time ?? null),
		found_at: iso(now),
		...(warnings.size > 0 && { warnings: [...warnings] }),
	});
	if (isJoined(own)) {
		const ids = emitted.map(({ key }) => key);
		const joined = { rows: jsons, ids, event: event.value, output, own, more, now };
		const { time } = emitted[emitted.length - 1] ?? {};
		return await joinedItems(context, joined, (id) =>
			withMetadata ? metadata(id, time) : undefined,
		);
	}
	return jsons.map((json, i) => {
		const { key, time } = emitted[i];
		if (withMetadata) json._event = metadata(key, time);
		return { json };
	});
}
