import { isDeepStrictEqual } from 'node:util';
import type { Account } from '../fake-service/account';

/** What has changed in an account: rows before and after, by kind and identifier. */

export type Kind = 'message' | 'chat' | 'record' | 'topic' | 'task' | 'post' | 'team' | 'bot';
export type Row = Record<string, unknown>;

export interface Change {
	kind: Kind;
	uid: string;
	/** Undefined if it is new. */
	was?: Row;
	/** Undefined if it is gone. */
	is?: Row;
}

type Rows = Map<string, Row>;

export function snapshot(account: Account): Record<Kind, Rows> {
	const copy = (rows: ReadonlyMap<string, object>): Rows =>
		new Map([...rows].map(([uid, row]) => [uid, plain(row)]));
	return {
		message: copy(account.messages),
		chat: copy(account.conversations),
		record: copy(account.records),
		topic: copy(account.topics),
		task: copy(account.arrangements),
		post: copy(account.world.posts),
		team: copy(account.teams),
		bot: new Map([
			...copy(account.bots),
			...copy(account.botBindings),
			...copy(account.botRequests),
		]),
	};
}

/** A copy without maps, and without classes that a comparison would tell apart. */
function plain(row: object): Row {
	const withoutMaps = (_name: string, value: unknown) =>
		value instanceof Map ? (Object.fromEntries(value) as Row) : value;
	return JSON.parse(JSON.stringify(row, withoutMaps)) as Row;
}

/** The changes between two snapshots. A sent message is one change, although it has a record of its own. */
export function changesOf(before: Record<Kind, Rows>, after: Record<Kind, Rows>): Change[] {
	return (Object.keys(after) as Kind[]).flatMap((kind) =>
		[...new Set([...before[kind].keys(), ...after[kind].keys()])]
			.map((uid): Change => ({ kind, uid, was: before[kind].get(uid), is: after[kind].get(uid) }))
			.filter(({ was, is }) => !isDeepStrictEqual(was, is))
			.filter(({ was, is }) => !(kind === 'record' && !was && is?.chat_session_uid)),
	);
}

/** Names of the fields that differ, without those that follow from every change. */
export function fieldsOf({ was = {}, is = {} }: Change): string[] {
	return [...new Set([...Object.keys(was), ...Object.keys(is)])].filter(
		(name) =>
			!['version', 'publication_version', 'updated_at', 'edited_at'].includes(name) &&
			!isDeepStrictEqual(was[name], is[name]),
	);
}
