import type { Case, Medians, Target } from './case';
import type { Fairness } from './fairness';
import type { FileStorage } from './fileStorage';
import type { Loads } from './load';
import type { Rate } from './rates';
import type { Trouble } from './troubled';
import type { Measured } from './run';

/** Formats a case and its measurements. */
export function tableOf(each: Case, { latency, engine, medians }: Measured): string {
	const rows = each.sizes.flatMap((size, i) =>
		Object.entries(medians[i]).map(([who, { ms, cpu, peak, requests, inFlight }]) => [
			String(size),
			who,
			ms.toFixed(),
			cpu.toFixed(),
			peak.toFixed(),
			String(requests),
			String(inFlight),
			...overFloor(medians[i], who),
		]),
	);
	const head = ['N', 'contender', 'ms', 'cpu ms', 'peak MB', 'requests', 'in flight', 'x floor'];
	return [
		`${each.title} (${latency} ms latency, expressions by n8n's engine ${engine})`,
		...columns([head, ...rows]),
		...each.targets.map((target) => `  ${judged(target, medians.slice(-2))}`),
	].join('\n');
}

function overFloor({ floor, ...others }: Medians, who: string): string[] {
	// A case that measures growth alone has no floor
	return who in others && floor ? [(others[who].ms / floor.ms).toFixed(2)] : [''];
}

/** Formats the ratios of a case with their targets. */
export function ratiosOf({ targets }: Case, { medians }: Measured): object[] {
	const [small, large] = medians.slice(-2);
	return targets.map(({ what, ratio, atMost, atLeast }) => {
		const value = ratio(large, small);
		return { what, value, atMost, atLeast, holds: holds(value, { atMost, atLeast }) };
	});
}

function judged({ what, ratio, ...bounds }: Target, [small, large]: Medians[]): string {
	const value = ratio(large, small);
	return verdict(what, value, bounds);
}

function verdict(what: string, value: number, bounds: Bounds): string {
	const { atMost, atLeast } = bounds;
	const bound = atMost ? `at most ${atMost}` : atLeast ? `at least ${atLeast}` : undefined;
	const judgement = bound ? ` (${bound}: ${holds(value, bounds) ? 'holds' : 'missed'})` : '';
	return `${what}: ${value.toFixed(2)}${judgement}`;
}

type Bounds = Pick<Target, 'atMost' | 'atLeast'>;

function holds(value: number, { atMost = Infinity, atLeast = -Infinity }: Bounds): boolean {
	return value <= atMost && value >= atLeast;
}

/** Formats the cost of loading the descriptions. */
export function loadTableOf({ svc, n8n }: Loads): string {
	const row = (who: string, { ms, bytes }: Loads['svc']) => [
		who,
		ms.toFixed(),
		(bytes / 1024).toFixed(),
	];
	return [
		'Load all descriptions',
		...columns([
			['contender', 'ms', 'kB'],
			row('all Svc nodes', svc),
			row('Slack + Google Sheets', n8n),
		]),
		`  ${verdict('time / Slack + Google Sheets', svc.ms / n8n.ms, { atMost: 1 })}`,
	].join('\n');
}

/** Formats the rates that were reached and allowed. */
export function rateTableOf(rates: Rate[]): string {
	const rows = rates.map(({ per, allowed, processes, requests, failed, refused, reached }) => [
		per,
		String(allowed),
		String(processes),
		String(requests),
		String(failed),
		(100 * refused).toFixed(1),
		reached.toFixed(2),
	]);
	const head = [
		'counted by',
		'allowed/s',
		'processes',
		'items',
		'failed',
		'refused %',
		'reached/s',
	];
	return [
		'One request for each item, as fast as the service allows (100 ms latency)',
		...columns([head, ...rows]),
		...rates.map(({ per, allowed, processes, reached, atLeast }) => {
			const what = `rate reached / ${allowed} a second (${per}), ${processes} processes`;
			return `  ${verdict(what, reached / allowed, { atLeast })}`;
		}),
	].join('\n');
}

/** Formats the waiting times beside a busy node. */
export function fairnessTableOf({ items, poll, single, lastRequest, ending }: Fairness): string {
	const rows: Array<[string, number]> = [
		['longest wait of a poll', poll],
		['longest wait of a single request', single],
		['from stopping it to its last request', lastRequest],
		['from stopping it to its end', ending],
	];
	return [
		`Beside a node with ${items} items (100 ms latency)`,
		...columns([['what', 'ms'], ...rows.map(([what, ms]) => [what, ms.toFixed()])]),
	].join('\n');
}

/** Formats the waiting times beside a service in trouble. */
export function troubleTableOf({ hanging, down, large }: Trouble): string {
	return [
		'Beside lists that get no answer (20 ms latency): single requests and polls',
		...columns([
			['process', 'hanging items', 'p99 ms', 'failed polls'],
			...hanging.map(({ process, items, p99, failed }) => [
				process,
				...[items, p99, failed].map((figure) => figure.toFixed()),
			]),
		]),
		`  ${verdict('slowest p99 in ms', Math.max(...hanging.map(({ p99 }) => p99)), { atMost: 1_000 })}`,
		`  ${verdict(`ms until ${down.items} items of a service that is down have failed`, down.ms, { atMost: 20_000 })}`,
		`  of them perhaps written: ${down.doubtful}`,
		'Four large answers at once',
		...columns([
			['answer', 'MB', 'longest block ms', 'peak MB'],
			...large.map(({ what, size, blocked, peak }) => [
				what,
				...[size, blocked, peak].map((figure) => figure.toFixed()),
			]),
		]),
	].join('\n');
}

/** Formats the memory of a worker that writes files. */
export function fileStorageTableOf(storages: FileStorage[]): string {
	const rows = storages.flatMap(({ mode, idle, exports }) =>
		exports.map(({ rows, files, megabytes, ms, peak }) => [
			mode,
			...[rows, files, megabytes, ms, idle, peak].map((figure) => figure.toFixed()),
		]),
	);
	const head = ['mode', 'rows', 'files', 'MB', 'ms', 'idle MB', 'peak MB'];
	return ['Export as CSV files in a worker of n8n', ...columns([head, ...rows])].join('\n');
}

/** Aligns cells in columns, text to the left and numbers to the right. */
function columns(rows: string[][]): string[] {
	const widths = rows[0].map((_cell, i) => Math.max(...rows.map((row) => row[i].length)));
	return rows.map((row) =>
		`  ${row
			.map((cell, i) =>
				/^[\d.]*$/.test(rows[1][i]) ? cell.padStart(widths[i]) : cell.padEnd(widths[i]),
			)
			.join('  ')}`.trimEnd(),
	);
}
