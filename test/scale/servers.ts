import { execFile, execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdirSync, openSync, readdirSync, readFileSync } from 'node:fs';
import { connect } from 'node:net';
import path from 'node:path';
import { promisify } from 'node:util';
import { waitFor } from '../../dev/n8n/client';
import { findFreePort } from '../../dev/n8n/ports';
import { REDIS_OPTIONS } from '../../dev/n8n/settings';
import type { Sandbox } from './sandbox';

/** Folder of PostgreSQL's programs on Debian, by version. */
const DEBIAN_POSTGRES = '/usr/lib/postgresql';
const READY_TIMEOUT_MS = 30_000;
const USER = 'n8n';

const run = promisify(execFile);

/**
 * Paths of the programs that the servers need.
 * @throws Error that says what to install
 */
function programs() {
	const versions = existsSync(DEBIAN_POSTGRES) ? readdirSync(DEBIAN_POSTGRES) : [];
	const folders = [
		...(process.env.PATH ?? '').split(path.delimiter),
		...versions
			.sort((a, b) => Number(b) - Number(a))
			.map((version) => path.join(DEBIAN_POSTGRES, version, 'bin')),
	];
	const find = (name: string) =>
		folders.map((folder) => path.join(folder, name)).find((file) => existsSync(file));
	const found = {
		redis: find('redis-server'),
		initdb: find('initdb'),
		postgres: find('postgres'),
		psql: find('psql'),
	};
	const missing = Object.values(found).includes(undefined);
	if (missing) {
		throw new Error(
			'Redis and PostgreSQL are needed: sudo apt-get install --no-install-recommends redis-server postgresql',
		);
	}
	return found as Record<keyof typeof found, string>;
}

/** A server that a test may kill and start again on its data. */
export class Server {
	private process: ChildProcess | undefined;

	constructor(
		private readonly sandbox: Sandbox,
		readonly port: number,
		private readonly launch: () => ChildProcess,
		private readonly isReady: () => Promise<boolean>,
		private readonly logFile: string,
		/** Ends the server at once, and leaves nothing behind in shared memory. */
		private readonly lastSignal: NodeJS.Signals,
	) {}

	async start(): Promise<void> {
		const server = this.launch();
		this.process = server;
		await once(server, 'spawn');
		const pid = server.pid!;
		this.sandbox.endLater(pid, this.lastSignal);
		server.once('exit', () => this.sandbox.forget(pid));
		await waitFor(`a server on port ${this.port}`, READY_TIMEOUT_MS, async () => {
			if (server.exitCode !== null) {
				throw new Error(`${server.spawnfile} ended: ${readFileSync(this.logFile, 'utf8')}`);
			}
			return (await this.isReady()) || undefined;
		});
	}

	/** Kills the server, and waits until it has ended. */
	async kill(): Promise<void> {
		const ends = once(this.process!, 'exit');
		this.process!.kill('SIGKILL');
		await ends;
	}
}

/** Redis, as docs/scaling.md recommends it. */
export async function startRedis(sandbox: Sandbox): Promise<Server> {
	const { redis } = programs();
	const folder = path.join(sandbox.folder, 'redis');
	const logFile = path.join(folder, 'redis.log');
	mkdirSync(folder);
	const port = await findFreePort();
	const place = ['--port', String(port), '--bind', '127.0.0.1', '--dir', folder];
	const launch = () =>
		spawn(redis, [...place, '--logfile', logFile, ...REDIS_OPTIONS], {
			stdio: 'ignore',
			detached: true,
		});
	const isReady = async () => (await ask(port, 'PING\r\n')) === '+PONG\r\n';
	const server = new Server(sandbox, port, launch, isReady, logFile, 'SIGKILL');
	await server.start();
	return server;
}

/** PostgreSQL with an empty database. */
export class Postgres {
	readonly user = USER;
	readonly database = 'postgres';

	private constructor(
		private readonly server: Server,
		private readonly psql: string,
	) {}

	get port(): number {
		return this.server.port;
	}

	static async start(sandbox: Sandbox): Promise<Postgres> {
		const { initdb, postgres, psql } = programs();
		const folder = path.join(sandbox.folder, 'postgres');
		const data = path.join(folder, 'data');
		const logFile = path.join(folder, 'postgres.log');
		mkdirSync(folder);
		const owner = serverUser();
		if (owner) chownSync(folder, owner.uid, owner.gid);
		const options = { cwd: folder, ...owner };
		await run(initdb, ['-D', data, '-A', 'trust', '-U', USER, '--no-sync'], options);
		const port = await findFreePort();
		const settings = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', 'fsync=off'];
		const launch = () => {
			const log = openSync(logFile, 'a');
			return spawn(
				postgres,
				['-D', data, '-p', String(port), ...settings.flatMap((each) => ['-c', each])],
				{ ...options, stdio: ['ignore', log, log], detached: true },
			);
		};
		const isReady = async () =>
			await run(psql, [...target(port), '-c', 'select 1']).then(
				() => true,
				() => false,
			);
		const server = new Server(sandbox, port, launch, isReady, logFile, 'SIGQUIT');
		await server.start();
		return new Postgres(server, psql);
	}

	/** The value of a query with one row and one column, as text. */
	async ask(query: string): Promise<string> {
		const { stdout } = await run(this.psql, [...target(this.port), '-c', query]);
		return stdout.trimEnd();
	}

	/** Lets nobody else write a table. Gives the function that ends this. */
	async lock(table: string): Promise<() => Promise<void>> {
		const session = spawn(this.psql, target(this.port), { stdio: ['pipe', 'pipe', 'inherit'] });
		session.stdin.write(`begin; lock table ${table} in share mode;\n`);
		let said = '';
		for await (const part of session.stdout.iterator({ destroyOnReturn: false })) {
			said += String(part);
			if (said.includes('LOCK TABLE')) break;
		}
		return async () => {
			const ends = once(session, 'exit');
			session.stdin.end('rollback;\n');
			await ends;
		};
	}
}

function target(port: number): string[] {
	return ['-h', '127.0.0.1', '-p', String(port), '-U', USER, '-d', 'postgres', '-At'];
}

/** PostgreSQL does not run as root. */
function serverUser(): { uid: number; gid: number } | undefined {
	if (process.getuid?.() !== 0) return undefined;
	const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
	return { uid: id('-u'), gid: id('-g') };
}

/** Sends a line to a local port, and gives the beginning of the answer; empty when there is none. */
async function ask(port: number, line: string): Promise<string> {
	return await new Promise((resolve) => {
		const socket = connect(port, '127.0.0.1', () => socket.write(line));
		socket.setTimeout(1_000, () => socket.destroy());
		socket.once('data', (answer) => {
			resolve(String(answer));
			socket.destroy();
		});
		socket.once('error', () => resolve(''));
		socket.once('close', () => resolve(''));
	});
}
