import type { Client } from './test/client';

/** The `data` of all pages of an operation, for the fields beside the items of a page. */
export async function readPages<Page = any>( // eslint-disable-line @typescript-eslint/no-explicit-any
	client: Client,
	path: string,
	body: object,
): Promise<Page[]> {
	const pages = [];
	let page_cursor: string | undefined;
	do {
		const page = await client.data(path, { ...body, page_cursor });
		pages.push(page);
		expect('next_page_cursor' in page).toBe(page.has_more);
		page_cursor = page.next_page_cursor;
	} while (page_cursor);
	return pages;
}

interface ResolveItem {
	item_id: string;
	query: string;
	limit?: number;
}

/**
 * The candidates of every item of a resolve operation, each item paged separately to its end, and the number of
 * candidates on each page.
 */
export async function resolveAll<Candidate>(client: Client, path: string, items: ResolveItem[]) {
	const open = new Map(items.map((item) => [item.item_id, item]));
	const found: Record<string, Candidate[]> = {};
	const pages: Record<string, number[]> = {};
	while (open.size > 0) {
		const asked = [...open.values()];
		const answer = await client.data(path, { items: asked });
		expect(answer.items.map(({ item_id }: ResolveItem) => item_id)).toEqual([...open.keys()]);
		for (const { item_id, candidates, has_more, next_page_cursor } of answer.items) {
			(found[item_id] ??= []).push(...candidates);
			(pages[item_id] ??= []).push(candidates.length);
			expect(next_page_cursor !== undefined).toBe(has_more);
			if (has_more) Object.assign(open.get(item_id)!, { page_cursor: next_page_cursor });
			else open.delete(item_id);
		}
	}
	return { found, pages };
}
