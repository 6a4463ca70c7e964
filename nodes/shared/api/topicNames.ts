import type { IDataObject } from 'n8n-workflow';

import type { Path } from '../contract';
import { errorOf, isDefect } from '../errors/failure';
import { LIMITS } from '../limits';
import { textIn } from './answer';
import { paginate } from './paginate';
import type { ReadContext } from './reading';

/** Names of topics by `topic_uid`, and why those of others are not known. */
interface Names {
	names: Map<unknown, string>;
	error?: Error;
}

/** Names by run of an action node, or by poll. */
const NAMES = new WeakMap<object, Promise<Names>>();

/** Requests for names: the list is read once for each `run`, an object that lives as long as a run or poll. */
export interface TopicReading extends Pick<ReadContext, 'send'> {
	run: object;
	/** Is told that the names could not be read */
	tell: (words: string) => void;
}

/**
 * Adds `topic` to rows: the name of their topic, null without one and for a topic that the service no longer lists. The list
 * of topics (listRecordContainers) is read when the first row has one. Where it cannot be read, and for a row of which the
 * topic is not known, `topic` is left out: null would say that there is none.
 *
 * @param uidIn `topic_uid` of a row; null if it is in no topic, undefined if that is not known
 */
export async function withTopicNames(
	rows: IDataObject[],
	uidIn: (row: IDataObject) => unknown,
	{ run, send, tell }: TopicReading,
): Promise<IDataObject[]> {
	const reading = rows.some(uidIn) ? (NAMES.get(run) ?? readNames(send)) : undefined;
	if (reading) NAMES.set(run, reading);
	const { names, error } = (await reading) ?? { names: new Map<unknown, string>() };
	const isUnknown = (uid: unknown) => uid === undefined || (error !== undefined && !names.has(uid));
	if (error && rows.map(uidIn).some((uid) => uid && isUnknown(uid)))
		tell(`The names of topics could not be read, so 'topic' is missing. ${error.message}`);
	return rows.map((row) => {
		const uid = uidIn(row);
		return isUnknown(uid) ? row : { ...row, topic: names.get(uid) ?? null };
	});
}

async function readNames(send: ReadContext['send']): Promise<Names> {
	const ask = async (url: Path, body: IDataObject) => (await send(url, body)).data;
	const topics: IDataObject[] = [];
	const read = async () => {
		let pages = 0;
		for await (const { rows } of paginate({ url: '/api/v1/record/containers/list', ask }, {})) {
			for (const row of rows) topics.push(row);
			if (++pages >= LIMITS.maxNamePages) break;
		}
	};
	const failure = await read().then(
		() => undefined,
		(error) => errorOf(error),
	);
	if (failure && isDefect(failure)) throw failure;
	return { names: namesOf(topics), error: failure };
}

function countsOf(texts: string[]): Map<string, number> {
	const counts = new Map<string, number>();
	for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
	return counts;
}

/** Each topic's title, or its path where titles repeat, with its ID where paths do. */
function namesOf(topics: IDataObject[]): Map<unknown, string> {
	const all = topics.map((topic) => {
		const uid = (topic.container as IDataObject | undefined)?.topic_uid;
		const title = textIn(topic.title) ?? String(uid);
		const path = textIn(topic.display_path) ?? title;
		return { uid, forms: [title, path, `${path} (${String(uid)})`] };
	});
	const counts = [0, 1, 2].map((i) => countsOf(all.map(({ forms }) => forms[i])));
	const isOnlyOne = (form: string, i: number) => counts[i].get(form) === 1;
	return new Map(all.map(({ uid, forms }) => [uid, forms.find(isOnlyOne) ?? forms[0]]));
}
