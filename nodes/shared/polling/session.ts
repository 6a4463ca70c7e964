import type { IDataObject, IPollFunctions } from 'n8n-workflow';

import { uidOf } from '../api/answer';
import { DAY, HOUR } from '../api/time';
import { LIMITS } from '../limits';
import { holdsNames } from '../parameters/nameRef';
import { KnownNames, withoutNames, type Lookups } from '../parameters/names';
import { Recent } from '../transport/recent';
import { connect, send, type Connection } from '../transport/send';
import type { FilterValues, Reader, TriggerEvent } from './event';
import { digest } from './seenEvents';
import type { Settings } from './triggerSettings';

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
	maxItems: number;
	/** Digest of base URL and key */
	key: string;
	/** Reads the account and returns a digest of base URL and `user_ref`, which stays the same with a new API key */
	readAccount: () => Promise<string>;
	/** Milliseconds by which the service's clock is behind, according to its answers so far */
	behind: () => number;
	/** Current time of the service's clock, according to its answers so far, in Unix milliseconds */
	serviceNow: () => number;
	/** For replaced filters: end of the time in which they apply, in Unix milliseconds */
	until?: number;
	/** False if the current filters are narrower, so that objects must not be noted for reads by UID */
	notesUnready?: false;
}

/** Cache of the own `user_ref` by base URL and key. The account of a key never changes. */
const REFERENCES = new Recent<string, string>();

/** Session of a poll: connection, deadlines, filter values and lookback. */
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
	const { filters, own } = await withIdentifiers(settings, () => ({
		send: requestUntil(connection, end, clock, sent),
		known: new KnownNames(key),
	}));
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

/** The values of a trigger's fields, with identifiers in place of names. */
async function withIdentifiers(
	{ filters, own }: FilterValues,
	how: () => Lookups,
): Promise<FilterValues> {
	if (!holdsNames([filters, own])) return { filters, own };
	const resolved = await withoutNames([filters, own], how());
	for (const each of resolved) if (each instanceof Error) throw each;
	const [ofRequest, ofNode] = resolved as IDataObject[];
	return { filters: ofRequest, own: ofNode };
}

/** Time of the last log entry of each warning, in Unix milliseconds. */
const WARNINGS = new Map<string, number>();

/** Writes a warning to n8n's log, each text of a node at most once an hour. */
function warnHourly(context: IPollFunctions, message: string, now: number): void {
	const { id, name } = context.getNode();
	const key = `${context.getWorkflow().id}:${id}:${message}`;
	if (now - (WARNINGS.get(key) ?? -Infinity) < HOUR) return;
	if (WARNINGS.size >= LIMITS.maxWarnings) WARNINGS.clear();
	WARNINGS.set(key, now);
	context.logger.warn(`${name}: ${message}`);
}

/** Lookback of an event and its parts, by default or from the chosen Late Arrival Window. */
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

/** The session with earlier filter values, for the time before they were replaced. */
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

/** Function that sends requests of a poll until its deadline (monotonic clock), at most `LIMITS.maxPollRequests`. */
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

/** Milliseconds by which the service's clock is behind; 0 for differences under a second or over a day. */
function clockBehind(serviceTime: number | undefined): number {
	if (serviceTime === undefined) return 0;
	const behind = Date.now() - serviceTime - 1_000;
	return behind > 1_000 && behind < DAY ? behind : 0;
}

/** Milliseconds by which the service's clock is ahead, rounded up: the Date header has whole seconds. */
function clockAhead(serviceTime: number | undefined): number {
	if (serviceTime === undefined) return 0;
	const ahead = serviceTime + 1_000 - Date.now();
	return ahead > 2_000 && ahead < DAY ? ahead : 0;
}

function keyDigest({ baseUrl, apiKey }: Connection): string {
	return digest(JSON.stringify([baseUrl, apiKey]));
}

/** Reads the account's own `user_ref` (getCurrentUserProfile) and caches it. */
async function readReference(key: string, ask: Reader['ask']): Promise<string> {
	const reference = uidOf(await ask('/api/v1/profile/get', {}), 'user_ref');
	REFERENCES.set(key, reference);
	return reference;
}
