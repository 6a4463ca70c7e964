import type { IDataObject, INodeExecutionData, IPollFunctions, Workflow } from 'n8n-workflow';
import { declareLimits, LIMITS } from '../limits';
import { type PollState, readState } from './state';
import { Recent } from '../recent';
import { wait } from '../wait';
import { MINUTE } from '../durations';
import { isObject } from '../objects';

/*
 * The polls of n8n: who starts them, and which state they are given. All that is peculiar to n8n stands here, and the rest of
 * this folder knows a poll with a state.
 */

const OWN_LIMITS = declareLimits({
	/** Longest time after its start in which other polls wait for a poll */
	maxPollWait: 60_000,
	/** Time in which n8n stores what a poll has found: until then the state that it gives may be the one before */
	storingTime: 60_000,
	/** Largest state that is stored twice, with the node and with the workflow, in bytes */
	maxStoredTwice: 32_000,
});

/** The start of a poll of a trigger. */
export interface PollStart {
	/** True for the first poll of an activation, whose failure would leave n8n without polls of this trigger */
	isFirst: boolean;
	/** Milliseconds since the last poll of this process, which is when the next one is to be expected */
	interval?: number;
	/** Number of its registration with n8n; none for a poll of n8n's scheduler */
	registration?: number;
	/** Number of the latest registration of any trigger so far */
	latestRegistration: number;
}

/** The last start of a poll: when it was, for which registration, and whether that one had polled before. */
interface LastStart {
	at: number;
	registration: number | undefined;
	isRepeated: boolean;
}

/** By trigger. */
const lastStarts = new Recent<string, LastStart>(undefined, () => LIMITS.maxLatestPolls);

/**
 * Time that n8n gives the polls that it keeps in memory (n8n 2.41, PollContext.getPollBudgetMs); those of its scheduler have
 * less (n8n/workflows/triggers/trigger-execution-context.factory.ts).
 */
const BUDGET_IN_MEMORY = 5 * MINUTE;

/**
 * Notes the start of a poll. n8n does not tell which poll is the first one of an activation: getActivationMode() gives the same
 * for all (n8n 2.41, n8n-core/execution-engine/node-execution-context/poll-context.ts). It is one with another Workflow
 * object, where n8n keeps that object from poll to poll, and one without the time limit of n8n's scheduler, where the polls
 * before had it.
 */
function noteStart(trigger: string, context: IPollFunctions): PollStart {
	const { workflow } = context as IPollFunctions & { workflow?: Workflow };
	const isScheduled = (context.getPollBudgetMs?.() ?? BUDGET_IN_MEMORY) < BUDGET_IN_MEMORY;
	const registration = isScheduled || !workflow ? undefined : registrationOf(workflow);
	const last = lastStarts.get(trigger);
	const isRepeated = last !== undefined && last.registration === registration;
	const at = Date.now();
	lastStarts.set(trigger, { at, registration, isRepeated });
	return {
		isFirst: last === undefined || (last.isRepeated && !isRepeated),
		...(last && { interval: Math.max(0, at - last.at) }),
		registration,
		latestRegistration: count,
	};
}

/** True for a poll of a registration that was there when an earlier poll started; undefined with n8n's scheduler. */
function wasThereBefore({ registration }: PollStart, earlier: PollStart): boolean | undefined {
	return registration === undefined ? undefined : registration <= earlier.latestRegistration;
}

const registrations = new WeakMap<Workflow, number>();
let count = 0;

/** Number of a Workflow object, which a process can remember without keeping the object. */
function registrationOf(workflow: Workflow): number {
	const known = registrations.get(workflow) ?? ++count;
	registrations.set(workflow, known);
	return known;
}

/** Knowledge of this process about the polls of a trigger. */
interface LatestPolls {
	/** The last state that n8n has given back, or that of the polls without events since, as JSON; none of a new trigger */
	confirmed?: string;
	/** A poll with events after that. Until n8n gives back its state, nobody knows whether n8n has emitted them */
	pending?: { state: string; at: number; start: PollStart };
	/** The revision of the last poll */
	revision: number;
}

/** By trigger. */
const latestPolls = new Recent<string, LatestPolls>(undefined, () => LIMITS.maxLatestPolls);

/**
 * The state that a poll continues from. n8n gives one from before the last poll in three cases:
 *
 * - n8n does not store polls without events (n8n 2.41, n8n-core/execution-engine/poll-trigger-executor.ts). The poll
 *   continues from the last of them, which costs no event.
 * - n8n has thrown away what a poll returned: the workflow was unpublished meanwhile, or the poll took too long for n8n's
 *   scheduler (n8n-io/n8n#32006 and #35874). Its events have to come again, so that the poll continues from the state before
 *   it.
 * - n8n has emitted the events, but it reads the state some time before a poll, and stores that of an earlier one some
 *   time after it. Nobody can tell this from the second case, so that for `OWN_LIMITS.storingTime` it is 'storing', and the
 *   poll must read nothing.
 *
 * A state of a later revision is that of another process, and counts as it is.
 */
export function continued(
	trigger: string,
	given: PollState | undefined,
	start: PollStart,
): PollState | 'storing' | undefined {
	const polls = latestPolls.get(trigger);
	if (!polls || (given?.revision ?? 0) >= polls.revision) return given;
	const { confirmed, pending } = polls;
	if (!pending || isEmitted(pending.start, start)) return parsed(pending?.state ?? confirmed);
	if (Math.abs(Date.now() - pending.at) < OWN_LIMITS.storingTime) return 'storing';
	return parsed(confirmed);
}

/**
 * True if n8n has emitted the events of an earlier poll for certain, whatever state it gives: it always emits those of an
 * activation. And where another registration goes on that was there before that poll, none was replaced: older versions of
 * n8n can register a trigger twice (n8n-io/n8n#35251), each time with a copy of the state of its own.
 */
function isEmitted(earlier: PollStart, start: PollStart): boolean {
	const wasActivation = earlier.isFirst && earlier.registration !== undefined;
	return wasActivation || wasThereBefore(start, earlier) === true;
}

function parsed(state: string | undefined): PollState | undefined {
	return state === undefined ? undefined : (JSON.parse(state) as PollState);
}

/** Notes a poll: the state that it continued from, its own, whether it has events, and its start. */
export function notePoll(
	trigger: string,
	before: PollState | undefined,
	{ state, hasEvents, start }: { state: PollState; hasEvents: boolean; start: PollStart },
): void {
	const json = JSON.stringify(state);
	const { revision } = state;
	latestPolls.set(
		trigger,
		hasEvents
			? {
					confirmed: before && JSON.stringify(before),
					pending: { state: json, at: Date.now(), start },
					revision,
				}
			: { confirmed: json, revision },
	);
}

/**
 * Revision of the next state: higher than that of each poll of this process, whichever state n8n gave it. It is the
 * time, so that two processes that poll in turns know whose state is the later one.
 */
export function nextRevision(trigger: string, latest: PollState | undefined): number {
	const known = Math.max(latest?.revision ?? 0, latestPolls.get(trigger)?.revision ?? 0);
	return Math.max(known + 1, Date.now());
}

/** State of a trigger node: what n8n gives, and where the next one is stored. */
export interface OwnState {
	/** Key of the trigger in this process */
	id: string;
	/** True for a new trigger */
	isEmpty: boolean;
	/** The state that n8n gives, if there is one. Throws a FailureError if it is damaged or of a newer version */
	read: () => PollState | undefined;
	/** True if the state is stored with the workflow as well, where it survives a poll without events */
	isAnchored: boolean;
	/** Stores a state as that of this node; with `anchored` also with the workflow, unless it is too large for that */
	store: (state: PollState, anchored: boolean) => PollState;
}

/**
 * The state of a trigger node, which belongs to the ID of the node. n8n keeps static data by the name of the node, and
 * with durable cursors by its ID (n8n 2.41, Workflow.getStaticData of n8n-workflow, PollCursorService of n8n).
 *
 * - A state of another ID is not taken up: a node that was deleted and added again starts anew.
 * - Without a state under its name, the one under another name is that of this node, unless a node with that name and ID
 *   exists: the node was renamed. The state moves to the new name, so that none comes back with an earlier name.
 * - Two nodes with the same ID have a state each.
 */
export function ownState(context: IPollFunctions): OwnState {
	// The type of n8n-workflow lacks it; n8n-core has it (n8n 2.0 and 2.41,
	// n8n-core/execution-engine/node-execution-context/node-execution-context.ts)
	const { workflow } = context as IPollFunctions & { workflow?: Workflow };
	const { id, name } = context.getNode();
	const own = context.getWorkflowStaticData('node');
	const shared = context.getWorkflowStaticData('global');
	const byName: IDataObject = workflow?.staticData ?? {};
	const nodes = Object.values(workflow?.nodes ?? {});
	const hasSameId = (other: unknown) =>
		other !== name && nodes.some((node) => node.name === other && node.id === id);
	const isOwn = (stored: unknown): stored is IDataObject => isObject(stored) && stored.node === id;
	const isIdShared = nodes.some((node) => hasSameId(node.name));
	const present = isOwn(own.poll) ? own.poll : undefined;
	const former = Object.entries(byName).flatMap(([key, data]) => {
		const other = key.slice('node:'.length);
		const isFormer = key.startsWith('node:') && other !== name && !hasSameId(other);
		return isFormer && isObject(data) && isOwn(data.poll) ? [{ data, poll: data.poll }] : [];
	});
	const anchor = shared[anchorOf(id)];
	const isAnchored =
		isOwn(anchor) &&
		(present ? [name, present.name].includes(anchor.name) : !hasSameId(anchor.name));
	const found = present ? [present] : former.map(({ poll }) => poll);
	if (isAnchored) found.push(anchor);
	return {
		id: [context.getWorkflow().id, id, ...(isIdShared ? [name] : [])].join(':'),
		isEmpty: found.length === 0,
		read: () => newest(found.map(readState)),
		isAnchored,
		store(next, anchored) {
			const state = { ...next, node: id, name };
			const replaced = own.poll;
			// Two nodes have exchanged their names: the other one finds its state with the workflow
			if (isObject(replaced) && nodes.some((node) => node.id !== id && node.id === replaced.node))
				shared[anchorOf(String(replaced.node))] = replaced;
			// That of a node with the same ID is not gone while there are two of them
			if (!present || !isIdShared) for (const { data } of former) delete data.poll;
			own.poll = state as unknown as IDataObject;
			const fits = JSON.stringify(state).length <= OWN_LIMITS.maxStoredTwice;
			if (anchored && fits) shared[anchorOf(id)] = own.poll;
			else if (isAnchored) delete shared[anchorOf(id)];
			return state;
		},
	};
}

/** Name of the state of a node in the static data of the workflow. */
function anchorOf(id: string): string {
	return `svc:${id}`;
}

/** The newest of several states: n8n may have kept that of the activation or that of a later poll. */
function newest(states: Array<PollState | undefined>): PollState | undefined {
	const all = states.filter((state) => state !== undefined);
	return all.sort((a, b) => b.revision - a.revision)[0];
}

/** The result of a poll for n8n. */
export type Polled = INodeExecutionData[][] | null;

/** A poll that runs, and whether another one has taken its place meanwhile, so that what it returns does not count. */
export interface RunningPoll {
	start: PollStart;
	isReplaced: boolean;
	ended: Promise<Polled>;
	/** Time of the monotonic clock until which others wait for its end */
	until: number;
}

/** Running polls of this process, by workflow and node. */
const underWay = new Map<string, RunningPoll>();

/**
 * Polls a trigger when its other polls have ended. Returns null where one of them has polled in its place: n8n starts a poll
 * whether or not the one before has ended, and one for each activation.
 */
export async function oneAtATime(
	context: IPollFunctions,
	perform: (running: RunningPoll) => Promise<Polled>,
): Promise<Polled> {
	const { id, isEmpty } = ownState(context);
	const start = noteStart(id, context);
	for (let other = underWay.get(id); other; other = underWay.get(id)) {
		// n8n throws away what a poll returns whose workflow was published again meanwhile, so this one polls in its place
		// (n8n-io/n8n#32006)
		const isReplaced = !isEmpty && wasThereBefore(start, other.start) === false;
		if (isReplaced) other.isReplaced = start.isFirst = true;
		// n8n's scheduler can poll a trigger before its activation does (n8n 2.41,
		// n8n-core/execution-engine/active-workflow-triggers.ts), which must not end before the trigger has begun
		const hasEnded = () => underWay.get(id) !== other;
		const patience = wait(other.until - performance.now(), hasEnded);
		await Promise.race([other.ended.catch(() => null), patience]);
		if (hasEnded()) {
			if (!isEmpty && !isReplaced) return null;
			continue;
		}
		// One of its requests may never end
		other.isReplaced = true;
		underWay.delete(id);
	}
	const until = performance.now() + OWN_LIMITS.maxPollWait;
	const running: RunningPoll = { start, isReplaced: false, ended: Promise.resolve(null), until };
	underWay.set(id, running);
	running.ended = perform(running).finally(() => {
		if (underWay.get(id) === running) underWay.delete(id);
	});
	return await running.ended;
}
