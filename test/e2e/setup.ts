import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { elsewhere, installElsewhere } from '../../dev/n8n/elsewhere';
import { startN8n, type N8nHost } from '../../dev/n8n/host';
import { ensureN8n } from '../../dev/n8n/install';
import { installPackage, packPackage, type PackedPackage } from '../../dev/n8n/package';
import { untested } from './features';

declare global {
	/** Undefined where the tests run in an n8n that was started elsewhere. */
	var n8nOfThisRun: N8nHost | undefined;
}

/** A time zone far from UTC and with daylight saving time, so that wrong time zones are noticed. */
export const TIME_ZONE = 'America/New_York';

/** Installs the package as users do: in an n8n that is started with an empty home, or that the environment names. */
export default async function setUp(): Promise<void> {
	const n8n = elsewhere(process.env);
	const packed = await packPackage();
	process.env.E2E_PACKAGE = JSON.stringify(packed);
	if (n8n) await installElsewhere(n8n, packed);
	const { url, home } = n8n ?? (await startOwn(packed));
	process.env.E2E_N8N_URL = url;
	process.env.E2E_N8N_HOME = home;
}

async function startOwn(packed: PackedPackage): Promise<N8nHost> {
	const onProgress = (message: string) => console.log(message);
	await ensureN8n({ onProgress });
	untested().forEach(onProgress);
	const home = mkdtempSync(path.join(tmpdir(), 'n8n-e2e-'));
	await installPackage(packed, home);
	globalThis.n8nOfThisRun = await startN8n({
		home,
		env: { GENERIC_TIMEZONE: TIME_ZONE, N8N_LOG_LEVEL: 'debug' },
	});
	return globalThis.n8nOfThisRun;
}
