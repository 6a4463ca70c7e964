import type { IDataObject } from 'n8n-workflow';

import type { Path } from '../../contract';
import { candidatesOf } from '../../api/candidates';
import { HaltedError } from '../../errors/failure';
import { locatorIn, type Field } from '../../fields/field';
import { isNamed } from '../../parameters/name';
import type { Endpoint, InputItem, Result } from '../endpoint';
import { ofPart, wantedOf } from '../sinks';
import { tellMore } from './list';

/**
 * Endpoint for operations that find objects by name: ten queries per request, for all input items together. `match` of a
 * row says whether the object has exactly the name or only a similar one, as the locator `field` compares names; without a
 * locator the service finds exact names alone.
 */
export function resolve(field?: Field): Endpoint {
	const lookup = field && locatorIn(field)!.lookup;
	const marked = (row: IDataObject, query: unknown): IDataObject =>
		lookup && typeof query === 'string'
			? { ...row, match: isNamed(lookup, row, query) ? 'exact' : 'similar' }
			: row;
	return async (items, url) => await found(items, url, marked);
}

async function found(
	items: InputItem[],
	url: Path,
	marked: (row: IDataObject, query: unknown) => IDataObject,
): Promise<Result[]> {
	const queries = items.map((item) => {
		const { body: fields, index } = item;
		return { id: String(index), fields, wanted: wantedOf(item) };
	});
	const [{ run }] = items;
	const results = await candidatesOf(url, run, queries, (_query, error) => {
		if (!(error instanceof HaltedError)) run.fail();
	});
	return results.map((each, i): Result => {
		if (each instanceof Error) return { error: each };
		if (each.more) tellMore(items[i], queries[i].wanted);
		const rows = each.rows.map((row) => marked(row, items[i].body.query));
		return { rows: ofPart(rows, items[i]) };
	});
}
