import type { IDataObject } from 'n8n-workflow';

import {
	brokenAnswer,
	completeRows,
	ExactReads,
	exactRecord,
	type Incomplete,
	isGiven,
	objectOf,
} from '../../shared/api';
import type { Setting } from '../../shared/form';
import { LIMITS } from '../../shared/limits';
import { type Completion, type RowContext, withTopicNames } from '../../shared/rows';
import { isObject } from '../../shared/objects';

/** Fields of the output that say in which topic a record is. */
const FIELDS = ['container', 'topic', 'topic_uid'];

/**
 * Queries may leave out the container of a record, which batchGetRecords has for every available one (contract document 3,
 * Record). Nothing else is taken from that read: text and version may be newer than those of the list.
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
	const { kind, topic_uid } = container as IDataObject;
	// Of a kind that the contract does not have, nobody knows whether it is a topic
	return kind === 'unclassified' ? null : (topic_uid ?? undefined);
}

/** True for a value that says where a record is. */
function isContainer(value: IDataObject[string]): boolean {
	if (!isObject(value) || typeof value.kind !== 'string') return false;
	return value.kind !== 'topic' || typeof value.topic_uid === 'string';
}

/** The records with the container that a Topic filter asks for: the service has selected them by it. */
export function withContainerOfFilter(container: unknown, records: IDataObject[]): IDataObject[] {
	if (!isGiven(container)) return records;
	const selected = container as IDataObject;
	return records.map((record) =>
		isContainer(record.container) ? record : { ...record, container: selected },
	);
}

/** Option that reads the topics which the service leaves out of a list. */
export const topics: Setting = {
	displayName: 'Topics',
	name: 'topics',
	type: 'options',
	default: 'all',
	description: 'Whether to read topics that the list leaves out: one more request for ten records',
	options: [
		{ name: 'All', value: 'all', description: 'Every record has its topic' },
		{ name: 'As Given', value: 'given', description: 'Records have the topic if the list has it' },
	],
};

/** Adds the names of topics to records, if the output shows them. Exact reads have every container. */
export const topicNames: Completion = {
	adds: ({ form }) => (FIELDS.some(form().shows) ? ['container'] : []),
	complete: async (records, context) => await withTopicNames(records, topicUidIn, context),
};

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

/** Completion for rows that are or contain a record: adds its container and the name of its topic. */
function completionOf(
	recordIn: (row: IDataObject) => IDataObject,
	withRecord: (row: IDataObject, record: IDataObject) => IDataObject,
): Completion {
	return {
		adds: topicNames.adds,
		complete: async (rows, context) => {
			const found = rows.map(recordIn);
			// All records of a list of one topic are in it. Events got theirs when they were read: the filter may have changed since
			const records = context.isPoll ? found : withContainerOfFilter(context.body.container, found);
			const placed = needsAllTopics(context)
				? await withContainers(records, context)
				: tellMissing(records, context);
			const named = await topicNames.complete(placed, context);
			return rows.map((row, i) => withRecord(row, named[i]));
		},
	};
}

/**
 * True if every row needs its topic: it decides the output, the user asks for it, the row is an event, which comes once, or
 * it is for a model, which sees no value where there is none and would take the record for one in no topic.
 */
function needsAllTopics({ settings, form, run, isPoll }: RowContext<{ topics?: string }>): boolean {
	const isForModel = run.caller?.wordsOf !== undefined;
	return settings.topics === 'all' || isPoll === true || isForModel || FIELDS.some(form().asksFor);
}

/** The records as they are. Says how many have no container, and what it takes to read them. */
function tellMissing(records: IDataObject[], { run }: RowContext): IDataObject[] {
	const counts = run.cache.tally('containers', records.map(containers.lacks));
	const missing = counts.get('true') ?? 0;
	if (missing === 0) return records;
	const all = missing + (counts.get('false') ?? 0);
	const requests = Math.ceil(missing / LIMITS.itemsPerRequest);
	// Fewer where several lists show one record
	const cost = `up to ${requests} more ${requests === 1 ? 'request' : 'requests'}`;
	run.hint(
		`${missing} of ${all} records came without their topic. For them, set the option Topics to All (${cost}).`,
		'topics',
	);
	return records;
}

/** The records with their containers. One whose container cannot be read has none: null would say "in no topic". */
async function withContainers(records: IDataObject[], context: RowContext): Promise<IDataObject[]> {
	const { run } = context;
	const reads = run.cache.once(ExactReads, () => new ExactReads());
	let told = '';
	const unread = (record: IDataObject, reason: string) => {
		const count = run.cache.tally('unread containers', ['']).get('')!;
		const whose = count === 1 ? 'The topic of 1 record' : `The topics of ${count} records`;
		told = `${whose} could not be read, so 'topic_uid' is missing there. ${reason}.`;
		return record;
	};
	const completed = await completeRows(records, context, containers, { unread, reads });
	if (told) run.hint(told, 'topics');
	return completed;
}
