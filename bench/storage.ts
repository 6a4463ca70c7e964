import '../dev/engine/userFolder';
import { Container } from '@n8n/di';
import { BinaryDataConfig, BinaryDataService } from 'n8n-core';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** Lets n8n keep binary data in files, as it does by default, in a folder that goes with this process. */
export async function storeFilesOnDisk(): Promise<void> {
	const folder = mkdtempSync(path.join(tmpdir(), 'svc-bench-'));
	process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
	const config = Container.get(BinaryDataConfig);
	config.mode = 'filesystem';
	config.localStoragePath = folder;
	await Container.get(BinaryDataService).init();
}
