import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';

import { failed, type Answer } from './answers';
import type { AccountId } from './auth';
import { createDispatch, type Operations } from './dispatch';
import { Failure } from './failure';
import { injectedAnswer, rewritten, type Faults } from './faults';
import type { Limits, Traffic } from './limits';
import type { LogEntry, RequestLog } from './log';
import type { Fields } from './rules';

/** The part of the service that the server uses. */
export interface Host extends Operations {
	log: RequestLog;
	faults: Faults;
	limits: Limits;
	/** The account of an Authorization header, if it is valid. */
	accountOf(authorization: string | undefined): AccountId | undefined;
	/** The requests of an account, or those without a valid key. */
	trafficOf(account: AccountId | undefined): Traffic;
}

const bodyLimit = 32 * 1024 * 1024;

/** A request as it comes, over HTTP or without. */
interface Received {
	method: string;
	url: string;
	/** By lower-case names */
	headers: Record<string, string | string[] | undefined>;
	body?: string;
}

export interface Server {
	/** The HTTP server, ready to `listen`. */
	app: FastifyInstance;
	/** Answers a request without HTTP; nothing where HTTP would lose the connection. */
	answer(request: Received): Promise<Answer | undefined>;
}

/** Serves the contract. */
export async function createServer(host: Host): Promise<Server> {
	const dispatch = await createDispatch(host);

	const app = fastify({ bodyLimit, forceCloseConnections: true });
	app.removeAllContentTypeParsers();
	app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body));
	app.addHook('preClose', async () => host.faults.release());
	app.all('/*', serve);
	app.setNotFoundHandler(serve);
	app.setErrorHandler<Error & { statusCode?: number }>((error, _request, reply) => {
		const failure = new Failure(error.statusCode ?? 500, error.message);
		return send(reply, withHeaders(failed(failure, randomUUID()), host.now()));
	});
	return { app, answer };

	async function serve(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
		const { method, url, headers } = request;
		const received = { method, url, headers, body: request.body as string | undefined };
		const answered = await answer(received, (lost) => reply.raw.once('close', lost));
		if (answered) return send(reply, answered);
		reply.hijack();
		request.raw.socket.destroy();
		return reply;
	}

	async function answer(
		received: Received,
		onClose?: (lost: () => void) => void,
	): Promise<Answer | undefined> {
		const { authorization, 'content-type': contentType } = received.headers;
		const account = host.accountOf(authorization as string | undefined);
		const traffic = host.trafficOf(account);
		const entry = describeRequest(host, received, account, traffic.begin());
		const end = (status?: number) => {
			if (entry.endedAt !== undefined) return;
			entry.endedAt = Date.now();
			entry.status = status;
			traffic.end();
			host.log.changed(entry);
		};
		onClose?.(() => end());
		host.log.add(entry);

		const answered = await answerTo(entry, contentType as string | undefined, traffic);
		end(answered?.status);
		return answered && withHeaders(answered, host.now());
	}

	/** The answer to a request; undefined if its connection is to be destroyed. */
	async function answerTo(
		entry: LogEntry,
		contentType: string | undefined,
		traffic: Traffic,
	): Promise<Answer | undefined> {
		const refusal = traffic.refusal(host.limits);
		if (refusal) {
			entry.injected = 'limit';
			return failed(refusal, entry.requestId);
		}
		const { rule, delayMs, bodyMs } = host.faults.take(entry);
		if (rule?.drop) entry.injected = `drop ${rule.drop}`;
		else if (rule) entry.injected = 'status';
		else if (delayMs > 0 || bodyMs > 0) entry.injected = 'delay';

		if (rule?.drop === 'before') return undefined;
		let answer: Answer | undefined;
		if (!rule || rule.drop || rule.processFirst || rule.rewrite) {
			answer = await dispatch({ entry, contentType, body: structuredClone(entry.body) });
			entry.processed = true;
			host.log.changed(entry);
		}
		if (delayMs > 0 && !(await host.faults.hold(delayMs))) return undefined;
		if (rule?.drop === 'after') return undefined;
		if (rule?.rewrite) answer = rewritten(rule, entry, answer!);
		else if (rule) answer = injectedAnswer(rule, entry);
		return answer && { ...answer, bodyMs };
	}
}

function describeRequest(
	host: Host,
	{ method, url, headers, body: rawBody }: Received,
	account: AccountId | undefined,
	inFlight: number,
): LogEntry {
	const path = url.split('?')[0];
	const {
		'content-type': contentType,
		accept,
		'user-agent': userAgent,
	} = headers as Record<string, string | undefined>;
	return {
		sequence: host.log.nextSequence(),
		requestId: randomUUID(),
		method,
		path,
		operation: host.contract.operations.get(path),
		account,
		headers: { contentType, accept, userAgent },
		rawBody,
		body: parseJson(rawBody),
		inFlight,
		startedAt: Date.now(),
		processed: false,
		violation: false,
	};
}

/** The value, or undefined if it is not JSON. */
function parseJson(text: string | undefined): Fields | undefined {
	try {
		return JSON.parse(text ?? '');
	} catch {
		return undefined;
	}
}

/** An answer tells the service's own time, as HTTP servers do. */
function withHeaders({ headers, ...answer }: Answer, now: number): Answer {
	const date = new Date(now).toUTCString();
	const own = { 'content-type': 'application/json; charset=utf-8', date };
	return { ...answer, headers: { ...own, ...headers } };
}

function send(reply: FastifyReply, { status, body, headers = {}, bodyMs }: Answer): FastifyReply {
	return reply
		.code(status)
		.headers(headers)
		.send(bodyMs ? Readable.from(inParts(Buffer.from(body), bodyMs)) : body);
}

/** The bytes in ten parts, over some time. A caller that gives up ends this. */
async function* inParts(bytes: Buffer, ms: number): AsyncGenerator<Buffer> {
	const length = Math.ceil(bytes.length / 10);
	for (let i = 0; i < bytes.length; i += length) {
		if (i > 0) await sleep(ms / 9);
		yield bytes.subarray(i, i + length);
	}
}
