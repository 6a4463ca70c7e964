import type { IDataObject } from 'n8n-workflow';

import { paginate, type Page } from '../../api/paginate';
import { isOn } from '../../api/reading';
import { each, type Endpoint, type InputItem } from '../endpoint';

/** Special traits of a paged operation. */
export interface Paged {
	/**
	 * Checks the fields beside the rows: fails when they mean that there is no list at all, or
	 * gives the one output item that says so.
	 */
	check?: (data: IDataObject, item: InputItem) => IDataObject | undefined;
	/** The output items of a page; its rows unless given */
	rows?: (page: Page, item: InputItem) => IDataObject[];
	/** The requests' filters, one set after the other, where one cannot cover what is asked for */
	windows?: (filters: IDataObject, item: InputItem) => IDataObject[] | Promise<IDataObject[]>;
	/** Hint for the user about the rows that these filters give, if there is one */
	hint?: (filters: IDataObject, item: InputItem) => string | undefined;
	/** Completes the output items, when all are there */
	complete?: (rows: IDataObject[], item: InputItem) => Promise<IDataObject[]>;
}

/** Operations whose answer is PAGED: Return All or Limit, one output item per row. */
export function list(paged: Paged = {}): Endpoint {
	const { check, rows: outputs = ({ rows }) => rows, hint } = paged;
	const { windows = (filters) => [filters], complete = async (rows) => rows } = paged;
	return each(async (item, url) => {
		const { limit: _limit, ...filters } = item.body;
		const ask = async (to: string, body: IDataObject) => (await item.send(to, body)).data;
		const wanted = wantedOf(item);
		const found: IDataObject[] = [];
		const spans = await windows(filters, item);
		item.run.hint(hint?.(filters, item));
		for (const [i, window] of spans.entries()) {
			const missing = wanted - found.length;
			for await (const part of paginate({ url, ask }, window, { wanted: missing })) {
				const instead = check?.(part.data, item);
				if (instead) return [instead];
				for (const row of outputs(part, item)) found.push(row);
				const more = part.data.has_more === true || i < spans.length - 1;
				if (found.length >= wanted && more) item.run.hint(moreThan(wanted));
			}
		}
		return await complete(found, item);
	});
}

/** The hint on an output that Limit has cut. */
export function moreThan(limit: number): string {
	return `Limit is ${limit}, and there is more: raise it, or turn on Return All.`;
}

/** Number of rows that an item wants: Infinity under Return All. */
export function wantedOf({ context, body }: InputItem): number {
	if (isOn(context, 'returnAll', false)) return Infinity;
	// Where an expression decides over Return All, n8n hides Limit: its default counts then
	return (body.limit as number | undefined) ?? 50;
}
