import type { IDataObject } from 'n8n-workflow';

import type { Path } from '../../contract';
import { paginate } from '../../api/paginate';
import { divisibleByTime, type TimeOrder } from '../../api/readInParts';
import type { Completion } from '../../rows/completion';
import type { Made } from '../../rows/row';
import type { Endpoint, InputItem, ListPosition } from '../endpoint';
import { type Keeps, listEndpoint, pagesInParts, readWindows } from '../listing';

/** Special handling of a paged operation. */
export interface Paged {
	/**
	 * Checks the fields beside the rows. If they mean that there is no list, fails or returns the only row of the
	 * output.
	 */
	check?: (data: IDataObject, item: InputItem) => Made | undefined;
	/** Makes the output row of a row, with `data` of its page; defaults to the row itself */
	row?: (row: IDataObject, data: IDataObject, item: InputItem) => IDataObject;
	/**
	 * The filter of an item that the contract does not have; undefined where the item has none. Limit counts kept rows. `now`
	 * as in `windows`
	 */
	keeps?: (item: InputItem, now: number) => Keeps | undefined;
	/**
	 * Splits the filters into several sets that are read one after the other, for long time ranges. `now` is the end of a
	 * range without an end
	 */
	windows?: (
		filters: IDataObject,
		item: InputItem,
		now: number,
	) => IDataObject[] | Promise<IDataObject[]>;
	/** Time range by which Return All may read several parts of the list at once */
	range?: (filters: IDataObject) => TimeOrder;
	/** Hint for the user about what these filters select */
	hint?: (filters: IDataObject, item: InputItem) => string | undefined;
	/** Completes the output items, all of them or those of a page */
	completion?: Completion;
}

/** Endpoint for PAGED operations, with Return All or Limit. */
export function list(paged: Paged = {}): Endpoint {
	const { check, row: output, range, hint, completion } = paged;
	const { windows: windowsOf = (filters) => [filters] } = paged;
	const endpoint = listEndpoint(async (item, url, now) => {
		const ask = async (to: Path, body: IDataObject) => (await item.send(to, body)).data;
		const windows = await windowsOf(item.body, item, now);
		const keeps = paged.keeps?.(item, now);
		item.run.hint(hint?.(item.body, item));
		const pagesOf = (window: IDataObject, how: { wanted: number; from?: string }) => {
			const read = (part: IDataObject) => paginate({ url, ask }, part, how);
			return range
				? pagesInParts(item, divisibleByTime(range(window), window, read))
				: read(window);
		};
		const read = async function* (wanted: number, from?: ListPosition) {
			for await (const page of readWindows(windows, pagesOf, wanted, { from, keeps })) {
				const outcome = check?.(page.data, item);
				const rows = output ? page.rows.map((row) => output(row, page.data, item)) : page.rows;
				yield { ...page, rows, outcome };
				if (outcome) return;
			}
		};
		return { windows, read, completion };
	});
	return Object.assign(endpoint, { givesTalkTime: completion?.talkTime !== undefined });
}
