import { listOf } from './answer';
import { each, type Shape } from './shape';

/**
 * Operations with a single answer: one request per input item, `data` is the output item.
 * With `list`, the elements of that field of `data` are the output items.
 */
export function one(path: string, { list }: { list?: string } = {}): Shape {
	return {
		path,
		perform: each(async ({ body, send }) => {
			const { data } = await send(path, body);
			return list ? listOf(data, list) : [data];
		}),
	};
}
