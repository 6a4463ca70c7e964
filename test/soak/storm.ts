import type { SvcCredential } from '../../dev/engine/credentials';
import { jsonOf } from '../support/useService';
import { runNode, type Outcome, type Setup } from '../../dev/engine/runNode';
import type { Service } from '../../dev/fake-service/index';

/** Faults of about three in ten requests, before or after the service carries them out. */
export function rage(service: Service, random: () => number): void {
	const often = (share: number) => () => random() < share;
	service.faults.add(
		{ match: often(0.06), times: Infinity, status: 429, retryAfter: 0 },
		{ match: often(0.06), times: Infinity, status: 502 },
		{ match: often(0.06), times: Infinity, status: 503, processFirst: true },
		{ match: often(0.07), times: Infinity, drop: 'before' },
		{ match: often(0.07), times: Infinity, drop: 'after' },
		{ match: often(0.04), times: Infinity, delayMs: 2 * TIMEOUT },
	);
}

/** Milliseconds that a node waits for an answer in a storm. */
export const TIMEOUT = 400;

/** Items by the outcome that a node reported. */
export interface Report {
	/** Inputs of items that succeeded */
	succeeded: string[];
	/** Inputs of items that may have succeeded */
	unknown: string[];
	/** Inputs of items that failed */
	failed: string[];
}

/** A write and the account that it writes to. */
export type Write = Pick<Setup, 'node' | 'parameters'> & { credential: SvcCredential };

/** An item that is written, with a name that tells it from all others. */
export type Input = { name: string; [key: string]: string };

/** Runs a write once, with Retry On Fail or else with On Error = continue. */
export async function runPart(write: Write, items: Input[], retries: boolean): Promise<Report> {
	const report: Report = { succeeded: [], unknown: [], failed: [] };
	const outcome = await runNode({
		...write,
		parameters: { ...write.parameters, requestOptions: { timeout: TIMEOUT } },
		items,
		settings: retries
			? { retryOnFail: true, maxTries: 4, waitBetweenTries: 1 }
			: { onError: 'continueErrorOutput' },
	});
	if (retries) addWhole(report, outcome, items);
	else addEach(report, outcome, items);
	return report;
}

/** With On Error = continue every item has its own outcome. */
function addEach(
	report: Report,
	{ items, errors }: Outcome,
	inputs: Array<{ name: string }>,
): void {
	for (const { pairedItem } of items) {
		report.succeeded.push(inputs[(pairedItem as { item: number }).item].name);
	}
	for (const { name, details } of jsonOf(errors) as Array<{
		name: string;
		details: { description: string };
	}>) {
		const list = details.description.includes('is not known') ? report.unknown : report.failed;
		list.push(name);
	}
}

/** With On Error = stop either all items are written, or the outcome of each is unknown. */
function addWhole(report: Report, { error }: Outcome, inputs: Array<{ name: string }>): void {
	const names = inputs.map(({ name }) => name);
	if (error) report.unknown.push(...names);
	else report.succeeded.push(...names);
}

/** Pseudo-random numbers in [0, 1) from a seed (mulberry32). */
export function seeded(seed: number): () => number {
	let state = seed >>> 0;
	return () => {
		state = (state + 0x6d2b79f5) >>> 0;
		let mixed = Math.imul(state ^ (state >>> 15), state | 1);
		mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
	};
}
