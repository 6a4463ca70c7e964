import { rowsOf } from '../../dev/engine/toolRows';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { LIMITERS } from '../../nodes/shared/transport/limiter';
import { connect } from '../../nodes/shared/transport/connection';
import { userOf } from '../../nodes/shared/api/user';
import {
	startService,
	type LogEntry,
	type Service,
	type ServiceOptions,
} from '../../dev/fake-service/index';
import type { SvcCredential } from '../../dev/engine/credentials';
import { loadOptionsContext } from '../../dev/engine/loadOptions';
import { retryExecution, runNode, type Outcome, type Setup } from '../../dev/engine/runNode';
import { keepReads, type Reads } from './unreadFields';

/** The fake service of a test file, with helpers for tests. */
export interface ServiceFixture {
	readonly service: Service;
	/** The credential of account a */
	readonly credential: SvcCredential;
	/** Runs a node with that credential; fails if its result contains the key */
	run: (setup: Omit<Setup, 'credential'> & Partial<Setup>) => Promise<Outcome>;
	/** "Retry execution" of a run that failed, with a workflow that may have been corrected */
	retry: (failed: Outcome['run'], setup: Omit<Setup, 'credential'>) => Promise<Outcome>;
	/** The requests of the test so far, oldest first */
	readonly requests: readonly LogEntry[];
	/** Their bodies */
	readonly bodies: Array<Record<string, unknown>>;
	/** The bodies of the requests of one operation of the contract */
	asked: (operation: string) => Array<NonNullable<LogEntry['body']>>;
	/** The items of the requests of a batch operation, request by request */
	itemsOf: (operation: string) => Array<Array<Record<string, unknown>>>;
	/** Allows a test to violate the contract on purpose. */
	expectViolations: () => void;
}

/**
 * Starts the fake service once for a test file, and resets it and the limiters for every test. A test fails if a
 * request violated the contract, unless it allows that.
 */
export function useService(options: ServiceOptions = {}): ServiceFixture {
	let service: Service;
	let violationsExpected = false;
	const reads: Reads = new Map();

	beforeAll(async () => {
		service = await startService(options);
		service.reads = reads;
		// The account is read once for each key and process, before the first write: here before the tests
		await userOf(await connect(loadOptionsContext('svcAccount', fixture.credential)));
	});

	beforeEach(() => {
		service.reset();
		violationsExpected = false;
		LIMITERS.clear();
	});

	afterEach(() => {
		if (violationsExpected) return;
		expect(service.violations.map(({ operation, error }) => `${operation}: ${error}`)).toEqual([]);
	});

	afterAll(async () => {
		await service.close();
		keepReads(expect.getState().testPath!, reads);
	});

	const fixture: ServiceFixture = {
		get service() {
			return service;
		},
		get credential() {
			return { baseUrl: service.url, apiKey: service.keys.a };
		},
		run: async (setup) => {
			const { credential } = fixture;
			const outcome = await runNode({ credential, ...setup });
			const { apiKey } = setup.credential ?? credential;
			// The data that n8n would store of the execution does not contain the key
			if (JSON.stringify(outcome.run).includes(apiKey)) throw new Error('The key leaked');
			return outcome;
		},
		retry: async (failed, setup) =>
			await retryExecution(failed, { credential: fixture.credential, ...setup }),
		get requests() {
			return service.log;
		},
		get bodies() {
			return service.log.map(({ body }) => body as Record<string, unknown>);
		},
		asked: (operation) =>
			service.log.filter((entry) => entry.operation === operation).map(({ body }) => body!),
		itemsOf: (operation) =>
			fixture.asked(operation).map(({ items }) => items as Array<Record<string, unknown>>),
		expectViolations: () => {
			violationsExpected = true;
		},
	};
	return fixture;
}

/** Function that gives a run of an operation of a node. */
export const nodeOf =
	(node: string) =>
	(resource: string, operation: string, parameters: object = {}) => ({
		node,
		parameters: { resource, operation, ...parameters } as INodeParameters,
	});

/** The json of items, without their links. */
export function jsonOf(items: Outcome['items']): Array<Record<string, unknown>> {
	return items.map(({ json }) => json);
}

/** The rows of JSON Lines, which have all fields of the simplified form. */
export function linesOf(items: Outcome['items'], field = 'data'): IDataObject[] {
	return items
		.flatMap(({ binary }) =>
			Buffer.from(binary![field].data, 'base64').toString().trimEnd().split('\n'),
		)
		.map((line) => JSON.parse(line) as IDataObject);
}

/** The rows of what a tool returned, those of a table as objects, and its last row with a hint. */
export function toldRows(items: Outcome['items']): IDataObject[] {
	return rowsOf(jsonOf(items) as IDataObject[]);
}

/** The input index that each item is linked to. */
export function linksOf(items: Outcome['items']): unknown[] {
	return items.map(({ pairedItem }) => (pairedItem as { item?: number } | undefined)?.item);
}
