import type { IDataObject } from 'n8n-workflow';

import type { Path } from '../../contract';
import { type Page, paginate } from '../../api/paginate';
import { type Divisible, PartsReader } from '../../api/readInParts';
import { divisibleByTime, type TimeRange } from '../../api/divisibleByTime';
import { FailureError } from '../../errors/failure';
import { each, Outcome, type Endpoint, type InputItem } from '../endpoint';
import { type Completion, sinkOf, wantedOf } from '../sinks';

/** Special handling of a paged operation. */
export interface Paged {
	/**
	 * Checks the fields beside the rows. If they mean that there is no list, fails or returns the only row of the
	 * output.
	 */
	check?: (data: IDataObject, item: InputItem) => Outcome | undefined;
	/** Converts a page to output rows; defaults to the rows of the page */
	rows?: (page: Page, item: InputItem) => IDataObject[];
	/** Splits the filters into several sets that are read one after the other, for long time ranges */
	windows?: (filters: IDataObject, item: InputItem) => IDataObject[] | Promise<IDataObject[]>;
	/** Time range by which Return All may read several parts of the list at once */
	range?: (filters: IDataObject) => TimeRange;
	/** Hint for the user about what these filters select */
	hint?: (filters: IDataObject, item: InputItem) => string | undefined;
	/** Completes the output items, all of them or those of a page */
	completion?: Completion;
}

/** Endpoint for PAGED operations, with Return All or Limit. */
export function list(paged: Paged = {}): Endpoint {
	const { check, rows: outputs = ({ rows }) => rows, range, hint, completion } = paged;
	const { windows = (filters) => [filters] } = paged;
	const read: Parameters<typeof each>[0] = async (item, url) => {
		const ask = async (to: Path, body: IDataObject) => (await item.send(to, body)).data;
		const wanted = wantedOf(item);
		const sink = sinkOf(item, completion);
		const spans = await windows(item.body, item);
		item.run.hint(hint?.(item.body, item));
		let more = false;
		const readAll = async (): Promise<Outcome | undefined> => {
			for (const [i, window] of spans.entries()) {
				const missing = wanted - sink.count;
				const read = (part: IDataObject) => paginate({ url, ask }, part, { wanted: missing });
				const parts = range && divisibleByTime(range(window), window, read);
				for await (const page of parts ? pagesOf(item, parts) : read(window)) {
					const instead = check?.(page.data, item);
					if (instead) return instead;
					await sink.add(outputs(page, item));
					more = page.data.has_more === true || i < spans.length - 1;
				}
			}
			if (more) tellMore(item, wanted);
			return undefined;
		};
		const instead = await readAll().catch((error: Error) => {
			if (!isLate(error) || sink.count === 0) throw error;
			tellMore(item);
			more = true;
		});
		if (instead) return [instead];
		return await sink.end(more);
	};
	return Object.assign(rowsOf(read), { givesTalkTime: completion?.talkTime !== undefined });
}

/** Endpoint of a list: every input item has its own rows, as items or in files (see `sinkOf`). */
export function rowsOf(read: Parameters<typeof each>[0]): Endpoint {
	return Object.assign(each(read), { givesRows: true as const });
}

/** Pages of a list, with Return All in parts. The lists of several input items are read at once anyway. */
export function pagesOf(item: InputItem, list: Divisible): AsyncGenerator<Page> {
	const inParts = wantedOf(item) === Infinity && item.run.scope.size === 1;
	return inParts ? new PartsReader(list).read() : list.pages();
}

/**
 * Tells that a list was cut at its Limit although the service has more, or without a limit for lack of time. There may be
 * more, since an empty page can follow.
 */
export function tellMore(item: InputItem, limit?: number): void {
	const { run, form, settings } = item;
	const { caller, functions, scope } = run;
	const { part } = settings;
	if (caller.cut) return run.hint(caller.cut({ run, limit, part, narrowing: form().narrowing }));
	// n8n's editor says itself that as many items came as Limit allows
	const isTold = scope.size === 1 && functions.getNode().parameters.limit === limit;
	if (!isTold || (settings.outputAs ?? 'items') !== 'items')
		run.hint(
			`There may be more results than the Limit of ${limit}. Raise Limit, or turn on Return All.`,
		);
}

/** True if the time of the caller was over before an answer. */
function isLate(error: Error): boolean {
	return error instanceof FailureError && error.failure.late === true;
}
