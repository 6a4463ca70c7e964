import { lostBy, networkCode } from '../../nodes/shared/transport/networkCode';

it.each([
	['an error of the system', { code: 'ECONNRESET' }, 'ECONNRESET'],
	['n8n 2.41, with the cause', { httpCode: null, cause: { code: 'ECONNRESET' } }, 'ECONNRESET'],
	['n8n 2.0, without a cause', { httpCode: 'ECONNRESET', messages: [] }, 'ECONNRESET'],
	['n8n 2.0, with the response', { errorResponse: { code: 'ETIMEDOUT' } }, 'ETIMEDOUT'],
	['a certificate', { cause: { code: 'DEPTH_ZERO_SELF_SIGNED_CERT' } }, 'CERT'],
	['a port without TLS', { code: 'EPROTO', message: 'ssl3:wrong version number' }, 'NO_TLS'],
	[
		'n8n, which blocks the address',
		{
			cause: { message: 'The request was blocked because it resolves to a restricted IP address' },
		},
		'BLOCKED',
	],
	['a status', { httpCode: '404' }, 'UNKNOWN'],
	['nothing known', new Error('lost'), 'UNKNOWN'],
	['no error', undefined, 'UNKNOWN'],
])('reads the code of %s', (_what, error, code) => {
	expect(networkCode(error)).toBe(code);
});

it.each([
	['ECONNRESET', true, false],
	['ECONNREFUSED', true, true],
	['ENOTFOUND', false, true],
	['CERT', false, true],
	['BLOCKED', false, true],
	// Whoever does not say what happened may have sent the request: no write is made anew after it
	['UNKNOWN', false, false],
])('knows for %s if a retry helps and if the request was sent', (code, transient, neverSent) => {
	expect(lostBy(code)).toEqual({ transient, neverSent });
});
