import type { IDataObject } from 'n8n-workflow';

import {
	brokenAnswer,
	completeRows,
	ExactReads,
	exactRecord,
	type Incomplete,
	isGiven,
	isObject,
	objectOf,
	type ReadContext,
	withTopicNames,
} from '../../shared/api';
import type { Completion } from '../../shared/operations';
import { showsField } from '../../shared/rows';
import type { Reader } from '../../shared/polling';
import { recordOutput } from './outputs';

/** Fields of the output that say in which topic a record is. */
const FIELDS = ['container', 'topic', 'topic_uid'];

/**
 * Queries may leave out the container of a record, which batchGetRecords has for every available one (contract, Record).
 * Nothing else is taken from that read: text and version may be newer than those of the list.
 */
const containers: Incomplete = {
	lacks: ({ state, container }) => state === 'available' && !isContainer(container),
	read: {
		...exactRecord,
		entity: ({ state, container }) => {
			if (state !== 'available') return undefined;
			if (isContainer(container)) return { container };
			throw brokenAnswer("has an available record without 'container'");
		},
	},
	whole: (record, { container }) => ({ ...record, container }),
};

/** `topic_uid` of a record; null if it is in no topic, undefined if that is not known. */
function topicUidIn({ container }: IDataObject): unknown {
	if (!isContainer(container)) return undefined;
	return (container as IDataObject).topic_uid ?? null;
}

/** True for a value that says where a record is. */
function isContainer(value: IDataObject[string]): boolean {
	if (!isObject(value) || typeof value.kind !== 'string') return false;
	return value.kind !== 'topic' || typeof value.topic_uid === 'string';
}

/** The records with the container that a Topic filter asks for: the service has selected them by it. */
export function selectedBy(container: unknown, records: IDataObject[]): IDataObject[] {
	if (!isGiven(container)) return records;
	const selected = container as IDataObject;
	return records.map((record) =>
		isContainer(record.container) ? record : { ...record, container: selected },
	);
}

/** Exact reads of a run or poll. */
class TopicReads {
	private readonly reads = new ExactReads();
	private unread = 0;
	private reason = '';

	/** The records with their containers. One whose container cannot be read has none: null would say "in no topic". */
	async complete(
		records: IDataObject[],
		reading: Pick<ReadContext, 'send'>,
	): Promise<IDataObject[]> {
		const unread = (record: IDataObject, reason: string) => {
			this.unread++;
			this.reason = reason;
			return record;
		};
		return await completeRows(records, reading, containers, { unread, reads: this.reads });
	}

	/** Tells the user of the records whose containers could not be read. */
	tell(tell: (words: string) => void): void {
		if (this.unread === 0) return;
		const whose =
			this.unread === 1 ? 'The topic of 1 record' : `The topics of ${this.unread} records`;
		tell(`${whose} could not be read, so 'topic_uid' is missing there. ${this.reason}.`);
	}
}

/** Reads by run: a record that several lists of a run show is read once. */
const READS = new WeakMap<object, TopicReads>();

/** Adds containers and names of topics to records, if the output shows them. */
export const withTopics = completionOf(
	(row) => row,
	(_row, record) => record,
);

/** Adds them to the records of search hits in the same way. */
export const hitsWithTopics = completionOf(
	(hit) => objectOf(hit, 'record'),
	(hit, record) => ({ ...hit, record }),
);

function completionOf(
	recordIn: (row: IDataObject) => IDataObject,
	withRecord: (row: IDataObject, record: IDataObject) => IDataObject,
): Completion {
	return {
		adds: ({ form }) => (FIELDS.some(form().shows) ? ['container'] : []),
		complete: async (rows, item) => {
			const records = selectedBy(item.body.container, rows.map(recordIn));
			const reads = READS.get(item.run) ?? new TopicReads();
			READS.set(item.run, reads);
			const completed = await reads.complete(records, item);
			const { run, send } = item;
			reads.tell((words) => run.hint(words, 'topics'));
			const tell = (words: string) => run.hint(words, 'names of topics');
			const named = item.form().shows('topic')
				? await withTopicNames(completed, topicUidIn, { run, send, tell })
				: completed;
			return rows.map((row, i) => withRecord(row, named[i]));
		},
	};
}

/** True if the items of a trigger show topics. */
export function showsTopics(own: Reader['own']): boolean {
	return FIELDS.some((field) => showsField(own, field, recordOutput));
}

/** The records of events with their containers and the names of their topics, if the items show them. No event waits. */
export async function eventsWithTopics(
	records: IDataObject[],
	reader: Reader,
): Promise<IDataObject[]> {
	if (!showsTopics(reader.own)) return records;
	const reads = new TopicReads();
	const completed = await reads.complete(records, reader);
	reads.tell(reader.warn);
	if (!showsField(reader.own, 'topic', recordOutput)) return completed;
	const { send, warn: tell } = reader;
	return await withTopicNames(completed, topicUidIn, { run: reader, send, tell });
}
