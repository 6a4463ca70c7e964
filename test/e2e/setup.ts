import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startN8n, type N8nHost } from '../../dev/n8n/host';
import { ensureN8n } from '../../dev/n8n/install';
import { installPackage, packPackage } from '../../dev/n8n/package';
import { untested } from './features';

declare global {
	var n8nOfThisRun: N8nHost;
}

/** A time zone far from UTC and with daylight saving time, so that wrong time zones are noticed. */
export const TIME_ZONE = 'America/New_York';

/** Starts the n8n of the run, with the package as users install it, in an empty home. */
export default async function setUp(): Promise<void> {
	const onProgress = (message: string) => console.log(message);
	await ensureN8n({ onProgress });
	untested().forEach(onProgress);
	const packed = await packPackage();
	const home = mkdtempSync(path.join(tmpdir(), 'n8n-e2e-'));
	await installPackage(packed, home);
	globalThis.n8nOfThisRun = await startN8n({
		home,
		env: { GENERIC_TIMEZONE: TIME_ZONE, N8N_LOG_LEVEL: 'debug' },
	});
	process.env.E2E_N8N_URL = globalThis.n8nOfThisRun.url;
	process.env.E2E_N8N_HOME = home;
	process.env.E2E_PACKAGE = JSON.stringify(packed);
}
