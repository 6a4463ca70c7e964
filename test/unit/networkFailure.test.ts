import { explainLost, networkFailure } from '../../nodes/shared/transport/networkFailure';

const BASE = 'https://svc.example.com';
const of = (error: unknown) => networkFailure(error, BASE);

/** Errors as n8n's HTTP helper throws them, with what Node.js and OpenSSL say. */
it.each([
	['of the system', { code: 'ECONNRESET' }, 'lost', 'ECONNRESET'],
	['with the cause', { httpCode: null, cause: { code: 'ECONNRESET' } }, 'lost', 'ECONNRESET'],
	['of n8n 2.0, without a cause', { httpCode: 'ECONNRESET', messages: [] }, 'lost', 'ECONNRESET'],
	['with the response', { errorResponse: { code: 'ETIMEDOUT' } }, 'lost', 'ETIMEDOUT'],
	['of several addresses', { errors: [{ code: 'ECONNREFUSED' }] }, 'lost', 'ECONNREFUSED'],
	['of an authority', { cause: { code: 'SELF_SIGNED_CERT_IN_CHAIN' } }, 'untrusted'],
	['of an old certificate', { code: 'CERT_HAS_EXPIRED' }, 'certificate'],
	['of a clock', { code: 'CERT_NOT_YET_VALID' }, 'certificate'],
	['of another host', { code: 'ERR_TLS_CERT_ALTNAME_INVALID' }, 'certificate'],
	[
		'of a client certificate',
		{ code: 'ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED' },
		'clientCertificate',
	],
	['of an old TLS', { code: 'EPROTO', message: 'tlsv1 alert protocol version:ssl/record' }, 'tls'],
	[
		'of a handshake',
		{ code: 'EPROTO', message: 'sslv3 alert handshake failure:ssl/record' },
		'tls',
	],
	['of a port without TLS', { code: 'EPROTO', message: 'ssl3:wrong version number' }, 'protocol'],
	[
		'of n8n, which blocks the address',
		{ cause: { message: 'The request was blocked because it resolves to a restricted address' } },
		'blocked',
	],
	[
		'of a proxy that ends',
		{ message: 'Proxy connection ended before receiving CONNECT response' },
		'proxy',
	],
	['of an address of a proxy', { httpCode: 'ERR_INVALID_URL' }, 'proxy'],
	[
		'before TLS',
		{
			code: 'ECONNRESET',
			message: 'Client network socket disconnected before secure TLS connection was established',
		},
		'lost',
	],
	['with a status', { httpCode: '404' }, 'lost', undefined],
	['of nothing known', new Error('lost'), 'lost', undefined],
	['that is none', undefined, 'lost', undefined],
])('knows an error %s, and says where it was and what to do', (_what, error, kind, ...code) => {
	const failure = of(error);
	expect(failure.kind).toBe(kind);
	const { message, description } = explainLost(
		failure,
		{ host: 'svc.example.com', hasOwnProxy: false },
		1,
	);
	expect(message).toMatch(/svc\.example\.com|proxy/);
	expect(description).toMatch(/^(Nothing was sent|Check)\b/);
	expect(message + description).not.toMatch(/[{}]/);
	if (code.length > 0) expect(failure.code).toBe(code[0]);
});

it.each([
	['ECONNRESET', true, false],
	['ETIMEDOUT', true, false],
	['ECONNREFUSED', true, true],
	['ENOTFOUND', true, true],
	['CERT_HAS_EXPIRED', false, true],
	['ERR_INVALID_URL', false, true],
])('knows for %s if a retry helps and if the request was sent', (code, transient, neverSent) => {
	expect(of({ code })).toMatchObject({ transient, neverSent });
});

it('repeats no request after an error that says nothing, since it may have been sent', () => {
	expect(of(new Error('lost'))).toMatchObject({ transient: false, neverSent: false });
});

it('knows that nothing is sent before TLS is established, and that it may be in the next try', () => {
	const message = 'Client network socket disconnected before secure TLS connection was established';
	const failure = of({ code: 'ECONNRESET', message, host: 'svc.example.com', port: 443 });
	expect(failure).toMatchObject({ transient: true, neverSent: true, proxy: undefined });
});

it('knows the service by an address in IPv6', () => {
	const error = { code: 'ECONNRESET', host: '::1', port: 8443 };
	expect(networkFailure(error, 'https://[::1]:8443').proxy).toBeUndefined();
});

it.each(['connect', 'getaddrinfo'])('knows that nothing is sent before %s has ended', (syscall) => {
	expect(of({ code: 'ETIMEDOUT', syscall })).toMatchObject({ transient: true, neverSent: true });
});

it.each([
	['written in part, as before a connection or handshake', false, true],
	['written as a whole', true, false],
	['of an n8n that does not tell', undefined, false],
])('knows a request that was %s when its time was over', (_what, writableFinished, neverSent) => {
	const failure = of({ cause: { code: 'ECONNABORTED', request: { writableFinished } } });
	expect(failure).toMatchObject({ kind: 'lost', transient: true, neverSent });
});

it.each<[string, object, string | undefined]>([
	['the port of the service', { address: '10.0.0.5', port: 443 }, undefined],
	['another port', { address: '10.0.0.5', port: 3128 }, '10.0.0.5:3128'],
	['the name of the service', { hostname: 'svc.example.com' }, undefined],
	['another name', { hostname: 'proxy.example.com' }, 'proxy.example.com'],
	['another name and port', { host: 'proxy.example.com', port: 80 }, 'proxy.example.com:80'],
	['nothing', {}, undefined],
])('takes %s for that of a proxy only if it is not that of the base URL', (_what, place, proxy) => {
	expect(of({ cause: { code: 'ECONNREFUSED', ...place } }).proxy).toBe(proxy);
});
