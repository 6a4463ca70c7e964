import type { AddressInfo } from 'node:net';

import { caseNamed } from '../cases';
import { BenchService } from './server';

/** The service in a process of its own: `main.ts <case>`. Talks with who started it by messages. */

/** What it is told to do. */
export interface Command {
	latency: number;
	checking: boolean;
}

const service = new BenchService(caseNamed(process.argv[2]).answers);

process.on('message', ({ latency, checking }: Command) => {
	Object.assign(service, { latency, checking });
	process.send!({ traffic: service.reset(), problems: [...service.problems] });
});
process.once('disconnect', () => process.exit());

service.server.listen(0, '127.0.0.1', () => {
	process.send!({ port: (service.server.address() as AddressInfo).port });
});
