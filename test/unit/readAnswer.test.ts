import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';

import { LIMITS, overrideLimits } from '../../dev/limits';
import { readText } from '../../nodes/shared/transport/readAnswer';
import { runNode } from '../../dev/engine/runNode';

const restore = overrideLimits({});
afterEach(() => restore());

const chunks = (...parts: Array<string | Uint8Array>) =>
	Readable.from(parts.map((part) => Buffer.from(part as string)));

it('allows up to 25 MB and a million values, one minute to begin and two to end', () => {
	expect([LIMITS.maxAnswerBytes, LIMITS.answerTimeout, LIMITS.maxAnswerTime]).toEqual([
		25_000_000, 60_000, 120_000,
	]);
});

it('joins characters that arrive in pieces', async () => {
	const bytes = Buffer.from('a😀ü');
	const each = [...bytes].map((_byte, i) => bytes.subarray(i, i + 1));
	expect(await readText(chunks(...each))).toBe('a😀ü');
});

it('reads up to its limit, and nothing of a larger answer', async () => {
	overrideLimits({ maxAnswerBytes: 6 });
	expect(await readText(chunks('abc', 'def'))).toBe('abcdef');
	const body = chunks('abc', 'defg', 'never read');
	expect(await readText(body)).toMatchObject({ tooLarge: true });
	expect(body.destroyed).toBe(true);
});

describe('from a server', () => {
	let server: Server;
	let answer: (response: ServerResponse) => void;

	beforeAll(async () => {
		server = createServer((request, response) => {
			request.resume();
			request.on('end', () => answer(response));
		});
		await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	});
	afterAll(() => {
		server.closeAllConnections();
		server.close();
	});

	const profile = async () => {
		overrideLimits({ firstBackoff: 1 });
		const { port } = server.address() as AddressInfo;
		return await runNode({
			node: 'svcAccount',
			parameters: { resource: 'profile', operation: 'get' },
			credential: { baseUrl: `http://127.0.0.1:${port}`, apiKey: 'svc_key' },
		});
	};

	it('gives up on an answer that trickles', async () => {
		overrideLimits({ maxAnswerTime: 300 });
		const timers: NodeJS.Timeout[] = [];
		answer = (response) => {
			timers.push(setInterval(() => response.write(' '), 20));
		};
		const { error } = await profile();
		timers.forEach(clearInterval);
		expect(error?.message).toContain('did not answer in time');
	});

	it('retries if a connection ends in the middle of an answer', async () => {
		const envelope = JSON.stringify({ code: 200, data: { nickname: 'Ada' } });
		let tries = 0;
		answer = (response) => {
			response.setHeader('content-length', envelope.length);
			response.write(envelope.slice(0, 10));
			if (++tries === 1) setTimeout(() => response.destroy(), 20);
			else response.end(envelope.slice(10));
		};
		const { items, error } = await profile();
		expect(error).toBeUndefined();
		expect(items).toHaveLength(1);
		expect(tries).toBe(2);
	});

	it('stops reading an endless answer at the limit', async () => {
		overrideLimits({ maxAnswerBytes: 1_000_000 });
		let sent = 0;
		answer = (response) => {
			const pour = () => {
				while (!response.destroyed && sent < 1e9 && response.write('x'.repeat(100_000)))
					sent += 1e5;
			};
			response.on('drain', pour);
			response.on('error', () => {});
			pour();
		};
		const { error } = await profile();
		expect(error?.message).toContain('is larger than 1 MB');
		expect(error?.description).toContain('Request less data at a time');
		expect(sent).toBeLessThan(50_000_000);
	});
});
