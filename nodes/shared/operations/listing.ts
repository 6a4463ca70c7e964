import type { IDataObject } from 'n8n-workflow';

import type { Path } from '../contract';
import type { Page } from '../api/paginate';
import { type Divisible, PartsReader } from '../api/readInParts';
import { complete, type Completion } from '../rows/completion';
import { isoTimeIn } from '../rows/isoTime';
import { simplify } from '../rows/output';
import type { Row } from '../rows/row';
import { fileFormat } from '../rows/rowFiles';
import { type RowTarget, rowWriter } from '../rows/rowWriter';
import { selectionOf } from './selection';
import {
	each,
	type Endpoint,
	type InputItem,
	type OpenList,
	type ListPosition,
	type Rows,
} from './endpoint';

/** Endpoint of a list: every input item has its own rows, as items or in files, unless its caller reads lists itself. */
export function listEndpoint(open: OpenList): Endpoint {
	const read = async (item: InputItem, url: Path) => {
		const { readList = readToLimit } = item;
		return await readList(item, url, open);
	};
	return Object.assign(each(read), { givesRows: true as const });
}

/** Reads a list up to its Limit into the form that the user has chosen under Output As. */
async function readToLimit(item: InputItem, url: Path, open: OpenList): Promise<Row[]> {
	const { read, completion } = await open(item, url, Date.now());
	const wanted = limitOf(item);
	const writer = rowWriter(targetOf(item, completion));
	let isCut = false;
	for await (const { rows, more, outcome } of read(wanted)) {
		if (outcome) return [outcome];
		await writer.add(rows);
		isCut = more;
	}
	if (isCut) hintMore(item, wanted);
	return await writer.end(isCut);
}

function targetOf(item: InputItem, completion?: Completion): RowTarget {
	const { settings, run, operation } = item;
	const { output = { fields: '' }, action } = operation;
	const zone = run.functions.getTimezone();
	const form = item.form();
	const talkTimes = completion?.talkTime;
	return {
		settings,
		output,
		form,
		zone,
		now: Date.now(),
		action,
		columns: () => form.columns(completion?.adds(item) ?? []),
		prepareFile: async (...file) => await run.prepareBinaryData(...file),
		tell: (hint) => run.hint(hint),
		selection: (first) => selectionOf(item, first),
		complete: async (rows) => await complete(rows, item, completion),
		talkTimes:
			talkTimes && ((rows) => simplify(talkTimes.of(rows), talkTimes.output, isoTimeIn(zone))),
	};
}

/** True if the rows go into files. */
export function writesFile({ settings, run }: InputItem): boolean {
	return fileFormat(settings, run.functions.getTimezone()) !== undefined;
}

/** Number of rows to read: Infinity with Return All. Where n8n gives no Limit, it is that of the caller. */
export function limitOf({ settings, run }: InputItem): number {
	return settings.returnAll ? Infinity : (settings.limit ?? run.caller.limit);
}

/** Tells that a list was cut at its Limit although the service may have more. */
export function hintMore({ run, settings }: InputItem, limit: number): void {
	const { functions, scope } = run;
	// n8n's editor says itself that as many items came as Limit allows (n8n 2.41, nodeViewUtils.ts)
	const isTold = scope.size === 1 && functions.getNode().parameters.limit === limit;
	if (!isTold || (settings.outputAs ?? 'items') !== 'items')
		run.hint(
			`There may be more results than the Limit of ${limit}. Raise Limit, or turn on Return All.`,
		);
}

/** True for a row that the user wants, by a filter that the contract does not have. */
export type Keeps = (row: IDataObject) => boolean;

/**
 * Reads windows one after the other from a place on, until there are so many rows. With `keeps`, only the kept rows count:
 * nobody knows how many rows have to be read for them, so pages have their full size. Where the last one has more than are
 * wanted, the place of those is in that page.
 */
export async function* readWindows(
	windows: IDataObject[],
	pagesOf: (window: IDataObject, how: { wanted: number; from?: string }) => AsyncGenerator<Page>,
	wanted: number,
	{ from = { window: 0 }, keeps }: { from?: ListPosition; keeps?: Keeps } = {},
): AsyncGenerator<Rows & Pick<Page, 'data'>> {
	let missing = wanted;
	let { cursor, skip = 0 } = from;
	for (let window = from.window; window < windows.length && missing > 0; window++) {
		const how = { wanted: keeps ? Infinity : missing, from: cursor };
		for await (const { rows: all, data, next: behind } of pagesOf(windows[window], how)) {
			const kept = keeps ? all.slice(skip).filter(keeps) : all;
			const rows = kept.slice(0, missing);
			missing -= rows.length;
			let next: ListPosition | undefined;
			if (rows.length < kept.length) next = { window, cursor, skip: all.indexOf(rows.at(-1)!) + 1 };
			else if (behind !== undefined) next = { window, cursor: behind };
			else if (window + 1 < windows.length) next = { window: window + 1 };
			yield { rows, data, more: next !== undefined, next };
			if (missing === 0) return;
			skip = Math.max(0, skip - all.length);
			cursor = behind;
		}
		cursor = undefined;
	}
}

/** Pages of a list. Return All for a single item reads several parts at once; several items are read at once anyway. */
export function pagesInParts(item: InputItem, list: Divisible): AsyncGenerator<Page> {
	const inParts = limitOf(item) === Infinity && item.run.scope.size === 1 && !item.readList;
	return inParts ? new PartsReader(list).read() : list.pages();
}
