import type { IDataObject } from 'n8n-workflow';

import type { Path } from '../../contract';
import { candidatesOf } from '../../api/candidates';
import { HaltedError } from '../../errors/failure';
import { formatValue } from '../../errors/format';
import { locatorIn, type Field } from '../../form/field';
import { LIMITS } from '../../limits';
import { isNamed } from '../../values/name';
import type { Endpoint, InputItem, OpenList, Result } from '../endpoint';
import type { Run } from '../run';
import { listEndpoint, hintMore, limitOf } from '../listing';

/**
 * Endpoint for operations that find objects by name: ten queries per request, for all input items together. Simplified
 * rows have `match`: whether the object has exactly the name or only a similar one, as the locator `field` compares names.
 * Without a locator the service finds exact names alone.
 */
export function resolve(field?: Field): Endpoint {
	const lookup = field && locatorIn(field)!.lookup;
	const marked = (row: IDataObject, { body: { query }, form }: InputItem): IDataObject =>
		lookup && typeof query === 'string' && !form().isRaw
			? { ...row, match: isNamed(lookup, row, query) ? 'exact' : 'similar' }
			: row;
	const open: OpenList = async (item, url) => ({
		windows: [item.body],
		read: async function* (wanted, { cursor } = { window: 0 }) {
			const query = { id: String(item.index), fields: item.body, wanted, from: cursor };
			const [result] = await candidatesOf(url, item, [query]);
			if (result instanceof Error) throw result;
			const { rows, more, next } = result;
			const place = next === undefined ? undefined : { window: 0, cursor: next };
			yield { rows: rows.map((row) => marked(row, item)), more, next: place };
		},
	});
	const one = listEndpoint(open);
	return async (items, url) => {
		return items[0].readList ? await one(items, url) : await found(items, url, marked);
	};
}

async function found(
	items: InputItem[],
	url: Path,
	marked: (row: IDataObject, item: InputItem) => IDataObject,
): Promise<Result[]> {
	const queries = items.map((item) => {
		const { body: fields, index } = item;
		return { id: String(index), fields, wanted: limitOf(item) };
	});
	const [{ run }] = items;
	const results = await candidatesOf(url, run, queries, (_query, error) => {
		if (!(error instanceof HaltedError)) run.fail();
	});
	const isVain = (_item: InputItem, i: number) => {
		const each = results[i];
		return !(each instanceof Error) && each.rows.length === 0;
	};
	tellVain(items.filter(isVain), run);
	return results.map((each, i): Result => {
		if (each instanceof Error) return { error: each };
		if (each.more) hintMore(items[i], queries[i].wanted);
		const rows = each.rows.map((row) => marked(row, items[i]));
		return { rows };
	});
}

/** Tells which of several items found nothing: nothing in the output shows that. */
function tellVain(items: InputItem[], run: Run): void {
	if (items.length === 0 || run.scope.size === 1) return;
	const texts = items.map(({ body }) => formatValue(body.query ?? body.target_user_ref));
	const all = [...new Set(texts)];
	const { namedCandidates: most } = LIMITS;
	const more = all.length > most ? ` and ${all.length - most} more` : '';
	const count = `${items.length} ${items.length === 1 ? 'item' : 'items'}`;
	run.hint(`Nothing was found for ${count}: ${all.slice(0, most).join(', ')}${more}.`);
}
