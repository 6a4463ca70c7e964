import type { Limits } from '../dev/fake-service/limits';
import { startBenchService, startScript } from './children';
import type { Setup } from './run';
import type { Sending, Sent } from './sender';

/** A rate that was reached, and the rate that the service allows. */
export interface Rate {
	/** How the service counts */
	per: NonNullable<Limits['per']>;
	/** Requests a second */
	allowed: number;
	processes: number;
	requests: number;
	/** Items that failed */
	failed: number;
	/** Share of the requests sent that were refused with 429 */
	refused: number;
	/** Requests a second that were answered after the first ten seconds, or in whole minutes for a budget by the minute */
	reached: number;
	/** Target: the least share, if there is one */
	atLeast?: number;
}

interface Allowance {
	limits: Limits & Required<Pick<Limits, 'per' | 'perSecond'>>;
	processes: number;
	/** Expected duration of the short form in seconds */
	short: number;
	atLeast?: number;
}

/** Each kind of limit with one process at several rates, and with four processes. */
const KINDS: Array<{ per: Rate['per']; alone?: number; together?: number }> = [
	{ per: 'sliding second', alone: 0.8, together: 0.6 },
	{ per: 'fixed second', alone: 0.8, together: 0.6 },
	{ per: 'fixed minute', alone: 0.8, together: 0.6 },
	// Without any burst, a request that comes a millisecond early is refused, and so are those of other processes
	{ per: 'strict bucket' },
];

const aloneOf = ({ per, alone }: (typeof KINDS)[number]): Allowance[] =>
	[1, 2, 5, 10].map((perSecond) => ({
		limits: { perSecond, per },
		processes: 1,
		// A budget for a minute shows after several of them
		short: per === 'fixed minute' ? 300 : 40,
		atLeast: alone,
	}));

const togetherOf = ({ per, together }: (typeof KINDS)[number]): Allowance => ({
	limits: { perSecond: 5, per, maxInFlight: 4 },
	processes: 4,
	// Several processes need longer to find their shares
	short: per === 'fixed minute' ? 300 : 80,
	atLeast: together,
});

/** Requests of the long form. */
const LONG = 600;

const LATENCY = 100;

/**
 * Measures each rate with a separate service; those of a kind with one process at the same time, since they are mostly
 * idle.
 */
export async function runRates(setup: Setup, long: boolean): Promise<Rate[]> {
	const rates: Rate[] = [];
	for (const kind of KINDS) {
		const alone = aloneOf(kind).map(async (each) => await runRate(each, setup, long));
		rates.push(...(await Promise.all(alone)), await runRate(togetherOf(kind), setup, long));
	}
	return rates;
}

async function runRate(
	{ limits, processes, short, atLeast }: Allowance,
	{ node, onProgress }: Setup,
	long: boolean,
): Promise<Rate> {
	const { perSecond: allowed, per } = limits;
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
			per,
			allowed,
			processes,
			requests: processes * each,
			failed: failures.length,
			refused: 1 - taken.length / times.length,
			reached: per === 'fixed minute' ? rateByMinute(taken) : rateAfterStart(taken),
			atLeast,
		};
		onProgress(
			`  rates ${allowed}/s, ${per}, ${processes} processes: ${rate.reached.toFixed(2)}/s`,
		);
		return rate;
	} finally {
		service.end();
	}
}

/** Reads a profile in each case, since the answers do not matter. */
const ANY_CASE = 'read-calls';

const START = 10_000;
const MINUTE = 60_000;

/** Requests a second after the first ten seconds; `times` in milliseconds, in order. */
export function rateAfterStart(times: number[]): number {
	const from = times[0] + START;
	const late = times.filter((time) => time > from);
	return late.length === 0 ? 0 : (late.length * 1_000) / (late[late.length - 1] - from);
}

/** Requests a second in the whole minutes after the first one: a service that counts by the minute allows bursts. */
export function rateByMinute(times: number[]): number {
	const from = times[0] + MINUTE;
	const minutes = Math.floor((times[times.length - 1] - from) / MINUTE);
	const until = from + minutes * MINUTE;
	return times.filter((time) => time > from && time <= until).length / (60 * minutes);
}
