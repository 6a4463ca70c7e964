import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { randomUUID } from 'node:crypto';

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

/** Serves the contract. The HTTP server is ready to `listen`. */
export async function createServer(host: Host): Promise<FastifyInstance> {
	const dispatch = await createDispatch(host);

	const app = fastify({ bodyLimit, forceCloseConnections: true });
	app.removeAllContentTypeParsers();
	app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body));
	app.addHook('preClose', async () => host.faults.release());
	app.all('/*', serve);
	app.setNotFoundHandler(serve);
	app.setErrorHandler<Error & { statusCode?: number }>((error, _request, reply) =>
		send(
			reply,
			failed(new Failure(error.statusCode ?? 500, error.message), randomUUID()),
			host.now(),
		),
	);
	return app;

	async function serve(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
		const account = host.accountOf(request.headers.authorization);
		const traffic = host.trafficOf(account);
		const entry = describeRequest(host, request, account, traffic.begin());
		const end = (status?: number) => {
			if (entry.endedAt !== undefined) return;
			entry.endedAt = Date.now();
			entry.status = status;
			traffic.end();
			host.log.changed(entry);
		};
		reply.raw.once('close', () => end());
		host.log.add(entry);

		const answer = await answerTo(entry, request.headers['content-type'], traffic);
		end(answer?.status);
		if (answer) return send(reply, answer, host.now());
		reply.hijack();
		request.raw.socket.destroy();
		return reply;
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
		const { rule, delayMs } = host.faults.take(entry);
		if (rule?.drop) entry.injected = `drop ${rule.drop}`;
		else if (rule) entry.injected = 'status';
		else if (delayMs > 0) entry.injected = 'delay';

		if (rule?.drop === 'before') return undefined;
		let answer: Answer | undefined;
		if (!rule || rule.drop || rule.processFirst || rule.rewrite) {
			answer = await dispatch({ entry, contentType, body: structuredClone(entry.body) });
			entry.processed = true;
			host.log.changed(entry);
		}
		if (delayMs > 0 && !(await host.faults.hold(delayMs))) return undefined;
		if (rule?.drop === 'after') return undefined;
		if (rule?.rewrite) return rewritten(rule, entry, answer!);
		return rule ? injectedAnswer(rule, entry) : answer;
	}
}

function describeRequest(
	host: Host,
	request: FastifyRequest,
	account: AccountId | undefined,
	inFlight: number,
): LogEntry {
	const path = request.url.split('?')[0];
	const { 'content-type': contentType, accept, 'user-agent': userAgent } = request.headers;
	const rawBody = request.body as string | undefined;
	return {
		sequence: host.log.nextSequence(),
		requestId: randomUUID(),
		method: request.method,
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

/** The header Date with the service's own time. */
function send(reply: FastifyReply, { status, body, headers }: Answer, now: number): FastifyReply {
	const date = new Date(now).toUTCString();
	return reply
		.code(status)
		.headers({ 'content-type': 'application/json; charset=utf-8', date, ...headers })
		.send(body);
}
