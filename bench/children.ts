import { fork, type ChildProcess } from 'node:child_process';
import path from 'node:path';

import { CACHE, REPOSITORY } from '../dev/n8n/paths';
import type { Command } from './service/main';
import type { Traffic } from './service/server';

/** The processes of a bench exchange messages, and end with the process that started them. */

const COMPILED = path.join(CACHE, 'bench/bench');

/** A child process and its messages in order. */
export class Child {
	private readonly messages: unknown[] = [];
	private waiting?: { resolve: (message: unknown) => void; reject: (error: Error) => void };
	private ended?: Error;

	constructor(readonly process: ChildProcess) {
		process.on('message', (message) => {
			if (this.waiting) this.waiting.resolve(message);
			else this.messages.push(message);
			this.waiting = undefined;
		});
		process.once('exit', (code) => {
			this.ended = new Error(`A child ended with code ${code}`);
			this.waiting?.reject(this.ended);
		});
	}

	/**
	 * Returns the next message.
	 * @throws if the child ends without one
	 */
	async next<T>(): Promise<T> {
		if (this.messages.length > 0) return this.messages.shift() as T;
		if (this.ended) throw this.ended;
		return await new Promise<T>((resolve, reject) => {
			this.waiting = { resolve: resolve as (message: unknown) => void, reject };
		});
	}

	async ask<T>(message: object): Promise<T> {
		this.process.send(message);
		return await this.next<T>();
	}
}

/** The service of a case, on a free port of 127.0.0.1. */
export interface ServiceChild {
	url: string;
	/**
	 * Sets how to continue and returns the requests until now.
	 * @throws if one of them broke the contract
	 */
	turn(command: Command): Promise<Traffic>;
	end(): void;
}

export async function startBenchService(caseName: string): Promise<ServiceChild> {
	const script = path.join(REPOSITORY, 'bench/service/main.ts');
	const child = new Child(fork(script, [caseName], { execArgv: ['--import', 'tsx'] }));
	const { port } = await child.next<{ port: number }>();
	return {
		url: `http://127.0.0.1:${port}`,
		async turn(command) {
			const { traffic, problems } = await child.ask<{ traffic: Traffic; problems: string[] }>(
				command,
			);
			if (problems.length > 0) throw new Error(problems.join('\n'));
			return traffic;
		},
		end: () => child.process.disconnect(),
	};
}

/** Runs a compiled script with one argument in the Node.js version of n8n. */
export function startScript(name: string, argument: object, node: string, flags: string[]): Child {
	const script = path.join(COMPILED, `${name}.js`);
	const argv = [JSON.stringify(argument)];
	return new Child(fork(script, argv, { execPath: node, execArgv: flags }));
}
