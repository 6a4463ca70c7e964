import type { INodeExecutionData, IPollFunctions } from 'n8n-workflow';

import { type Failure, FailureError, failureOf, HaltedError, nodeError } from '../errors/failure';
import { notOneOf } from '../errors/format';
import { type Field } from '../form/field';
import { MINUTE } from '../durations';
import { declareLimits, LIMITS } from '../limits';
import { omit } from '../objects';
import { Recent } from '../recent';
import { inFormWords } from '../values/formWords';
import { connect } from '../transport/connection';
import { type CompiledEvent, readSettings, type TriggerSettings } from './triggerFields';
import { looksAhead, type TriggerEvent } from './event';
import { advance, begin } from './advance';
import { refilter } from './begin';
import { causeOf, isTemporary } from './failureCause';
import {
	continued,
	nextRevision,
	notePoll,
	oneAtATime,
	ownState,
	type OwnState,
	type Polled,
	type PollStart,
	type RunningPoll,
} from './n8nPolls';
import { outputItems } from './items';
import { broughtBack, isAhead, type PollState, sortedJson } from './state';
import { sample } from './sample';
import { digest } from './seenEvents';
import { inServiceTime } from './serviceClock';
import { accountKey, sessionOf, type PollSession } from './session';
import { TOO_SLOW } from './pollReading';

const OWN_LIMITS = declareLimits({
	/** Requests of a failed poll above which the next polls do not ask again for this time, if the failure does not pass */
	costlyRequests: 500,
	costlyPause: 600_000,
});

/**
 * Permanent failures of polls with very many requests, such as of a list without end, by trigger. With other parameters or
 * another key, the next poll asks again.
 */
const costlyFailures = new Recent<string, { at: number; asked: string; error: unknown }>(
	undefined,
	() => LIMITS.maxLatestPolls,
);

/** A poll of a trigger node, one at a time. Returns null without events. Throws NodeApiError with a message for the user. */
export async function poll(context: IPollFunctions, events: CompiledEvent[]): Promise<Polled> {
	if (context.getMode() === 'manual') return await pollOnce(context, events);
	return await oneAtATime(context, async (running) => await pollOnce(context, events, running));
}

/** Without `running`, it is a test in the editor. */
async function pollOnce(
	context: IPollFunctions,
	events: CompiledEvent[],
	running?: RunningPoll,
): Promise<Polled> {
	const { isFirst, interval }: Partial<PollStart> = running?.start ?? {};
	const own = ownState(context);
	let fields: Field[] = [];
	let hasAnswered = false;
	let asked = '';
	let requests = 0;
	try {
		const event = chosenEvent(context, events);
		fields = event.all;
		const settings = readSettings(context, event);
		const start = performance.now();
		const connection = await connect(context, { urgent: true });
		asked = digest(JSON.stringify([context.getNode().parameters, accountKey(connection)]));
		const costly = !running || isFirst ? undefined : costlyFailures.get(own.id);
		const isPaused = costly && Math.abs(Date.now() - costly.at) < OWN_LIMITS.costlyPause;
		if (isPaused && costly.asked === asked) throw costly.error;
		hasAnswered = running !== undefined && own.read()?.key === accountKey(connection);
		const items = await inServiceTime(async (tolerance) => {
			const timing = {
				start,
				tolerance,
				interval: isFirst ? undefined : interval,
				noteRequest: () => void requests++,
			};
			const session = await sessionOf(context, { event, settings, connection, timing });
			if (running) return await live(context, session, { own, settings, running });
			const emitted = await sample(session);
			return await outputItems({ emitted, upToDate: true }, context, session);
		});
		if (running) costlyFailures.delete(own.id);
		return items.length > 0 ? [items] : null;
	} catch (error) {
		const failure: Failure =
			error instanceof HaltedError ? (error.failure ?? TOO_SLOW) : failureOf(error);
		const cause = causeOf(failure, error, { now: Date.now(), hasAnswered });
		const thrown = nodeError(context.getNode(), inFormWords(fields, failure));
		const failed = Object.assign(thrown, { failure: cause });
		if (requests > OWN_LIMITS.costlyRequests && !isTemporary(cause) && failure.status !== 401)
			costlyFailures.set(own.id, { at: Date.now(), asked, error });
		if (!isFirst || own.isEmpty || !isTemporary(cause)) throw failed;
		// Without the first poll n8n would not activate the trigger (n8n 2.41,
		// n8n-core/execution-engine/active-workflow-triggers.ts), whose next polls catch up
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

/** A poll that continues from the stored state and stores the new state. */
async function live(
	context: IPollFunctions,
	session: PollSession,
	{ own, settings, running }: { own: OwnState; settings: TriggerSettings; running: RunningPoll },
): Promise<INodeExecutionData[]> {
	const trigger = fingerprint(context, session.event);
	const latest = continued(own.id, own.read(), running.start);
	if (latest === 'storing') return [];
	const stored = latest?.trigger === trigger ? latest : undefined;
	const owned = stored && (await ofThisAccount(stored, session));
	const known = owned && (await inThePast(owned, session, settings));
	const filters = filtersOf(session);
	const before = known
		? await withFilters(known, filters, session)
		: await started(session, settings, { trigger, filters });
	const quiet = !known && settings.start.from === 'now' && !looksAhead(session.event);
	const polled = quiet
		? { emitted: [], state: before, upToDate: true }
		: await advance(before, session);
	// The state is stored only after all items are complete, so that a failure loses no event
	const items = await outputItems(polled, context, session);
	if (running.isReplaced) return [];
	const next: PollState = { ...polled.state, revision: nextRevision(own.id, latest) };
	// After a poll without events at activation, n8n may keep only the static data of the workflow (n8n 2.41,
	// n8n-core/execution-engine/poll-trigger-executor.ts)
	const isNew = own.isEmpty || before !== known || own.isAnchored;
	const state = own.store(next, polled.emitted.length === 0 && isNew);
	notePoll(own.id, latest, { state, hasEvents: items.length > 0, start: running.start });
	return items;
}

/**
 * The state with the filters of this poll. Replaced ones no longer apply to anything: what was read with them counts as
 * read. Reads by UID have no filters of the service, so objects that the new ones may exclude are dropped.
 */
async function withFilters(
	before: PollState,
	filters: PollState['filters'],
	session: PollSession,
): Promise<PollState> {
	const isSame = before.filters.map((each, i) => each === filters[i]);
	if (isSame.every(Boolean)) return before;
	const state = await refilter({ ...before, filters }, session, isSame[0]);
	return isSame[0] ? state : omit(state, 'unready');
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
	{ start }: TriggerSettings,
): Promise<PollState> {
	const bound = start.from === 'date' ? Math.max(end, state.from) : end;
	if (!isAhead(state, bound)) return state;
	// The answer tells the time, which n8n's clock may have been set to another one since
	await readAccount();
	if (!clock.isTold) return state;
	// A lead time can have been longer
	if (state.readUntil - bound > 5 * MINUTE && !looksAhead(event))
		reader.warn(
			"This trigger had read beyond the service's time, since a clock was ahead. It continues now, but events in between may be missed.",
		);
	// Events of this millisecond may have been read already
	return broughtBack(state, bound, Math.max(bound, Date.now()) + 1);
}

async function started(
	session: PollSession,
	{ start }: TriggerSettings,
	identity: Pick<PollState, 'trigger' | 'filters'>,
): Promise<PollState> {
	const account = await session.readAccount();
	const state = await begin(session, start);
	return { ...state, ...identity, account, key: session.key };
}

/** Digests of the filter values: of those that are sent, and of those that the node applies. */
function filtersOf({
	event: { ownFilters = [], source },
	reader,
}: PollSession): PollState['filters'] {
	const own = Object.fromEntries(ownFilters.map((name) => [name, reader.own[name]]));
	const sent = [reader.filters, source.parents?.(reader)];
	return [digest(sortedJson(sent)), digest(sortedJson(own))];
}

/** Digest of the parameters that a state depends on, unevaluated, since an expression can yield another date each time. */
function fingerprint(context: IPollFunctions, { value, watches = [] }: TriggerEvent): string {
	const { startFrom, startDate, itemCount, ...others } = context.getNode().parameters;
	const own = watches.map((name) => others[name]);
	const start = [startFrom ?? 'now', startFrom === 'date' && startDate];
	return digest(JSON.stringify([value, ...start, startFrom === 'last' && (itemCount ?? 10), own]));
}
