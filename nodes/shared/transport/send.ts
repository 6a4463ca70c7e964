import type { IAllExecuteFunctions, IDataObject, IN8nHttpFullResponse } from 'n8n-workflow';

import { type Failure, FailureError, HaltedError } from '../errors/failure';
import { LIMITS } from '../limits';
import { CREDENTIAL, type Connection, type HttpOptions } from './connection';
import type { Open } from './endpoints';
import { explainLate, explainLost, explainPause, explainTurn, withWaits } from './httpErrors';
import { limiterOf, UnsentError, type Limiter, type Place } from './limiter';
import { networkFailure } from './networkFailure';
import { type Attempt, type Incoming, NO_REDIRECTS, parseResponse, readText } from './readAnswer';
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
import { wait, type Halted } from './wait';

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
	private failure?: Failure;
	private again?: Place['again'];
	/** Milliseconds of waiting for its turn */
	private turns = 0;

	constructor(
		private readonly connection: Connection,
		private readonly request: Request,
		private readonly limiter: Limiter,
	) {}

	async run(halted: Halted): Promise<Answer> {
		const { sent, deadline = Infinity } = this.connection;
		const stops = () => halted() || performance.now() >= deadline;
		for (;;) {
			const result = await this.inTurn(stops);
			if (result === undefined) throw this.stopped(halted());
			if ('data' in result) return { ...result, outcomeUnknown: this.outcomeUnknown };
			const { ms, failed, explain } = result;
			const tries = this.effort.tried.tries + this.effort.refused.tries;
			const { pause } = this.limiter;
			const known = pause && asksForLongPause(failed) ? explainPause(pause) : {};
			this.failure = { ...explain(tries), ...known };
			if (ms === undefined) throw this.failed(this.failure);
			// The failure comes before the deadline, not at it
			if (performance.now() + ms >= deadline)
				throw this.failed(explainLate(this.failure, this.isUnsent(failed) ? ms : undefined));
			this.effort = withSpent(this.effort, failed, { tries: 0, ms });
			// After a second refusal the request lets others go first: the service may accept those
			this.again = failed.status === 429 && this.effort.refused.tries === 1 ? 'refused' : 'failed';
			sent.repeats++;
			sent.waited += ms;
			if (!pausesAll(failed)) await wait(ms, stops);
		}
	}

	/** One try when it is the turn of the request. Undefined if halted before. */
	private async inTurn(halted: Halted): Promise<Tried | undefined> {
		const { again, limiter, request } = this;
		const { place, deadline, options } = this.connection;
		const from = performance.now();
		let startedAt: number | undefined;
		const oneTry = async (open: Open) => {
			({ startedAt } = open);
			return await this.oneTry(open);
		};
		// What fails with a proxy or timeout of its own may be up for others
		const path = JSON.stringify([request.path, options.proxy, options.timeout]);
		const own = { ...place, path, again, deadline };
		const result = await limiter.schedule(own, oneTry, halted).catch((error: Error) => error);
		this.turns += (startedAt ?? performance.now()) - from;
		if (result instanceof UnsentError) throw this.failed(this.failure ?? result.failure);
		if (result instanceof Error) throw result;
		return result;
	}

	private async oneTry(open: Open): Promise<Tried> {
		const { connection, request, limiter } = this;
		const tried = await attempt(connection, request, timesOf(connection, request, this.effort));
		if ('data' in tried) {
			limiter.succeeded(open);
			return tried;
		}
		const { failed } = tried;
		const ms = performance.now() - open.startedAt;
		this.effort = withSpent(this.effort, failed, { tries: 1, ms });
		this.outcomeUnknown ||= mayHaveWorked(failed);
		const isFinal = request.neverReplay === true && this.outcomeUnknown;
		const next = isFinal ? undefined : nextWait(failed, this.effort, Math.random());
		// Still inside the slot, so that no other request starts before the pause
		if (pausesAll(failed)) holdAll(limiter, failed, open, next);
		const isOver =
			failed.status !== 429 && isTransient(failed) && !limiter.failed(open, tried.explain(1));
		if (failed.status !== undefined && !isTransient(failed)) limiter.answered(open);
		return { ...tried, ms: isOver ? undefined : next };
	}

	/** The error of a request that is no longer wanted. */
	private stopped(isHalted: boolean): Error {
		const { pause } = this.limiter;
		const failure = this.failure ?? (pause ? explainPause(pause) : explainTurn(this.turns));
		return isHalted
			? new HaltedError(this.outcomeUnknown, failure)
			: this.failed(explainLate(failure));
	}

	/** True if the request was refused with a 429, and is not in doubt either. */
	private isUnsent({ status }: FailedTry): boolean {
		return status === 429 && !this.outcomeUnknown;
	}

	private failed(failure: Failure): FailureError {
		const { tried, refused } = this.effort;
		const waits = { turn: this.turns, service: tried.ms + refused.ms };
		return new FailureError({ ...withWaits(failure, waits), outcomeUnknown: this.outcomeUnknown });
	}
}

/** Result of a try: the answer, or a failure with the milliseconds to wait before the next try, if there is one. */
type Tried =
	| Extract<Attempt, { data: IDataObject }>
	| (Extract<Attempt, { failed: FailedTry }> & { ms?: number });

/** Makes all requests wait for an overloaded service, and lowers the rate after 429. */
function holdAll(limiter: Limiter, failed: FailedTry, open: Open, ms?: number): void {
	const pause = ms ?? retryAfterMs(failed) ?? 0;
	if (failed.status === 429) limiter.refused(open, pause);
	limiter.pauseFor(pause, failed.status!);
}

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
		const failure = networkFailure(error, base);
		const destination = { host: new URL(base).host, proxy: placeOf(options.proxy) };
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
