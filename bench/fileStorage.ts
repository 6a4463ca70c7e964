import { readFileSync } from 'node:fs';

import type { Execution } from '../dev/n8n/execution';
import { packPackage } from '../dev/n8n/package';
import { chain, recordsNode, START } from '../test/e2e/workflows';
import { openCluster } from '../test/scale/cluster';
import { startBenchService } from './children';

/** Memory of a worker that writes a list to files, with n8n's binary data in one place. */
export interface FileStorage {
	/** N8N_DEFAULT_BINARY_DATA_MODE */
	mode: string;
	/** Memory of the process that runs nothing, in MB */
	idle: number;
	exports: Array<{ rows: number; files: number; megabytes: number; ms: number; peak: number }>;
}

const MODES = ['database', 'filesystem'];
const CASE = 'export-csv';
const ROWS = [100_000, 1_000_000];
const LONGEST_MS = 600_000;

/**
 * Exports records as CSV files of 100,000 rows in a real n8n in queue mode, with PostgreSQL and Redis. The worker starts
 * anew for each export, and its peak memory is the kernel's own figure.
 */
export async function runFileStorage(onProgress: (line: string) => void): Promise<FileStorage[]> {
	process.env.SCALE_PACKAGE = JSON.stringify(await packPackage());
	const service = await startBenchService(CASE);
	try {
		const storages: FileStorage[] = [];
		for (const mode of MODES) storages.push(await exportWith(mode, service, onProgress));
		return storages;
	} finally {
		service.end();
	}
}

async function exportWith(
	mode: string,
	service: Awaited<ReturnType<typeof startBenchService>>,
	onProgress: (line: string) => void,
): Promise<FileStorage> {
	const cluster = await openCluster(`files-${mode}`, { N8N_DEFAULT_BINARY_DATA_MODE: mode });
	try {
		const [worker, other] = cluster.workers;
		await other.stop();
		const { n8n } = cluster.world;
		const exports: FileStorage['exports'] = [];
		let idle = 0;
		for (const rows of ROWS) {
			await service.turn({ size: rows, latency: 0, checking: false });
			await worker.restart();
			idle = memoryOf(worker.pid, 'VmRSS');
			const credential = await n8n.createCredential(`Bench ${rows}`, 'svcApi', {
				baseUrl: `${service.url}/${rows}`,
				apiKey: 'svc_bench_key',
			});
			const parameters = {
				resource: 'record',
				operation: 'getAll',
				returnAll: true,
				outputAs: 'csv',
			};
			const workflow = await n8n.createWorkflow(
				chain(`Export ${rows}`, recordsNode(credential, parameters)),
			);
			const start = performance.now();
			const execution = await n8n.runToEnd(workflow, { trigger: START }, LONGEST_MS);
			const ms = performance.now() - start;
			const peak = memoryOf(worker.pid, 'VmHWM');
			exports.push({ rows, ...filesOf(execution, rows), ms, peak });
			onProgress(`  file-storage ${mode} ${rows}: ${peak.toFixed()} MB, idle ${idle.toFixed()} MB`);
		}
		if (mode === 'database') {
			const stored = Number(await cluster.postgres.ask('select count(*) from binary_data'));
			const files = exports.reduce((sum, each) => sum + each.files, 0);
			if (stored !== files) throw new Error(`${stored} of ${files} files are in the database`);
		}
		return { mode, idle, exports };
	} finally {
		await cluster.close();
	}
}

/** A figure of the kernel about a process, in MB: its memory now (VmRSS), or at most (VmHWM). */
function memoryOf(pid: number, figure: 'VmRSS' | 'VmHWM'): number {
	const status = readFileSync(`/proc/${pid}/status`, 'utf8');
	return Number(new RegExp(`^${figure}:\\s+(\\d+) kB`, 'm').exec(status)![1]) / 1024;
}

/** Number and size of the files; throws if rows are missing. */
function filesOf({ status, runs, error }: Execution, rows: number) {
	if (status !== 'success') throw new Error(`The export ended as ${status}: ${error?.message}`);
	const files = runs.Records[0].outputs[0];
	const written = files.reduce((sum, { json }) => sum + Number(json.rows), 0);
	if (written !== rows) throw new Error(`The files have ${written} of ${rows} rows`);
	const bytes = files.reduce((sum, { binary }) => sum + Number(binary!.data.bytes), 0);
	return { files: files.length, megabytes: bytes / 1_000_000 };
}
