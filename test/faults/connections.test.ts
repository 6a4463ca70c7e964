import type { IDataObject, NodeApiError } from 'n8n-workflow';

import { searchTopics } from '../../nodes/shared/form/locators/topic';
import { overrideLimits } from '../../nodes/shared/limits';
import { loadOptionsContext } from '../../dev/engine/loadOptions';
import { pollNode } from '../../dev/engine/pollNode';
import {
	freePort,
	makeIdentity,
	startFront,
	startProxy,
	startServer,
	trust,
	type Identity,
	type Running,
} from '../support/connections';
import { useService } from '../support/useService';

/**
 * What stands between n8n and the service: proxies, TLS and gateways. Each is tried with a read, a write and a poll. The
 * message names the cause, a write is in doubt only if it may have reached the service, and a try that cannot help is not made.
 */

const fixture = useService();

/** Servers by name, which all cases share. */
const running: Record<string, Running> = {};
const PASSWORD = 's3cret#1';
let closedPort: number;

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
	for (const status of [302, 403, 404, 407, 500, 502, 503, 504]) {
		running[`gateway ${status}`] = await startServer(status);
	}
	running['login page'] = await startServer(302, { location: '/login?next=secret' });
	running['other origin'] = await startServer(302, { location: 'https://login.example/x?secret' });
	closedPort = await freePort();
});
afterAll(async () => {
	jest.restoreAllMocks();
	await Promise.all(Object.values(running).map(async ({ close }) => await close()));
});

let restore: () => void;
beforeEach(() => {
	restore = overrideLimits({ firstBackoff: 1, longestBackoff: 2 });
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
}

/** The error of a run or poll; undefined if it succeeds. */
async function errorOf(
	door: Door,
	{ baseUrl, ofN8n, ofNode }: Way,
): Promise<NodeApiError | undefined> {
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
		message: /^The proxy at \S+:\d+ could not be reached$/,
		again: true,
	}),
	...throughProxy('has an unknown host', () => 'http://proxy.invalid:3128', {
		message: /^The proxy at proxy\.invalid\S* could not be reached$/,
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
		message:
			/^The service at \S+ presents no certificate: its port, or that of .*proxy.*, does not use TLS/,
		advice: /its address starts with http:\/\/ unless the proxy itself uses TLS/,
	}),
	...throughProxy(
		'has a # in its password',
		() => urlOf('proxy').replace('//', `//joe:${PASSWORD}@`),
		{ message: /^The address of the proxy is not valid$/, advice: CHECK_VARIABLES },
		false,
	),
	...throughProxy(
		'has an impossible port',
		() => `http://joe:${PASSWORD}@localhost:99999`,
		{ message: /^The address of the proxy is not valid$/, advice: CHECK_VARIABLES },
		false,
	),
	[
		'the proxy of n8n drops the connection, to http://',
		() => ({ baseUrl: plain(), ofN8n: urlOf('proxy that drops') }),
		{
			message: /^The service at \S+ could not be reached/,
			advice: /that a proxy in between works if there is one/,
			doubt: true,
			again: true,
		},
	],
	[
		'the proxy of the node drops the connection, to http://',
		() => ({ baseUrl: plain(), ofNode: urlOf('proxy that drops') }),
		{
			message: /^The service at \S+ could not be reached through the proxy at localhost:\d+/,
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
			message: /^The proxy on the way to the service at \S+ closed the connection$/,
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
		{ message: /^The certificate of .* has expired$/, advice: /renew it/ },
	],
	[
		'a certificate for another host',
		() => ({ baseUrl: urlOf('other host') }),
		{ message: /^The certificate of .* is for another host$/, advice: /'Base URL'/ },
	],
	[
		'a client certificate that is wanted',
		() => ({ baseUrl: urlOf('client certificate') }),
		{ message: /^The service at .* asks for a client certificate$/, advice: /API key alone/ },
	],
	[
		'a version of TLS that is too old',
		() => ({ baseUrl: urlOf('old TLS') }),
		{ message: /^The service at .* uses a version of TLS that is too old$/, advice: /TLS 1\.2/ },
	],
	[
		'a port without TLS',
		() => ({ baseUrl: plain().replace('http:', 'https:') }),
		{
			message:
				/^The service at .* presents no certificate: its port, or that of a proxy in between,/,
			// Nobody sends the key in clear text because a message says so
			advice: /Check the port in 'Base URL'\..*only for a service in your own network/,
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
	...[403, 404, 500].map((status): Case => [
		`a gateway that answers ${status}`,
		() => ({ baseUrl: urlOf(`gateway ${status}`) }),
		{
			message: new RegExp(`^The service answered with HTTP status ${status}`),
			advice: /'Base URL'/,
			doubt: true,
		},
	]),
	[
		'a gateway that answers 407',
		() => ({ baseUrl: urlOf('gateway 407') }),
		{ message: /^The proxy asks for a user and password/ },
	],
	...(
		[
			[502, /^A part of the service is not available/],
			[503, /^The service is not available/],
			[504, /^A gateway in front of the service timed out/],
		] as const
	).map(([status, message]): Case => [
		`a gateway that answers ${status}`,
		() => ({ baseUrl: urlOf(`gateway ${status}`) }),
		{ message, doubt: true, again: true },
	]),
];

const DOORS: Door[] = ['read', 'write', 'poll'];

describe.each(CASES)('%s', (_what, way, { message, advice = /./, doubt, again }) => {
	it.each(DOORS)('is the cause that a %s names', async (door) => {
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
	await expect(searchTopics.call(context)).rejects.toThrow(/has expired$/);
});
