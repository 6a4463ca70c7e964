import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const JANITOR = path.join(__dirname, 'janitor.cjs');

/** A folder and processes that are gone in the end, also when the test's own process is killed. */
export class Sandbox {
	readonly folder = mkdtempSync(path.join(tmpdir(), 'n8n-scale-'));

	private readonly janitor: ChildProcess;

	constructor() {
		// PostgreSQL runs as another user, in a folder of its own in this one.
		chmodSync(this.folder, 0o711);
		this.janitor = spawn(process.execPath, [JANITOR, this.folder], {
			stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
			// A process group of its own: Ctrl-C reaches the test alone.
			detached: true,
		});
	}

	/** To be ended with this signal if it still runs in the end. */
	endLater(target: number, signal: NodeJS.Signals): void {
		this.janitor.send({ target, signal });
	}

	/** Has ended; its id may soon be another process's. */
	forget(target: number): void {
		if (this.janitor.connected) this.janitor.send({ target });
	}

	/** Ends what still runs and removes the folder. */
	async close(): Promise<void> {
		const exits = once(this.janitor, 'exit');
		this.janitor.disconnect();
		await exits;
	}
}
