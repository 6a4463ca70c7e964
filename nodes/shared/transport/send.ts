import type {
	IAllExecuteFunctions,
	IDataObject,
	IExecuteFunctions,
	IExecuteSingleFunctions,
	IHttpRequestOptions,
	ILoadOptionsFunctions,
	IN8nHttpFullResponse,
	IPollFunctions,
} from 'n8n-workflow';

import { FailureError, type Failure } from '../errors/failure';
import { formatValue, truncate } from '../errors/format';
import { HaltedError } from '../errors/halted';
import { LIMITS } from '../limits';
import { apiKeyOf, baseUrl } from './credential';
import { explainAnswer, explainLost, explainPause, type BadAnswer } from './httpErrors';
import { limiterOf, PausedError, type Limiter, type Place } from './limiter';
import { lostBy, networkCode } from './networkCode';
import { readText, type Incoming } from './readBody';
import { NO_REDIRECTS, redirectOrigin } from './redirects';
import {
	mayHaveWorked,
	nextWait,
	NO_EFFORT,
	pausesAll,
	retryAfterMs,
	withSpent,
	type Effort,
	type FailedTry,
} from './retry';
import { wait, type Halted } from './wait';

/** Where requests come from: action nodes, list searches and triggers. */
export type Caller =
	IExecuteFunctions | IExecuteSingleFunctions | ILoadOptionsFunctions | IPollFunctions;

/** Options of n8n's HTTP helper that users and n8n set: timeout (milliseconds), proxy, certificates, domains. */
export type HttpOptions = Pick<
	IHttpRequestOptions,
	'timeout' | 'proxy' | 'skipSslCertificateValidation' | 'allowedDomains'
>;

/** What all requests of a run, a poll or a list search have in common; worked out once. */
export interface Connection {
	caller: Caller;
	/** Base URL without slashes at its end */
	baseUrl: string;
	apiKey: string;
	limiter: Limiter;
	place: Place;
	options: HttpOptions;
	/** Whose credential it is (account.ts), where that was read before */
	account?: string;
	/** What was sent so far: requests, those of them that were repeats, and milliseconds of waiting between */
	sent: { requests: number; repeats: number; waited: number };
}

/** Accounts by base URL and key: whom a key belongs to never changes. */
export const ACCOUNTS = new Map<string, string>();

/**
 * A connection with the credential of the node. Throws a FailureError when its base URL is not valid.
 *
 * @param urgent a poll or a list search, which goes before executions
 */
export async function connect(
	caller: Caller,
	{ urgent = false, ...options }: HttpOptions & { urgent?: boolean } = {},
): Promise<Connection> {
	const credential = await caller.getCredentials<{ baseUrl?: unknown; apiKey?: unknown }>(
		CREDENTIAL,
	);
	const base = baseUrl(credential.baseUrl);
	const apiKey = apiKeyOf(credential);
	const queue = [caller.getExecutionId(), caller.getWorkflow().id, caller.getNode().id].join(' ');
	return {
		caller,
		baseUrl: base,
		apiKey,
		account: ACCOUNTS.get(`${base} ${apiKey}`),
		limiter: limiterOf(base, apiKey),
		place: { queue, urgent },
		options,
		sent: { requests: 0, repeats: 0, waited: 0 },
	};
}

/** One operation of the contract, called. */
export interface Request {
	/** Path below the base URL, `/api/v1/…` */
	path: string;
	/** Body with exactly the contract's fields */
	body: IDataObject;
	/** A write of which nobody knows what repeating it does: sent again only if it was never taken */
	neverReplay?: boolean;
	/** Until when the answer has to be there, on the monotonic clock; waiting for its turn counts */
	deadline?: number;
}

/** A successful answer. */
export interface Answer {
	/** `data` of the envelope */
	data: IDataObject;
	requestId?: string;
	/** An earlier try of the same request got no answer and may have been carried out */
	outcomeUnknown: boolean;
	/** The service's clock when it answered, in Unix milliseconds, if it tells (Date header, whole seconds) */
	serviceTime?: number;
}

const CREDENTIAL = 'svcApi';

/**
 * Sends one request and returns the answer's `data` (contract document 1, response envelope).
 *
 * 408, 425, 429, 502, 503, 504, lost connections and timeouts are tried again within bounds (retry.ts);
 * everything else that is no success throws a FailureError with message, description, HTTP status
 * and `request_id`, `outcomeUnknown` when a try may have been carried out all the same. Throws HaltedError
 * when `halted` before an answer came.
 */
export async function send(
	connection: Connection,
	request: Request,
	halted: Halted = () => false,
): Promise<Answer> {
	const { limiter, place, sent } = connection;
	let effort = NO_EFFORT;
	let outcomeUnknown = false;
	let failure: Failure | undefined;
	const oneTry = async (startedAt: number) => {
		const tried = await attempt(connection, request, timesOf(connection, request, effort));
		if ('data' in tried) {
			limiter.succeeded();
			return tried;
		}
		const { failed } = tried;
		effort = withSpent(effort, failed, { tries: 1, ms: performance.now() - startedAt });
		outcomeUnknown ||= mayHaveWorked(failed);
		const final = request.neverReplay === true && outcomeUnknown;
		const ms = final ? undefined : nextWait(failed, effort, Math.random());
		// Before the slot is free: nobody is let in, not even the next in the queue
		if (pausesAll(failed)) holdAll(limiter, failed, startedAt, ms);
		return { ...tried, ms };
	};
	for (;;) {
		const again = failure !== undefined;
		const result = await limiter
			.schedule({ ...place, again }, oneTry, halted)
			.catch((error: Error) => {
				if (!(error instanceof PausedError)) throw error;
				throw new FailureError({ ...explainPause(error.pause), outcomeUnknown });
			});
		if (result === undefined) {
			const { pause } = limiter;
			throw new HaltedError(outcomeUnknown, failure ?? (pause && explainPause(pause)));
		}
		if ('data' in result) return { ...result, outcomeUnknown };
		const { ms, failed } = result;
		failure = { ...result.explain(effort.tried.tries + effort.refused.tries), outcomeUnknown };
		if (ms === undefined) throw new FailureError(failure);
		effort = withSpent(effort, failed, { tries: 0, ms });
		sent.repeats++;
		sent.waited += ms;
		if (!pausesAll(failed)) await wait(ms, halted);
	}
}

/** The service is too busy, or away: all requests wait, and after 429 there will be fewer of them. */
function holdAll(limiter: Limiter, failed: FailedTry, startedAt: number, ms?: number): void {
	const pause = ms ?? retryAfterMs(failed) ?? 0;
	if (failed.status === 429) limiter.refused(startedAt, pause);
	limiter.pauseFor(pause, failed.status!);
}

/** Milliseconds that a try has until its answer begins, and for all of it. */
interface Times {
	toAnswer: number;
	toEnd: number;
}

/** A first try has its full time, a repeated one what is left for the request. */
function timesOf({ options }: Connection, { deadline }: Request, { tried }: Effort): Times {
	const timeout = options.timeout ?? LIMITS.answerTimeout;
	const left = tried.tries === 0 ? Infinity : Math.max(1_000, LIMITS.maxRequestTime - tried.ms);
	const toDeadline = deadline ? Math.max(1_000, deadline - performance.now()) : Infinity;
	const toEnd = Math.min(left, toDeadline);
	return { toAnswer: Math.min(timeout, toEnd), toEnd };
}

type Attempt =
	| { data: IDataObject; requestId?: string; serviceTime?: number }
	| { failed: FailedTry; explain: (tries: number) => Failure };

/** One try. Never throws: what went wrong is a value, so that the decision to retry stays in one place. */
async function attempt(
	connection: Connection,
	request: Request,
	{ toAnswer, toEnd }: Times,
): Promise<Attempt> {
	const { caller, baseUrl: base, apiKey, options } = connection;
	const startedAt = performance.now();
	connection.sent.requests++;
	let response: IN8nHttpFullResponse;
	let body: string | undefined;
	try {
		response = (await caller.helpers.httpRequestWithAuthentication.call(
			caller as IAllExecuteFunctions,
			CREDENTIAL,
			{
				...options,
				timeout: Math.ceil(toAnswer),
				method: 'POST',
				baseURL: base,
				url: request.path,
				headers: { 'Content-Type': 'application/json', Accept: 'application/json' },
				// Text, because n8n sends no body at all for an empty object
				body: JSON.stringify(request.body),
				// Read by ourselves: with a limit, and as text, to tell gateway pages from answers
				encoding: 'stream',
				returnFullResponse: true,
				ignoreHttpStatusErrors: true,
				...NO_REDIRECTS,
			},
		)) as IN8nHttpFullResponse;
		const left = startedAt + toEnd - performance.now();
		body = await readText(response.body as unknown as Incoming, left);
	} catch (error) {
		const code = networkCode(error);
		return {
			failed: lostBy(code),
			explain: (tries) => explainLost(code, new URL(base).host, tries),
		};
	}
	// Whatever the service says back, the key gets into no message and no output
	const text = apiKey ? body?.replaceAll(apiKey, '***') : body;
	return parseResponse(response.statusCode, response.headers, text, base);
}

function parseResponse(
	status: number,
	headers: IN8nHttpFullResponse['headers'],
	body: string | undefined,
	base: string,
): Attempt {
	const envelope = body === undefined ? undefined : parse(body);
	const answer: BadAnswer = {
		status,
		message: text(envelope?.message),
		requestId: text(envelope?.request_id),
		redirect: status < 300 ? undefined : redirectOrigin(status, headers.location, base),
	};
	if (status === 200) {
		if (body === undefined) {
			answer.flaw = `is larger than ${LIMITS.maxAnswerBytes / 1_000_000} MB`;
			answer.advice = 'The node takes no more in one answer. Ask for less at a time.';
		} else if (!envelope) answer.flaw = 'is not JSON';
		else if (envelope.code === undefined) answer.flaw = "has no 'code'";
		else if (envelope.code !== 200) answer.flaw = `has code ${formatValue(envelope.code)}`;
		else if (!isObject(envelope.data)) answer.flaw = "has no 'data'";
		else {
			const serviceTime = Date.parse(text(headers.date) ?? '') || undefined;
			return { data: envelope.data, requestId: answer.requestId, serviceTime };
		}
	}
	const [retryAfter, date] = [text(headers['retry-after']), text(headers.date)];
	return { failed: { status, retryAfter, date }, explain: (tries) => explainAnswer(answer, tries) };
}

function parse(body: string): IDataObject | undefined {
	try {
		const value: unknown = JSON.parse(body);
		return isObject(value) ? value : undefined;
	} catch {
		return undefined;
	}
}

function isObject(value: unknown): value is IDataObject {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A text of the answer for a message; whoever answers, it stays short. */
function text(value: unknown): string | undefined {
	if (typeof value !== 'string' || value === '') return undefined;
	return value.length > LIMITS.maxServiceWords ? truncate(value, LIMITS.maxServiceWords) : value;
}
