import { startBenchService, startScript } from './children';
import type { Neighbourhood, Neighbours } from './neighbours';
import type { Setup } from './run';

/** Waiting times of other work beside a node with many items, in milliseconds. */
export interface Fairness {
	items: number;
	/** Longest additional time of a poll, and of a single request, compared with the longest one alone */
	poll: number;
	single: number;
	/** Time from stopping the busy execution to its last request, and to its end */
	lastRequest: number;
	ending: number;
}

const ITEMS = 10_000;
const TIMES = 25;
const LATENCY = 100;
const CASE = 'poll-calls-0';

/** Measures how fair the limiter is. */
export async function runFairness({ node, onProgress }: Setup): Promise<Fairness> {
	const service = await startBenchService(CASE);
	try {
		const command = { size: SIZE, latency: LATENCY, checking: false };
		await service.turn(command);
		const job: Neighbourhood = { url: `${service.url}/${SIZE}`, items: ITEMS, times: TIMES };
		const child = startScript('neighbours', job, node, []);
		const { poll, single, stoppedAt, ending } = await child.next<Neighbours>();
		// A request sent after the stop would have arrived by now
		await new Promise((resolve) => setTimeout(resolve, 10 * LATENCY));
		const { times } = await service.turn(command);
		child.process.disconnect();
		const fairness: Fairness = {
			items: ITEMS,
			poll: waitOf(poll),
			single: waitOf(single),
			lastRequest: Math.max(0, times[times.length - 1] - stoppedAt),
			ending,
		};
		onProgress(`  fairness: a poll waits ${fairness.poll.toFixed()} ms at most`);
		return fairness;
	} finally {
		service.end();
	}
}

/** History of the calls in the polls. */
const SIZE = 1000;

function waitOf({ alone, beside }: Neighbours['poll']): number {
	return Math.max(...beside) - Math.min(...alone);
}
