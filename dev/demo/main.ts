import { Command, InvalidArgumentError } from 'commander';
import { existsSync, rmSync } from 'node:fs';
import path from 'node:path';
import { N8nClient } from '../n8n/client';
import { startN8n, type N8nHost } from '../n8n/host';
import { ensureN8n, isN8nInstalled } from '../n8n/install';
import { installPackage, packPackage } from '../n8n/package';
import { CACHE } from '../n8n/paths';
import { isPortFree } from '../n8n/ports';
import { missingPrerequisites } from '../n8n/prerequisites';
import { VERSION } from '../n8n/versions';
import { startService, type Service } from '../fake-service/index';
import { story } from '../story';
import { OWNER, runJobs, setUpDemo, type DemoContents } from './set-up';

/** Starts n8n with the nodes, the fake service and the examples from a checkout: `npm run demo`. */

const HOME = path.join(CACHE, 'demo', VERSION.name);

interface Options {
	port: number;
	servicePort: number;
	reset?: boolean;
	quick?: boolean;
}

async function main(): Promise<void> {
	const options = new Command('npm run demo --')
		.description('Starts n8n with the Svc nodes and a fake service, on this machine')
		.option('--port <number>', 'port for n8n', portNumber, 5678)
		.option('--service-port <number>', 'port for the fake service', portNumber, 8080)
		.option('--quick', 'run three workflows without installing n8n, print what they do, and end')
		.option('--reset', 'delete the workflows and executions of earlier demos first')
		.parse()
		.opts<Options>();

	if (options.quick) return await (await import('./quick.ts')).quickDemo();
	const interrupted = firstSignal();
	const demo = await Promise.race([startDemo(options), interrupted]);
	if (!demo) process.exit(130);
	const { n8n, service, contents } = demo;
	printGuide(n8n.url, service, contents);

	const how = await Promise.race([n8n.ended(), interrupted]);
	if (how) throw new Error(`${how}. Log: ${n8n.logFile}`);
	console.log('\nStopping …');
	await n8n.stop();
	await service.close();
	process.exit(0);
}

interface Demo {
	n8n: N8nHost;
	service: Service;
	contents: DemoContents;
}

async function startDemo(options: Options): Promise<Demo> {
	const missing = await findMissing(options);
	if (missing.length > 0) {
		throw new Error(`The demo cannot start. It needs:\n- ${missing.join('\n- ')}`);
	}
	await ensureN8n({ onProgress: console.log });
	console.log('Building the nodes …');
	const packed = await packPackage();
	if (options.reset) rmSync(HOME, { recursive: true, force: true });
	const isFirstStart = !existsSync(HOME);
	await installPackage(packed, HOME);

	console.log(`Starting n8n; usually takes ${isFirstStart ? '10 to 20' : '5 to 10'} seconds …`);
	const service = await startService({ port: options.servicePort, story });
	const n8n = await startN8n({
		home: HOME,
		port: options.port,
		env: { GENERIC_TIMEZONE: Intl.DateTimeFormat().resolvedOptions().timeZone },
	});
	const access = { baseUrl: service.url, apiKey: service.keys.a };
	const client = new N8nClient(n8n.url);
	const contents = await setUpDemo(client, access);
	console.log('Running the three jobs of README …');
	await runJobs(client, contents);
	return { n8n, service, contents };
}

/** Resolves on Ctrl-C or another signal to end; further signals are ignored. */
async function firstSignal(): Promise<void> {
	await new Promise<void>((resolve) => {
		for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => resolve());
	});
}

function portNumber(text: string): number {
	const port = Number(text);
	if (!Number.isInteger(port) || port < 1 || port > 65535) {
		throw new InvalidArgumentError('Enter a number from 1 to 65535.');
	}
	return port;
}

/** Reasons why the demo cannot start, one sentence each. */
async function findMissing({ port, servicePort }: Options): Promise<string[]> {
	const missing = isN8nInstalled() ? [] : missingPrerequisites();
	if (!(await isPortFree(port))) {
		missing.push(
			`a free port for n8n: port ${port} is in use, perhaps by an earlier demo. Choose another with --port <number>.`,
		);
	}
	if (!(await isPortFree(servicePort))) {
		missing.push(
			`a free port for the service: port ${servicePort} is in use. Choose another with --service-port <number>.`,
		);
	}
	if (port === servicePort) missing.push('two different ports for n8n and the service.');
	return missing;
}

function printGuide(n8nUrl: string, { url, keys }: Service, { workflows }: DemoContents): void {
	const examples = workflows.map(({ id, name }) => `     ${name}: ${n8nUrl}/workflow/${id}`);
	console.log(`
The demo is running.

  n8n      ${n8nUrl}
  Log in   ${OWNER.email}  ${OWNER.password}
  Service  ${url} (a fake service; all people and data are invented)
  API key  ${keys.a} (with the address of the service for a credential of your own)

Try this:
  1. Look at what three of them have done: ${n8nUrl}/home/executions
  2. Open an example and click "Execute workflow":
${examples.join('\n')}
  3. Start a new workflow, click + and search for "svc".

Press Ctrl-C to stop. Your workflows are kept until you start the demo with --reset.`);
}

main().catch((error: Error) => {
	console.error(error.message);
	process.exit(1);
});
