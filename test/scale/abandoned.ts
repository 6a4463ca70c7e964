import { Sandbox } from './sandbox';
import { Postgres, startRedis } from './servers';

/** Starts servers, says where, and waits to be killed. */
async function main(): Promise<void> {
	const sandbox = new Sandbox();
	const redis = await startRedis(sandbox);
	const postgres = await Postgres.start(sandbox);
	process.stdout.write(
		JSON.stringify({ folder: sandbox.folder, ports: [redis.port, postgres.port] }),
	);
}

void main();
