import axios from 'axios';
import { spawn, type ChildProcess } from 'node:child_process';
import { closeSync, mkdirSync, openSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ensureN8n, type N8nProgram } from './install';
import { findFreePort, isPortFree } from './ports';
import { VERSION } from './versions';

const GUARD = path.join(__dirname, 'stop-with-parent.cjs');
export const READY_TIMEOUT_MS = 120_000;
const READY_POLL_MS = 150;
const STOP_TIMEOUT_MS = 20_000;

export interface StartOptions {
	/** n8n's user folder: database, log and the packages in `.n8n/nodes`. Created if missing. */
	home: string;
	/** Port on 127.0.0.1; default: a free one. */
	port?: number;
	/** Additional environment variables, for example a log level or a time zone. */
	env?: Record<string, string>;
	/** File to which n8n's output is appended; default: `n8n.log` in the user folder. */
	log?: string;
	/** For a worker of queue mode: executions at a time. Its port answers nothing but readiness. */
	workerConcurrency?: number;
	/** Told each process before it is ready: its id, which is its process group's too, and its end. */
	onStart?: (pid: number, ended: Promise<unknown>) => void;
}

export interface N8nHost {
	/** Address of editor and REST API, of a worker of its readiness; stays the same over restarts. */
	readonly url: string;
	readonly pid: number;
	readonly home: string;
	readonly logFile: string;
	/** Stops n8n with SIGTERM and waits until it has ended. */
	stop(): Promise<void>;
	/** Kills n8n and its task runner at once. */
	kill(): Promise<void>;
	/** Stops n8n if it runs, and starts it with the same user folder and port. */
	restart(): Promise<void>;
	/** Resolves when the current n8n process has ended, with a sentence that says how. */
	ended(): Promise<string>;
}

/**
 * Starts the installed n8n and waits until it answers.
 * @throws Error with the last lines of n8n's log if it ends or does not answer in time
 */
export async function startN8n(options: StartOptions): Promise<N8nHost> {
	const program = await ensureN8n();
	const { home, workerConcurrency, onStart = () => {} } = options;
	const port = options.port ?? (await findFreePort());
	const logFile = options.log ?? path.join(home, 'n8n.log');
	const url = `http://127.0.0.1:${port}`;
	const isWorker = workerConcurrency !== undefined;
	const command = isWorker ? ['worker', `--concurrency=${workerConcurrency}`] : ['start'];
	mkdirSync(home, { recursive: true });

	const start = async () => {
		if (!(await isPortFree(port))) throw new Error(`Port ${port} for n8n is in use.`);
		const env = { ...n8nEnvironment(home, port, await findFreePort()), ...options.env };
		const n8n = spawnN8n(program, command, home, env, logFile);
		if (n8n.process.pid) onStart(n8n.process.pid, n8n.ended);
		try {
			await untilReady(() => isReady(url, isWorker), n8n, logFile);
		} catch (error) {
			await end(n8n, 'SIGKILL');
			throw error;
		}
		return n8n;
	};

	let current = await start();
	return {
		url,
		home,
		logFile,
		get pid() {
			return current.process.pid!;
		},
		stop: async () => await end(current, 'SIGTERM'),
		kill: async () => await end(current, 'SIGKILL'),
		restart: async () => {
			await end(current, 'SIGTERM');
			current = await start();
		},
		ended: async () => await current.ended,
	};
}

interface RunningN8n {
	process: ChildProcess;
	ended: Promise<string>;
}

function spawnN8n(
	program: N8nProgram,
	command: string[],
	home: string,
	env: Record<string, string>,
	logFile: string,
): RunningN8n {
	const log = openSync(logFile, 'a');
	const child = spawn(program.node, ['--require', GUARD, program.script, ...command], {
		// n8n reads a .env file of the folder it runs in.
		cwd: home,
		env: { ...env, PATH: `${path.dirname(program.node)}${path.delimiter}${env.PATH}` },
		stdio: ['ignore', log, log, 'ipc'],
		// A separate process group: Ctrl-C reaches only this process, which then stops n8n.
		detached: true,
	});
	closeSync(log);
	const ended = new Promise<string>((resolve) => {
		child.once('error', (error) => resolve(`n8n could not be started: ${error.message}`));
		child.once('exit', (code, signal) => {
			killGroup(child);
			resolve(`n8n ended (${signal ?? `exit code ${code}`})`);
		});
	});
	return { process: child, ended };
}

async function untilReady(
	ready: () => Promise<boolean>,
	n8n: RunningN8n,
	logFile: string,
): Promise<void> {
	let ended: string | undefined;
	void n8n.ended.then((how) => (ended = how));
	const deadline = Date.now() + READY_TIMEOUT_MS;
	while (!(await ready())) {
		if (ended) throw new Error(`${ended} while starting. ${lastLines(logFile)}`);
		if (Date.now() > deadline) {
			throw new Error(
				`n8n did not answer within ${READY_TIMEOUT_MS / 1000} s. ${lastLines(logFile)}`,
			);
		}
		await Promise.race([sleep(READY_POLL_MS), n8n.ended]);
	}
}

/** True if the n8n at an address answers. */
export async function isReady(url: string, isWorker: boolean): Promise<boolean> {
	const http = axios.create({ baseURL: url, timeout: 5_000, proxy: false });
	try {
		await http.get('/healthz/readiness');
		if (isWorker) return true;
		const settings = await http.get('/rest/settings');
		return typeof settings.data === 'object';
	} catch {
		return false;
	}
}

async function end(n8n: RunningN8n, signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
	if (signal === 'SIGTERM') {
		n8n.process.kill('SIGTERM');
		const patience = new AbortController();
		const tooLate = sleep(STOP_TIMEOUT_MS, undefined, { signal: patience.signal }).catch(() => {});
		await Promise.race([n8n.ended, tooLate]);
		patience.abort();
	}
	const stillRuns = n8n.process.exitCode === null && n8n.process.signalCode === null;
	if (stillRuns) killGroup(n8n.process);
	await n8n.ended;
}

/** Ends n8n and its task runner. */
function killGroup({ pid }: ChildProcess): void {
	if (pid === undefined) return;
	try {
		process.kill(-pid, 'SIGKILL');
	} catch {
		// The process group has already ended.
	}
}

function lastLines(logFile: string): string {
	const lines = readFileSync(logFile, 'utf8').trimEnd().split('\n').slice(-20);
	return `Log: ${logFile}. Its last lines:\n${lines.join('\n')}`;
}

/**
 * The complete environment of n8n. Only a few neutral variables are inherited, so that settings of another n8n of
 * the user, proxies and Node.js options have no effect. n8n contacts only 127.0.0.1.
 */
function n8nEnvironment(home: string, port: number, brokerPort: number): Record<string, string> {
	const inherited = ['PATH', 'LANG', 'LC_ALL', 'TMPDIR'].flatMap((name) => {
		const value = process.env[name];
		return value === undefined ? [] : [[name, value]];
	});
	return {
		...Object.fromEntries(inherited),
		HOME: home,
		NO_COLOR: '1',
		GENERIC_TIMEZONE: 'UTC',
		N8N_USER_FOLDER: home,
		N8N_PORT: String(port),
		// Port of the health checks of a worker.
		QUEUE_HEALTH_CHECK_PORT: String(port),
		QUEUE_HEALTH_CHECK_ACTIVE: 'true',
		N8N_WORKER_SERVER_ADDRESS: '127.0.0.1',
		N8N_HOST: '127.0.0.1',
		N8N_LISTEN_ADDRESS: '127.0.0.1',
		N8N_SECURE_COOKIE: 'false',
		N8N_RUNNERS_BROKER_PORT: String(brokerPort),
		N8N_RUNNERS_BROKER_LISTEN_ADDRESS: '127.0.0.1',
		N8N_PYTHON_ENABLED: 'false',
		N8N_LOG_LEVEL: 'info',
		N8N_UNVERIFIED_PACKAGES_ENABLED: 'true',
		// The following settings turn off all requests to n8n's servers.
		N8N_VERIFIED_PACKAGES_ENABLED: 'false',
		// n8n does not start where it does not know the module
		...(VERSION.name !== 'oldest' && { N8N_DISABLED_MODULES: 'mcp-registry' }),
		N8N_DIAGNOSTICS_ENABLED: 'false',
		N8N_VERSION_NOTIFICATIONS_ENABLED: 'false',
		N8N_VERSION_NOTIFICATIONS_WHATS_NEW_ENABLED: 'false',
		N8N_TEMPLATES_ENABLED: 'false',
		N8N_PERSONALIZATION_ENABLED: 'false',
		N8N_HIRING_BANNER_ENABLED: 'false',
		N8N_DYNAMIC_BANNERS_ENABLED: 'false',
		N8N_LICENSE_AUTO_RENEW_ENABLED: 'false',
	};
}
