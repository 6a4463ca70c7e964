import path from 'node:path';
import { startN8n, type N8nHost } from '../../dev/n8n/host';
import { installPackage } from '../../dev/n8n/package';
import { TIME_ZONE } from './setup';
import { HOME, openWorld, type World } from './world';

/** A separate n8n that a test may stop or kill. */
export interface OwnN8n {
	host: N8nHost;
	world: World;
	close(): Promise<void>;
}

/**
 * Starts a further n8n with the package, in a folder of the run's home.
 * @param name name of the folder
 */
export async function openOwnN8n(name: string, env: Record<string, string> = {}): Promise<OwnN8n> {
	const home = path.join(HOME, name);
	await installPackage(JSON.parse(process.env.E2E_PACKAGE!), home);
	const host = await startN8n({ home, env: { GENERIC_TIMEZONE: TIME_ZONE, ...env } });
	const world = await openWorld(host.url);
	return {
		host,
		world,
		async close() {
			await host.stop();
			await world.close();
		},
	};
}
