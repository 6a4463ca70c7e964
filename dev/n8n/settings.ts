/** Settings of n8n that docs/scaling.md explains; the tests run n8n with them. */

/** A poll's position is stored in one transaction with the execution that it starts. n8n advises against it in production. */
export const DURABLE_CURSORS = {
	N8N_SCHEDULER_ENABLED: 'true',
	N8N_SCHEDULER_POLL_TRIGGERS_ENABLED: 'true',
	N8N_POLLER_DURABLE_CURSORS_ENABLED: 'true',
	N8N_USE_WORKFLOW_PUBLICATION_SERVICE: 'true',
};

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
