import type { IAllExecuteFunctions, IDataObject, IN8nHttpFullResponse } from 'n8n-workflow';

import { type Failure, FailureError, HaltedError } from '../errors/failure';
import { LIMITS } from '../limits';
import { CREDENTIAL, type Connection, type HttpOptions } from './connection';
import { type Halted, wait } from '../wait';
import {
	type TryResult,
	type Incoming,
	NO_REDIRECTS,
	parseResponse,
	readText,
	type AnswerFlaw,
} from './readAnswer';
import { limiterOf, type Limiter } from './limiter';
import { explainLost, networkFailure } from './networkFailure';
import { noteAnswer, noteFailure, noteRefusedKey, outageFailure } from './outages';
import {
	asksForLongPause,
	isTransient,
	mayHaveWorked,
	nextWait,
	NO_EFFORT,
	pausesAll,
	retryAfterMs,
	withSpent,
	type Effort,
	type FailedTry,
} from './retry';
import { explainLate, explainPause, explainTurn } from './messages';

/** One request to an operation of the contract. */
export interface Request {
	/** Path below the base URL, `/api/v1/…` */
	path: string;
	/** Request body, as the contract defines it */
	body: IDataObject;
	/** True for a write that may not be repeated: sent again only if it was certainly not carried out */
	neverReplay?: boolean;
	/** Deadline for the answer on the monotonic clock, including the wait for its turn */
	deadline?: number;
}

/** A successful answer. */
export interface Answer {
	/** `data` of the envelope */
	data: IDataObject;
	requestId?: string;
	/** An earlier try of the same request got no answer and may have been carried out */
	outcomeUnknown: boolean;
	/** Date header of the answer in Unix milliseconds (whole seconds), if there is one */
	serviceTime?: number;
	/** Name of a field whose number was rounded, since JavaScript reads none beyond 2^53 exactly */
	rounded?: string;
}

/**
 * Sends one request and returns `data` of the answer (contract document 1, response envelope).
 *
 * 408, 425, 429, 502, 503, 504, lost connections and timeouts are tried again within limits (retry.ts). Any other failure,
 * and the last one of a series, throws a FailureError with message, description, HTTP status and `request_id`, and with
 * `outcomeUnknown` if a try may have been carried out. Throws HaltedError if `halted` before the answer.
 */
export async function send(
	connection: Connection,
	request: Request,
	halted: Halted = () => false,
): Promise<Answer> {
	const limiter = limiterOf(connection.baseUrl, connection.apiKey);
	return await new Sending(connection, request, limiter).run(halted);
}

/** One request with its tries. */
class Sending {
	private effort = NO_EFFORT;
	private outcomeUnknown = false;
	/** Failure of the latest try */
	private failure?: Failure;
	/** The endpoint: with a proxy or timeout of the node, it can fail while it is up for others */
	private readonly endpoint: string;

	constructor(
		private readonly connection: Connection,
		private readonly request: Request,
		private readonly limiter: Limiter,
	) {
		const { proxy, timeout } = connection.options;
		this.endpoint = JSON.stringify([request.path, proxy, timeout]);
	}

	/** Tries until there is an answer, a final failure or no more time. Each try notes its failure and its effort. */
	async run(halted: Halted): Promise<Answer> {
		const { sent, deadline = Infinity, place } = this.connection;
		const stops = () => halted() || performance.now() >= deadline;
		for (;;) {
			const { outage } = this;
			if (outage) throw this.failed(this.failure ?? outage);
			const from = performance.now();
			const queuePlace = { ...place, endpoint: this.endpoint, deadline };
			const tried = await this.limiter.schedule(
				queuePlace,
				async (at) => await this.oneTry(at),
				stops,
			);
			if (tried === undefined) throw this.unsent(halted(), performance.now() - from);
			if ('data' in tried) return { ...tried, outcomeUnknown: this.outcomeUnknown };
			const { wait: ms, failed } = tried;
			if (ms === undefined) throw this.failed(this.failure!);
			// The failure comes before the deadline, not at it. A refused request can be sent after the pause
			if (performance.now() + ms >= deadline) {
				const pause = this.isRefused(failed) ? ms : undefined;
				throw this.failed(explainLate(this.failure, pause));
			}
			// The try itself is counted already
			this.effort = withSpent(this.effort, failed, { tries: 0, ms });
			sent.repeats++;
			sent.waited += ms;
			// The limiter makes all requests wait for an overloaded service, this one among them
			if (!pausesAll(failed)) await wait(ms, stops);
		}
	}

	/** The failure of an endpoint that is down, or of a key that was refused, in this execution. */
	private get outage(): Failure | undefined {
		const { outages } = this;
		return outages && (outageFailure(outages.key) ?? outageFailure(outages.endpoint));
	}

	/** Execution with endpoint, and with API key, for which outages are known. */
	private get outages(): { endpoint: string; key: string } | undefined {
		const { execution, baseUrl, apiKey } = this.connection;
		if (execution === undefined) return undefined;
		return { endpoint: `${execution} ${this.endpoint}`, key: `${execution} ${baseUrl} ${apiKey}` };
	}

	private async oneTry(startedAt: number): Promise<Tried> {
		const { connection, request, limiter } = this;
		const tried = await attempt(connection, request, timesOf(connection, request, this.effort));
		const isFailure = 'failed' in tried && isTransient(tried.failed) && tried.failed.status !== 429;
		const { outages } = this;
		if (outages && !isFailure) Object.values(outages).forEach(noteAnswer);
		if ('data' in tried) {
			limiter.succeeded();
			return tried;
		}
		const { failed, explain } = tried;
		this.effort = withSpent(this.effort, failed, { tries: 1, ms: performance.now() - startedAt });
		this.outcomeUnknown ||= mayHaveWorked(failed);
		this.failure = explain(this.effort.tried.tries + this.effort.refused.tries);
		if (outages && failed.status === 401 && failed.isOwn) noteRefusedKey(outages.key, this.failure);
		const isDown = isFailure && outages && noteFailure(outages.endpoint, this.failure);
		const isFinal = isDown || (request.neverReplay === true && this.outcomeUnknown);
		const failures = failed.status === 429 ? limiter.refusalsInRow(startedAt) : undefined;
		const next = isFinal ? undefined : nextWait(failed, this.effort, Math.random(), failures);
		// Still inside its place, so that no other request starts before the pause
		if (pausesAll(failed)) this.pauseAll(failed, startedAt, next);
		return { failed, wait: next };
	}

	/** Makes all requests wait for an overloaded service, and lowers the rate after a 429. */
	private pauseAll(failed: FailedTry, startedAt: number, next?: number): void {
		const { limiter } = this;
		const pause = next ?? retryAfterMs(failed) ?? 0;
		if (failed.status === 429) limiter.refused(startedAt, pause);
		limiter.pauseFor(pause, failed.status!, this.failure?.message);
		if (asksForLongPause(failed))
			this.failure = { ...this.failure, ...explainPause(limiter.pause!) };
	}

	/** The error of a request that was not sent: halted, too late, or in a pause that is too long. */
	private unsent(isHalted: boolean, waited: number): Error {
		const { deadline = Infinity } = this.connection;
		const { pause } = this.limiter;
		// Its own last failure tells most, then a pause of the service, then other requests that were before it
		const cause = this.failure ?? (pause ? explainPause(pause) : explainTurn(waited));
		if (isHalted) return new HaltedError(this.outcomeUnknown, cause);
		// Without another cause, it is the deadline
		const isLate = !cause || performance.now() >= deadline;
		return this.failed(isLate ? explainLate(cause) : cause);
	}

	/** True if the request was refused with a 429, and is not in doubt either. */
	private isRefused({ status }: FailedTry): boolean {
		return status === 429 && !this.outcomeUnknown;
	}

	private failed(failure: Failure): FailureError {
		return new FailureError({ ...failure, outcomeUnknown: this.outcomeUnknown });
	}
}

/** Result of a try: the answer, or a failure with the milliseconds to wait before the next try, if there is one. */
type Tried = Extract<TryResult, { data: IDataObject }> | { failed: FailedTry; wait?: number };

/** Timeouts of a try in milliseconds: until its answer starts, and until its end. */
interface Times {
	toAnswer: number;
	toEnd: number;
}

/** Timeouts of the next try. A retry gets only the time that is left for the request. */
function timesOf(connection: Connection, request: Request, { tried }: Effort): Times {
	const { options } = connection;
	const deadline = request.deadline ?? connection.deadline;
	const timeout = options.timeout ?? LIMITS.answerTimeout;
	const left = tried.tries === 0 ? Infinity : Math.max(1_000, LIMITS.maxRequestTime - tried.ms);
	const toDeadline = deadline ? Math.max(1_000, deadline - performance.now()) : Infinity;
	const toEnd = Math.min(left, toDeadline);
	return { toAnswer: Math.min(timeout, toEnd), toEnd };
}

/** One try of a request. Returns a failure as a value instead of throwing it. */
async function attempt(
	connection: Connection,
	request: Request,
	{ toAnswer, toEnd }: Times,
): Promise<TryResult> {
	const { functions, baseUrl: base, apiKey, options } = connection;
	const startedAt = performance.now();
	connection.sent.requests++;
	let response: IN8nHttpFullResponse;
	let body: string | AnswerFlaw;
	try {
		response = (await functions.helpers.httpRequestWithAuthentication.call(
			functions as IAllExecuteFunctions,
			CREDENTIAL,
			{
				...options,
				timeout: Math.ceil(toAnswer),
				method: 'POST',
				baseURL: base,
				url: request.path,
				headers: { 'Content-Type': 'application/json', Accept: 'application/json' },
				// Text, because n8n sends no body at all for an empty object (n8n 2.41,
				// @n8n/backend-network/http/axios/request.ts)
				body: JSON.stringify(request.body),
				// As a stream, to limit its size, and to tell pages of proxies from answers
				encoding: 'stream',
				returnFullResponse: true,
				ignoreHttpStatusErrors: true,
				...NO_REDIRECTS,
			},
		)) as IN8nHttpFullResponse;
		const left = startedAt + toEnd - performance.now();
		body = await readText(response.body as unknown as Incoming, left);
	} catch (error) {
		const proxy = placeOf(options.proxy);
		const failure = networkFailure(error, base, proxy);
		const destination = { host: new URL(base).host, hasOwnProxy: proxy !== undefined };
		return {
			failed: failure,
			explain: (tries) => explainLost(failure, destination, tries),
		};
	}
	return parseResponse(response, body, { base, apiKey });
}

/** Host and port of a proxy, without its user and password. */
function placeOf(proxy: HttpOptions['proxy']): string | undefined {
	return proxy && `${proxy.host}:${proxy.port}`;
}
