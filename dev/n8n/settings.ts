/** Settings of n8n that docs/scaling.md explains; the tests run n8n with them. */

export interface PollMode {
	mode: 'memory' | 'scheduler' | 'polls' | 'durable';
	/** n8n in this mode, in the names of tests */
	words: string;
	env: Record<string, string>;
}

const SCHEDULER = { N8N_SCHEDULER_ENABLED: 'true' };
const POLLS = {
	...SCHEDULER,
	N8N_SCHEDULER_POLL_TRIGGERS_ENABLED: 'true',
	N8N_USE_WORKFLOW_PUBLICATION_SERVICE: 'true',
};
/** A poll's position is stored in one transaction with the execution that it starts. */
const DURABLE_CURSORS = { ...POLLS, N8N_POLLER_DURABLE_CURSORS_ENABLED: 'true' };

/** All modes that differ: n8n ignores a switch without those before it. */
export const POLL_MODES: PollMode[] = [
	{
		mode: 'memory',
		words: 'without its scheduler, as by default up to 2.44',
		env: { N8N_SCHEDULER_ENABLED: 'false' },
	},
	{ mode: 'scheduler', words: 'with its scheduler, as by default from 2.45', env: SCHEDULER },
	{ mode: 'polls', words: 'with polls on its scheduler', env: POLLS },
	{ mode: 'durable', words: 'with durable cursors', env: DURABLE_CURSORS },
];

/** Executions run in workers, which get them from Redis. */
export const QUEUE_MODE = {
	EXECUTIONS_MODE: 'queue',
	OFFLOAD_MANUAL_EXECUTIONS_TO_WORKERS: 'true',
	DB_TYPE: 'postgresdb',
	/** Minutes between two searches for executions that are in no queue any more. */
	N8N_EXECUTIONS_QUEUE_RECOVERY_INTERVAL: '1',
	/** Executions of one search. */
	N8N_EXECUTIONS_QUEUE_RECOVERY_BATCH: '1000',
};

/** Options of redis-server: every job is on disk before n8n hears that it is queued. */
export const REDIS_OPTIONS = ['--appendonly', 'yes', '--appendfsync', 'always', '--save', ''];
