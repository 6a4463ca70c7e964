/**
 * Loaded into n8n's process before n8n (node --require). When the process that started n8n ends in
 * whatever way, the channel between the two closes, and n8n and its task runner end as well.
 */
const GRACE_MS = 10_000;

process.once('disconnect', () => {
	// n8n leads its own process group, which holds its task runner too.
	setTimeout(() => process.kill(-process.pid, 'SIGKILL'), GRACE_MS).unref();
	process.kill(process.pid, 'SIGTERM');
});
