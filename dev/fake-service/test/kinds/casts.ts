import type { Change } from '../account';
import { a, service } from './fixture';

/** Who says what in a transcript or in messages: an index into the people of the page. */
export interface Cast {
	there: Change;
	/** The first field is the UID. */
	body: { [field: string]: unknown; limit: number };
	rows: 'utterances' | 'items';
	people: 'speakers' | 'senders';
	/** The field that names a row. */
	name: string;
	/** The people of each page in their order, and its rows by name and index. */
	pages: Array<[people: object[], rows: string]>;
	/** UIDs of what cannot be read. */
	missing: string;
}

export function cast(operation: string, table: Cast): void {
	const { there, body, rows, people, name, pages, missing } = table;

	const read = async (limit: number): Promise<Cast['pages']> =>
		(await a.pages(operation, { ...body, limit })).map((page) => {
			const indexes = page[rows].map(
				({ speaker_index, sender_index = speaker_index, ...row }: Record<string, number>) =>
					`${row[name]}:${sender_index}`,
			);
			return [page[people], indexes.join(' ')];
		});
	/** Each row with its person. */
	const linesOf = (all: Cast['pages']) =>
		all.flatMap(([who, said]) =>
			Array.from(said.matchAll(/(\S+):(\d+)/g), ([, row, index]) => [row, who[Number(index)]]),
		);

	describe(`the people of ${operation}`, () => {
		beforeEach(() => there(service));

		it('are named once on a page, in another order from page to page', async () => {
			expect(await read(body.limit)).toEqual(pages);
		});

		it('say the same on pages of any size', async () => {
			for (const limit of [1, 50]) expect(linesOf(await read(limit))).toEqual(linesOf(pages));
			service.paging = 'irregular';
			expect(linesOf(await read(2))).toEqual(linesOf(pages));
		});

		it.each(missing.split(' '))('are not found for %s', async (uid) => {
			service.paging = 'irregular';
			const asked = { [Object.keys(body)[0]]: uid };
			const nothing = { found: false, [people]: [], [rows]: [], has_more: false };
			expect(await a.data(operation, asked)).toEqual({ ...asked, ...nothing });
		});
	});
}
