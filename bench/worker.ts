import 'reflect-metadata';

import { caseNamed } from './cases';
import { nodesOfN8n, prepare } from './contenders';
import type { Job, Ran } from './run';

/**
 * One contender in a process of its own: does the job once at the small size, to be warm, and once
 * at the size that counts, when it is told to. Everybody loads the same modules, the floor too, so
 * that a difference in memory is one of the job.
 */
async function main(): Promise<void> {
	const { name, contender, size, url, latency, modules } = JSON.parse(process.argv[2]) as Job;
	const { contenders, sizes } = caseNamed(name);
	const credential = { baseUrl: url, apiKey: 'svc_bench_key' };
	const run = prepare(contenders[contender], { credential, latency, n8n: nodesOfN8n(modules) });
	await run(sizes[0] / WARM_UP, `${url}/${sizes[0] / WARM_UP}`);
	globalThis.gc?.();
	process.send!({ ready: true });
	await new Promise((resolve) => process.once('message', resolve));

	const cpu = process.cpuUsage();
	const start = performance.now();
	const rows = await run(size, `${url}/${size}`);
	const ms = performance.now() - start;
	const { user, system } = process.cpuUsage(cpu);
	const ran: Ran = {
		rows,
		ms,
		cpu: (user + system) / 1000,
		peak: process.resourceUsage().maxRSS / 1024,
	};
	process.send!(ran, () => process.exit());
}

/** The small size divided by this is enough to be warm. */
const WARM_UP = 5;

process.once('disconnect', () => process.exit());
main().catch((error: Error) => {
	console.error(error);
	process.exit(1);
});
