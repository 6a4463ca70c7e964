import type { INodeExecutionData, IPollFunctions } from 'n8n-workflow';

import { FailureError, failureOf, HaltedError, isDefect, nodeError } from '../errors/failure';
import { notOneOf } from '../errors/format';
import { type Field } from '../form/field';
import { MINUTE } from '../durations';
import { omit } from '../omit';
import { inFormWords } from '../values/formWords';
import { connect } from '../transport/connection';
import { type CompiledEvent, readSettings, type Settings } from './triggerFields';
import { type FilterValues, looksAhead, type TriggerEvent } from './event';
import { causeOf, isTemporary } from './failureCause';
import type { Found } from './found';
import { continued, nextRevision, notePoll } from './latestPolls';
import { ownState, type OwnState } from './ownState';
import { itemsOf } from './items';
import {
	broughtBack,
	isAhead,
	type PollState,
	sameFilters,
	storedFilters,
	widen,
	withFilters,
} from './state';
import { sample } from './sample';
import { digest } from './seenEvents';
import { inServiceTime } from './serviceClock';
import { noteStart } from './pollStarts';
import { keyOf, sessionOf, withValues, type PollSession } from './session';
import { TOO_SLOW, type Advance, type Source } from './source';
import { snapshotSource } from './sources/snapshotSource';
import { timeRangeSource } from './sources/timeRangeSource';

type Polled = INodeExecutionData[][] | null;

/** Running polls of this process, by workflow and node. */
const underWay = new Map<string, Promise<Polled>>();

/** A poll of a trigger node, one at a time. Returns null without events. Throws NodeApiError with a message for the user. */
export async function poll(context: IPollFunctions, events: CompiledEvent[]): Promise<Polled> {
	if (context.getMode() === 'manual') return await pollOnce(context, events);
	const { id, isEmpty } = ownState(context);
	for (let other = underWay.get(id); other; other = underWay.get(id)) {
		// n8n's scheduler can poll a trigger before its activation does, which must not end before the trigger has begun
		await other.catch(() => null);
		if (!isEmpty) return null;
	}
	const running = pollOnce(context, events).finally(() => underWay.delete(id));
	underWay.set(id, running);
	return await running;
}

async function pollOnce(context: IPollFunctions, events: CompiledEvent[]): Promise<Polled> {
	const isTest = context.getMode() === 'manual';
	const own = ownState(context);
	const { isFirst, interval } = isTest ? { isFirst: false } : noteStart(own.id, context);
	let fields: Field[] = [];
	let hasAnswered = false;
	try {
		const event = chosenEvent(context, events);
		fields = event.all;
		const settings = readSettings(context, event);
		const start = performance.now();
		const connection = await connect(context, { urgent: true });
		hasAnswered = !isTest && own.read()?.key === keyOf(connection);
		const items = await inServiceTime(async (tolerance) => {
			const timing = { start, tolerance, interval: isFirst ? undefined : interval };
			const session = await sessionOf(context, { event, settings, connection, timing });
			if (!isTest) return await live(context, session, { own, settings });
			const emitted = await sample(session, sourceOf(event));
			return await itemsOf({ emitted, upToDate: true }, context, session);
		});
		return items.length > 0 ? [items] : null;
	} catch (error) {
		const failure = error instanceof HaltedError ? (error.failure ?? TOO_SLOW) : failureOf(error);
		const cause = causeOf(failure, error, { now: Date.now(), hasAnswered });
		const thrown = nodeError(context.getNode(), inFormWords(fields, failure));
		if (!isFirst || own.isEmpty || !isTemporary(cause))
			throw Object.assign(thrown, { failure: cause });
		// Without the first poll n8n would not activate the trigger, whose next polls catch up
		context.logger.warn(
			`${context.getNode().name}: The first poll failed; the next polls continue: ${thrown.message}`,
		);
		return null;
	}
}

/** The event that the user has chosen as Trigger On. */
function chosenEvent(context: IPollFunctions, events: CompiledEvent[]): CompiledEvent {
	const chosen = context.getNodeParameter('event');
	const event = events.find(({ value }) => value === chosen);
	if (event) return event;
	throw new FailureError({
		message: `'Trigger On' ${notOneOf(
			events.map(({ value }) => value),
			chosen,
		)}`,
		description: 'Choose the event again in the node.',
	});
}

function sourceOf({ source }: TriggerEvent): Source {
	return source.kind === 'snapshot' ? snapshotSource : timeRangeSource;
}

/** A poll that continues from the stored state and stores the new state. */
async function live(
	context: IPollFunctions,
	session: PollSession,
	{ own, settings }: { own: OwnState; settings: Settings },
): Promise<INodeExecutionData[]> {
	const trigger = fingerprint(context, session.event);
	const given = own.read();
	const latest = continued(own.id, given, own.isDurable);
	if (latest === 'storing') return [];
	const stored = latest?.trigger === trigger ? latest : undefined;
	const owned = stored && (await ofThisAccount(stored, session));
	const known = owned && (await inThePast(owned, session, settings));
	const values = filterValues(session);
	const before = known
		? await withCurrentFilters(known, values, session)
		: await begin(session, settings, { trigger, filters: storedFilters(values) });
	const quiet = !known && settings.start.from === 'now' && !looksAhead(session.event);
	const polled = quiet
		? { emitted: [], state: before, upToDate: true }
		: await advance(before, session);
	// The state is stored only after all items are complete, so that a failure loses no event
	const items = await itemsOf(polled, context, session);
	const next: PollState = { ...polled.state, revision: nextRevision(own.id, latest) };
	// After a poll without events at activation, n8n may keep only the static data of the workflow
	const same = next.parents === before.parents && next.passedOver === before.passedOver;
	const isNew = own.isEmpty || before !== known || !same || own.isAnchored;
	const state = own.store(next, polled.emitted.length === 0 && isNew);
	notePoll(own.id, given, { state, hasEvents: items.length > 0 });
	return items;
}

/** The state with the filter values of this poll. If they have not changed, the same object. */
async function withCurrentFilters(
	state: PollState,
	values: FilterValues,
	session: PollSession,
): Promise<PollState> {
	if (sameFilters(state.filters, storedFilters(values))) return state;
	// The answer has the service's time, until which the earlier filters apply
	await session.readAccount();
	const next = withFilters(state, values, session.reader.now);
	// Reads by UID have no filters of the service, so objects that the new filters may exclude are dropped
	const keeps = typeof state.filters !== 'string' && widen(state.filters, values);
	return keeps ? next : omit(next, 'unready');
}

/** The state, if it belongs to the account of the API key. A new key of the same account continues. */
async function ofThisAccount(
	state: PollState,
	{ key, readAccount }: PollSession,
): Promise<PollState | undefined> {
	if (state.key === key) return state;
	const account = await readAccount();
	return state.account === account ? { ...state, key } : undefined;
}

/**
 * The state with no position after the service's time: its clock may have been set back, or n8n's clock left it there
 * while answers had no date. Where only the dates of answers are behind, what is older than the state remembers is no event.
 */
async function inThePast(
	state: PollState,
	{ event, clock, end, reader, readAccount }: PollSession,
	{ start }: Settings,
): Promise<PollState> {
	const bound = start.from === 'date' ? Math.max(end, state.countsFrom) : end;
	if (!isAhead(state, bound)) return state;
	if (!clock.isTold) await readAccount();
	if (!clock.isTold) return state;
	// A lead time can have been longer
	if (state.readUntil - bound > 5 * MINUTE && !looksAhead(event))
		reader.warn(
			"This trigger had read beyond the service's time, since a clock was ahead. It continues now: events in between may be missed.",
		);
	return broughtBack(state, bound, Math.max(bound, Date.now()));
}

async function begin(
	session: PollSession,
	{ start }: Settings,
	identity: Pick<PollState, 'trigger' | 'filters'>,
): Promise<PollState> {
	const account = await session.readAccount();
	const state = await sourceOf(session.event).begin(session, start);
	return { ...state, ...identity, account, key: session.key };
}

/**
 * One poll of the source. If filters were replaced, the time up to the replacement is read with the earlier filters first.
 * The new filters count from the replacement.
 */
async function advance(before: PollState, session: PollSession): Promise<Advance> {
	const source = sourceOf(session.event);
	const { emitted, state } = await advanceReplaced(before, session);
	const rest = { ...session, maxItems: session.maxItems - emitted.length };
	const isFull = state.replacedFilters !== undefined || rest.maxItems <= 0;
	const nothing = { emitted: [], state, upToDate: false };
	const read = isFull ? Promise.resolve(nothing) : source.advance(state, rest);
	const result = await read.catch((error: Error) => {
		const { status } = failureOf(error);
		// Events that were read with the earlier filters are kept
		if (state === before || status === 400 || status === 401 || isDefect(error)) throw error;
		return nothing;
	});
	// Oldest first; an event without a time counts as happening now
	const time = (each: Found) => each.time ?? session.reader.now;
	const all = [...emitted, ...result.emitted];
	all.sort((a, b) => time(a) - time(b) || (a.key < b.key ? -1 : 1));
	return { ...result, emitted: all };
}

/** Reads what replaced filters still apply to, oldest first. Without any left, the state is that of the current filters. */
async function advanceReplaced(
	before: PollState,
	session: PollSession,
): Promise<{ emitted: Found[]; state: PollState }> {
	const source = sourceOf(session.event);
	const emitted: Found[] = [];
	let state = before;
	while (state.replacedFilters && emitted.length < session.maxItems) {
		const [{ values, until }, ...others] = state.replacedFilters;
		const earlier = withValues(session, values, until);
		earlier.maxItems = session.maxItems - emitted.length;
		if (!widen(values, filterValues(session))) earlier.notesUnready = false;
		const read = async () => {
			const result = await source.advance(state, earlier).catch((error: Error) => {
				// Earlier filters that the service no longer accepts must not block the trigger
				if (failureOf(error).status !== 400) throw error;
				session.reader.warn(
					`Events that match only the earlier filters are skipped: ${error.message}`,
				);
				return undefined;
			});
			emitted.push(...(result?.emitted ?? []));
			earlier.maxItems = session.maxItems - emitted.length;
			state = result?.state ?? state;
			return result;
		};
		let result = await read();
		// An object that was updated meanwhile can be on no page that was read, and no later poll has these filters
		if (result?.upToDate && isOrderedByUpdate(session.event)) {
			if (earlier.maxItems <= 0) break;
			result = await read();
		}
		if (result?.upToDate === false) break;
		const next = withValues(session, others[0]?.values ?? session.reader, until);
		state = await source.beginAgain({ ...state, replacedFilters: others }, next, result && earlier);
		if (others.length === 0) delete state.replacedFilters;
	}
	return { emitted, state };
}

function isOrderedByUpdate({ source }: TriggerEvent): boolean {
	return source.kind === 'timeRange' && source.orderedBy === 'update';
}

/** The values that select events. */
function filterValues({ event, reader }: PollSession): FilterValues {
	const names = event.ownFilters ?? [];
	const own = Object.fromEntries(
		names.filter((name) => reader.own[name] !== undefined).map((name) => [name, reader.own[name]]),
	);
	return { filters: reader.filters, own };
}

/** Digest of the parameters that a state depends on, unevaluated, since an expression can yield another date each time. */
function fingerprint(context: IPollFunctions, { value, watches = [] }: TriggerEvent): string {
	const { startFrom, startDate, itemCount, ...others } = context.getNode().parameters;
	const own = watches.map((name) => others[name]);
	const start = [startFrom ?? 'now', startFrom === 'date' && startDate];
	return digest(JSON.stringify([value, ...start, startFrom === 'last' && (itemCount ?? 10), own]));
}
