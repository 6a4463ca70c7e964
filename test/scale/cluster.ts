import { copyFileSync, existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { N8nClient } from '../../dev/n8n/client';
import { startN8n, type N8nHost } from '../../dev/n8n/host';
import { installPackage } from '../../dev/n8n/package';
import { CACHE } from '../../dev/n8n/paths';
import { QUEUE_MODE } from '../../dev/n8n/settings';
import { worldOf, type World } from '../e2e/world';
import { Sandbox } from './sandbox';
import { Postgres, startRedis, type Server } from './servers';

/** Executions that a worker runs at a time. */
export const CONCURRENCY = 5;

/** As docs/scaling.md, but a test does not wait a minute until a worker counts as gone. */
const IMPATIENT = {
	QUEUE_WORKER_LOCK_DURATION: '10000',
	QUEUE_WORKER_LOCK_RENEW_TIME: '2000',
	QUEUE_WORKER_STALLED_INTERVAL: '2000',
	N8N_EXECUTIONS_QUEUE_RECOVERY_INTERVAL: '0.05',
};

/** n8n in queue mode with the package: a main and two workers, Redis and PostgreSQL, and a service. */
export interface Cluster {
	main: N8nHost;
	workers: N8nHost[];
	redis: Server;
	postgres: Postgres;
	world: World;
	close(): Promise<void>;
}

/** @param name of the logs, which stay in `.cache` */
export async function openCluster(
	name: string,
	settings: Record<string, string> = {},
): Promise<Cluster> {
	const sandbox = new Sandbox();
	const logs: string[] = [];
	try {
		const redis = await startRedis(sandbox);
		const postgres = await Postgres.start(sandbox);
		const home = path.join(sandbox.folder, 'home');
		await installPackage(JSON.parse(process.env.SCALE_PACKAGE!), home);
		const env = {
			...QUEUE_MODE,
			...IMPATIENT,
			QUEUE_BULL_REDIS_HOST: '127.0.0.1',
			QUEUE_BULL_REDIS_PORT: String(redis.port),
			DB_POSTGRESDB_HOST: '127.0.0.1',
			DB_POSTGRESDB_PORT: String(postgres.port),
			DB_POSTGRESDB_USER: postgres.user,
			DB_POSTGRESDB_DATABASE: postgres.database,
			N8N_ENCRYPTION_KEY: 'scale',
			...settings,
		};
		const start = async (process: string, workerConcurrency?: number) => {
			const log = path.join(sandbox.folder, `${name}-${process}.log`);
			logs.push(log);
			const onStart = (pid: number, ended: Promise<unknown>) => {
				sandbox.endLater(-pid, 'SIGKILL');
				void ended.then(() => sandbox.forget(-pid));
			};
			return await startN8n({ home, env, log, workerConcurrency, onStart });
		};
		// The first process makes the tables.
		const main = await start('main');
		const workers = await Promise.all(
			['worker1', 'worker2'].map((each) => start(each, CONCURRENCY)),
		);
		const world = await worldOf(new N8nClient(main.url));
		const close = async () => {
			await Promise.all([main, ...workers].map((host) => host.stop()));
			keep(logs);
			await sandbox.close();
			await world.close();
		};
		return { main, workers, redis, postgres, world, close };
	} catch (error) {
		keep(logs);
		await sandbox.close();
		throw error;
	}
}

function keep(logs: string[]): void {
	mkdirSync(CACHE, { recursive: true });
	for (const log of logs.filter(existsSync)) {
		copyFileSync(log, path.join(CACHE, `scale-${path.basename(log)}`));
	}
}
