import type { Limits } from '../dev/fake-service/limits';
import { startBenchService, startScript } from './children';
import type { Setup } from './run';
import type { Sending, Sent } from './sender';

/** A rate that was reached, and the rate that the service allows. */
export interface Rate {
	/** Requests a second */
	allowed: number;
	processes: number;
	requests: number;
	/** Items that failed */
	failed: number;
	/** Share of the requests sent that were refused with 429 */
	refused: number;
	/** Requests a second that were answered after the first ten seconds */
	reached: number;
	/** Target: the least share */
	atLeast: number;
}

interface Allowance {
	limits: Limits & { perSecond: number };
	processes: number;
	/** Expected duration of the short form in seconds */
	short: number;
	atLeast: number;
}

const ALONE: Allowance[] = [1, 2, 5, 10].map((perSecond) => ({
	limits: { perSecond },
	processes: 1,
	short: 40,
	atLeast: 0.8,
}));

const TOGETHER: Allowance = {
	limits: { perSecond: 5, maxInFlight: 4 },
	processes: 4,
	// Several processes need longer to find their shares
	short: 80,
	atLeast: 0.6,
};

/** Requests of the long form. */
const LONG = 600;

const LATENCY = 100;

/**
 * Measures each rate with a separate service; those with one process at the same time, since they are mostly idle.
 */
export async function runRates(setup: Setup, long: boolean): Promise<Rate[]> {
	const alone = await Promise.all(ALONE.map(async (each) => await runRate(each, setup, long)));
	return [...alone, await runRate(TOGETHER, setup, long)];
}

async function runRate(
	{ limits, processes, short, atLeast }: Allowance,
	{ node, onProgress }: Setup,
	long: boolean,
): Promise<Rate> {
	const { perSecond: allowed } = limits;
	const each = Math.ceil((long ? LONG : allowed * short) / processes);
	const service = await startBenchService(ANY_CASE);
	try {
		const command = { size: 0, latency: LATENCY, checking: false, limits };
		await service.turn(command);
		const sending: Sending = { url: `${service.url}/0`, items: each };
		const senders = Array.from({ length: processes }, () =>
			startScript('sender', sending, node, []),
		);
		await Promise.all(senders.map(async (sender) => await sender.next()));
		const sent = await Promise.all(
			senders.map(async (sender) => await sender.ask<Sent>({ go: true })),
		);
		const { times, refused } = await service.turn(command);
		const failures = sent.flatMap(({ failed }) => failed);
		for (const words of new Set(failures)) onProgress(`  rates: ${words}`);
		const taken = times.filter((_time, i) => !refused[i]);
		const rate: Rate = {
			allowed,
			processes,
			requests: processes * each,
			failed: failures.length,
			refused: 1 - taken.length / times.length,
			reached: rateAfterStart(taken),
			atLeast,
		};
		onProgress(`  rates ${allowed}/s, ${processes} processes: ${rate.reached.toFixed(2)}/s`);
		return rate;
	} finally {
		service.end();
	}
}

/** Reads a profile in each case, since the answers do not matter. */
const ANY_CASE = 'read-calls';

const START = 10_000;

/** Requests a second after the first ten seconds; `times` in milliseconds, in order. */
export function rateAfterStart(times: number[]): number {
	const from = times[0] + START;
	const late = times.filter((time) => time > from);
	return late.length === 0 ? 0 : (late.length * 1_000) / (late[late.length - 1] - from);
}
