import type { IDataObject, IPollFunctions } from 'n8n-workflow';

import { uidOf } from '../api/answer';
import { DAY, HOUR } from '../api/time';
import { LIMITS } from '../limits';
import { KnownNames, withoutNames, type Lookups } from '../parameters/names';
import { connect, send, type Connection } from '../transport/send';
import type { FilterValues, Reader, TriggerEvent } from './event';
import { digest } from './seenEvents';
import type { Settings } from './triggerSettings';

/** Inputs of one poll. Spans are in milliseconds. */
export interface PollSession {
	event: TriggerEvent;
	reader: Reader;
	/** The reader with more time, for the requests that enrich events */
	enricher: Reader;
	/** Longest time after its own time in which an event is found */
	lookback: number;
	/** The part of it that is read about once an hour */
	hourly: number;
	/** The part of it that is read with every poll */
	recent: number;
	maxItems: number;
	/** Digest of base URL and key */
	key: string;
	/** Reads the account: a digest of base URL and own reference, so that a rotated key means the same one */
	readAccount: () => Promise<string>;
	/** Milliseconds by which the service's clock is behind ours, as its answers have told so far */
	behind: () => number;
	/** Now by the service's clock, as far as its answers have told, in Unix milliseconds */
	serviceNow: () => number;
	/** With filters that were replaced: until when they count, in Unix milliseconds */
	until?: number;
	/** False where the present filters do not let through what is read: it is not to be read again by UID */
	notesUnready?: false;
}

/** Own references by base URL and key: whom a key belongs to never changes. */
const REFERENCES = new Map<string, string>();

/** Makes the session of a poll: its time, its requests and its spans. */
export async function sessionOf(
	context: IPollFunctions,
	event: TriggerEvent,
	{ maxItems, lookback, ...settings }: Settings,
): Promise<PollSession> {
	const connection = await connect(context, { urgent: true });
	const now = Date.now();
	const budget = Math.min(context.getPollBudgetMs?.() ?? LIMITS.maxPollTime, LIMITS.maxPollTime);
	const start = performance.now();
	const end = start + Math.max(budget / 2, budget - 5_000);
	const key = keyDigest(connection);
	const clock = { behind: 0, ahead: 0 };
	const sent = { requests: 0 };
	const { filters, own } = await withIdentifiers(settings, {
		send: requestUntil(connection, end, clock, sent),
		exact: false,
		known: new KnownNames(key),
	});
	const readerUntil = (deadline: number): Reader => {
		const request = requestUntil(connection, deadline, clock, sent);
		const ask: Reader['ask'] = async (path, body) => (await request(path, body)).data;
		return {
			context,
			send: request,
			ask,
			self: async () => REFERENCES.get(key) ?? (await readReference(key, ask)),
			filters,
			own,
			now,
			warn: (message) => warnHourly(context, message, now),
		};
	};
	return {
		event,
		reader: readerUntil(start + 0.7 * (end - start)),
		enricher: readerUntil(end),
		...spansOf(event, { filters, own }, lookback),
		maxItems,
		key,
		readAccount: async () => {
			const { ask } = readerUntil(end);
			return digest(JSON.stringify([connection.baseUrl, await readReference(key, ask)]));
		},
		behind: () => clock.behind,
		serviceNow: () => now - clock.behind + clock.ahead,
	};
}

/** The values of a trigger's fields with identifiers instead of names. */
async function withIdentifiers(
	{ filters, own }: FilterValues,
	how: Lookups,
): Promise<FilterValues> {
	const resolved = await withoutNames([filters, own], how);
	for (const each of resolved) if (each instanceof Error) throw each;
	const [ofRequest, ofNode] = resolved as IDataObject[];
	return { filters: ofRequest, own: ofNode };
}

/** Warnings of this process, and when each was written last. */
const WARNINGS = new Map<string, number>();

/** Writes a warning to n8n's log, the same one of a node at most once an hour. */
function warnHourly(context: IPollFunctions, message: string, now: number): void {
	const { id, name } = context.getNode();
	const key = `${context.getWorkflow().id}:${id}:${message}`;
	if (now - (WARNINGS.get(key) ?? -Infinity) < HOUR) return;
	if (WARNINGS.size >= LIMITS.maxWarnings) WARNINGS.clear();
	WARNINGS.set(key, now);
	context.logger.warn(`${name}: ${message}`);
}

/** The spans of an event: its own, or those of the Late Arrival Window that the user has chosen. */
function spansOf(
	{ source }: TriggerEvent,
	values: FilterValues,
	chosen: number | undefined,
): Pick<PollSession, 'lookback' | 'hourly' | 'recent'> {
	const usual = typeof source.lookback === 'function' ? source.lookback(values) : source.lookback;
	const lookback = chosen ?? usual;
	if (source.kind === 'snapshot') return { lookback, hourly: lookback, recent: lookback };
	const hourly = chosen === undefined ? (source.hourly ?? lookback) : lookback;
	return { lookback, hourly, recent: Math.min(lookback, source.recent ?? usual) };
}

/** The session with other filter values, for what was not read when they were replaced. */
export function withValues(
	session: PollSession,
	values: FilterValues,
	until: number,
	maxItems: number,
	chosen: number | undefined,
): PollSession {
	const own = { ...session.reader.own };
	for (const name of session.event.ownFilters ?? []) delete own[name];
	const all = { filters: values.filters, own: { ...own, ...values.own } };
	return {
		...session,
		...spansOf(session.event, all, chosen),
		reader: { ...session.reader, ...all },
		enricher: { ...session.enricher, ...all },
		maxItems,
		until,
	};
}

/** Requests of a poll, which end with its time (on the monotonic clock) and are bounded in number. */
function requestUntil(
	connection: Connection,
	deadline: number,
	clock: { behind: number; ahead: number },
	sent: { requests: number },
): Reader['send'] {
	return async (path, body) => {
		const halted = () => performance.now() >= deadline || sent.requests > LIMITS.maxPollRequests;
		sent.requests++;
		const answer = await send(connection, { path, body, deadline }, halted);
		clock.behind = Math.max(clock.behind, clockBehind(answer.serviceTime));
		clock.ahead = Math.max(clock.ahead, clockAhead(answer.serviceTime));
		return answer;
	};
}

/** Milliseconds by which the service's clock is behind ours; what no clock can be wrong by does not count. */
function clockBehind(serviceTime: number | undefined): number {
	if (serviceTime === undefined) return 0;
	const behind = Date.now() - serviceTime - 1_000;
	return behind > 1_000 && behind < DAY ? behind : 0;
}

/** Milliseconds by which the service's clock is ahead of ours, rounded up: it tells whole seconds. */
function clockAhead(serviceTime: number | undefined): number {
	if (serviceTime === undefined) return 0;
	const ahead = serviceTime + 1_000 - Date.now();
	return ahead > 2_000 && ahead < DAY ? ahead : 0;
}

function keyDigest({ baseUrl, apiKey }: Connection): string {
	return digest(JSON.stringify([baseUrl, apiKey]));
}

/** Reads the account's own `user_ref` (getCurrentUserProfile) and notes it. */
async function readReference(key: string, ask: Reader['ask']): Promise<string> {
	const reference = uidOf(await ask('/api/v1/profile/get', {}), 'user_ref');
	if (REFERENCES.size >= LIMITS.maxAccounts) REFERENCES.clear();
	REFERENCES.set(key, reference);
	return reference;
}
