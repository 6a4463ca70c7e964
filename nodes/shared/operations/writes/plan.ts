import { omit, digestOf } from '../../objects';
import type { InputItem } from '../endpoint';
import type { Run } from '../run';
import { type Memory, noteTime } from './memory';
import type { Attempt, Write, WriteItem } from './write';

/** The items with their order, times and keys. An input item whose text is too long becomes one for each part. */
export function planItems(
	inputs: InputItem[],
	write: Write,
	path: string,
	memory: Memory,
): WriteItem[] {
	const items = inputs.flatMap((input) => itemsFor(input, write, path, memory));
	const own = items.filter(({ input, userKey }) => userKey === undefined || !input.foundAt);
	const latest = own.reduce((last, { plannedAt }) => Math.max(last, plannedAt), 0);
	noteTime(memory.account, latest);
	return items;
}

/** The writes of an input item, one for each part of its text. Called in the order of the items, which `nextPosition` counts. */
function itemsFor(input: InputItem, write: Write, path: string, memory: Memory): WriteItem[] {
	const { target, expected, inOrder = () => true, partsOf } = write;
	const { index, body, run } = input;
	const { single } = run.scope;
	const changed = target && digestOf(target.map((field) => body[field]));
	// A call of its own does not know of others
	const isOrdered = changed !== undefined && inOrder(input) && !single;
	const digest = digestOf(body);
	const contentDigest = expected
		? digestOf(omit(body, ...expected.map(({ field }) => field)))
		: digest;
	const userKey = userKeyOf(write, input, { path, target: changed, memory });
	// With a key of the user, every try has the same time, that of the event
	const eventAt = body.idempotency_key === undefined ? undefined : input.foundAt;
	return (partsOf?.(input) ?? [body]).map((part, step, { length }): WriteItem => {
		const position = isOrdered ? nextPosition(changed, run) : step;
		return {
			input,
			body: part,
			// Single calls are told apart by their content
			key: { path, index, step, target: single ? digest : changed },
			digest,
			contentDigest,
			isOrdered,
			position,
			plannedAt: eventAt ?? memory.timeOf(index, expected ? { position } : 'index'),
			userKey,
			continues: step + 1 < length || undefined,
		};
	});
}

/** Counts a change of an object, and returns the number of changes before it. */
function nextPosition(target: string, { cache }: Run): number {
	return cache.tally('changes', [target]).get(target)! - 1;
}

/** Rounds of items with different targets: the first item of each target, then the second of each, and so on. */
export function roundsOf(attempts: Attempt[]): Attempt[][] {
	const rounds: Attempt[][] = [];
	for (const attempt of attempts) (rounds[attempt.item.position] ??= []).push(attempt);
	return rounds.filter((round) => round !== undefined);
}

/** Order of the items that change the same object. With Batching, all groups of items share it. */
export class Order {
	/** First item that was not written for a passing or unknown reason: those behind it wait for a retry */
	private readonly holding = new Map<string, number>();

	private constructor(
		/** Last item of each target that an earlier try has written, or may have */
		private readonly latest: Map<string, number>,
	) {}

	/** The order of a path, made before its first item is sent. */
	static of(memory: Memory, path: string): Order {
		const orders = ORDERS.get(memory) ?? new Map<string, Order>();
		ORDERS.set(memory, orders);
		const order = orders.get(path) ?? new Order(memory.latest(path));
		orders.set(path, order);
		return order;
	}

	/** The item that keeps one back, since its effect would come too early or too late. */
	blocks({ key: { target, index }, isOrdered }: WriteItem): Blocking | undefined {
		if (!isOrdered) return undefined;
		const before = this.holding.get(target!);
		if (before !== undefined) return { index: before, isWritten: false };
		const after = this.latest.get(target!);
		return after !== undefined && after > index ? { index: after, isWritten: true } : undefined;
	}

	/** Keeps back the items behind one that may have to be sent again. */
	hold({ key: { target, index }, isOrdered }: WriteItem): void {
		if (isOrdered && !this.holding.has(target!)) this.holding.set(target!, index);
	}
}

/** Item that keeps another one back: one before it that was not written, or one behind it that was. */
export interface Blocking {
	index: number;
	isWritten: boolean;
}

const ORDERS = new WeakMap<Memory, Map<string, Order>>();

/**
 * The idempotency key of a request (contract document 1, limits: at most 128 characters): the same intent has the same key.
 * It comes from
 * - the user: an Idempotency Key as it is, or the value of Write Once Per (`userKeyOf`);
 * - the memory, or a call with the same content whose outcome is unknown: the key of that try;
 * - otherwise the run, the item, its content and its time. A try after a rejection has another time.
 * Each further part of a text has a key of its own, which ends in the number of the part.
 */
export function idempotencyKey({ item, key, earlier, at }: Attempt, memory: Memory): string {
	const { userKey, digest } = item;
	const first = userKey ?? `${earlier?.id ?? memory.id}-${key.index}-${digest}-${at}`;
	return key.step === 0 ? first : `${first}-${key.step + 1}`;
}

/** The key of a user's own value, if there is one. */
function userKeyOf(
	{ repeat, expected }: Write,
	{ body, run }: InputItem,
	{ path, target, memory }: { path: string; target?: string; memory: Memory },
): string | undefined {
	const { idempotency_key: value } = body;
	if (repeat !== 'idempotencyKey' || value === undefined) return undefined;
	// A change needs the first try's version too, so users who give a key give all values
	if (expected) return String(value);
	const of = digestOf([
		memory.account ?? run.connection.baseUrl,
		run.functions.getWorkflow().id,
		run.functions.getNode().id,
		path,
		target,
		value,
	]);
	return `once-${of}`;
}
