import { randomUUID } from 'node:crypto';
import { gzipSync } from 'node:zlib';

import type { IDataObject, NodeApiError } from 'n8n-workflow';

import { searchTopics } from '../../nodes/shared/form/locators/topic';
import { overrideLimits } from '../../dev/limits';
import { LIMITERS } from '../../nodes/shared/transport/limiter';
import { loadOptionsContext } from '../../dev/engine/loadOptions';
import { pollNode } from '../../dev/engine/pollNode';
import {
	freePort,
	makeIdentity,
	startFront,
	startProxy,
	startServer,
	startOther,
	trust,
	type Identity,
	type Running,
} from '../support/connections';
import type { FaultRule } from '../../dev/fake-service/faults';
import { rowsOf } from '../support/repository';
import { useService } from '../support/useService';
import { share } from '../support/effort';

/**
 * What stands between n8n and the service: proxies, TLS and gateways. Each is tried with a read, a write and a poll. The
 * message names the cause, a write is in doubt only if it may have reached the service, and a try that cannot help is not made.
 */

const fixture = useService();

/** Servers by name, which all cases share. */
const running: Record<string, Running> = {};
const PASSWORD = 's3cret#1';
let closedPort: number;

/** First bytes of ports that speak no HTTP/1.1: SSH, an alert of TLS, and settings of HTTP/2. */
const GREETINGS = {
	SSH: 'SSH-2.0-OpenSSH_9.6\r\n',
	TLS: '\x15\x03\x03\x00\x02\x02\x16',
	'HTTP/2': '\x00\x00\x06\x04\x00\x00\x00\x00\x00\x00\x04\x00\x00\xFF\xFF',
};

/** Answers whose bytes are not what Content-Encoding says. */
const COMPRESSED: Record<string, [encoding: string, page: string | Buffer]> = {
	'gzip as br': ['br', gzipSync('{}')],
	'gzip as deflate': ['deflate', gzipSync('{}')],
	'text as gzip': ['gzip', '{}'],
};

beforeAll(async () => {
	const [own, unknown, expired, other] = await Promise.all([
		makeIdentity(),
		makeIdentity(),
		makeIdentity({ expired: true }),
		makeIdentity({ host: 'other.example' }),
	]);
	trust([own, expired, other]);
	const tls = ({ key, cert }: Identity, more = {}) => ({ key, cert, ...more });
	const to = fixture.service.url;
	const started = {
		proxy: startProxy(),
		'proxy with TLS': startProxy({ identity: own }),
		'proxy with a login': startProxy({ login: `joe:${PASSWORD}` }),
		'proxy that drops': startProxy({ drops: true }),
		secure: startFront(to, tls(own)),
		'unknown authority': startFront(to, tls(unknown)),
		expired: startFront(to, tls(expired)),
		'other host': startFront(to, tls(other)),
		'client certificate': startFront(to, tls(own, { requestCert: true })),
		'old TLS': startFront(
			to,
			tls(own, { minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT@SECLEVEL=0' }),
		),
	};
	for (const [name, start] of Object.entries(started)) running[name] = await start;
	running['gateway 407'] = await startServer(407);
	for (const [name, bytes] of Object.entries(GREETINGS)) running[name] = await startOther(bytes);
	running['login page'] = await startServer(302, { location: '/login?next=secret' });
	running['other origin'] = await startServer(302, { location: 'https://login.example/x?secret' });
	for (const [name, [encoding, page]] of Object.entries(COMPRESSED))
		running[name] = await startServer(200, { 'content-encoding': encoding }, page);
	running.silent = await startOther('');
	closedPort = await freePort();
});
afterAll(async () => {
	jest.restoreAllMocks();
	await Promise.all(Object.values(running).map(async ({ close }) => await close()));
});

let restore: () => void;
beforeEach(() => {
	restore = overrideLimits({ firstBackoff: 1, longestBackoff: 2, maxRefusals: 2 });
});
afterEach(() => {
	restore();
	for (const name of VARIABLES) delete process.env[name];
});
const VARIABLES = ['HTTP_PROXY', 'HTTPS_PROXY', 'NO_PROXY'];

type Door = 'read' | 'write' | 'poll';

/** Where requests go. */
interface Way {
	baseUrl: string;
	/** Proxy of n8n's environment */
	ofN8n?: string;
	/** Proxy under Request Options of the node; triggers have none */
	ofNode?: string;
	/** Milliseconds until an answer starts */
	answerTimeout?: number;
}

/** The error of a run or poll; undefined if it succeeds. */
async function errorOf(
	door: Door,
	{ baseUrl, ofN8n, ofNode, answerTimeout }: Way,
): Promise<NodeApiError | undefined> {
	if (answerTimeout !== undefined) overrideLimits({ answerTimeout });
	if (ofN8n !== undefined) {
		Object.assign(process.env, { HTTP_PROXY: ofN8n, HTTPS_PROXY: ofN8n, NO_PROXY: '' });
	}
	const credential = { ...fixture.credential, baseUrl };
	if (door === 'poll') {
		const parameters = { event: 'newCall', startFrom: 'now' };
		const polled = await pollNode({ node: 'svcCallsTrigger', parameters, credential });
		return polled.error as NodeApiError | undefined;
	}
	const parameters: Record<Exclude<Door, 'poll'>, IDataObject> = {
		read: { resource: 'record', operation: 'getAll', limit: 1 },
		write: { resource: 'arrangement', operation: 'create', title: 'Order clay' },
	};
	const node = { read: 'svcRecords', write: 'svcArrangements' }[door];
	const requestOptions = ofNode === undefined ? {} : { proxy: ofNode };
	const { error } = await fixture.run({
		node,
		credential,
		parameters: { ...parameters[door], requestOptions } as never,
	});
	return error;
}

interface Expected {
	message: RegExp;
	/** What to do */
	advice?: RegExp;
	/** A write may have been carried out */
	doubt?: boolean;
	/** The same request is sent again */
	again?: boolean;
}

type Case = [what: string, way: () => Way, expected: Expected];

const urlOf = (name: string) => running[name].url;
const plain = () => fixture.service.url.replace('127.0.0.1', 'localhost');
const CHECK_VARIABLES = /HTTP_PROXY, HTTPS_PROXY/;
const CHECK_FIELD = /'Proxy' under Request Options/;

/** A case with the proxy of n8n, and the same with that of the node; to http:// and https:// each. */
function throughProxy(
	what: string,
	address: () => string,
	{ message, advice, ...rest }: Expected,
	hasField = true,
): Case[] {
	const doors = [
		['of n8n', 'ofN8n', CHECK_VARIABLES],
		['of the node', 'ofNode', CHECK_FIELD],
	] as const;
	return doors
		.slice(0, hasField ? 2 : 1)
		.flatMap(([whose, field, check]) =>
			['http', 'https'].map((scheme): Case => [
				`the proxy ${whose} ${what}, to ${scheme}://`,
				() => ({ baseUrl: scheme === 'http' ? plain() : urlOf('secure'), [field]: address() }),
				{ message, advice: advice ?? check, ...rest },
			]),
		);
}

const CASES: Case[] = [
	...throughProxy('is down', () => `http://localhost:${closedPort}`, {
		message: /^The proxy at \S+:\d+ on the way to the service at \S+ could not be reached$/,
		again: true,
	}),
	...throughProxy('has an unknown host', () => 'http://proxy.invalid:3128', {
		message:
			/^The proxy at proxy\.invalid\S* on the way to the service at \S+ could not be reached$/,
		again: true,
	}),
	...throughProxy('asks for a login', () => urlOf('proxy with a login'), {
		message: /^The proxy asks for a user and password/,
		advice: /http:\/\/user:password@/,
	}),
	...throughProxy(
		'refuses the login',
		() => urlOf('proxy with a login').replace('//', '//joe:wrong@'),
		{ message: /^The proxy asks for a user and password/, advice: /http:\/\/user:password@/ },
	),
	...throughProxy('does not use TLS', () => urlOf('proxy').replace('http:', 'https:'), {
		message: /^The service at \S+ does not speak HTTP\/1\.1 with(out)? TLS at this port/,
		advice: /its address starts with http:\/\/ unless the proxy itself uses TLS/,
	}),
	...throughProxy(
		'has a # in its password',
		() => urlOf('proxy').replace('//', `//joe:${PASSWORD}@`),
		{
			message: /^The proxy on the way to \S+ service at \S+ has no valid address$/,
			advice: CHECK_VARIABLES,
		},
		false,
	),
	...throughProxy(
		'has an impossible port',
		() => `http://joe:${PASSWORD}@localhost:99999`,
		{
			message: /^The proxy on the way to \S+ service at \S+ has no valid address$/,
			advice: CHECK_VARIABLES,
		},
		false,
	),
	[
		'the proxy of n8n drops the connection, to http://',
		() => ({ baseUrl: plain(), ofN8n: urlOf('proxy that drops') }),
		{
			message: /^The service at \S+ closed the connection without an answer$/,
			advice: /that a proxy in between works if there is one/,
			doubt: true,
			again: true,
		},
	],
	[
		'the proxy of the node drops the connection, to http://',
		() => ({ baseUrl: plain(), ofNode: urlOf('proxy that drops') }),
		{
			message:
				/^The service at \S+ closed the connection without an answer through the proxy at localhost:\d+/,
			doubt: true,
			again: true,
		},
	],
	[
		'the proxy of n8n drops the connection before a tunnel, to https://',
		() => ({ baseUrl: urlOf('secure'), ofN8n: urlOf('proxy that drops') }),
		{
			message: /^The proxy on the way to the service at \S+ closed the connection$/,
			advice: CHECK_VARIABLES,
			again: true,
		},
	],
	[
		'the proxy of the node drops the connection before a tunnel, to https://',
		() => ({ baseUrl: urlOf('secure'), ofNode: urlOf('proxy that drops') }),
		{
			message: /^The proxy at \S+ on the way to the service at \S+ closed the connection$/,
			advice: CHECK_FIELD,
			again: true,
		},
	],
	...[
		'socks5://joe:SECRET@localhost:1080',
		'ftp://joe:SECRET@localhost:21',
		'joe:SECRET@localhost:3128',
		'joe:SECRET@127.0.0.1:3128',
		'localhost:3128',
		'http://joe:SECRET@localhost:99999',
		'http://joe:50%@localhost:3128',
		'not an address',
	].map((address): Case => [
		`the proxy of the node is ${address}`,
		() => ({ baseUrl: plain(), ofNode: address.replace('SECRET', PASSWORD) }),
		{
			message: /^'Proxy' is not the address of an HTTP proxy: "[^"]*"$/,
			advice: /http:\/\/user:password@proxy\.example\.com:8080.*no SOCKS proxies/s,
		},
	]),
	[
		'an unknown authority',
		() => ({ baseUrl: urlOf('unknown authority') }),
		{ message: /^The certificate of .* is not trusted$/, advice: /NODE_EXTRA_CA_CERTS/ },
	],
	[
		'an expired certificate',
		() => ({ baseUrl: urlOf('expired') }),
		{
			message: /^The certificate of .* has expired \(n8n's clock says \d{4}-\d\d-\d\d\)$/,
			advice: /the clock .* renew the certificate/,
		},
	],
	[
		'a certificate for another host',
		() => ({ baseUrl: urlOf('other host') }),
		{ message: /^The certificate of .* is for other\.example$/, advice: /'Base URL'/ },
	],
	[
		'a client certificate that is wanted',
		() => ({ baseUrl: urlOf('client certificate') }),
		{ message: /^The service at .* asks for a client certificate$/, advice: /API key alone/ },
	],
	[
		'a version of TLS that is too old',
		() => ({ baseUrl: urlOf('old TLS') }),
		{ message: /^The service at .* and n8n agree on no secure connection$/, advice: /TLS 1\.2/ },
	],
	[
		'a port without TLS',
		() => ({ baseUrl: plain().replace('http:', 'https:') }),
		{
			message: /^The service at .* does not speak HTTP\/1\.1 with TLS at this port$/,
			// Nobody sends the key in clear text because a message says so
			advice: /the port of 'Base URL'.*only for a service in your own network/,
		},
	],
	...Object.keys(GREETINGS).map((name): Case => [
		`a port that does not speak HTTP: ${name}`,
		() => ({ baseUrl: urlOf(name) }),
		{
			message: /^The service at .* does not speak HTTP\/1\.1 without TLS at this port$/,
			advice: /a port with TLS needs https:/,
		},
	]),
	...Object.keys(COMPRESSED).map((name): Case => [
		`an answer with a wrong Content-Encoding: ${name}`,
		() => ({ baseUrl: urlOf(name) }),
		{
			message: /^The answer of the service is not compressed as its Content-Encoding says$/,
			advice: /gateway or proxy/,
			doubt: true,
		},
	]),
	[
		'a port that never answers',
		() => ({ baseUrl: urlOf('silent'), answerTimeout: 200 }),
		{
			message: /^The service at localhost:\d+ did not answer in time$/,
			advice: /^(?!.*Nothing was sent)/,
			doubt: true,
			again: true,
		},
	],
	[
		'a port that never starts TLS',
		() => ({ baseUrl: urlOf('silent').replace('http:', 'https:'), answerTimeout: 200 }),
		{
			message: /^The service at localhost:\d+ could not be reached in time$/,
			advice: /^Nothing was sent\./,
			again: true,
		},
	],
	[
		'a service that is down',
		() => ({ baseUrl: `http://localhost:${closedPort}` }),
		{
			message: /^The service at localhost:\d+ could not be reached$/,
			advice: /'Base URL'/,
			again: true,
		},
	],
	[
		'a host that is unknown',
		() => ({ baseUrl: 'https://svc.invalid' }),
		{
			message: /^The service at svc\.invalid could not be reached$/,
			advice: /'Base URL'.*no host with that name/,
			again: true,
		},
	],
	[
		'a redirect to a login page of the same address',
		() => ({ baseUrl: urlOf('login page') }),
		{
			message: /redirects to its path \/login \(HTTP status 302\)/,
			advice: /pass the gateway without it/,
			doubt: true,
		},
	],
	[
		'a redirect to another address',
		() => ({ baseUrl: urlOf('other origin') }),
		{
			message: /^The address redirects to https:\/\/login\.example \(HTTP status 302\)/,
			advice: /'Base URL'/,
			doubt: true,
		},
	],
	[
		'a gateway that answers 407',
		() => ({ baseUrl: urlOf('gateway 407') }),
		{ message: /^The proxy asks for a user and password/ },
	],
];

const DOORS: Door[] = ['read', 'write', 'poll'];

describe.each(CASES)('%s', (_what, way, { message, advice = /./, doubt, again }) => {
	it.each(share(DOORS))('is the cause that a %s names', async (door) => {
		const given = way();
		// n8n gives triggers no Request Options
		if (door === 'poll' && given.ofNode !== undefined) return;
		const error = (await errorOf(door, given))!;
		const inDoubt = /; the task may have been written$/;
		expect(error.message.replace(inDoubt, '')).toMatch(message);
		expect(error.description).toMatch(advice);
		expect(inDoubt.test(error.message)).toBe(door === 'write' && doubt === true);
		expect(/The node tried \d times/.test(String(error.description))).toBe(again === true);
		// n8n keeps the node as it was saved beside each error
		const whole = JSON.stringify({ ...error, node: undefined }) + String(error.stack);
		expect(whole).not.toContain(PASSWORD);
		expect(whole).not.toContain(encodeURIComponent(PASSWORD));
		expect(whole).not.toContain('next=secret');
		// The key went nowhere else, and nothing was written
		expect(fixture.requests).toEqual([]);
	});
});

/** Answers that are no success: who gives them, in which body. */
const WORDS = 'Daily quota is used up until 18:00';
const own = (more: object = {}) => JSON.stringify({ message: WORDS, request_id: 'r1', ...more });
const BODIES: Record<string, string> = {
	'the service': own(),
	'a gateway, as a page': '<html><title>400 Bad Request</title></html>',
	'a gateway, as JSON': '{"message":"Forbidden by policy"}',
	'a gateway, in a broken envelope': own().slice(0, -2),
	'another server, as text': 'no such page',
};

/** Outcome of an answer by its status: the message, whether a write is in doubt, and whether it is tried again. */
interface Said {
	byService: RegExp;
	/** By default, that something else has answered */
	byOthers?: RegExp;
	doubt?: 'always' | 'of others';
	again?: boolean;
	/** Cause of a failed poll, where the service says so and where others do, which have answered before */
	cause: string;
}

const TEMPORARY = 'temporarily-unavailable';
const SAID: Record<number, Said> = {
	201: {
		byService: /^The service answered with HTTP status 201: /,
		doubt: 'always',
		cause: TEMPORARY,
	},
	400: { byService: /^The service refused the request: /, cause: 'configuration-invalid' },
	401: { byService: /^The service did not accept the API key: /, cause: 'credential-invalid' },
	403: {
		byService: /^The service answered with HTTP status 403: /,
		doubt: 'of others',
		cause: TEMPORARY,
	},
	404: {
		byService: /^The service answered with HTTP status 404: /,
		doubt: 'of others',
		cause: TEMPORARY,
	},
	413: {
		byService: /^The request is too large/,
		byOthers: /^The request is too large/,
		cause: TEMPORARY,
	},
	421: {
		byService: /^The service answered with HTTP status 421: /,
		cause: TEMPORARY,
	},
	429: {
		byService: /^The service accepts no more requests for now: /,
		byOthers: /^The service accepts no more requests for now/,
		again: true,
		cause: 'rate-limited',
	},
	431: {
		byService: /^The service answered with HTTP status 431: /,
		cause: TEMPORARY,
	},
	500: {
		byService: /^The service answered with HTTP status 500: /,
		doubt: 'always',
		cause: TEMPORARY,
	},
	502: {
		byService: /^A part of the service is not available/,
		byOthers: /^A part of the service is not available/,
		doubt: 'always',
		again: true,
		cause: TEMPORARY,
	},
	503: {
		byService: /^The service is not available for now/,
		byOthers: /^The service is not available for now/,
		doubt: 'always',
		again: true,
		cause: TEMPORARY,
	},
	504: {
		byService: /^A gateway in front of the service timed out/,
		byOthers: /^A gateway in front of the service timed out/,
		doubt: 'always',
		again: true,
		cause: TEMPORARY,
	},
	520: {
		byService: /^The service answered with HTTP status 520: /,
		doubt: 'always',
		cause: TEMPORARY,
	},
};

describe.each(Object.entries(SAID))('HTTP status %s', (code, said) => {
	const status = Number(code);
	beforeEach(() => fixture.expectViolations());

	it.each(Object.entries(BODIES))('from %s is told as what it is', async (who, body) => {
		const isOwn = who === 'the service';
		const message = isOwn
			? said.byService
			: (said.byOthers ??
				new RegExp(`^Something else than the service answered with HTTP status ${status}`));
		const inDoubt = said.doubt === 'always' || (said.doubt === 'of others' && !isOwn);
		for (const door of DOORS) {
			fixture.service.faults.clear();
			const state = await pollNode(calls());
			fixture.service.faults.add({ status, body, retryAfter: false, times: Infinity });
			LIMITERS.clear();
			const way = { baseUrl: fixture.service.url };
			const failure = door === 'poll' ? await failedPoll(state) : await errorOf(door, way);
			const [error, restarted] = [failure].flat();
			const isTask = /; the task may have been written/;
			expect(error!.message.replace(isTask, '')).toMatch(message);
			expect(isTask.test(error!.message)).toBe(door === 'write' && inDoubt);
			// What the service or a gateway says is quoted, and its words are not contradicted
			if (isOwn) expect(error!.message).toContain(WORDS);
			if (who.endsWith('JSON')) expect(error!.message).toContain('Forbidden by policy');
			expect(/mistyped|fewer items/.test(String(error!.description)) && isOwn).toBe(false);
			expect(/The node tried \d+ times/.test(String(error!.description))).toBe(said.again === true);
			if (door !== 'poll') continue;
			const cause = isOwn || status === 429 ? said.cause : TEMPORARY;
			expect(error).toHaveProperty('failure.cause', cause);
			// n8n has no poller for a trigger whose first poll fails, so a temporary failure of it is a warning
			expect(restarted === undefined).toBe([TEMPORARY, 'rate-limited'].includes(cause));
		}
	});
});

describe('docs/errors.md', () => {
	const PAGE = 'docs/errors.md';
	/** Causes in its tables, each with a case above, an answer or values that make it happen. */
	const CAUSES: Record<string, { like?: string; answer?: FaultRule; values?: IDataObject }> = {
		'no answer in time': { like: 'a port that never answers' },
		'the connection is lost': { like: 'the proxy of n8n drops the connection, to http://' },
		'no connection': { like: 'a service that is down' },
		'a proxy is down': { like: 'the proxy of n8n is down, to http://' },
		'an invalid value': { values: { after: '={{ $json.after }}', period: 'custom' } },
		'an unknown operation': { values: { operation: 'getSome' } },
		'another HTTP status': { answer: { status: 418 } },
		'an answer of a gateway': { answer: { status: 403, body: BODIES['a gateway, as a page'] } },
		'an answer of another server': {
			answer: { status: 200, body: BODIES['another server, as text'] },
		},
		'a redirect to its own path': { like: 'a redirect to a login page of the same address' },
		'HTTP 407': { like: 'a gateway that answers 407' },
		'a certificate': { like: 'an unknown authority' },
		'a port without TLS, or HTTP': { like: 'a port without TLS' },
		'a broken compression': { like: 'an answer with a wrong Content-Encoding: text as gzip' },
	};
	/** Causes that tests of theirs make: a bug (unit/failure.test.ts), and a setting of n8n (e2e/strictSettings.test.ts). */
	const ELSEWHERE = ['a bug of this package', 'an address that n8n blocks'];
	const statusesIn = (cause: string) => /^HTTP ([\d, ]+)$/.exec(cause)?.[1].split(', ') ?? [''];
	const rowsUnder = (heading: string, again: boolean) =>
		rowsOf(PAGE, heading)
			.filter(([cause]) => !ELSEWHERE.includes(cause))
			.flatMap(([cause, message]) =>
				statusesIn(cause).map((status) => [cause, message, status, again] as const),
			);
	beforeEach(() => fixture.expectViolations());

	/** The error of a list for five items, which nothing is sent for. */
	async function refusalOf(values: IDataObject): Promise<NodeApiError | undefined> {
		const parameters = { resource: 'record', operation: 'getAll', ...values } as never;
		const days = ['2026-01-01', '2026-01-02', '2026-01-03', 'soon', '2026-01-05'];
		const items = days.map((after) => ({ after }));
		const { error } = await fixture.run({ node: 'svcRecords', parameters, items });
		expect(fixture.requests).toEqual([]);
		return error;
	}

	it.each([
		...rowsUnder('Errors that the node retries', true),
		...rowsUnder('Errors that the node does not retry', false),
	])('says of %s: %s %s', async (cause, message, status, again) => {
		const location = 'https://login.example/';
		const byStatus = { answer: { status: Number(status), headers: { location } } };
		const { like, answer, values } = CAUSES[cause] ?? byStatus;
		if (answer)
			fixture.service.faults.add({ body: own(), retryAfter: false, times: Infinity, ...answer });
		const way = like
			? CASES.find(([what]) => what === like)![1]()
			: { baseUrl: fixture.service.url };
		const error = values ? await refusalOf(values) : await errorOf('read', way);
		const words = message.split('…').map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
		expect(error!.message).toMatch(new RegExp(`^${words.join('.*')}`));
		expect(/The node tried \d+ times/.test(String(error!.description))).toBe(again);
	});
});

const calls = (more: object = {}) => ({
	node: 'svcCallsTrigger',
	parameters: { event: 'newCall', startFrom: 'now' },
	credential: fixture.credential,
	workflow: 'answers',
	...more,
});

/** The error of a poll, and that of the first poll after a restart of n8n. */
async function failedPoll({ stored }: { stored: IDataObject }) {
	const polled = await pollNode(calls({ stored }));
	LIMITERS.clear();
	const restarted = await pollNode(calls({ stored, workflow: randomUUID() }));
	return [polled.error, restarted.error];
}

it.each([
	['<h1>400</h1> The plain HTTP request was sent to HTTPS port', /has to start with https:/],
	['Client sent an HTTP request to an HTTPS server.', /has to start with https:/],
	['<center>No required SSL certificate was sent</center>', /asks for a client certificate/],
	['<center>Request Header Or Cookie Too Large</center>', /may contain more than the key/],
	[
		'<h1>400 Bad request</h1>Your browser sent an invalid request.',
		/A proxy or gateway in between/,
	],
])('says what the page of a gateway means, once for all items: %s', async (body, advice) => {
	fixture.expectViolations();
	fixture.service.faults.add({ status: 400, body, times: Infinity });
	const { errors } = await fixture.run({
		node: 'svcArrangements',
		parameters: { resource: 'arrangement', operation: 'create', title: '={{ $json.n }}' } as never,
		items: Array.from({ length: 10 }, (_, n) => ({ n: `Task ${n}` })),
		settings: { onError: 'continueErrorOutput' },
	});
	expect(errors).toHaveLength(10);
	for (const { json } of errors) {
		expect(json.error).toMatch(/^Something else than the service answered with HTTP status 400/);
		expect((json.details as IDataObject).description).toMatch(advice);
	}
	expect(fixture.asked('createArrangements')).toHaveLength(1);
});

it.each([
	['the service, which sees no key again after those in flight', own(), 4],
	['a gateway, which may be wrong about one request', '<html>401</html>', 100],
])('1,000 items and a 401 of %s', async (_who, body, most) => {
	fixture.expectViolations();
	fixture.service.faults.add({ status: 401, body, times: Infinity });
	const { errors } = await fixture.run({
		node: 'svcArrangements',
		parameters: { resource: 'arrangement', operation: 'create', title: '={{ $json.n }}' } as never,
		items: Array.from({ length: 1_000 }, (_, n) => ({ n: `Task ${n}` })),
		settings: { onError: 'continueErrorOutput' },
	});
	const said = new Set(errors.map(({ json }) => String(json.error).replace(/ \[item.*/, '')));
	expect([errors.length, said.size]).toEqual([1_000, 1]);
	const sent = fixture.asked('createArrangements').length;
	expect(sent).toBeLessThanOrEqual(most);
	expect(sent).toBeGreaterThan(most - 4);
});

it('quotes what the service says with another code than 200', async () => {
	fixture.expectViolations();
	fixture.service.faults.add({ status: 200, body: own({ code: 40300 }), times: Infinity });
	const error = await errorOf('read', { baseUrl: fixture.service.url });
	expect(error!.message).toBe(`The answer of the service has code 40300: ${WORDS}`);
	expect(error!.description).toBe(
		'Try again later; if it persists, report the request ID. Request ID: r1',
	);
});

it('tells until when the service asks to wait, even if the node waits less', async () => {
	fixture.service.faults.add({ status: 429, body: own(), retryAfter: 43_200, times: Infinity });
	const before = Date.now();
	const error = await errorOf('read', { baseUrl: fixture.service.url });
	expect(error!.message).toContain(WORDS);
	const [, until] = /a pause until (\S+)\. /.exec(error!.description!)!;
	expect(Date.parse(until)).toBeGreaterThanOrEqual(before + 43_200_000 - 1_000);
});

const WAYS: Array<[what: string, way: () => Way]> = [
	['without a proxy, over TLS', () => ({ baseUrl: urlOf('secure') })],
	['through the proxy of n8n', () => ({ baseUrl: plain(), ofN8n: urlOf('proxy') })],
	[
		'through the proxy of n8n, over TLS',
		() => ({ baseUrl: urlOf('secure'), ofN8n: urlOf('proxy') }),
	],
	['through the proxy of the node', () => ({ baseUrl: plain(), ofNode: urlOf('proxy') })],
	[
		'through the proxy of the node, over TLS',
		() => ({ baseUrl: urlOf('secure'), ofNode: urlOf('proxy') }),
	],
	[
		'through a proxy that itself uses TLS',
		() => ({ baseUrl: urlOf('secure'), ofNode: urlOf('proxy with TLS') }),
	],
	[
		'with the login of the proxy of n8n',
		() => ({ baseUrl: plain(), ofN8n: withLogin('proxy with a login') }),
	],
	[
		'with the login of the proxy of the node',
		() => ({ baseUrl: urlOf('secure'), ofNode: withLogin('proxy with a login') }),
	],
];

function withLogin(name: string): string {
	return urlOf(name).replace('//', `//joe:${encodeURIComponent(PASSWORD)}@`);
}

it.each(WAYS)('reads and writes %s', async (_what, way) => {
	const { ofN8n, ofNode } = way();
	const proxy = ofN8n ?? ofNode;
	const hostOf = (url: string) => new URL(url).host;
	const used = Object.values(running).find(({ url }) => proxy && hostOf(url) === hostOf(proxy));
	const before = used?.count;
	for (const door of ['read', 'write'] as const) expect(await errorOf(door, way())).toBeUndefined();
	expect(fixture.asked('createArrangements')).toHaveLength(1);
	expect(used === undefined).toBe(proxy === undefined);
	// Both went through the proxy
	if (used) expect(used.count).toBeGreaterThanOrEqual(before! + 2);
});

it('names the cause in a list of the editor, too', async () => {
	const credential = { ...fixture.credential, baseUrl: urlOf('expired') };
	const context = loadOptionsContext('svcRecords', credential);
	await expect(searchTopics.call(context)).rejects.toThrow(/has expired \(/);
});
