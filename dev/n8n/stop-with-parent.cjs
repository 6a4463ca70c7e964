/**
 * Ends n8n and its task runner when the process that started n8n ends in any way, which closes the channel between
 * the two. Loaded into n8n's process before n8n (node --require).
 */
const GRACE_MS = 10_000;

process.once('disconnect', () => {
	// n8n has its own process group, with its task runner.
	setTimeout(() => process.kill(-process.pid, 'SIGKILL'), GRACE_MS).unref();
	process.kill(process.pid, 'SIGTERM');
});
