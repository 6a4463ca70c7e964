import { type Completion, withTopicNames } from '../../shared/rows';

/** Adds the names of their topics to tasks, if the output shows them. */
export const topicNames: Completion = {
	adds: ({ form }) => (form().shows('topic') ? ['topic_uid'] : []),
	complete: async (rows, context) =>
		await withTopicNames(rows, ({ topic_uid }) => topic_uid ?? null, context),
};
