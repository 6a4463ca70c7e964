import type { IDataObject } from 'n8n-workflow';

import { objectOf, textIn } from '../api/answer';
import { NameList } from '../api/nameList';
import type { ReadContext } from '../api/reading';
import type { RowContext } from './completion';

/** Names of topics by `topic_uid`, and the reason why some may be missing. */
interface Names {
	names: Map<unknown, string>;
	gap?: string;
}

/** The list of topics (listRecordContainers), which is read once for all rows of a run or poll. */
class Topics {
	private readonly topics = new Map<unknown, IDataObject>();
	private readonly list: NameList;
	private names?: Map<unknown, string>;

	constructor(send: ReadContext['send']) {
		this.list = new NameList('/api/v1/record/containers/list', send, (topic) => {
			this.topics.set(objectOf(topic, 'container').topic_uid, topic);
		});
	}

	async read(): Promise<Names> {
		await this.list.readUntil(() => false);
		this.names ??= namesByTopic(this.topics);
		return { names: this.names, gap: this.list.gap };
	}
}

/** Names without a request, for rows that are all in no topic. */
const NOTHING_READ: Names = { names: new Map() };

/**
 * Adds `topic` to rows: the name of their topic, null without one and for a topic that the service no longer lists. The list
 * is read when the first row has a topic. If it could not be read to its end, `topic` is left out of rows whose topic has no
 * name: null would say that there is none.
 *
 * @param uidIn `topic_uid` of a row; null if it is in no topic, undefined if that is not known
 */
export async function withTopicNames(
	rows: IDataObject[],
	uidIn: (row: IDataObject) => unknown,
	{ form, run, send }: RowContext,
): Promise<IDataObject[]> {
	if (!form().shows('topic')) return rows;
	const uids = rows.map(uidIn);
	const topics = run.cache.once(Topics, () => new Topics(send));
	const { names, gap } = uids.some(Boolean) ? await topics.read() : NOTHING_READ;
	const nameOf = (uid: unknown) => {
		if (!uid) return uid === undefined ? undefined : null;
		return names.get(uid) ?? (gap === undefined ? null : undefined);
	};
	if (uids.some((uid) => uid && nameOf(uid) === undefined))
		run.hint(
			`The names of topics could not be read, so 'topic' is missing. ${gap}.`,
			'names of topics',
		);
	return rows.map((row, i) => {
		const topic = nameOf(uids[i]);
		return topic === undefined ? row : { ...row, topic };
	});
}

/** Each topic's title, or its path where titles repeat, with its ID where names still repeat. */
function namesByTopic(topics: Map<unknown, IDataObject>): Map<unknown, string> {
	const titles = [...topics].map(([uid, topic]) => ({
		uid,
		title: inOneLine(topic.title),
		path: inOneLine(topic.display_path),
	}));
	const isOwnTitle = isOnlyOneOf(titles.map(({ title }) => title));
	const named = titles.map(({ uid, title, path }) => ({
		uid,
		name: isOwnTitle(title) ? title : path || title,
	}));
	const isOwnName = isOnlyOneOf(named.map(({ name }) => name));
	return new Map(
		named.map(({ uid, name }) => [
			uid,
			isOwnName(name) ? name : `${name} (${String(uid)})`.trimStart(),
		]),
	);
}

function inOneLine(text: unknown): string {
	return (textIn(text) ?? '').replaceAll(/\s+/g, ' ').trim();
}

/** True for a name that is in the list only once, and not empty. */
function isOnlyOneOf(names: string[]): (name: string) => boolean {
	const counts = new Map<string, number>();
	for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
	return (name) => name !== '' && counts.get(name) === 1;
}
