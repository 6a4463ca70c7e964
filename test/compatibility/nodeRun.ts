import crypto from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { IDataObject, INode } from 'n8n-workflow';

import { loadOptionsContext } from '../../dev/engine/loadOptions';
import { runNode, type Outcome } from '../../dev/engine/runNode';
import { userOf } from '../../nodes/shared/api/user';
import { connect } from '../../nodes/shared/transport/connection';

/** The moment of all runs: writes send it, and it is in their idempotency keys. */
const NOW = Date.UTC(2026, 0, 15, 12);

const PROFILE = { code: 200, message: 'success', data: { user_ref: 'user_self' } };

/** A request as the service got it. */
export interface Sent {
	path: string;
	body: IDataObject;
}

/** Answers a request; undefined for none. */
export type Answer = (sent: Sent) => object | undefined;

/** Runs saved nodes in n8n's engine at a moment that is always the same, against answers that are given. */
export class NodeRuns {
	private answer: Answer = () => PROFILE;

	private sent: Sent[] = [];

	private readonly realNow = Date.now;

	private readonly realUUID = crypto.randomUUID;

	private constructor(private readonly server: Server) {}

	static async start(): Promise<NodeRuns> {
		const server = createServer();
		const runs = new NodeRuns(server);
		server.on('request', async (request, response) => {
			// A key for Write Once Per depends on the port of this server
			const body = (await text(request)).replace(/once-\w{16}/, 'once');
			const sent = { path: request.url!, body: JSON.parse(body) as IDataObject };
			runs.sent.push(sent);
			const answer = runs.answer(sent);
			response.statusCode = answer ? 200 : 400;
			response.setHeader('content-type', 'application/json');
			response.end(
				JSON.stringify(answer ?? { code: 400, message: 'Nothing is recorded for this' }),
			);
		});
		await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
		Date.now = () => NOW;
		// Read once for each key and process, before the first write: part of no run
		await userOf(await connect(loadOptionsContext('svcAccount', runs.credential)));
		return runs;
	}

	stop(): void {
		Date.now = this.realNow;
		crypto.randomUUID = this.realUUID;
		this.server.close();
	}

	/** Runs a node with one empty item; gives what it sent too. */
	async run(node: INode, answer: Answer): Promise<Outcome & { sent: Sent[] }> {
		this.answer = answer;
		this.sent = [];
		crypto.randomUUID = () => '00000000-0000-4000-8000-000000000001';
		const outcome = await runNode({
			node: node.type.split('.')[1],
			parameters: node.parameters,
			credential: this.credential,
			settings: { typeVersion: node.typeVersion },
		});
		return { ...outcome, sent: this.sent };
	}

	private get credential() {
		const { port } = this.server.address() as AddressInfo;
		return { baseUrl: `http://127.0.0.1:${port}`, apiKey: 'none' };
	}
}
