import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { statSync, writeFileSync } from 'node:fs';
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';

import axios from 'axios';
import type { IDataObject } from 'n8n-workflow';

import { waitFor } from '../../dev/n8n/client';
import { ensureN8n } from '../../dev/n8n/install';
import { REPOSITORY } from '../../dev/n8n/paths';
import { findFreePort } from '../../dev/n8n/ports';

const FOLDER = path.join(REPOSITORY, 'test/rehearsal/registry');
const GUARD = path.join(REPOSITORY, 'dev/n8n/stop-with-parent.cjs');

/** Installs verdaccio, unless it is there: npm writes its own lockfile last. */
function install(): void {
	const changed = (file: string) =>
		statSync(path.join(FOLDER, file), { throwIfNoEntry: false })?.mtimeMs ?? 0;
	if (changed('node_modules/.package-lock.json') >= changed('package-lock.json')) return;
	execFileSync('npm', ['ci', '--loglevel=error'], { cwd: FOLDER, stdio: 'inherit' });
}

/** Needs no other registry: it has only what is published to it. */
const CONFIG = `
storage: ./storage
auth: { htpasswd: { file: ./htpasswd } }
packages: { '**': { access: $all, publish: $authenticated } }
web: { enable: false }
log: { type: stdout, format: json, level: warn }
`;

/** Whom npm lets publish: the claims that the ID token of a job of GitHub Actions must have. */
interface Trust {
	claims: { repository: string; workflow_ref: { file: string }; environment?: string };
	permissions: string[];
}

/** An ID token of GitHub says which job it is for. */
interface Claims extends IDataObject {
	aud: string;
	repository: string;
	workflow_ref: string;
	environment?: string;
}

/**
 * npm's registry, as verdaccio on 127.0.0.1. A server before it does what verdaccio does not: the login in a browser,
 * trusted publishers, and the provenance of a version. That server also gives the ID tokens of GitHub Actions.
 */
export class Registry {
	/** Signed statements about published versions, by file name. */
	readonly provenance = new Map<string, IDataObject>();

	private trust: Trust | undefined;

	private readonly front = createServer(
		(asked, response) =>
			void this.answer(asked, response).catch((error: Error) =>
				response.writeHead(500).end(error.message),
			),
	);

	private constructor(
		/** Its address, with a slash at the end as npm writes it. */
		readonly url: string,
		private readonly verdaccio: ChildProcess,
		private readonly port: number,
	) {}

	/** @param folder an empty folder for what is published */
	static async start(folder: string): Promise<Registry> {
		install();
		// The Node.js of n8n is new enough for verdaccio
		const { node } = await ensureN8n();
		const [port, front] = [await findFreePort(), await findFreePort()];
		writeFileSync(path.join(folder, 'config.yaml'), CONFIG);
		const verdaccio = spawn(
			node,
			[
				...['--require', GUARD, path.join(FOLDER, 'node_modules/verdaccio/bin/verdaccio')],
				...['--config', path.join(folder, 'config.yaml'), '--listen', `127.0.0.1:${port}`],
			],
			{ cwd: folder, detached: true, stdio: ['ignore', 'ignore', 'ignore', 'ipc'] },
		);
		const registry = new Registry(`http://127.0.0.1:${front}/`, verdaccio, port);
		await new Promise<void>((resolve) => registry.front.listen(front, '127.0.0.1', resolve));
		await waitFor('the registry', 60_000, async () => {
			const pinged = axios.get(`${registry.url}-/ping`, { proxy: false });
			return await pinged.catch(() => undefined);
		});
		return registry;
	}

	/** The address from which a job with these claims gets ID tokens. */
	tokensFor(claims: Omit<Claims, 'aud'>): string {
		return `${this.url}id-token?claims=${encodeURIComponent(JSON.stringify(claims))}`;
	}

	async close(): Promise<void> {
		this.verdaccio.kill();
		this.front.closeAllConnections();
		await new Promise((resolve) => this.front.close(resolve));
	}

	private async answer(asked: IncomingMessage, response: ServerResponse): Promise<void> {
		const { pathname, searchParams } = new URL(asked.url!, this.url);
		const body = await buffer(asked);
		const json = (content: object, status = 200) =>
			response
				.writeHead(status, { 'content-type': 'application/json' })
				.end(JSON.stringify(content));
		if (pathname === '/-/v1/login') {
			json({ loginUrl: `${this.url}login`, doneUrl: `${this.url}-/v1/done` });
		} else if (pathname === '/-/v1/done') {
			json({ token: await this.newToken() });
		} else if (pathname.endsWith('/trust')) {
			await this.read(pathname.split('/').at(-2)!);
			[this.trust] = JSON.parse(body.toString()) as Trust[];
			json(this.trust);
		} else if (pathname === '/id-token') {
			const claims = JSON.parse(searchParams.get('claims')!) as object;
			json({ value: idToken({ ...claims, aud: searchParams.get('audience') }) });
		} else if (pathname.startsWith('/-/npm/v1/oidc/token/exchange/')) {
			const claims = claimsOf(asked.headers.authorization!);
			if (isTrusted(claims, this.trust)) json({ token: await this.newToken() });
			else json({ message: 'npm does not trust this job' }, 404);
		} else {
			this.forward(asked, asked.method === 'PUT' ? this.withoutProvenance(body) : body, response);
		}
	}

	private forward(asked: IncomingMessage, body: Buffer, response: ServerResponse): void {
		const { method, url, headers } = asked;
		const options = { host: '127.0.0.1', port: this.port, method, path: url };
		request({ ...options, headers: { ...headers, 'content-length': body.length } }, (answer) => {
			response.writeHead(answer.statusCode!, answer.headers);
			answer.pipe(response);
		})
			.on('error', (error) => response.writeHead(502).end(error.message))
			.end(body);
	}

	/** Keeps the provenance that a version is published with, of which verdaccio knows nothing. */
	private withoutProvenance(body: Buffer): Buffer {
		const published = JSON.parse(body.toString()) as {
			_attachments?: Record<string, { data: string }>;
		};
		for (const [name, { data }] of Object.entries(published._attachments ?? {})) {
			if (!name.endsWith('.sigstore')) continue;
			const { dsseEnvelope } = JSON.parse(data) as { dsseEnvelope: { payload: string } };
			this.provenance.set(name, decoded(dsseEnvelope.payload));
			delete published._attachments![name];
		}
		return Buffer.from(JSON.stringify(published));
	}

	/** @throws Error if the package does not exist */
	private async read(name: string): Promise<void> {
		await axios.get(`http://127.0.0.1:${this.port}/${name}`, { proxy: false });
	}

	/** Token of a new user. */
	private async newToken(): Promise<string> {
		const name = `user${Date.now()}`;
		const { data } = await axios.put<{ token: string }>(
			`http://127.0.0.1:${this.port}/-/user/org.couchdb.user:${name}`,
			{ name, password: 'invented-password' },
			{ proxy: false },
		);
		return data.token;
	}
}

function isTrusted(claims: Claims, trust: Trust | undefined): boolean {
	const { repository, workflow_ref, environment } = trust?.claims ?? {};
	const workflow = `${repository}/.github/workflows/${workflow_ref?.file}@`;
	return (
		trust !== undefined &&
		trust.permissions.includes('createPackage') &&
		claims.aud === 'npm:127.0.0.1' &&
		claims.repository === repository &&
		claims.workflow_ref.startsWith(workflow) &&
		claims.environment === environment
	);
}

const idToken = (claims: object) =>
	`e30.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.`;

const claimsOf = (authorization: string) => decoded(authorization.split('.')[1]) as Claims;

const decoded = (text: string) => JSON.parse(Buffer.from(text, 'base64').toString()) as IDataObject;
