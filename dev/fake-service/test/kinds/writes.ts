import { stateOf, type Change } from '../account';
import { a, partOf, service, text } from './fixture';

/* eslint-disable @typescript-eslint/no-explicit-any */

/** Changes of an operation, an item each. The first field of an item names the thing. */
export interface Write {
	there?: Change;
	/** An item that succeeds; item_id and perhaps idempotency_key are added. */
	item: Record<string, unknown>;
	/** Facts in which an item differs, those of its result, and those of what is stored then. */
	results: Array<[asked: object, told: object, stored?: object]>;
	/** A whole result with such facts. */
	result?: (facts: any) => object;
	/** The store of the things, and how the result of an item names one. */
	store?: [name: string, uidOf: (result: any) => string];
	/** The names of things, or facts, for which an item is rejected, by reason; nothing changes. */
	rejects?: Record<string, string | object | Array<string | object>>;
	rejected?: (reason: string) => object;
	/** The facts of the result, or the reason, if the item is sent again. */
	again?: object | string;
	/** Keys make sure that an item is carried out once: other facts, and the reason if they come with a used key. */
	keys?: [other: object, reason?: string];
	/** Facts of two items of a batch, and those of their results: the last one is carried out first. */
	inTurn?: { asked: object[]; told: Array<object | string> };
	/** Values of a field for which the whole batch is refused, and nothing changes. */
	refuses?: Record<string, unknown[]>;
}

export function writes(operation: string, table: Write): void {
	const { there, item, results, store, rejects = {}, again, keys, inTurn, refuses = {} } = table;
	const { result = (facts: object) => ({ status: 'succeeded', ...facts }) } = table;
	const { rejected = (reason: string) => ({ status: 'rejected', reason }) } = table;

	const batch = (asked: object[]) =>
		asked.map((facts, i) => ({
			item_id: `i${i}`,
			...(keys && { idempotency_key: `k${i}` }),
			...item,
			...facts,
		}));
	/** The results in the order of the items, each without its item_id. */
	const send = async (...asked: object[]): Promise<object[]> => {
		const { items } = await a.data(operation, { items: batch(asked) });
		const ids = items.map((each: { item_id: string }) => each.item_id);
		expect(ids).toEqual(batch(asked).map(({ item_id }) => item_id));
		return items.map(({ item_id: _id, ...rest }: { item_id: string }) => rest);
	};
	/** Compares a result, which may repeat fields of the item. */
	const expectResult = (actual: object, told: object | string, asked: object = {}) => {
		const sent = Object.entries({ ...item, ...asked }).filter(([field]) => field in actual);
		const facts = typeof told === 'string' ? rejected(told) : result(told);
		const wanted = { ...Object.fromEntries(sent), ...facts };
		const shown = { ...actual, ...(partOf(actual, wanted) as object) };
		expect({ [operation]: shown }).toEqual({ [operation]: wanted });
	};
	const expectNoChange = async (act: () => Promise<void>) => {
		const before = stateOf(service);
		await act();
		expect(stateOf(service)).toEqual(before);
	};
	/** The items that are rejected for a reason. */
	const itemsOf = (cases: string | object | Array<string | object>): object[] =>
		[cases].flat().flatMap((each) => {
			if (typeof each !== 'string') return [each];
			return each.split(' ').map((name) => ({ [Object.keys(item)[0]]: name }));
		});

	describe(operation, () => {
		beforeEach(() => there?.(service));

		for (const [asked, told, stored] of results) {
			it(`answers an item with ${text(asked)}: ${text(told)}`, async () => {
				const [actual] = await send(asked);
				expectResult(actual, told, asked);
				if (!stored) return;
				const row = stateOf(service)[store![0]][store![1](actual)];
				expect({ [operation]: partOf(row, stored) }).toEqual({ [operation]: stored });
			});
		}

		for (const [reason, cases] of Object.entries(rejects)) {
			it.each(itemsOf(cases))(`rejects an item with %j: ${reason}`, async (asked) => {
				await expectNoChange(async () => expectResult((await send(asked))[0], reason, asked));
			});
		}

		for (const [path, values] of Object.entries(refuses)) {
			it.each(values)(`refuses all items for the ${path} of one: %j`, async (value) => {
				await expectNoChange(async () => {
					const items = batch([{}, { [path.split(/[.[]/)[0]]: value }]);
					const message = await a.refusal(operation, { items });
					expect(`${operation}: ${message}`).toContain(`${operation}: items[1].${path}`);
				});
			});
		}

		if (again !== undefined) {
			it(`answers an item that comes again: ${text(again)}`, async () => {
				await send({});
				await expectNoChange(async () => expectResult((await send({}))[0], again));
			});
		}

		if (inTurn) {
			it('carries out the last item first', async () => {
				const { asked, told } = inTurn;
				const actual = await send(...asked);
				actual.forEach((each, i) => expectResult(each, told[i], asked[i]));
			});
		}

		if (!keys) return;
		const [other, reason] = keys;
		const used = { idempotency_key: 'k0' };
		const next = { idempotency_key: 'new' };

		it('carries out an item with a key once', async () => {
			const [first, second] = await send({}, { ...used, item_id: 'same' });
			expect(second).toEqual(first);
			await expectNoChange(async () => {
				service.advance(1);
				expect(await send({ item_id: 'again' })).toEqual([first]);
			});
		});

		it('does not carry out another item with a used key', async () => {
			const [first] = await send({});
			await expectNoChange(async () => {
				if (reason) expectResult((await send(other))[0], reason, other);
				const batches = [[other], [next, { ...used, ...other }], [next, { ...next, ...other }]];
				for (const asked of reason ? [] : batches) {
					const message = await a.refusal(operation, { items: batch(asked) });
					const path = `items[${asked.length - 1}].idempotency_key`;
					expect(message).toBe(`${path} was used with other content`);
				}
				service.settings.keys = 'repeated';
				const [repeated] = await send(other);
				expect({ ...repeated, ...other }).toEqual({ ...first, ...other });
			});
		});
	});
}
