import { candidatesOf } from '../../api/candidates';
import { HaltedError } from '../../errors/halted';
import type { Endpoint, Result } from '../endpoint';
import { ofPart, wantedOf } from '../rowSink';
import { tellMore } from './list';

/** Endpoint for operations that find objects by name: ten queries per request, for all input items together. */
export const resolve: Endpoint = async (items, url) => {
	const queries = items.map((item) => {
		const { body: fields, index } = item;
		return { id: String(index), fields, wanted: wantedOf(item) };
	});
	const [{ run }] = items;
	const found = await candidatesOf(url, run, queries, (_query, error) => {
		if (!(error instanceof HaltedError)) run.fail();
	});
	return found.map((each, i): Result => {
		if (each instanceof Error) return { error: each };
		if (each.more) tellMore(items[i], queries[i].wanted);
		return { rows: ofPart(each.rows, items[i]) };
	});
};
