import type { IDataObject, IPollFunctions } from 'n8n-workflow';

import { HOUR, MINUTE, DAY } from '../durations';
import { noteUser, PROFILE } from '../api/user';
import { FailureError, isRefusal } from '../errors/failure';
import { declareLimits } from '../limits';
import { KnownNames, withoutNames } from '../values/names';
import type { Connection } from '../transport/connection';
import { send } from '../transport/send';
import { type FilterValues, looksAhead, type Reader, type TriggerEvent } from './event';
import { digest } from './seenEvents';
import { clockOf, type ServiceClock } from './serviceClock';
import type { TriggerSettings } from './triggerFields';

const OWN_LIMITS = declareLimits({
	/** Longest poll. By default, n8n polls every minute (n8n 2.41, n8n-core/nodes-loader/constants.ts) */
	maxPollTime: 45_000,
	/** Most requests of a poll */
	maxPollRequests: 3_000,
	/** Longest time by which rescans reach further back where the clocks of the service and of n8n differ */
	maxClockDifference: DAY,
	/** Most warnings in the list of a process that prevents repetition within an hour */
	maxWarnings: 1_000,
});

/** Context of one poll. Durations are in milliseconds. */
export interface PollSession {
	event: TriggerEvent;
	reader: Reader;
	/** Reader with a later deadline, for the requests that enrich events */
	enricher: Reader;
	/** Lookback window */
	lookback: number;
	/** Part of the lookback that is read about once an hour */
	hourly: number;
	/** Part of the lookback that every poll reads */
	recent: number;
	/** End of the time range in Unix milliseconds: now plus the lead time of the event */
	end: number;
	maxItems: number;
	/** Expected time until the next poll in milliseconds, if it is known */
	interval?: number;
	/** Digest of base URL and key */
	key: string;
	/** Reads the account and returns a digest of base URL and `user_ref`, which stays the same with a new API key */
	readAccount: () => Promise<string>;
	clock: ServiceClock;
	/** Warnings of this poll so far, which its items show */
	warnings: Set<string>;
	/** Display names of the filters that the user has set, and of the switches that have left out events so far */
	filterNames: Set<string>;
}

/** When a poll runs. */
interface Timing {
	/** Start of the poll on the monotonic clock */
	start: number;
	/** Accepted difference of the service's clock in milliseconds */
	tolerance: number;
	/** Expected time until the next poll in milliseconds, if it is known */
	interval?: number;
	/** Called for each request */
	noteRequest: () => void;
}

/** Digest of the base URL and the API key of a connection. */
export function accountKey({ baseUrl, apiKey }: Connection): string {
	return digest(JSON.stringify([baseUrl, apiKey]));
}

/** Session of a poll: deadlines, filter values and lookback. */
export async function sessionOf(
	context: IPollFunctions,
	{
		event,
		settings: { maxItems, ...settings },
		connection,
		timing: { start, tolerance, interval, noteRequest },
	}: { event: TriggerEvent; settings: TriggerSettings; connection: Connection; timing: Timing },
): Promise<PollSession> {
	const key = accountKey(connection);
	const clock = clockOf(key, tolerance);
	const { now } = clock;
	const budget = Math.min(
		context.getPollBudgetMs?.() ?? OWN_LIMITS.maxPollTime,
		OWN_LIMITS.maxPollTime,
	);
	const end = start + Math.max(budget / 2, budget - 5_000);
	const sendUntil = sendersOf(connection, clock, noteRequest);
	const ownSend = sendUntil(end, tolerance);
	const known = () => new KnownNames(key);
	const values = await withoutNames([settings.filters, settings.own], { send: ownSend, known });
	for (const each of values) if (each instanceof Error) throw each;
	const [filters, own] = values as IDataObject[];
	const readUser = async () => noteUser(connection, (await ownSend(PROFILE, {})).data);
	const warnings = new Set<string>();
	const filterNames = new Set(settings.filterNames);
	const leftOutBy = (displayName: string) => void filterNames.add(displayName);
	const warn = (message: string) => {
		warnings.add(message);
		warnHourly(context, message, now);
	};
	const readerUntil = (deadline: number, differs: number): Reader => {
		const sends = sendUntil(deadline, differs);
		const ask: Reader['ask'] = async (path, body) => (await sends(path, body)).data;
		const self = async () => connection.user ?? (await readUser());
		return { send: sends, ask, self, filters, own, now, warn, leftOutBy };
	};
	return {
		event,
		reader: readerUntil(start + 0.7 * (end - start), tolerance),
		// The events are read: another time counts from the next poll
		enricher: readerUntil(end, Infinity),
		...spansOf(event, { filters, own }, clock),
		interval,
		maxItems,
		key,
		readAccount: async () => digest(JSON.stringify([connection.baseUrl, await readUser()])),
		clock,
		warnings,
		filterNames,
	};
}

/** Time of the last log entry of each warning, in Unix milliseconds. */
const WARNINGS = new Map<string, number>();

/** Writes a warning to n8n's log, each text of a node at most once an hour. */
function warnHourly(context: IPollFunctions, message: string, now: number): void {
	const { id, name } = context.getNode();
	const key = `${context.getWorkflow().id}:${id}:${message}`;
	if (now - (WARNINGS.get(key) ?? -Infinity) < HOUR) return;
	if (WARNINGS.size >= OWN_LIMITS.maxWarnings) WARNINGS.clear();
	WARNINGS.set(key, now);
	context.logger.warn(`${name}: ${message}`);
}

/**
 * Lookback of an event and its parts, by default or from the chosen Late Arrival Window, and the end of its time range.
 * Where the service's clock and n8n's differ, nobody can know which is wrong, and rows may have the times of the other one:
 * the lookback reaches further back by the difference. A lead time has no lookback: what is due is read anew by each poll.
 */
function spansOf(
	event: TriggerEvent,
	values: FilterValues,
	{ now, ahead }: Pick<ServiceClock, 'now' | 'ahead'>,
) {
	const { source } = event;
	const chosen = values.own.lateArrivalWindow ? values.own.lateArrivalWindow * MINUTE : undefined;
	const usual = typeof source.lookback === 'function' ? source.lookback(values) : source.lookback;
	const further = looksAhead(event)
		? 0
		: Math.min(Math.ceil(Math.abs(ahead)), OWN_LIMITS.maxClockDifference);
	const lookback = (chosen ?? usual) + further;
	const hourly = chosen === undefined && source.hourly ? source.hourly + further : lookback;
	const end = now + (source.leadTime?.(values) ?? 0);
	return { lookback, hourly, recent: Math.min(lookback, (source.recent ?? usual) + further), end };
}

/**
 * Makes functions that send the requests of a poll, at most `OWN_LIMITS.maxPollRequests` together: each until a deadline of the
 * monotonic clock. They throw ClockChanged if an answer tells another time than the poll has, by more milliseconds than
 * the tolerance.
 */
function sendersOf(connection: Connection, clock: ServiceClock, noteRequest: () => void) {
	const { ahead } = clock;
	let count = 0;
	/** True if an answer has told the time */
	let timed = false;
	return (deadline: number, tolerance: number): Reader['send'] => {
		const request: Reader['send'] = async (path, body) => {
			const halted = () => performance.now() >= deadline || count > OWN_LIMITS.maxPollRequests;
			count++;
			noteRequest();
			const sentAt = Date.now();
			const answer = await send(connection, { path, body, deadline }, halted);
			timed = true;
			clock.check(answer.serviceTime, ahead, sentAt, tolerance);
			return answer;
		};
		return async (path, body) =>
			await request(path, body).catch(async (error: Error) => {
				// The service may refuse times in the future, and the answer about the account has its time
				const isRefused = error instanceof FailureError && isRefusal(error.failure);
				if (isRefused && !timed) await request(PROFILE, {});
				throw error;
			});
	};
}
