import type { IDataObject } from 'n8n-workflow';

import { withTopicNames } from '../../shared/api';
import type { Completion } from '../../shared/operations';
import { showsField } from '../../shared/rows';
import type { Reader } from '../../shared/polling';
import { arrangementOutput } from './arrangement';

const topicUidIn = ({ topic_uid }: IDataObject) => topic_uid ?? null;

/** Adds the names of their topics to tasks, if the output shows them. */
export const topicNames: Completion = {
	adds: ({ form }) => (form().shows('topic') ? ['topic_uid'] : []),
	complete: async (rows, { run, send }) => {
		const tell = (words: string) => run.hint(words, 'names of topics');
		return await withTopicNames(rows, topicUidIn, { run, send, tell });
	},
};

/** The tasks of events with the names of their topics, if the items show them. No event waits for that. */
export async function eventsWithTopicNames(
	rows: IDataObject[],
	reader: Reader,
): Promise<IDataObject[]> {
	if (!showsField(reader.own, 'topic', arrangementOutput)) return rows;
	const { send, warn: tell } = reader;
	return await withTopicNames(rows, topicUidIn, { run: reader, send, tell });
}
