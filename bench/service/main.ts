import type { AddressInfo } from 'node:net';

import type { Limits } from '../../dev/fake-service/limits';
import { caseNamed } from '../cases';
import { BenchService } from './server';

/** The service in a process of its own: `main.ts <case>`. Talks with who started it by messages. */

/** What it is told to do. */
export interface Command {
	/** Of the job that comes next */
	size: number;
	/** Milliseconds for an answer */
	latency: number;
	/** Whether to hold requests and answers against the contract */
	checking: boolean;
	/** Limits of its answers; none unless given */
	limits?: Limits;
}

const service = new BenchService(
	caseNamed(process.argv[2]).answers,
	caseNamed(process.argv[2]).changing,
);

process.on('message', ({ size, latency, checking, limits = {} }: Command) => {
	service.prepare(size);
	Object.assign(service, { latency, checking, limits });
	process.send!({ traffic: service.reset(), problems: [...service.problems] });
});
process.once('disconnect', () => process.exit());

service.server.listen(0, '127.0.0.1', () => {
	process.send!({ port: (service.server.address() as AddressInfo).port });
});
