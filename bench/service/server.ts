import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { IDataObject } from 'n8n-workflow';

import { loadContract } from '../../dev/fake-service/contract';
import { Traffic as Limited, type Limits } from '../../dev/fake-service/limits';
import type { Failure } from '../../dev/fake-service/failure';
import { envelope, type Answers } from './answers';

/** The account of the key, which the nodes read once before they write. */
const ALWAYS: Answers = {
	'/api/v1/profile/get': () => ({
		user_ref: 'usr_bench',
		nickname: 'Bench',
		svc_id: 'bench',
		created_at: 1_750_000_000_000,
	}),
};

/** Requests since the last reset. */
export interface Traffic {
	requests: number;
	/** Maximum number of simultaneous requests */
	inFlight: number;
	/** Time of each request in Unix milliseconds, and true for those that were refused */
	times: number[];
	refused: boolean[];
}

const NO_TRAFFIC = (): Traffic => ({ requests: 0, inFlight: 0, times: [], refused: [] });

/**
 * The service of the bench: it answers as little and as fast as possible, so that the contenders are measured and
 * not the service. The fake service of the tests checks every request and answer, which takes longer than some
 * contenders do; here this happens only while `checking`, in the warm-up. The first part of the path is the size of
 * the job: http://127.0.0.1:…/1000/api/v1/…
 */
export class BenchService {
	checking = false;
	latency = 0;
	/** Limits of the answers; none unless set */
	limits: Limits = {};
	/** Contract path whose requests get no answer */
	hanging?: string;
	/** Violations of the contract in requests and answers */
	readonly problems = new Set<string>();
	private traffic = NO_TRAFFIC();
	private limited = new Limited();
	private readonly contract = loadContract();
	private readonly answersBySize = new Map<number, Answers>();
	readonly server: Server;

	constructor(
		private readonly answersOf: (size: number) => Answers,
		private readonly changing = false,
	) {
		this.server = createServer((request, response) => {
			const { traffic } = this;
			traffic.requests++;
			traffic.inFlight = Math.max(traffic.inFlight, this.limited.begin());
			traffic.times.push(Date.now());
			const refusal = this.limited.refusal(this.limits);
			traffic.refused.push(refusal !== undefined);
			if (this.hanging && request.url!.endsWith(this.hanging)) return void request.resume();
			const answer = refusal ? this.refuse(request, refusal) : this.answer(request);
			void answer.then(({ status, body, headers }) => {
				const end = () => {
					this.limited.end();
					response.writeHead(status, {
						...headers,
						'content-type': 'application/json; charset=utf-8',
						'content-length': body.length,
					});
					response.end(body);
				};
				if (this.latency > 0 && !refusal) setTimeout(end, this.latency);
				else end();
			});
		});
		// A connection that is reused at the moment it is closed would be lost
		this.server.keepAliveTimeout = 600_000;
	}

	/** Returns the requests until now, and starts counting again. */
	reset(): Traffic {
		if (this.changing) this.answersBySize.clear();
		const { traffic } = this;
		this.traffic = NO_TRAFFIC();
		return traffic;
	}

	private async refuse(request: IncomingMessage, { headers, message }: Failure): Promise<Reply> {
		await textOf(request);
		return { status: 429, headers, body: Buffer.from(JSON.stringify({ code: 429, message })) };
	}

	private async answer(request: IncomingMessage): Promise<Reply> {
		const [, size, ...path] = request.url!.split('/');
		try {
			const body = JSON.parse(await textOf(request)) as IDataObject;
			return { status: 200, body: this.answerTo(Number(size), `/${path.join('/')}`, body) };
		} catch (error) {
			const { message } = error as Error;
			this.problems.add(message);
			return { status: 400, body: Buffer.from(JSON.stringify({ code: 400, message })) };
		}
	}

	/** Prepares the answers of a size, if not done yet, so that no contender waits for it. */
	prepare(size: number): Answers {
		let answers = this.answersBySize.get(size);
		if (!answers) this.answersBySize.set(size, (answers = this.answersOf(size)));
		return answers;
	}

	private answerTo(size: number, path: string, body: IDataObject): Buffer {
		const answer = this.prepare(size)[path] ?? ALWAYS[path];
		if (!answer) throw new Error(`The case has no answer to ${path}`);
		if (this.checking) this.checkRequest(path, body);
		const data = answer(body);
		const whole = data instanceof Buffer ? data : envelope(data);
		if (this.checking) this.checkAnswer(path, whole);
		return whole;
	}

	private checkRequest(path: string, body: IDataObject): void {
		const operation = this.contract.operations.get(path);
		if (!operation) throw new Error(`${path} is not in the contract`);
		// On a copy: the check completes it with the contract's defaults
		this.contract.checkRequest(operation, structuredClone(body), Date.now());
	}

	private checkAnswer(path: string, answer: Buffer): void {
		const operation = this.contract.operations.get(path)!;
		const problem = this.contract.problemOfResponse(operation, JSON.parse(answer.toString()));
		if (problem) throw new Error(`The answer to ${operation} breaks the contract: ${problem}`);
	}
}

interface Reply {
	status: number;
	headers?: Record<string, string>;
	body: Buffer;
}

async function textOf(request: IncomingMessage): Promise<string> {
	const chunks: Buffer[] = [];
	for await (const chunk of request) chunks.push(chunk as Buffer);
	return Buffer.concat(chunks).toString();
}
