import { Command, InvalidArgumentError, Option } from 'commander';

import { startService, type LogEntry, type PagingMode } from '.';

/** Runs the fake service on a port until it is interrupted, with a line for each request. */

interface Arguments {
	port: number;
	paging: PagingMode;
	seed: number;
	records?: number;
}

function wholeNumber(text: string): number {
	if (!/^\d+$/.test(text)) throw new InvalidArgumentError('not a whole number');
	return Number(text);
}

function line(entry: LogEntry): string {
	const { account, method, path, status, error, startedAt, endedAt = startedAt } = entry;
	const time = new Date(startedAt).toISOString().slice(11, 23);
	const outcome = status ?? 'dropped';
	const what = `${method} ${path} ${outcome} ${endedAt - startedAt} ms`;
	return [time, account ?? '-', what, error ? `(${error})` : ''].join(' ').trimEnd();
}

async function main(): Promise<void> {
	const { port, paging, seed, records } = new Command('npm run service --')
		.description('Runs the fake service on 127.0.0.1')
		.option('--port <number>', 'port; 0 for a free one', wholeNumber, 8080)
		.addOption(
			new Option('--paging <mode>', 'kind of pages')
				.choices(['plain', 'irregular'])
				.default('plain'),
		)
		.option('--seed <number>', 'seed of keys, data and irregular pages', wholeNumber, 1)
		.option('--records <number>', 'number of records of account a', wholeNumber)
		.parse()
		.opts<Arguments>();

	const size = records === undefined ? {} : { records };
	const service = await startService({ port, paging, seed, size });
	console.log(`Base URL  ${service.url}`);
	console.log(`Key of a  ${service.keys.a}`);
	console.log(`Key of b  ${service.keys.b}`);
	service.listen((entry) => {
		if (entry.endedAt !== undefined) console.log(line(entry));
	});

	const stop = () => {
		service.close().catch((error: Error) => {
			console.error(error.message);
			process.exitCode = 1;
		});
	};
	process.once('SIGINT', stop);
	process.once('SIGTERM', stop);
}

main().catch((error: Error) => {
	console.error(error.message);
	process.exitCode = 1;
});
