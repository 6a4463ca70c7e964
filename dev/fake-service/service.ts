import type { Account, AccountData, Size } from './account';
import type { Answer } from './answers';
import { accountIds, Keys, type AccountId } from './auth';
import { Clock } from './clock';
import { loadContract } from './contract';
import { Cursors } from './cursors';
import { createAccount, sizesOf } from './data/generate';
import { Faults } from './faults';
import { Traffic, type Limits } from './limits';
import { RequestLog, type LogEntry } from './log';
import type { PagingMode } from './paging';
import { createServer } from './server';
import { defaultSettings, type Settings } from './settings';
import { watched } from './watchedBody';

export interface ServiceOptions {
	/** Port on 127.0.0.1; default: a free one. */
	port?: number;
	/** Seed of keys, data and irregular pages; default 1. */
	seed?: number;
	/**
	 * Current time in Unix milliseconds: time then stands still, except for `advance`. By default time runs, and data
	 * lies around the time of the start.
	 */
	now?: number;
	/** Kind of pages; default plain. */
	paging?: PagingMode;
	/** Numbers of rows of account a, if they differ from the `sizes` of areas. */
	size?: Partial<Size>;
	/** The data of account a at a time, instead of generated data. */
	story?: (now: number) => AccountData;
}

/** A POST request that does not go over a network. */
interface Injected {
	path: string;
	/** By lower-case names */
	headers: Record<string, string>;
	body: string;
}
/** A running fake service. */
export interface Service {
	/** The base address, such as `http://127.0.0.1:43210`. */
	readonly url: string;
	/** The API keys of the two accounts. */
	readonly keys: { readonly a: string; readonly b: string };
	/** The data of an account, to read and change. */
	account(id: AccountId): Account;
	/** Deletes or restores a key, as the owner of the account can. */
	deleteKey(id: AccountId): void;
	restoreKey(id: AccountId): void;
	/** A further key of the account. */
	addKey(id: AccountId): string;

	readonly faults: Faults;
	limits: Limits;
	settings: Settings;
	/** Kind of pages; `pagingOf` has exceptions by operation. */
	paging: PagingMode;
	pagingOf: Record<string, PagingMode>;
	/** Gets the request fields that handlers read, by operation; absent unless a test wants them */
	reads?: Map<string, Set<string>>;

	/** All requests since start or reset, oldest first. */
	readonly log: readonly LogEntry[];
	/** Requests that violated the contract, without injected faults. */
	readonly violations: LogEntry[];
	/** See RequestLog.waitFor. */
	waitFor(condition: (entry: LogEntry) => boolean, timeoutMs?: number): Promise<LogEntry>;
	/** Calls back whenever a request arrives or is answered; returns the function that ends this. */
	listen(listener: (entry: LogEntry) => void): () => void;

	/**
	 * Answers a request without a network, for tests that send very many of them; with nothing where a network would
	 * lose the connection.
	 */
	inject(request: Injected): Promise<Answer | undefined>;

	now(): number;
	/** Advances the service's time by milliseconds. */
	advance(ms: number): void;
	/** Sets the service's time, in Unix milliseconds. */
	setTime(time: number): void;

	/**
	 * Resets the service: new data, empty log, no faults, no limits, options as given. Requests with a delayed answer
	 * lose their connection.
	 */
	reset(): void;
	/**
	 * Stops the service.
	 * @throws if the service itself violated the contract in an answer
	 */
	close(): Promise<void>;
}

export async function startService(options: ServiceOptions = {}): Promise<Service> {
	const { port = 0, seed = 1, now, paging = 'plain', size = {}, story } = options;
	const contract = loadContract();
	const cursors = new Cursors(seed);
	const clock = new Clock(now);
	const log = new RequestLog();
	const faults = new Faults();
	const bugs: string[] = [];
	const keys = new Keys(seed);
	const startedAt = clock.now();
	let accounts = createAccounts();
	let traffic = new Map<AccountId | undefined, Traffic>();

	function createAccounts(): Record<AccountId, Account> {
		const create = (id: AccountId) => {
			const all = { ...sizesOf(id), ...(id === 'a' ? size : {}) };
			return createAccount(
				{ seed, account: id, now: startedAt, size: all },
				id === 'a' ? story?.(startedAt) : undefined,
			);
		};
		return { a: create('a'), b: create('b') };
	}

	let url = '';
	const service: Service = {
		get url() {
			return url;
		},
		keys: { a: keys.a, b: keys.b },
		account: (id) => accounts[id],
		deleteKey: (id) => keys.delete(id),
		restoreKey: (id) => keys.restore(id),
		addKey: (id) => keys.add(id),
		faults,
		limits: {},
		settings: defaultSettings(),
		paging,
		pagingOf: {},
		log: log.entries,
		get violations() {
			return log.entries.filter(({ violation }) => violation);
		},
		waitFor: (condition, timeoutMs) => log.waitFor(condition, timeoutMs),
		listen: (listener) => log.listen(listener),
		inject: ({ path: url, ...request }) => server.answer({ method: 'POST', url, ...request }),
		now: () => clock.now(),
		advance: (ms) => clock.advance(ms),
		setTime: (time) => clock.set(time),
		reset() {
			clock.reset();
			accounts = createAccounts();
			log.clear();
			faults.clear();
			faults.release();
			traffic = new Map();
			accountIds.forEach((id) => keys.restore(id));
			Object.assign(service, { limits: {}, settings: defaultSettings(), paging, pagingOf: {} });
		},
		async close() {
			await server.app.close();
			if (bugs.length > 0) throw new Error(`Bugs of the fake service:\n${bugs.join('\n')}`);
		},
	};

	const server = await createServer({
		contract,
		log,
		faults,
		get limits() {
			return service.limits;
		},
		accountOf: (authorization) => keys.accountOf(authorization),
		trafficOf(account) {
			if (!traffic.has(account)) traffic.set(account, new Traffic());
			return traffic.get(account)!;
		},
		call: (account, operation, body) => ({
			operation,
			body: service.reads ? watched(body, readsOf(service.reads, operation)) : body,
			account: accounts[account],
			clock,
			settings: service.settings,
			seed,
			cursors,
			paging: service.pagingOf[operation] ?? service.paging,
		}),
		now: () => clock.now(),
		bug: (message) => bugs.push(message),
	});
	url = await server.app.listen({ host: '127.0.0.1', port });
	return service;
}

/** The request fields of an operation that were read. */
function readsOf(reads: Map<string, Set<string>>, operation: string): Set<string> {
	const seen = reads.get(operation) ?? new Set();
	reads.set(operation, seen);
	return seen;
}
