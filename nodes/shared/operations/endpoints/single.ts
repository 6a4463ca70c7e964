import { listOf } from '../../api/answer';
import { each, type Endpoint } from '../endpoint';

/**
 * Endpoint for operations with a single answer: one request per input item, `data` is the row. With `list`, the elements
 * of that field of `data` are the rows.
 */
export function single({ list }: { list?: string } = {}): Endpoint {
	return each(async ({ body, send }, url) => {
		const { data } = await send(url, body);
		return list ? listOf(data, list) : [data];
	});
}
