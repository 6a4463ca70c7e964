import { pollNode } from '../dev/engine/pollNode';
import { runNode } from '../dev/engine/runNode';

/**
 * Runs polls, and executions with a single item, beside a node with very many items, in a process of its own. In the
 * end it stops the busy execution.
 */

/** Task of a run. */
export interface Neighbourhood {
	url: string;
	/** Items of the busy node */
	items: number;
	/** Polls, and as many single requests */
	times: number;
}

/** Duration of each in milliseconds, alone and beside the busy node. */
export interface Neighbours {
	poll: { alone: number[]; beside: number[] };
	single: { alone: number[]; beside: number[] };
	/** Time at which the busy execution was stopped, in Unix milliseconds, and the time until its end */
	stoppedAt: number;
	ending: number;
}

async function main(): Promise<void> {
	const { url, items, times } = JSON.parse(process.argv[2]) as Neighbourhood;
	const credential = { baseUrl: url, apiKey: 'svc_bench_key' };
	const profile = { node: 'svcAccount', parameters: { resource: 'profile', operation: 'get' } };
	const poll = async () => {
		const parameters = { event: 'newCall', startFrom: 'now' };
		const { error } = await pollNode({ node: 'svcCallsTrigger', parameters, credential });
		if (error) throw error;
	};
	const single = async () => {
		const { error } = await runNode({ ...profile, credential });
		if (error) throw error;
	};
	const round = async () => ({
		poll: await timesOf(poll, times),
		single: await timesOf(single, times),
	});

	const alone = await round();
	let stop!: () => void;
	const busy = runNode({
		...profile,
		credential,
		items: Array.from({ length: items }, () => ({})),
		onStart: (cancel) => (stop = cancel),
	});
	const beside = await round();
	const stoppedAt = Date.now();
	stop();
	await busy;
	const ending = Date.now() - stoppedAt;
	const neighbours: Neighbours = {
		poll: { alone: alone.poll, beside: beside.poll },
		single: { alone: alone.single, beside: beside.single },
		stoppedAt,
		ending,
	};
	process.send!(neighbours);
}

async function timesOf(job: () => Promise<void>, times: number): Promise<number[]> {
	const taken: number[] = [];
	for (let i = 0; i < times; i++) {
		const start = performance.now();
		await job();
		taken.push(performance.now() - start);
	}
	return taken;
}

process.once('disconnect', () => process.exit());
main().catch((error: Error) => {
	console.error(error);
	process.exit(1);
});
