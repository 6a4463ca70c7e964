import type { INodeParameters } from 'n8n-workflow';

/** Every parameter of an operation set once, and the requests that this means. */
export interface Sample {
	/** Sets of parameters; together they fill every field that the contract documents */
	runs: Array<{
		parameters: INodeParameters;
		/** The body of the first request, to the letter */
		body: Record<string, unknown>;
	}>;
}

/** One row for each operation that a node has, by the contract's operationId. */
export const SAMPLES: Record<string, Sample> = {
	getCurrentUserProfile: { runs: [{ parameters: {}, body: {} }] },
	getCurrentUserAccountBindings: { runs: [{ parameters: {}, body: {} }] },
	listRecordContainers: { runs: [{ parameters: { limit: 7 }, body: { limit: 7 } }] },
	queryRecordTimeline: {
		runs: [
			{
				parameters: {
					container: 'topic',
					topic: { __rl: true, mode: 'id', value: 'topic_1' },
					limit: 7,
					filters: {
						startAt: '2026-01-01T00:00:00Z',
						endAt: '2026-01-31T23:59:59.999Z',
						creatorUserRefs: 'user_1,user_2',
						origins: ['self', 'topic', 'private_chat', 'group_chat'],
					},
					options: { order: 'asc' },
				},
				body: {
					container: { kind: 'topic', topic_uid: 'topic_1' },
					limit: 7,
					start_at: 1767225600000,
					end_at: 1769903999999,
					creator_user_refs: ['user_1', 'user_2'],
					origins: ['self', 'topic', 'private_chat', 'group_chat'],
					order: 'asc',
				},
			},
		],
	},
};
