import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { waitFor } from '../../dev/n8n/client';
import { isPortFree } from '../../dev/n8n/ports';

const PATIENCE_MS = 60_000;

test('servers and their files are gone when the process that started them is killed', async () => {
	const program = path.join(__dirname, 'abandoned.ts');
	const starter = spawn(process.execPath, ['--import', 'tsx', program], {
		stdio: ['ignore', 'pipe', 'inherit'],
	});
	const [said] = (await once(starter.stdout, 'data')) as [Buffer];
	const { folder, ports } = JSON.parse(String(said)) as { folder: string; ports: number[] };
	expect(existsSync(folder)).toBe(true);
	for (const port of ports) expect(await isPortFree(port)).toBe(false);

	starter.kill('SIGKILL');
	await waitFor('everything to be gone', PATIENCE_MS, async () => {
		const free = await Promise.all(ports.map(isPortFree));
		return (!existsSync(folder) && !free.includes(false)) || undefined;
	});
});
