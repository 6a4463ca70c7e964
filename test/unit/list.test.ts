import type { IDataObject } from 'n8n-workflow';
import { FailureError } from '../../nodes/shared/errors/failure';
import { paginate } from '../../nodes/shared/api/paginate';

/** A list whose largest page has 50 rows. */
const url = '/api/v1/record/search';

/** Answers with the given pages in turn and keeps the requests. */
function scripted(answers: IDataObject[]) {
	const sent: IDataObject[] = [];
	const ask = async (_url: string, body: IDataObject) => {
		sent.push(body);
		return answers[sent.length - 1];
	};
	return { sent, ask };
}

const rows = (count: number) => Array.from({ length: count }, (_, i) => ({ i }));
const more = (count: number, next_page_cursor: unknown) =>
	({ items: rows(count), has_more: true, next_page_cursor }) as IDataObject;
const last = (count: number) => ({ items: rows(count), has_more: false }) as IDataObject;

async function walk(answers: IDataObject[], wanted = Infinity) {
	const { sent, ask } = scripted(answers);
	const sizes: number[] = [];
	for await (const page of paginate({ url, ask }, { keyword: 'x' }, { wanted })) {
		sizes.push(page.rows.length);
	}
	return { sent, sizes };
}

it('reads 120 rows as 50, 50 and 20, and requests nothing after them', async () => {
	const { sent, sizes } = await walk([more(50, 'a'), more(50, 'b'), more(20, 'c')], 120);
	expect(sizes).toEqual([50, 50, 20]);
	expect(sent).toEqual([
		{ keyword: 'x', limit: 50 },
		{ keyword: 'x', limit: 50, page_cursor: 'a' },
		{ keyword: 'x', limit: 20, page_cursor: 'b' },
	]);
});

it('continues over empty and short pages until has_more is false', async () => {
	const { sent, sizes } = await walk([more(0, 'a'), more(3, 'b'), more(0, 'c'), last(0)]);
	expect(sizes).toEqual([0, 3, 0, 0]);
	expect(sent.map(({ limit }) => limit)).toEqual([50, 50, 50, 50]);
});

it('passes the cursor back unchanged', async () => {
	const cursor = ' Zm9v+/=ü ';
	const { sent } = await walk([more(1, cursor), last(1)]);
	expect(sent[1].page_cursor).toBe(cursor);
});

it('ignores the cursor of the last page that is needed', async () => {
	expect((await walk([more(7, undefined)], 7)).sizes).toEqual([7]);
});

it('refuses a page with more rows than requested', async () => {
	await expect(walk([more(50, 'a')], 7)).rejects.toThrow(
		'The answer of the service has 50 rows instead of 7',
	);
});

it('asks for half as many rows after a page that is too large, until one is accepted', async () => {
	const limits: unknown[] = [];
	const ask = async (_url: string, body: { limit?: unknown }) => {
		limits.push(body.limit);
		if (Number(body.limit) > 40) throw new FailureError({ message: 'too large', tooLarge: true });
		return { items: [], has_more: limits.length < 5, next_page_cursor: `${limits.length}` };
	};
	for await (const _page of paginate({ url: '/api/v1/record/timeline/query', ask }, {}));
	expect(limits).toEqual([150, 75, 37, 37, 37]);
});

it('fails if a page of a single row is too large', async () => {
	const ask = async () =>
		await Promise.reject(new FailureError({ message: 'big', tooLarge: true }));
	const pages = paginate({ url: '/api/v1/record/timeline/query', ask }, {});
	await expect(pages.next()).rejects.toThrow('big');
});

it.each([
	['is missing', undefined],
	['is empty', ''],
	['is not a text', 7],
])('fails if has_more is true and the cursor %s', async (_what, cursor) => {
	await expect(walk([more(1, cursor)])).rejects.toThrow(
		"The answer of the service promises another page but has no 'next_page_cursor'",
	);
});

it('fails if a cursor is repeated', async () => {
	await expect(walk([more(1, 'a'), more(1, 'b'), more(1, 'a')])).rejects.toThrow(
		"The answer of the service repeats a 'next_page_cursor'",
	);
});

it.each([[{ has_more: false }], [{ items: {}, has_more: false }]])(
	'fails if the rows are missing: %j',
	async (answer) => {
		await expect(walk([answer])).rejects.toThrow("The answer of the service has no list 'items'");
	},
);

it.each([[null], ['x'], [1], [[]]])('fails if a row is %j', async (row) => {
	await expect(walk([{ items: [{}, row], has_more: false }])).rejects.toThrow(
		"The answer of the service has an element in 'items' that is not an object",
	);
});

it('fails if has_more is missing', async () => {
	await expect(walk([{ items: [] }])).rejects.toThrow(
		"The answer of the service does not say 'has_more'",
	);
});
