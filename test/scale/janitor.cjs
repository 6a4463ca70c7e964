/**
 * A process beside a test. When the test's process ends in whatever way, the channel between the two closes.
 * Then every process that the test has named, and that still runs, is ended, and the test's folder is removed.
 */
const { rmSync } = require('node:fs');
const { setTimeout: sleep } = require('node:timers/promises');

const PATIENCE_MS = 10_000;
const [folder] = process.argv.slice(2);

/** By process id (negative: a process group), the signal that ends it. */
const signals = new Map();

process.on('message', ({ target, signal }) => {
	if (signal) signals.set(target, signal);
	else signals.delete(target);
});

process.once('disconnect', async () => {
	const deadline = Date.now() + PATIENCE_MS;
	const left = () => [...signals].filter(([target, signal]) => send(target, signal));
	while (left().length > 0 && Date.now() < deadline) await sleep(100);
	for (const [target] of left()) send(target, 'SIGKILL');
	rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
});

function send(target, signal) {
	try {
		process.kill(target, signal);
		return true;
	} catch {
		return false;
	}
}
