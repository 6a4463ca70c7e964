import { resolve, type Schema } from '../../../contract/operations';
import type { Change } from '../account';
import { a, requestOf, service } from './fixture';

/* eslint-disable @typescript-eslint/no-explicit-any */

/** Rows that an operation finds, page by page: a list, a transcript, or the candidates for a name. */
export interface Finding {
	there?: Change;
	/** The fields of every request. */
	body?: object;
	/** The field by which the table names a row of the answer, or the names of a row. */
	names: string | ((row: any) => unknown);
	/** Fields of a request, and the names of the rows that it finds, in order. */
	finds: Array<[asked: object, found: string]>;
	/** The facts of rows that the first request finds, and the whole of a row with such facts. */
	shows?: Record<string, object>;
	row?: (name: string, facts: object) => object;
	/** True if even the first irregular page has rows. */
	startsFull?: boolean;
}

/** The names of the rows or candidates that an operation found, for stories. */
export const namesOf: Record<string, (rows: object[]) => string[]> = {};

export function finding(operation: string, table: Finding): void {
	const { there, body, names, finds, shows = {}, row = (_, facts) => facts, startsFull } = table;
	const isLookup = operation.startsWith('resolve');
	const named = (rows: any[]) =>
		rows.flatMap(typeof names === 'string' ? (each) => each[names] : names).map(String);
	namesOf[operation] = named;

	/** A lookup is the second of two. */
	const bodyOf = (asked: object) => {
		const fields = { ...body, ...asked };
		if (!isLookup) return fields;
		return {
			items: [
				{ item_id: '1', query: 'nobody' },
				{ ...fields, item_id: '2' },
			],
		};
	};
	const pageOf = async (asked: object) => {
		const data = await a.data(operation, bodyOf(asked));
		const page = isLookup ? data.items[1] : data;
		if (isLookup) expect(data.items).toMatchObject([{ item_id: '1' }, { item_id: '2' }]);
		expect('next_page_cursor' in page).toBe(page.has_more);
		const rows: object[] = page.candidates ?? page.items ?? page.utterances;
		return { rows, cursor: page.next_page_cursor };
	};
	const readAll = async (asked: object) => {
		const pages: object[][] = [];
		let page_cursor: string | undefined;
		do {
			const { rows, cursor } = await pageOf({ ...asked, page_cursor });
			pages.push(rows);
			page_cursor = cursor;
		} while (page_cursor);
		return pages;
	};

	describe(operation, () => {
		beforeEach(() => there?.(service));

		// The contract has no meaning of an empty list, so it finds nothing; but all posts have none of no tags
		const lists = Object.entries(requestOf(operation).fields).filter(
			([field, schema]) => isList(schema) && field !== 'items' && field !== 'tags',
		);
		const empty = lists.map(([field]): [object, string] => [{ [field]: [] }, '']);

		it.each([...finds, ...empty])('asked %j finds: %s', async (asked, expected) => {
			const expectFound = async (paging: object, most: number) => {
				const pages = await readAll({ ...asked, ...paging });
				const request = `${operation} ${JSON.stringify({ ...asked, ...paging })} finds`;
				expect(`${request}: ${named(pages.flat()).join(' ')}`).toBe(`${request}: ${expected}`);
				const sizes = pages.map((rows) => named(rows).length);
				expect(Math.max(...sizes)).toBeLessThanOrEqual(most);
				return sizes;
			};
			await expectFound({}, Infinity);
			await expectFound({ limit: 1 }, 1);
			service.paging = 'irregular';
			const [first] = await expectFound({ limit: 2 }, 2);
			expect(first > 0).toBe(startsFull === true);
		});

		it('accepts a cursor only for what it was made for', async () => {
			const [asked] = finds.find(([, found]) => found.includes(' '))!;
			const { cursor: page_cursor } = await pageOf({ ...asked, limit: 1 });
			for (const [other] of finds.filter(([each]) => each !== asked)) {
				const message = await a.refusal(operation, bodyOf({ ...other, page_cursor }));
				expect(message).toMatch(/^(items\[1\]\.)?page_cursor belongs to another/);
			}
		});

		for (const [name, facts] of Object.entries(shows)) {
			it(`shows ${name} as a whole`, async () => {
				const rows = (await readAll(finds[0][0])).flat();
				const shown = rows.find((each) => named([each]).includes(name));
				expect({ [operation]: shown }).toEqual({ [operation]: row(name, facts) });
			});
		}
	});
}

function isList(schema: Schema): boolean {
	const { type, minItems } = resolve(schema) as { type?: string; minItems?: number };
	return type === 'array' && !minItems;
}
