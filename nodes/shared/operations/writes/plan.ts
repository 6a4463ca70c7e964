import { omit } from '../../omit';
import type { InputItem } from '../endpoint';
import { digestOf, isDigestOf, KEPT } from './entry';
import { type Journal, noteTime } from './journal';
import { SINGLE, type Write, type WriteItem } from './write';

/** The items with their order, times, keys and journal entries. */
export function planItems(
	inputs: InputItem[],
	write: Write,
	path: string,
	journal: Journal,
): WriteItem[] {
	const { target, expected, inOrder = () => true, course = () => SINGLE } = write;
	const items = inputs.map((input): WriteItem => {
		const { index, body: item, run } = input;
		const changed = target && digestOf(target.map((field) => item[field]));
		const isOrdered = changed !== undefined && inOrder(input) && !run.scope.single;
		const position = isOrdered ? run.positionOf(changed) : 0;
		const isOwn = item.idempotency_key !== undefined;
		const eventAt = isOwn ? input.foundAt : undefined;
		const plannedAt = eventAt ?? journal.timeOf(index, expected ? { position } : 'index');
		const digest = digestOf(item);
		const content = expected ? digestOf(omit(item, ...expected.map(({ field }) => field))) : digest;
		// Single calls are told apart by their content
		const key = { path, index, target: run.scope.single ? digest : changed };
		const earlier = journal.entry(key);
		const { state = 'written', at = plannedAt } = earlier ?? {};
		const isSame = state === 'rejected' || isDigestOf(earlier?.digest, digest);
		const planned: WriteItem = {
			...key,
			input,
			item,
			digest,
			content,
			isOrdered,
			position,
			plannedAt,
			ownKey: ownKeyOf(write, input, { path, target: changed, journal }),
			course: SINGLE,
			earlier,
			doubt: state === 'doubt' || state === 'lost',
			at: isSame ? at : plannedAt,
			undecided: 0,
		};
		planned.course = course(planned);
		return planned;
	});
	const own = items.filter(({ input, ownKey }) => ownKey === undefined || !input.foundAt);
	noteTime(journal.account, Math.max(0, ...own.map(({ plannedAt }) => plannedAt)));
	return items;
}

/** Rounds of items with different targets: the first item of each target, then the second of each, and so on. */
export function roundsOf(items: WriteItem[]): WriteItem[][] {
	const rounds: WriteItem[][] = [];
	for (const item of items) (rounds[item.position] ??= []).push(item);
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
	static of(journal: Journal, path: string): Order {
		const orders = ORDERS.get(journal) ?? new Map<string, Order>();
		ORDERS.set(journal, orders);
		const order = orders.get(path) ?? new Order(journal.latest(path));
		orders.set(path, order);
		return order;
	}

	/** The item that keeps one back, since its effect would come too early or too late. */
	blocks({ target, index, isOrdered }: WriteItem): Blocking | undefined {
		if (!isOrdered) return undefined;
		const before = this.holding.get(target!);
		if (before !== undefined) return { index: before, isWritten: false };
		const after = this.latest.get(target!.slice(0, KEPT));
		return after !== undefined && after > index ? { index: after, isWritten: true } : undefined;
	}

	/** Keeps back the items behind one that may have to be sent again. */
	hold({ target, index, isOrdered }: WriteItem): void {
		if (isOrdered && !this.holding.has(target!)) this.holding.set(target!, index);
	}
}

/** Item that keeps another one back: one before it that was not written, or one behind it that was. */
export interface Blocking {
	index: number;
	isWritten: boolean;
}

const ORDERS = new WeakMap<Journal, Map<string, Order>>();

/**
 * The idempotency key of an item (contract: at most 128 characters): the same intent has the same key. It comes from
 * - the user: an Idempotency Key as it is, or the value of Write Once Per (`ownKeyOf`);
 * - the journal, or a call with the same content whose outcome is unknown: the key of that try;
 * - otherwise the run, the item, its content and its time. A try after a rejection has another time.
 * Each further part of a text has a key of its own, which ends in the number of the part.
 */
export function keyOf(item: WriteItem, journal: Journal): string {
	const { ownKey, earlier, index, digest, at, course } = item;
	const key = ownKey ?? `${earlier?.id ?? journal.id}-${index}-${digest}-${at}`;
	return `${key}${course.keyEnd()}`;
}

/** The key of a user's own value, if there is one. */
function ownKeyOf(
	{ repeat, expected }: Write,
	{ body, run, intent, index }: InputItem,
	{ path, target, journal }: { path: string; target?: string; journal: Journal },
): string | undefined {
	const { idempotency_key: value } = body;
	if (repeat !== 'idempotencyKey' || value === undefined) return undefined;
	// A change needs the first try's version too, so users who give a key give all values
	if (expected) return String(value);
	const { functions, scope } = run;
	const of = digestOf([
		journal.account ?? run.connection.baseUrl,
		functions.getWorkflow().id,
		functions.getNode().id,
		path,
		target,
		value,
		// Single calls each have a run index of their own
		scope.single ? 0 : run.index,
	]);
	return `once-${of}-${run.occurrenceOf(of, { intent, index })}`;
}
