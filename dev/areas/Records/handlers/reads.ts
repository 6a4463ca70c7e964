import type { Documented } from '../../../contract/types';
import { readingOf, readingOfItem, type Call, type Handlers } from '../../../fake-service/call';
import type { Container, StoredRecord, StoredTopic } from '../data';
import { readPage } from '../../../fake-service/paging';
import type { Order } from '../../../fake-service/store';
import { accepts, matchNames } from '../../../fake-service/handlers/matching';

// The contract has no order of topics: by identifier, which is random.
const byTopicUid: Order<StoredTopic> = { key: (topic) => [topic.topic_uid], directions: [1] };

// Records with the same time are ordered by identifier, so that a cursor can separate them.
const oldestFirst: Order<StoredRecord> = {
	key: (record) => [record.send_at, record.record_uid],
	directions: [1, 1],
};
const newestFirst: Order<StoredRecord> = { ...oldestFirst, directions: [-1, -1] };

/** Reading topics and records. */
export const reads: Handlers = {
	listRecordContainers(call) {
		const topics = call.account.topics.in(byTopicUid);
		const page = readPage(readingOf(call), topics, (topic) => topic.valid);
		return { ...page, items: page.items.map(topicView) };
	},

	resolveRecordContainers: (call) => ({
		items: call.body.items.map(({ item_id, query }, i) => {
			const path = (text: string) => text.replace(/\s*\/\s*/g, '/');
			const matches = matchNames(
				[...call.account.topics.values()].filter((topic) => topic.valid),
				path(query),
				(topic) => [path(topic.title), path(topic.display_path)],
				(topic) => topic.topic_uid,
			);
			const { items, ...rest } = readPage(readingOfItem(call, i), matches);
			return { item_id, candidates: items.map(topicView), ...rest };
		}),
	}),

	queryRecordTimeline(call) {
		const { start_at = -Infinity, end_at = Infinity, order } = call.body;
		const { creator_user_refs, origins, container } = call.body;
		const list = call.account.records.in({ asc: oldestFirst, desc: newestFirst }[order]);
		const page = readPage(
			readingOf(call),
			list,
			(record) =>
				isListed(record) &&
				record.send_at >= start_at &&
				record.send_at <= end_at &&
				accepts(creator_user_refs, record.creator_user_ref) &&
				accepts(origins, record.origin) &&
				(!container || sameContainer(record.container, container)),
		);
		return { ...page, items: page.items.map((record) => listView(call, record)) };
	},

	batchGetRecords: (call) => ({
		items: call.body.record_uids.map((record_uid): Documented<'Record'> => {
			const record = call.account.records.get(record_uid);
			return record ? recordView(record) : { record_uid, state: 'missing' };
		}),
	}),
};

function topicView({ topic_uid, valid: _valid, ...topic }: StoredTopic): Documented<'Topic'> {
	return { container: { kind: 'topic', topic_uid }, ...topic };
}

export function sameContainer(a: Container, b: Container): boolean {
	return a.kind === 'topic' ? b.kind === 'topic' && a.topic_uid === b.topic_uid : a.kind === b.kind;
}

/**
 * True if queries show the record. Deleted and hidden ones are "invisible": only an exact read returns them. A
 * protected record is listed, without title and text.
 */
function isListed({ state }: StoredRecord): boolean {
	return state === 'available' || state === 'protected';
}

/** A record in an exact read, with all readable fields. */
function recordView(record: StoredRecord): Documented<'Record'> {
	const { record_uid, state, creator_user_ref, origin, send_at, version, container } = record;
	if (!isListed(record)) return { record_uid, state };
	const facts = { record_uid, state, creator_user_ref, origin, send_at };
	// Only available records have a version and a container for certain.
	if (state === 'protected') return facts;
	const title = record.title || undefined;
	const text_content = record.text_content || undefined;
	return { ...facts, title, text_content, version, container };
}

/** A record in the timeline or a search, where the container is optional. */
export function listView(
	{ settings }: Pick<Call<unknown>, 'settings'>,
	record: StoredRecord,
): Documented<'Record'> {
	const { container, ...view } = recordView(record);
	const { containers } = settings.records;
	const isEven = parseInt(record.record_uid.slice(-1), 16) % 2 === 0;
	return containers === 'all' || (containers === 'some' && isEven) ? { ...view, container } : view;
}
