import type { ExpressionEngine } from '../dev/engine/expressions';
import type { Case, Measure, Medians } from './case';
import { startBenchService, startScript, type ServiceChild } from './children';
import { medianOf } from './median';

/** Task of a worker process. */
export interface Job {
	/** Name of the case */
	name: string;
	contender: string;
	size: number;
	/** Address of the service, without the size */
	url: string;
	latency: number;
	/** Folder with n8n's own packages */
	modules: string;
}

/** Result of a worker. */
export interface Ran extends Omit<Measure, 'requests' | 'inFlight'> {
	/** The engine that evaluated expressions */
	engine: ExpressionEngine;
	rows: number;
}

export interface Setup {
	runs: number;
	/** Latency of the service in milliseconds, unless the case sets it */
	latency: number;
	/** The Node.js that n8n runs in */
	node: string;
	modules: string;
	/** Folder for CPU profiles, if requested */
	profiles?: string;
	onProgress: (message: string) => void;
}

/** The measurements of a case: medians at each of its sizes. */
export interface Measured {
	latency: number;
	/** The engine that evaluated the expressions of all contenders */
	engine: ExpressionEngine;
	medians: Medians[];
}

/** Runs a case: the contenders take turns for the given number of runs, each run in a new process. */
export async function runCase(each: Case, setup: Setup): Promise<Measured> {
	const latency = each.latency ?? setup.latency;
	const service = await startBenchService(each.name);
	try {
		const medians: Medians[] = [];
		let engine: ExpressionEngine | undefined;
		for (const size of each.sizes) {
			const measures = new Map<string, Measure[]>();
			for (let run = 0; run < setup.runs; run++) {
				for (const contender of Object.keys(each.contenders)) {
					const { url } = service;
					const { modules } = setup;
					const job: Job = { name: each.name, contender, size, url, latency, modules };
					const { engine: used, ...measure } = await runOnce(each, job, service, setup);
					engine ??= used;
					measures.set(contender, [...(measures.get(contender) ?? []), measure]);
					const { ms, cpu, peak } = measure;
					setup.onProgress(
						`  ${each.name} ${size} ${contender}: ${ms.toFixed()} ms, ${cpu.toFixed()} ms cpu, ${peak.toFixed()} MB`,
					);
				}
			}
			medians.push(Object.fromEntries([...measures].map(([who, list]) => [who, medianOf(list)])));
		}
		return { latency, engine: engine!, medians };
	} finally {
		service.end();
	}
}

async function runOnce(
	each: Case,
	job: Job,
	service: ServiceChild,
	{ node, profiles }: Setup,
): Promise<Measure & Pick<Ran, 'engine'>> {
	const { contender, size, latency } = job;
	// During the warm-up, in which the requests of each contender are checked once
	await service.turn({ size, latency, checking: true });
	const profiling = profiles ? ['--cpu-prof', `--cpu-prof-dir=${profiles}`] : [];
	const worker = startScript('worker', job, node, ['--expose-gc', ...profiling]);
	await worker.next();
	await service.turn({ size, latency, checking: false });
	const { rows, ...ran } = await worker.ask<Ran>({ go: true });
	const { requests, inFlight } = await service.turn({ size, latency, checking: true });
	expectSame(`rows of ${contender}`, rows, each.rows(size));
	const { requests: needed, extraRequests = 0 } = each.contenders[contender];
	const most = Math.floor(needed(size) * (1 + extraRequests));
	// As many as needed, or a few more where that is allowed
	expectSame(
		`requests of ${contender}`,
		requests,
		Math.min(most, Math.max(requests, needed(size))),
	);
	return { ...ran, requests, inFlight };
}

/** Checks that a contender did the whole job; otherwise it is not measured. */
function expectSame(what: string, found: number, expected: number): void {
	if (found !== expected) throw new Error(`${what}: ${found}, expected ${expected}`);
}
