import type { AddressInfo } from 'node:net';

import type { Limits } from '../../dev/fake-service/limits';
import { caseNamed } from '../cases';
import { BenchService } from './server';

/** Runs the service in a process of its own: `main.ts <case>`. It exchanges messages with its parent process. */

/** Command to the service. */
export interface Command {
	/** Settings of the next job */
	size: number;
	/** Milliseconds for an answer */
	latency: number;
	/** Check requests and answers against the contract */
	checking: boolean;
	/** Limits of its answers; none unless given */
	limits?: Limits;
	/** Contract path whose requests get no answer */
	hanging?: string;
}

const service = new BenchService(
	caseNamed(process.argv[2]).answers,
	caseNamed(process.argv[2]).changing,
);

process.on('message', ({ size, latency, checking, limits = {}, hanging }: Command) => {
	service.prepare(size);
	Object.assign(service, { latency, checking, limits, hanging });
	process.send!({ traffic: service.reset(), problems: [...service.problems] });
});
process.once('disconnect', () => process.exit());

service.server.listen(0, '127.0.0.1', () => {
	process.send!({ port: (service.server.address() as AddressInfo).port });
});
