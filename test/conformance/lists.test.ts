import { readFileSync } from 'node:fs';
import type { IDataObject } from 'n8n-workflow';

import { endOf, type ListEnd, rowsOf } from '../../dev/engine/toolRows';
import { DECLARED, titleOf, type Declared } from '../../dev/engine/operations';
import { overrideLimits } from '../../dev/limits';
import { omit } from '../../nodes/shared/objects';
import { layoutOf } from '../../nodes/shared/rows/output';
import { jsonOf, linksOf, toldRows, useService } from '../support/useService';
import { readCases } from '../support/cases';
import { share } from '../support/effort';

/** All lists: whether a cut one says so, as items, as a text, as a file and as a tool, and the columns of their files. */

const fixture = useService();

const lists = DECLARED.filter(
	({ operation: { fields, output } }) => output && fields.some(({ name }) => name === 'limit'),
);
const ofFiles = lists.filter(({ operation }) => operation.endpoint.givesRows);

/** Runs a list for these input items; without any, for the first of its case. */
async function run(
	{ area, resource, operation }: Declared,
	parameters: IDataObject,
	items: IDataObject[],
	tool = '',
) {
	const { returnAll: _all, ...own } = readCases(fixture)[title({ area, resource, operation })]()
		.parameters as IDataObject;
	// A year is one window, after whose last page there is no more
	const after = new Date(Date.now() - 365 * 86_400_000).toISOString();
	return await fixture.run({
		node: `svc${area}${tool}`,
		parameters: {
			resource: resource.value,
			operation: operation.value,
			...own,
			// Any Time of these lists begins in 1970
			...(own.period === 'anyTime' && { period: 'custom', after, lastMessageAfter: after }),
			...parameters,
		} as never,
		items,
		settings: { onError: 'continueRegularOutput' },
	});
}

const title = (declared: Declared) => titleOf(declared);

/** The lists that were read, by title: the service of each test has the same data. */
const known = new Map<string, { position: number; rows: IDataObject[] }>();

/** The first input item whose list has several rows, and its rows. */
async function longList(declared: Declared): Promise<{ item: IDataObject; rows: IDataObject[] }> {
	const { items } = readCases(fixture)[title(declared)]();
	const list = known.get(title(declared)) ?? (await readLists(declared, items));
	known.set(title(declared), list);
	return { item: items[list.position], rows: list.rows };
}

async function readLists(declared: Declared, items: IDataObject[]) {
	const outcome = await run(declared, { returnAll: true }, items);
	const links = linksOf(outcome.items);
	const position = items.findIndex((_item, i) => links.filter((link) => link === i).length > 2);
	expect(position).toBeGreaterThanOrEqual(0);
	const rows = jsonOf(outcome.items).filter((_row, i) => links[i] === position) as IDataObject[];
	return { position, rows };
}

/** The fields of the items, as the output schema has them: `npm run lint:generated` keeps it up to date. */
function schemaFieldsOf({ area, resource, operation }: Declared): string[] {
	const file = `nodes/${area}/__schema__/v1.0.0/${resource.value}/${operation.value}.json`;
	const { properties } = JSON.parse(readFileSync(file, 'utf8')) as { properties: object };
	return Object.keys(properties);
}

/** The fields of tables: those of items, those on request, and those without a usual value. */
function tableFieldsOf(declared: Declared): string[] {
	const { fields, onRequest = '', usual = {} } = declared.operation.output!;
	const shown = schemaFieldsOf(declared);
	const left = layoutOf(onRequest).map(({ name }) => name);
	return layoutOf(fields)
		.filter(
			({ name, everywhere }) => [...shown, ...left].includes(name) || (everywhere && name in usual),
		)
		.map(({ name }) => name);
}

/** Identifiers and times of a row, which are the same whether its long text was cut or not. */
function keyOfRow(row: IDataObject): string {
	const isKey = ([name]: [string, unknown]) => /_uid$|_ref$|^sequence$|_at$/.test(name);
	return JSON.stringify(Object.entries(row).filter(isKey).sort());
}

const hintsOf = ({ hints }: Awaited<ReturnType<typeof fixture.run>>) =>
	hints.filter((message) => message.startsWith('There may be more'));

it('are the lists of the contract', () => {
	expect(lists.length).toBeGreaterThanOrEqual(28);
	expect(ofFiles.length).toBeGreaterThanOrEqual(20);
});

describe.each(share(lists).map((declared) => [title(declared), declared] as const))(
	'%s',
	(_, declared) => {
		it('says at its Limit that there may be more, and nothing where there is no more', async () => {
			const { item, rows } = await longList(declared);
			const limit = rows.length - 1;
			const cut = await run(declared, { limit }, [item, item]);
			expect(cut.items).toHaveLength(2 * limit);
			expect(hintsOf(cut)).toEqual([expect.stringContaining(`the Limit of ${limit}`)]);
			const whole = await run(declared, { limit: rows.length }, [item, item]);
			expect(whole.items).toHaveLength(2 * rows.length);
			expect(hintsOf(whole)).toEqual([]);
		});

		it("leaves the hint to n8n where n8n's editor compares the number of items with Limit", async () => {
			const { item, rows } = await longList(declared);
			const limit = rows.length - 1;
			const cut = await run(declared, { limit }, [item]);
			// The condition of the editor's own hint
			expect(cut.items).toHaveLength(limit);
			expect(hintsOf(cut)).toEqual([]);
			const byExpression = await run(declared, { limit: `={{ ${limit} }}` }, [item]);
			expect(hintsOf(byExpression)).toHaveLength(1);
		});

		it('tells a model in the last row how many rows there are, whether more follow, and what its tool can do', async () => {
			const { item, rows } = await longList(declared);
			const limit = rows.length - 1;
			const asTool = async (parameters: IDataObject, given: IDataObject = item) =>
				jsonOf(
					(await run(declared, { maxCharacters: 1_000_000, ...parameters }, [given], 'Tool')).items,
				) as IDataObject[];
			const cut = await asTool({ limit });
			expect(rowsOf(cut)).toHaveLength(limit);
			const resumable = { count: limit, has_more: true, next_cursor: expect.any(String) as string };
			const adjustable = { limit: "={{ $fromAI('limit', '', 'number') }}", cursor: '' };
			const [hint] = [endOf(await asTool(adjustable, { ...item, limit }))].map((end) => end.hint);
			expect(hint).toMatch(/^There may be more results: raise the limit/);
			expect(endOf(cut)).toMatchObject(resumable);
			// An empty page can follow the last row
			const whole = await asTool({ limit: rows.length + 1 });
			expect(rowsOf(whole)).toHaveLength(rows.length);
			expect(endOf(whole)).toMatchObject({ count: rows.length, has_more: false });
		});

		it('gives a model all rows by its cursor, with another limit each time, and cut by characters', async () => {
			const { item, rows } = await longList(declared);
			const cursor = "={{ $fromAI('cursor', '', 'string', '') }}";
			const limit = "={{ $fromAI('limit', '', 'number') }}";
			const read: IDataObject[] = [];
			let end: ListEnd = { count: 0, has_more: true, next_cursor: '' };
			for (let call = 1; end.has_more; call++) {
				expect(call).toBeLessThanOrEqual(rows.length);
				// The first page is not the last one: each list has at least three rows
				const given = { ...item, cursor: end.next_cursor, limit: 2 + 4 * ((call - 1) % 4) };
				const settings = { limit, cursor, maxCharacters: 1500 };
				const { items } = await run(declared, settings, [given], 'Tool');
				const result = jsonOf(items) as IDataObject[];
				end = endOf(result);
				expect(end.count).toBe(rowsOf(result).length);
				read.push(...rowsOf(result));
			}
			const whole = { limit: rows.length, maxCharacters: 1_000_000 };
			const all = toldRows((await run(declared, whole, [item], 'Tool')).items);
			expect(read.map(keyOfRow)).toEqual(all.map(keyOfRow));
		});
	},
);

describe.each(share(ofFiles).map((declared) => [title(declared), declared] as const))(
	'a text of %s',
	(_, declared) => {
		const { text, groups = {}, oldestFirst } = declared.operation.output!;
		const linesOf = async (parameters: IDataObject, item: IDataObject) => {
			const { items } = await run(declared, { outputAs: 'text', ...parameters }, [item]);
			expect(items).toHaveLength(1);
			return { json: items[0].json, lines: String(items[0].json.text).split('\n') };
		};

		it('has a line for each row, and says if a Limit has cut it', async () => {
			const { item, rows } = await longList(declared);
			const limit = rows.length - 1;
			const cut = await linesOf({ limit }, item);
			expect(cut.json).toMatchObject({ rows: limit, has_more: true });
			expect(cut.lines.filter((line) => line.startsWith('- '))).toHaveLength(limit);
			expect(cut.lines[cut.lines.length - 1]).toMatch(/^\.\.\. and (\d+ )?more$/);
			const whole = await linesOf({ limit: rows.length }, item);
			expect(whole.json).toMatchObject({ rows: rows.length, has_more: false });
			expect(whole.json.text).not.toContain('... and');
		});

		it('has fields and groups of the output', async () => {
			const fields = schemaFieldsOf(declared);
			const named = layoutOf([...Object.values(groups), text].join(' ')).map(({ name }) => name);
			const optional = layoutOf(declared.operation.output!.fields).map(({ name }) => name);
			expect([...fields, ...optional]).toEqual(expect.arrayContaining(named));
			expect(fields).toEqual(expect.arrayContaining(oldestFirst ? [oldestFirst] : []));
			const { item, rows } = await longList(declared);
			for (const groupBy of Object.keys(groups)) {
				const { lines } = await linesOf({ limit: rows.length, groupBy }, item);
				expect(lines[0]).not.toMatch(/^-/);
			}
		});
	},
);

describe.each(share(ofFiles).map((declared) => [title(declared), declared] as const))(
	'a file of %s',
	(_, declared) => {
		const headerOf = (text: string) =>
			text
				.replace(/^\uFEFF/, '')
				.split('\r\n')[0]
				.split(',');
		const fileOf = async (parameters: IDataObject, item: IDataObject) => {
			const { items } = await run(declared, parameters, [item]);
			return items.map(({ json, binary }) => ({
				json,
				text: Buffer.from(binary!.data.data, 'base64').toString(),
			}));
		};
		const schemaFields = () => schemaFieldsOf(declared);
		const { usual = {} } = declared.operation.output!;

		it('has all rows by default, and says if a Limit has cut it', async () => {
			const { item, rows } = await longList(declared);
			const [whole] = await fileOf({ outputAs: 'jsonLines' }, item);
			expect(whole.json).toMatchObject({ rows: rows.length, has_more: false });
			const limit = rows.length - 1;
			const [cut] = await fileOf({ outputAs: 'jsonLines', returnAll: false, limit }, item);
			expect(cut.json).toMatchObject({ rows: limit, has_more: true });
		});

		it('has all fields of the simplified form as columns, whatever the rows hold', async () => {
			const { item, rows } = await longList(declared);
			const expected = [...tableFieldsOf(declared), 'other'];
			const restore = overrideLimits({ maxFileRows: 1 });
			const files = await fileOf({ outputAs: 'csvPrograms' }, item).finally(restore);
			expect(files).toHaveLength(rows.length);
			for (const { text } of files) expect(headerOf(text)).toEqual(expected);
			// Items have fields of them in the same order, without those that are not known of an object
			for (const row of rows) {
				const known = tableFieldsOf(declared).filter((name) => name in row);
				expect(Object.keys(row)).toEqual(known);
			}
			const all = new Set(rows.flatMap((row) => Object.keys(omit(row, ...Object.keys(usual)))));
			expect([...all].sort()).toEqual(schemaFields().sort());
		});

		it('has the fields of the service as columns with Simplify off, and no field in the last one', async () => {
			const { item } = await longList(declared);
			const [{ text }] = await fileOf({ outputAs: 'csv', simplify: false }, item);
			const { items } = await run(declared, { simplify: false, returnAll: true }, [item]);
			const { fields, answered = fields } = declared.operation.output!;
			const columns = layoutOf(answered).flatMap(({ name, everywhere }) =>
				everywhere ? name : [],
			);
			expect(headerOf(text)).toEqual([...columns, 'other']);
			for (const row of jsonOf(items)) {
				expect(columns).toEqual(expect.arrayContaining(Object.keys(row)));
			}
		});
	},
);
