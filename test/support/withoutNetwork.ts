import type { IDataObject } from 'n8n-workflow';

import type { Answer, Service } from '../../dev/fake-service/index';
import type { Incoming } from '../../nodes/shared/transport/readAnswer';

/** The fake service's answer to a request of a node. Polls are many, and a network would take half of their time. */
export async function askWithoutNetwork(
	service: Service,
	apiKey: string,
	{ url, headers, body }: IDataObject,
): Promise<Answer> {
	const given = Object.entries(headers as Record<string, string>);
	const answer = await service.inject({
		path: new URL(String(url), service.url).pathname,
		headers: {
			...Object.fromEntries(given.map(([name, value]) => [name.toLowerCase(), value])),
			authorization: `Bearer ${apiKey}`,
		},
		body: String(body),
	});
	if (!answer) throw connectionLost();
	return answer;
}

export function connectionLost(): Error {
	return Object.assign(new Error('socket hang up'), { code: 'ECONNRESET' });
}

/** An answer as n8n's HTTP helper hands it to a node. */
export function answered(statusCode: number, body: string, headers: object = {}) {
	const stream: Incoming = {
		async *[Symbol.asyncIterator]() {
			yield Buffer.from(body);
		},
		destroy() {},
	};
	return { statusCode, headers, body: stream };
}
