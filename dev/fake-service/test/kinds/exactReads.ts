import type { Change } from '../account';
import type { Client } from '../client';
import { a, b, requestOf, service } from './fixture';

/** Reads by UID or by several fields: a result for each. */
export interface ExactRead {
	there?: Change;
	/** The element of the request for a name; without it the name is the UID. */
	element?: (name: string) => object;
	/** The facts of the results, and a whole result with such facts. */
	reads: Record<string, object>;
	result: (name: string, facts: object) => object;
	/** Names of what is not there or cannot be read, and their result. */
	missing: string;
	absent: (name: string) => object;
}

/** Results with the UID, whether it was found, and the object, which has these fields unless others are told. */
export function byUid(uid: string, object: string, usual: object = {}) {
	return {
		result: (name: string, facts: object) => ({
			[uid]: name,
			found: true,
			[object]: { [uid]: name, ...usual, ...facts },
		}),
		absent: (name: string) => ({ [uid]: name, found: false, [object]: null }),
	};
}

export function exactReads(operation: string, table: ExactRead): void {
	const { there, element, reads, result, missing, absent } = table;
	const { required = 'bot_uids' } = requestOf(operation);

	const read = async (client: Client, names: string[]) => {
		const items = names.map((name, i) => ({ item_id: `${i}`, ...element?.(name) }));
		return (await client.data(operation, element ? { items } : { [required]: names })).items;
	};
	const resultsOf = (names: string[], own = reads) =>
		names.map((name, i) => ({
			...(element && { item_id: `${i}` }),
			...(own[name] ? result(name, own[name]) : absent(name)),
		}));

	describe(operation, () => {
		beforeEach(() => there?.(service));
		const names = [...missing.split(' '), ...Object.keys(reads)];

		it.each(names)('has a result for %s', async (name) => {
			expect(await read(a, [name])).toEqual(resultsOf([name]));
		});

		it('answers in the order of the request', async () => {
			const some = names.slice(0, 9);
			expect(await read(a, some)).toEqual(resultsOf(some));
			expect(await read(a, some.reverse())).toEqual(resultsOf(some));
		});

		it('does not find what another account has', async () => {
			const some = Object.keys(reads).slice(0, 9);
			expect(await read(b, some)).toEqual(resultsOf(some, {}));
		});
	});
}
