import 'reflect-metadata';

import { expressionEngine, startExpressionEngine } from '../dev/engine/expressions';
import { caseNamed } from './cases';
import { nodesOfN8n, prepare } from './contenders';
import { storeFilesOnDisk } from './storage';
import type { Job, Ran } from './run';

/**
 * One contender in a process of its own: it does the job once at the small size as a warm-up, and on command once at
 * the measured size. All contenders, the floor too, load the same modules, so that a difference in memory is one of
 * the job.
 */
async function main(): Promise<void> {
	const { name, contender, size, url, latency, modules } = JSON.parse(process.argv[2]) as Job;
	await startExpressionEngine();
	await storeFilesOnDisk();
	const { contenders, sizes } = caseNamed(name);
	const credential = { baseUrl: url, apiKey: 'svc_bench_key' };
	const run = prepare(contenders[contender], { credential, latency, n8n: nodesOfN8n(modules) });
	const little = sizes[sizes.length - 2] / WARM_UP;
	await run(little, `${url}/${little}`);
	globalThis.gc?.();
	process.send!({ ready: true });
	await new Promise((resolve) => process.once('message', resolve));

	const cpu = process.cpuUsage();
	const start = performance.now();
	const rows = await run(size, `${url}/${size}`);
	const ms = performance.now() - start;
	const { user, system } = process.cpuUsage(cpu);
	const ran: Ran = {
		engine: expressionEngine(),
		rows,
		ms,
		cpu: (user + system) / 1000,
		peak: process.resourceUsage().maxRSS / 1024,
	};
	process.send!(ran, () => process.exit());
}

/** Divisor of the second largest size for the warm-up. */
const WARM_UP = 5;

process.once('disconnect', () => process.exit());
main().catch((error: Error) => {
	console.error(error);
	process.exit(1);
});
