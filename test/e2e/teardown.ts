import { copyFileSync, mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { CACHE } from '../../dev/n8n/paths';

/** Stops n8n and removes its home; its log stays as `.cache/n8n-e2e.log`. */
export default async function tearDown(): Promise<void> {
	const { n8nOfThisRun } = globalThis;
	if (!n8nOfThisRun) return;
	await n8nOfThisRun.stop();
	mkdirSync(CACHE, { recursive: true });
	copyFileSync(n8nOfThisRun.logFile, path.join(CACHE, 'n8n-e2e.log'));
	rmSync(n8nOfThisRun.home, { recursive: true });
}
