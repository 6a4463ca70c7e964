import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { INodeParameters } from 'n8n-workflow';

import { pollNode } from '../dev/engine/pollNode';
import { runNode } from '../dev/engine/runNode';

/** Runs executions and polls beside a service in trouble, in a process of its own. */

/** Task of a run: a service whose lists of records hang. */
export interface Troubled {
	url: string;
}

/** Times in milliseconds. */
export interface Trouble {
	/** 99th percentile of single requests and polls beside items that hang, and the number of polls that failed */
	hanging: Array<{ process: 'new' | 'at work'; items: number; p99: number; failed: number }>;
	/** Time until all items of a service that refuses connections have failed; those that may have been written */
	down: { items: number; ms: number; doubtful: number };
	/** Four answers at once: size in megabytes, longest block of the event loop, and peak memory in megabytes */
	large: Array<{ what: string; size: number; blocked: number; peak: number }>;
}

type Credential = { baseUrl: string; apiKey: string };

const PROFILE = { node: 'svcAccount', parameters: { resource: 'profile', operation: 'get' } };
const RECORDS: INodeParameters = { resource: 'record', operation: 'getAll', limit: 150 };
const TIMES = 40;

async function main(): Promise<void> {
	const { url } = JSON.parse(process.argv[2]) as Troubled;
	const hanging: Trouble['hanging'] = [];
	for (const process of ['new', 'at work'] as const)
		for (const items of [1, 2, 4, 8]) {
			// Each key has a limiter of its own, as in a new process
			const credential = { baseUrl: url, apiKey: `svc_${process}_${items}` };
			hanging.push({ process, items, ...(await besideHanging(credential, process, items)) });
		}
	const down = await failing();
	const large = [
		await answered('150 records of 160 kB', records()),
		await answered('8 million values', values()),
	];
	const trouble: Trouble = { hanging, down, large };
	process.send!(trouble);
}

async function besideHanging(
	credential: Credential,
	kind: 'new' | 'at work',
	items: number,
): Promise<{ p99: number; failed: number }> {
	const single = async () => void (await runNode({ ...PROFILE, credential }));
	if (kind === 'at work') for (let i = 0; i < 8; i++) await single();
	let stop!: () => void;
	const hung = runNode({
		node: 'svcRecords',
		parameters: RECORDS,
		credential,
		items: Array.from({ length: items }, () => ({})),
		onStart: (cancel) => (stop = cancel),
	});
	// The lists are sent before the others
	await new Promise((resolve) => setTimeout(resolve, 50));
	const times: number[] = [];
	let failed = 0;
	for (let i = 0; i < TIMES; i++) {
		const start = performance.now();
		if (i % 2) await single();
		else {
			const parameters = { event: 'newCall', startFrom: 'now' };
			if ((await pollNode({ node: 'svcCallsTrigger', parameters, credential })).error) failed++;
		}
		times.push(performance.now() - start);
	}
	stop();
	void hung;
	return { p99: times.sort((a, b) => a - b)[Math.ceil(0.99 * TIMES) - 1], failed };
}

/** A write of many items to a port where nothing listens. */
async function failing(): Promise<Trouble['down']> {
	const server = createServer();
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const { port } = server.address() as AddressInfo;
	await new Promise((resolve) => server.close(resolve));
	const items = Array.from({ length: 1_000 }, (_, i) => ({ text: `note ${i}` }));
	const start = performance.now();
	const { items: failed } = await runNode({
		node: 'svcRecords',
		parameters: { resource: 'record', operation: 'create', text: '={{ $json.text }}' },
		credential: { baseUrl: `http://127.0.0.1:${port}`, apiKey: 'svc_down' },
		items,
		settings: { onError: 'continueRegularOutput' },
	});
	const ms = performance.now() - start;
	const isDoubtful = ({ json }: { json: object }) =>
		JSON.stringify(json).includes('may have been written');
	return { items: items.length, ms, doubtful: failed.filter(isDoubtful).length };
}

const enveloped = (rows: string) =>
	`{"code":200,"message":"","request_id":"r","data":{"has_more":false,"items":[${rows}]}}`;
const records = () => {
	const text_content = 'é😀"'.repeat(20_000);
	return enveloped(Array<string>(150).fill(JSON.stringify({ text_content })).join());
};
const values = () => enveloped(Array<string>(8_000_000).fill('{}').join());

/** Four items that get the same answer at once. */
async function answered(what: string, text: string): Promise<Trouble['large'][number]> {
	const body = Buffer.from(text);
	const server = createServer((request, response) => {
		request.resume().on('end', () => response.end(body));
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const { port } = server.address() as AddressInfo;
	let peak = 0;
	const watch = setInterval(() => (peak = Math.max(peak, process.memoryUsage().rss)), 5);
	const delay = monitorEventLoopDelay({ resolution: 10 });
	delay.enable();
	await runNode({
		node: 'svcRecords',
		parameters: RECORDS,
		credential: { baseUrl: `http://127.0.0.1:${port}`, apiKey: 'svc_large' },
		items: [{}, {}, {}, {}],
		settings: { onError: 'continueRegularOutput' },
	});
	clearInterval(watch);
	server.close();
	return { what, size: body.length / 1e6, blocked: delay.max / 1e6, peak: peak / 1e6 };
}

process.once('disconnect', () => process.exit());
main().catch((error: Error) => {
	console.error(error);
	process.exit(1);
});
