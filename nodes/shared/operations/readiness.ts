import { textIn } from '../api/answer';
import { type ExactRead, readObjects } from '../api/exactRead';
import type { ReadContext } from '../api/reading';
import { MINUTE } from '../durations';
import { FailureError, HaltedError } from '../errors/failure';
import { truncate } from '../errors/format';
import { LIMITS } from '../limits';
import { wait } from '../wait';
import type { Endpoint, InputItem, Result } from './endpoint';

/** Texts that the service has to make before they can be read, such as transcripts. */
export interface Readiness {
	/** Noun of the text, for messages */
	text: string;
	/** Request field with the UID of its object */
	id: string;
	/** States in which the text may still become ready */
	inWork: string[];
	/** The states of texts by the UIDs of their objects */
	statesOf: (uids: string[], reading: Pick<ReadContext, 'send'>) => Promise<States>;
}

/** State of each text; the error of a request that failed, undefined where the object cannot be read. */
export type States = Map<string, string | Error | undefined>;

/** For `statesOf`: the state is a field of the object. */
export function stateIn(exact: ExactRead, field: string): Readiness['statesOf'] {
	return async (uids, reading) => {
		const named = (uid: string) => ({ [exact.keys[0]]: uid });
		const objectOf = await readObjects(exact, reading, uids.map(named));
		return new Map(
			uids.map((uid) => {
				const object = objectOf(named(uid));
				return [uid, object instanceof Error ? object : textIn(object?.[field])];
			}),
		);
	};
}

/** An endpoint that reads texts, after waiting for those that the user wants to wait for. */
export function whenReady(readiness: Readiness, endpoint: Endpoint): Endpoint {
	return async (items, url) => {
		const lost = await waitFor(readiness, items);
		if (!lost) return await endpoint(items, url);
		lost.item.run.fail();
		const halted: Result = { error: new HaltedError(false) };
		const failed: Result = { error: unready(readiness, lost.state) };
		return items.map((item) => (item === lost.item ? failed : halted));
	};
}

/** An item whose text is waited for. */
interface UnreadyItem {
	item: InputItem;
	uid: string;
	/** When its time is over, on the monotonic clock */
	until: number;
}

/**
 * Asks for the states of all items together, until no item waits any more. With On Error = stop an item that is
 * sure to fail ends the wait, and the node: the item and its state.
 */
async function waitFor(
	{ id, inWork, statesOf }: Readiness,
	items: InputItem[],
): Promise<{ item: InputItem; state: string } | undefined> {
	const [{ run }] = items;
	const isInWork = (state: string | Error | undefined) =>
		state instanceof Error ? passes(state) : state !== undefined && inWork.includes(state);
	let waiting = waitingOf(id, items);
	for (let pause = LIMITS.firstPause; waiting.length > 0 && !run.halted; pause *= 2) {
		const uids = waiting.map(({ uid }) => uid);
		const states = await statesOf(uids, run);
		for (const { item, uid } of waiting) {
			const state = states.get(uid);
			const isLost = typeof state === 'string' && state !== 'ready' && !isInWork(state);
			if (isLost && run.stopsOnError && fails(item)) return { item, state };
		}
		const now = performance.now();
		waiting = waiting.filter(({ uid, until }) => isInWork(states.get(uid)) && until > now);
		if (waiting.length === 0) return undefined;
		const soonest = waiting.reduce((least, { until }) => Math.min(least, until), Infinity);
		const ms = Math.min(pause, LIMITS.longestPause, soonest - now);
		await wait(ms, () => run.halted);
	}
	return undefined;
}

/** The items that the user gives time, if their text is not ready. */
function waitingOf(id: string, items: InputItem[]): UnreadyItem[] {
	const startedAt = performance.now();
	// The run ends before its caller stops waiting, with time for reading the text
	const { deadline = Infinity } = items[0].run.connection;
	return items
		.map((item) => {
			const minutes = item.settings.waitUntilReady ?? 0;
			const until = Math.min(startedAt + minutes * MINUTE, deadline - LIMITS.firstPause);
			return { item, uid: String(item.body[id]), until };
		})
		.filter(({ until }) => until > startedAt);
}

/** True when If Not Ready asks for a failure. */
function fails({ settings }: InputItem): boolean {
	return settings.ifNotReady === 'fail';
}

/** True for a failure that passes by itself. */
function passes(error: Error): boolean {
	if (!(error instanceof FailureError)) return false;
	const { transient, status = 0 } = error.failure;
	return transient === true || status >= 429;
}

/** Fails an item whose text is not ready, if the user wants that. */
export function failUnready(readiness: Readiness, state: unknown, item: InputItem): void {
	if (state !== 'ready' && fails(item)) throw unready(readiness, state);
}

const NO_TEXT = 'The service has no text of it.';

function unready({ text, inWork }: Readiness, state: unknown): FailureError {
	const reason = typeof state === 'string' ? truncate(state, 200) : undefined;
	const mayCome = inWork.includes(String(state));
	const advice = mayCome
		? 'The service still works on it. Try again later, or give it more time with Options > Wait Until Ready.'
		: NO_TEXT;
	const shown = reason ?? 'unknown';
	return new FailureError({
		message: mayCome
			? `The ${text} is not ready: its state is '${shown}'`
			: `The ${text} cannot be read: its state is '${shown}'`,
		description: `${advice} With Options > If Not Ready = Output Outcome the item continues.`,
		plain: mayCome ? 'The service still works on it. Try again later.' : NO_TEXT,
		reason,
	});
}
