import { readdirSync, readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { createSecureContext, type SecureContext } from 'node:tls';
import type { IDataObject } from 'n8n-workflow';
import { generate } from 'selfsigned';

const RECORDINGS = path.join(__dirname, 'recordings');

/** A recorded answer of another system. A `*` in the path stands for a part of it. */
export interface Recording {
	method: string;
	host: string;
	path: string;
	/** Values that the body of the request must have */
	body?: Record<string, string>;
	answer: IDataObject;
}

/** A request to another system. */
export interface Sent {
	method: string;
	host: string;
	/** Without the query, decoded */
	path: string;
	authorization: string;
	body: IDataObject;
}

/**
 * All other systems: a proxy on 127.0.0.1 that answers for every host from recordings, over TLS with certificates of
 * a certificate authority of its own. Nothing leaves this machine. A request without a recording gets status 599.
 */
export class OtherSystems {
	/** All requests so far that had an answer */
	readonly sent: Sent[] = [];

	/** Requests without a recording, in words */
	readonly refused: string[] = [];

	private recordings = storedRecordings();

	private readonly sockets = new Set<Socket>();

	private readonly tls = createTlsServer(
		{
			SNICallback: (host, done) =>
				void this.certificateFor(host).then((context) => done(null, context), done),
		},
		(request, response) => void this.answer(request, response),
	);

	private readonly proxy = createServer((request, response) => void this.answer(request, response));

	private constructor(private readonly authority: { private: string; cert: string }) {
		this.proxy.on('connection', (socket) => this.sockets.add(socket));
		this.proxy.on('connect', (_request, socket) => {
			socket.write('HTTP/1.1 200 Connection Established\r\n\r\n');
			this.tls.emit('connection', socket);
		});
	}

	static async start(): Promise<OtherSystems> {
		const authority = await generate([{ name: 'commonName', value: 'Pairs Test Authority' }], {
			keyType: 'ec',
			algorithm: 'sha256',
			extensions: [
				{ name: 'basicConstraints', cA: true, critical: true },
				{ name: 'keyUsage', keyCertSign: true, critical: true },
			],
		});
		const systems = new OtherSystems(authority);
		await new Promise<void>((resolve) => systems.proxy.listen(0, '127.0.0.1', resolve));
		return systems;
	}

	/** Address of the proxy. */
	get url(): string {
		return `http://127.0.0.1:${(this.proxy.address() as AddressInfo).port}`;
	}

	/** The certificate of the authority, which clients must trust. */
	get certificate(): string {
		return this.authority.cert;
	}

	/** Forgets the requests, and the answers that a test has added. */
	reset(): void {
		this.sent.length = this.refused.length = 0;
		this.recordings = storedRecordings();
	}

	/** Answers like this from now on, rather than as recorded. */
	add(recording: Recording): void {
		this.recordings.unshift(recording);
	}

	/** Requests by a method to a path, or the beginning of one, oldest first. */
	requests(method: string, beginning: string): Sent[] {
		return this.sent.filter((each) => each.method === method && each.path.startsWith(beginning));
	}

	async close(): Promise<void> {
		for (const socket of this.sockets) socket.destroy();
		await new Promise((resolve) => this.proxy.close(resolve));
	}

	private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
		const { method = '', headers, url = '' } = request;
		const { hostname: host, pathname } = new URL(url, `https://${headers.host}`);
		const type = headers['content-type'] ?? '';
		const content = await text(request);
		const sent = {
			method,
			host,
			path: decodeURIComponent(pathname),
			authorization: headers.authorization ?? '',
			body: (content && type.includes('json') ? JSON.parse(content) : {}) as IDataObject,
		};
		const recording = this.recordings.find((each) => answers(each, sent));
		if (recording) {
			this.sent.push(sent);
			response.writeHead(200, { 'content-type': 'application/json' });
			response.end(JSON.stringify(recording.answer));
		} else {
			const refusal = `There is no recording of ${method} ${host}${sent.path}`;
			this.refused.push(refusal);
			response.writeHead(599, { 'content-type': 'text/plain' }).end(refusal);
		}
	}

	private async certificateFor(host: string): Promise<SecureContext> {
		const { private: key, cert } = this.authority;
		const made = await generate([{ name: 'commonName', value: host }], {
			keyType: 'ec',
			algorithm: 'sha256',
			ca: { key, cert },
		});
		return createSecureContext({ key: made.private, cert: made.cert });
	}
}

function storedRecordings(): Recording[] {
	return readdirSync(RECORDINGS).flatMap(
		(file) => JSON.parse(readFileSync(path.join(RECORDINGS, file), 'utf8')) as Recording[],
	);
}

function answers(recording: Recording, sent: Sent): boolean {
	const parts = recording.path
		.split('*')
		.map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
	return (
		recording.method === sent.method &&
		recording.host === sent.host &&
		new RegExp(`^${parts.join('[^/]+')}$`).test(sent.path) &&
		Object.entries(recording.body ?? {}).every(([name, value]) => sent.body[name] === value)
	);
}
