import type { AddressInfo } from 'node:net';

import type { Case } from '../bench/case';
import { CASES } from '../bench/cases';
import { prepare, type N8nNodes } from '../bench/contenders';
import { BenchService } from '../bench/service/server';

/** Smaller than what is measured: here only what is done counts, not how fast. */
const SIZE = 200;

/** Contenders that need only what this package installs. */
const whoNeedNoN8n = ({ contenders }: Case) =>
	Object.entries(contenders).filter(([, { by }]) => by !== 'httpRequest');

const jobs = CASES.flatMap((each) =>
	whoNeedNoN8n(each).map(([who, contender]) => [each.name, who, each, contender] as const),
);

it.each(jobs)('%s: %s does the whole job, as the contract wants it', async (...job) => {
	const [, , each, contender] = job;
	const service = new BenchService(each.answers, each.changing);
	service.checking = true;
	await new Promise<void>((resolve) => service.server.listen(0, '127.0.0.1', resolve));
	try {
		const { port } = service.server.address() as AddressInfo;
		const url = `http://127.0.0.1:${port}/${SIZE}`;
		const credential = { baseUrl: url, apiKey: 'svc_bench_key' };
		const run = prepare(contender, { credential, latency: 0, n8n: {} as N8nNodes });
		expect(await run(SIZE, url)).toBe(each.rows(SIZE));
		expect([...service.problems]).toEqual([]);
		const { requests, inFlight } = service.reset();
		expect(requests).toBe(contender.requests(SIZE));
		expect(inFlight).toBeLessThanOrEqual(4);
	} finally {
		service.server.closeAllConnections();
		service.server.close();
	}
});
