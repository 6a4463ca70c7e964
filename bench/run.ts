import type { Case, Measure, Medians } from './case';
import { startBenchService, startScript, type ServiceChild } from './children';
import { medianOf } from './median';

/** What a worker has to do. */
export interface Job {
	/** Name of the case */
	name: string;
	contender: string;
	size: number;
	/** Where the service is, without the size */
	url: string;
	latency: number;
	/** Folder with n8n's own packages */
	modules: string;
}

/** What a worker found. */
export interface Ran extends Omit<Measure, 'requests' | 'inFlight'> {
	rows: number;
}

export interface Setup {
	runs: number;
	/** Milliseconds that the service takes for an answer, unless the case says so itself */
	latency: number;
	/** The Node that n8n runs in */
	node: string;
	modules: string;
	/** Where processor profiles go, if they are wanted */
	profiles?: string;
	onProgress: (message: string) => void;
}

/** A case, measured: its medians at its two sizes, the small one first. */
export interface Measured {
	latency: number;
	medians: [Medians, Medians];
}

/** Runs a case: the contenders in turn, again and again, each time in a new process. */
export async function runCase(each: Case, setup: Setup): Promise<Measured> {
	const latency = each.latency ?? setup.latency;
	const service = await startBenchService(each.name);
	try {
		const medians: Medians[] = [];
		for (const size of each.sizes) {
			const measures = new Map<string, Measure[]>();
			for (let run = 0; run < setup.runs; run++) {
				for (const contender of Object.keys(each.contenders)) {
					const { url } = service;
					const { modules } = setup;
					const job: Job = { name: each.name, contender, size, url, latency, modules };
					const measure = await runOnce(each, job, service, setup);
					measures.set(contender, [...(measures.get(contender) ?? []), measure]);
					const { ms, cpu, peak } = measure;
					setup.onProgress(
						`  ${each.name} ${size} ${contender}: ${ms.toFixed()} ms, ${cpu.toFixed()} ms cpu, ${peak.toFixed()} MB`,
					);
				}
			}
			medians.push(Object.fromEntries([...measures].map(([who, list]) => [who, medianOf(list)])));
		}
		return { latency, medians: medians as [Medians, Medians] };
	} finally {
		service.end();
	}
}

async function runOnce(
	each: Case,
	job: Job,
	service: ServiceChild,
	{ node, profiles }: Setup,
): Promise<Measure> {
	const { contender, size, latency } = job;
	// Until it is warm: so that what everybody sends was seen to be right once
	await service.turn({ size, latency, checking: true });
	const profiling = profiles ? ['--cpu-prof', `--cpu-prof-dir=${profiles}`] : [];
	const worker = startScript('worker', job, node, ['--expose-gc', ...profiling]);
	await worker.next();
	await service.turn({ size, latency, checking: false });
	const { rows, ...ran } = await worker.ask<Ran>({ go: true });
	const { requests, inFlight } = await service.turn({ size, latency, checking: true });
	expectSame(`rows of ${contender}`, rows, each.rows(size));
	expectSame(`requests of ${contender}`, requests, each.contenders[contender].requests(size));
	return { ...ran, requests, inFlight };
}

/** Who does not do the whole job is not measured. */
function expectSame(what: string, found: number, expected: number): void {
	if (found !== expected) throw new Error(`${what}: ${found} instead of ${expected}`);
}
