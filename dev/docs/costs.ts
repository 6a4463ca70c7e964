import type { Field } from '../../nodes/shared/fields/field';
import { PAGE_SIZES } from '../../nodes/shared/limits';
import { OPERATIONS, resolve, type ContractOperation } from '../contract/operations';
import { lookupsOf } from './fields';
import type { Requests, ShownOperation } from './runs';

/** Describes the cost of an operation in requests: counted in its runs, explained by the contract. */
export function costOf(contract: ContractOperation, shown: ShownOperation): string {
	const { requests, all } = shown;
	const own = requests.get(contract.id) ?? 0;
	const others = [...requests].filter(([id]) => id !== contract.id);
	const also = others.map(([id, count]) => {
		const summary = operationOf(id).summary;
		const purpose = summary.charAt(0).toLowerCase() + summary.slice(1);
		return `plus ${count === 1 ? 'one' : count} ${frequency(id, shown)} to ${purpose} (\`${id}\`)`;
	});
	const isPaged = PAGE_SIZES[contract.path] !== undefined;
	const unit = own > 1 && !isPaged ? 'One or more requests' : 'One request';
	const first = `${unit} ${pace(contract, shown)}`;
	return [
		`${[first, ...also].join(', ')}.`,
		...(own > 1 ? [`The sample took ${own} requests.`] : []),
		...(isOneByOne(contract, shown)
			? [
					'Items that change or write to the same object go one after the other, each with requests of its own.',
				]
			: []),
		...(all && totalOf(all.requests) > 1
			? [`With _Return All_, ${all.rows} results took ${inWords(all.requests)}.`]
			: []),
	].join(' ');
}

/** Describes the cost of names in the fields of an operation; empty if no field takes names. */
export function costOfNames(fields: Field[]): string[] {
	const paths = [...new Set(lookupsOf(fields).map(({ path }) => path))];
	const ids = OPERATIONS.filter(({ path }) => paths.includes(path)).map(({ id }) => id);
	if (ids.length === 0) return [];
	const size = Math.min(...ids.map((id) => batchSize(id)!));
	const names = ids.map((id) => `\`${id}\``).join(', ');
	return [`_By Name_ takes one more for each ${size} different names of a kind (${names}).`];
}

/** Requests with their operations: `2 requests (queryCalls)`. */
export function inWords(requests: Requests): string {
	const total = totalOf(requests);
	const parts = [...requests].map(([id, count]) =>
		requests.size > 1 ? `\`${id}\` ${count}` : `\`${id}\``,
	);
	return `${total} ${total === 1 ? 'request' : 'requests'} (${parts.join(', ')})`;
}

function isOneByOne({ id }: ContractOperation, shown: ShownOperation): boolean {
	const { requestsForItems, requestsForOne } = shown;
	return (requestsForOne?.get(id) ?? 0) > requestsForItems.get(id)!;
}

function totalOf(requests: Requests): number {
	return [...requests.values()].reduce((sum, count) => sum + count, 0);
}

function pace({ id, path }: ContractOperation, shown: ShownOperation): string {
	const page = PAGE_SIZES[path];
	const isBatch = batchSize(id) !== undefined;
	if (isBatch && page === undefined) return frequency(id, shown);
	if (isBatch)
		return `${frequency(id, shown)}, and one more for each further page of ${page} results`;
	if (page !== undefined) return `for each ${page} results`;
	return frequency(id, shown);
}

/**
 * Number of input items for each request of an operation, from its run with many items.
 * @throws if the run contradicts the contract
 */
function frequency(id: string, { items, requests, requestsForItems }: ShownOperation): string {
	const count = requestsForItems.get(id) ?? 0;
	const size = batchSize(id);
	const once = requests.get(id)!;
	if (size !== undefined && count === once * Math.ceil(items / size)) {
		return `for each ${size} input items`;
	}
	if (count >= items) return 'for each input item';
	if (count === once) return 'for all input items';
	throw new Error(`${id}: ${count} requests for ${items} items, ${once} for one`);
}

/** Maximum number of items of a request, if the contract allows several. */
function batchSize(id: string): number | undefined {
	const { properties = {} } = resolve(operationOf(id).request);
	if ('limit' in properties) return undefined;
	const [list] = Object.entries(properties)
		.filter(([name]) => name === 'items' || name.endsWith('_uids'))
		.map(([, schema]) => resolve(schema as ContractOperation['request']) as { maxItems?: number });
	return list?.maxItems;
}

function operationOf(id: string): ContractOperation {
	return OPERATIONS.find((each) => each.id === id)!;
}
