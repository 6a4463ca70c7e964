import http, { type IncomingMessage, type RequestListener } from 'node:http';
import https, { type ServerOptions } from 'node:https';
import net, { type AddressInfo, type Server, type Socket } from 'node:net';
import tls, { type SecureContext } from 'node:tls';
import { generate } from 'selfsigned';

/** Proxies, TLS servers and gateways on 127.0.0.1, between nodes and the fake service. */

/** A running server. */
export interface Running {
	url: string;
	/** Requests and tunnels so far */
	count: number;
	close: () => Promise<void>;
}

async function listen(server: Server, scheme: 'http' | 'https'): Promise<Running> {
	const sockets = new Set<Socket>();
	server.on('connection', (socket: Socket) => {
		sockets.add(socket);
		socket.on('error', () => {});
		socket.on('close', () => sockets.delete(socket));
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const running: Running = {
		// By name, since a tunnel of n8n checks certificates of names alone
		url: `${scheme}://localhost:${(server.address() as AddressInfo).port}`,
		count: 0,
		close: async () => {
			for (const socket of sockets) socket.destroy();
			await new Promise((resolve) => server.close(resolve));
		},
	};
	const counts = () => running.count++;
	server.on('request', counts).on('connect', counts);
	return running;
}

/** A port on which nobody listens. */
export async function freePort(): Promise<number> {
	const server = net.createServer();
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const { port } = server.address() as AddressInfo;
	await new Promise((resolve) => server.close(resolve));
	return port;
}

/** A certificate, and the authority that has issued it. */
export interface Identity {
	authority: string;
	key: string;
	cert: string;
}

const DAY = 86_400_000;
let authorities = 0;

/** Makes a certificate for `host`, which is valid today unless it is `expired`. */
export async function makeIdentity({
	host = 'localhost',
	expired = false,
} = {}): Promise<Identity> {
	// OpenSSL finds authorities by their names
	const name = `Authority ${++authorities} of a test`;
	const valid = (from: number, to: number) => ({
		notBeforeDate: new Date(Date.now() + from * DAY),
		notAfterDate: new Date(Date.now() + to * DAY),
	});
	const authority = await generate([{ name: 'commonName', value: name }], {
		...valid(-400, 400),
		extensions: [
			{ name: 'basicConstraints', cA: true, critical: true },
			{ name: 'keyUsage', keyCertSign: true, digitalSignature: true, critical: true },
		],
	});
	const { private: key, cert } = await generate([{ name: 'commonName', value: host }], {
		...valid(-300, expired ? -1 : 300),
		ca: { key: authority.private, cert: authority.cert },
		extensions: [{ name: 'subjectAltName', altNames: [{ type: 2, value: host }] }],
	});
	return { authority: authority.cert, key, cert };
}

/** Trusts the authorities of certificates until jest restores mocks, as a process that starts with NODE_EXTRA_CA_CERTS. */
export function trust(identities: Identity[]): void {
	const create = tls.createSecureContext;
	jest.spyOn(tls, 'createSecureContext').mockImplementation((options) => {
		const context = create(options) as SecureContext & {
			context: { addCACert: (cert: string) => void };
		};
		for (const { authority } of identities) context.context.addCACert(authority);
		return context;
	});
}

/** A server in front of `target`, over TLS. */
export async function startFront(target: string, options: ServerOptions): Promise<Running> {
	return await listen(
		https.createServer(
			options,
			forwardTo(() => target),
		),
		'https',
	);
}

/** A gateway that answers every request with a status and a page. */
export async function startServer(
	status: number,
	headers: object = {},
	page: string | Buffer = '<html>Gateway</html>',
): Promise<Running> {
	const server = http.createServer((_request, response) => {
		response.writeHead(status, { 'content-type': 'text/html', ...headers });
		response.end(page);
	});
	return await listen(server, 'http');
}

/** A server of another protocol, which greets every connection with bytes. */
export async function startOther(bytes: string): Promise<Running> {
	return await listen(
		net.createServer((socket) => socket.write(bytes, 'latin1')),
		'http',
	);
}

/** Passes requests on to the origin that `targetOf` gives. */
function forwardTo(targetOf: (request: IncomingMessage) => string): RequestListener {
	return (request, response) => {
		const url = new URL(request.url!, targetOf(request));
		const headers = { ...request.headers, host: url.host };
		const passed = http.request(url, { method: request.method, headers }, (answer) => {
			response.writeHead(answer.statusCode!, answer.headers);
			answer.pipe(response);
		});
		passed.on('error', () => response.destroy());
		request.pipe(passed);
	};
}

interface ProxyOptions {
	/** User and password that the proxy asks for */
	login?: string;
	/** Closes every connection without an answer */
	drops?: boolean;
	/** Speaks TLS with this identity */
	identity?: Identity;
}

/** A forward proxy: for http:// with whole addresses, for https:// with tunnels. */
export async function startProxy({ login, drops, identity }: ProxyOptions = {}): Promise<Running> {
	const wanted = login && `Basic ${Buffer.from(login).toString('base64')}`;
	const mayPass = ({ headers }: IncomingMessage) =>
		wanted === undefined || headers['proxy-authorization'] === wanted;
	const pass = forwardTo(({ url }) => new URL(url!).origin);
	const answer: RequestListener = (request, response) => {
		if (drops) request.socket.destroy();
		else if (mayPass(request)) pass(request, response);
		else response.writeHead(407).end('<html>Who are you?</html>');
	};
	const server = identity ? https.createServer(identity, answer) : http.createServer(answer);
	server.on('connect', (request: IncomingMessage, socket: Socket) => {
		socket.on('error', () => {});
		if (drops || !mayPass(request)) {
			socket.end(drops ? '' : 'HTTP/1.1 407 Proxy Authentication Required\r\n\r\n');
			return;
		}
		const { hostname, port } = new URL(`http://${request.url}`);
		const tunnel = net.connect(Number(port), hostname, () => {
			socket.write('HTTP/1.1 200 Connection Established\r\n\r\n');
			tunnel.pipe(socket).pipe(tunnel);
		});
		tunnel.on('error', () => socket.destroy());
		socket.on('close', () => tunnel.destroy());
	});
	return await listen(server, identity ? 'https' : 'http');
}
