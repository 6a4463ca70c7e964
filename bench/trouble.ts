import { startBenchService, startScript } from './children';
import type { Setup } from './run';
import type { Troubled, Trouble } from './troubled';

/** Measures the work beside an endpoint that hangs, a service that is down, and answers that are too large. */
export async function runTrouble({ node, onProgress }: Setup): Promise<Trouble> {
	const service = await startBenchService('poll-calls-0');
	try {
		const hanging = '/api/v1/record/timeline/query';
		await service.turn({ size: SIZE, latency: LATENCY, checking: false, hanging });
		const job: Troubled = { url: `${service.url}/${SIZE}` };
		const child = startScript('troubled', job, node, []);
		const trouble = await child.next<Trouble>();
		child.process.disconnect();
		onProgress(
			`  trouble: ${trouble.down.items} items of a service that is down: ${trouble.down.ms.toFixed()} ms`,
		);
		return trouble;
	} finally {
		service.end();
	}
}

const SIZE = 1000;
const LATENCY = 20;
