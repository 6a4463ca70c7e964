import { readFileSync } from 'node:fs';
import { LIMITS } from '../../nodes/shared/limits';
import type { LogEntry } from '../../dev/fake-service/index';
import { CONCURRENCY, openCluster, type Cluster } from './cluster';
import { SEED, SHORT } from './effort';
import { Fleet, type Report } from './fleet';
import { countFacts, makeOrders, type Order } from './orders';

/**
 * Hundreds of executions that write, over two workers, while something is killed that they need.
 * What n8n reports is compared with what is in the service.
 */

jest.setTimeout(15 * 60_000);

const ORDERS = SHORT ? 60 : 300;
const PATIENCE_MS = 120_000;

const WRITING = ['createRecords', 'updateRecords', 'sendChatMessages', 'createArrangements'];

let cluster: Cluster;
let fleet: Fleet;

beforeAll(async () => {
	cluster = await openCluster('writes');
	fleet = await Fleet.open(cluster);
});
afterAll(async () => await cluster?.close());

interface Accident {
	what: string;
	happen(): Promise<void>;
	repair(): Promise<void>;
	/** Executions die of it for sure. */
	deadly: boolean;
}

const workerKilled: Accident = {
	what: 'a worker is killed',
	happen: async () => await cluster.workers[0].kill(),
	repair: async () => await cluster.workers[0].restart(),
	deadly: true,
};

const others: Accident[] = [
	{
		what: 'Redis is killed and comes back with its data',
		happen: async () => await cluster.redis.end('SIGKILL'),
		repair: async () => await cluster.redis.start(),
		deadly: false,
	},
	{
		what: 'Redis is restarted',
		happen: async () => await cluster.redis.end('SIGTERM'),
		repair: async () => await cluster.redis.start(),
		deadly: false,
	},
	{
		what: 'main is killed',
		happen: async () => await cluster.main.kill(),
		repair: async () => await cluster.main.restart(),
		deadly: false,
	},
];

test.each(SHORT ? [workerKilled] : [workerKilled, ...others])(
	`nothing is written twice or gets lost unreported when $what (seed ${SEED})`,
	async ({ what, happen, repair, deadly }) => {
		const { service } = cluster.world;
		const orders = makeOrders(service, what, ORDERS, SEED);
		const before = startedBy(cluster);

		const sending = fleet.send(orders);
		await untilInTheMiddle(orders);
		await fleet.closedDuring(async () => {
			await happen();
			service.faults.clear();
			service.faults.release();
			await repair();
		});
		const refused = await sending;
		const reports = await fleet.settle();

		const started = startedBy(cluster).map((count, i) => count - before[i]);
		expect(Math.min(...started)).toBeGreaterThan(CONCURRENCY);
		const died = diedOf(orders, reports, refused);
		const figures = { what, started, refused: refused.length, ...tally(reports) };
		process.stdout.write(`Scale: ${JSON.stringify(figures)}\n`);
		expectReportsAreTrue(orders, reports, refused);
		if (deadly) expect(died.length).toBeGreaterThan(0);

		// All orders once more, as a user would send them who has keys of their own.
		let again = died.filter(({ keyed }) => keyed);
		for (let round = 0; again.length > 0 && round < 3; round++) {
			expect(await fleet.send(again)).toEqual([]);
			const reports = await fleet.settle();
			// On a busy machine, n8n may take a worker for dead that is only slow
			const own = reports.filter(
				({ status, reason }) => status === 'error' && !BY_N8N.test(`${reason}`),
			);
			expect(own).toEqual([]);
			again = diedOf(again, reports, []);
		}
		expect(again).toEqual([]);
		const facts = countFacts(service, orders);
		for (const { keyed, items } of orders) {
			if (keyed) expect(items.map(({ name }) => facts.get(name))).toEqual(items.map(() => 1));
		}
		expect([...facts.values()].every((count) => count === 1)).toBe(true);
		expect(service.violations).toEqual([]);
	},
);

/** Errors of n8n's queue about an execution whose worker was lost. */
const BY_N8N = /processed too many times|stalled|job .* failed/i;

/** Waits until a part is written, and then until writes of both workers are done but not answered. */
async function untilInTheMiddle(orders: Order[]): Promise<void> {
	const { service } = cluster.world;
	const isWrite = ({ operation }: LogEntry) => WRITING.includes(operation!);
	const first = (service.log.at(-1)?.sequence ?? 0) + 1;
	const writes = () => service.log.filter((entry) => entry.sequence >= first && isWrite(entry));
	await service.waitFor(() => writes().length > orders.length / 4, PATIENCE_MS);
	service.faults.add({ match: isWrite, delayMs: Infinity, times: Infinity });
	const unanswered = () => writes().filter(({ endedAt, processed }) => processed && !endedAt);
	await service.waitFor(() => unanswered().length > LIMITS.maxInFlight, PATIENCE_MS);
}

/** Number of executions that each worker has started. */
function startedBy({ workers }: Cluster): number[] {
	return workers.map(
		({ logFile }) => readFileSync(logFile, 'utf8').split('Worker started execution').length - 1,
	);
}

function tally(reports: Report[]): Record<string, number> {
	const counts: Record<string, number> = {};
	for (const { status } of reports) counts[status] = (counts[status] ?? 0) + 1;
	return counts;
}

/** Orders that no execution has carried out by its own report, and those that n8n did not accept. */
function diedOf(orders: Order[], reports: Report[], refused: Order[]): Order[] {
	const done = new Set(
		reports.filter(({ status }) => status === 'success').map(({ order }) => order),
	);
	return orders.filter((order) => !done.has(order.id) || refused.includes(order));
}

function expectReportsAreTrue(orders: Order[], reports: Report[], refused: Order[]): void {
	const facts = countFacts(cluster.world.service, orders);
	const twice = [...facts].filter(([, count]) => count > 1);
	expect(twice).toEqual([]);

	const succeeded = new Map(
		reports.filter(({ status }) => status === 'success').map((report) => [report.order, report]),
	);
	const untrue = orders.filter(({ id, items }) => {
		const report = succeeded.get(id);
		if (!report) return false;
		return report.written !== items.length || items.some(({ name }) => facts.get(name) !== 1);
	});
	expect(untrue).toEqual([]);

	// Each accepted order has one execution; where n8n kept no data of it, they are as many.
	const accepted = orders.filter((order) => !refused.includes(order)).map(({ id }) => id);
	const reported = reports.map(({ order }) => order).filter((id) => id !== '');
	expect(reported).toHaveLength(new Set(reported).size);
	const silent = accepted.filter((id) => !reported.includes(id));
	const nameless = reports.length - reported.length;
	expect(nameless).toBeGreaterThanOrEqual(silent.length);
}
