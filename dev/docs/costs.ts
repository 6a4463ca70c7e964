import { PAGE_SIZES } from '../../nodes/shared/limits';
import { OPERATIONS, resolve, type ContractOperation } from '../contract/operations';
import type { Requests, ShownOperation } from './runs';
import { grouped } from './grouped';

/** Describes the cost of an operation in requests: counted in its runs, explained by the contract. */
export function costOf(contract: ContractOperation, shown: ShownOperation): string {
	const { requests } = shown;
	const own = requests.get(contract.id) ?? 0;
	const others = [...requests].filter(([id]) => id !== contract.id);
	const isPaged = PAGE_SIZES[contract.path] !== undefined;
	const number = own > 1 && !isPaged ? 'one or more' : 'one';
	const costs: Array<[pace: string, requests: string]> = [
		[pace(contract, shown), `${number} \`${contract.id}\``],
		...others.map(([id, count]): [string, string] => [
			frequency(id, shown),
			`${count === 1 ? 'one' : count} \`${id}\``,
		]),
	];
	const parts = [...grouped(costs, ([each]) => each)].map(
		([each, parts]) =>
			`${new Intl.ListFormat('en').format(parts.map(([, words]) => words))} ${each}`,
	);
	const sentences = [
		parts.join(', '),
		own > 1 && `The sample took ${own}`,
		isOneByOne(contract, shown) && ONE_BY_ONE,
	];
	return sentences
		.filter(Boolean)
		.map((each) => `${each}.`)
		.join(' ');
}

const ONE_BY_ONE = '[One by one](README.md#about-these-pages) for the same object';

/** Requests with their operations: ``2 `queryCalls` ``. */
export function inWords(requests: Requests): string {
	return [...requests].map(([id, count]) => `${count} \`${id}\``).join(', ');
}

function isOneByOne({ id }: ContractOperation, shown: ShownOperation): boolean {
	const { requestsForItems, requestsForOne } = shown;
	return (requestsForOne?.get(id) ?? 0) > requestsForItems.get(id)!;
}

function pace({ id, path }: ContractOperation, shown: ShownOperation): string {
	const page = PAGE_SIZES[path];
	const isBatch = batchSizeOf(id) !== undefined;
	if (isBatch && page !== undefined)
		return `${frequency(id, shown)}, one more for each further page of ${page} results`;
	if (!isBatch && page !== undefined) return `for each ${page} results`;
	return frequency(id, shown);
}

/**
 * Number of input items for each request of an operation, from its run with many items.
 * @throws if the run contradicts the contract
 */
function frequency(id: string, { items, requests, requestsForItems }: ShownOperation): string {
	const count = requestsForItems.get(id) ?? 0;
	const size = batchSizeOf(id);
	const once = requests.get(id)!;
	if (size !== undefined && count === once * Math.ceil(items / size)) {
		return `for each ${size} input items`;
	}
	if (count >= items) return 'for each input item';
	if (count === once) return 'for all input items';
	throw new Error(`${id}: ${count} requests for ${items} items, ${once} for one`);
}

/** Maximum number of items of a request, if the contract allows several. */
export function batchSizeOf(id: string): number | undefined {
	const { properties = {} } = resolve(OPERATIONS.find((each) => each.id === id)!.request);
	if ('limit' in properties) return undefined;
	const [list] = Object.entries(properties)
		.filter(([name]) => name === 'items' || name.endsWith('_uids'))
		.map(([, schema]) => resolve(schema as ContractOperation['request']) as { maxItems?: number });
	return list?.maxItems;
}
