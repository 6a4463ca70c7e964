import { topics as broken } from './topicsEndpoint';

import { overrideLimits } from '../../nodes/shared/limits';
import type { IDataObject, INode } from 'n8n-workflow';

import { callTool } from '../../dev/engine/runTool';
import { jsonOf, linksOf, useService } from '../support/useService';

/**
 * Failures under each setting of On Error, for nodes and for tools of agents. Nothing is ever thrown under On Error
 * = continue: n8n would send the input items down the success output.
 */

const fixture = useService();

beforeAll(() => overrideLimits({ firstBackoff: 1 }));

/** Unhandled rejections, which would end a process. */
const unhandled: unknown[] = [];
const note = (reason: unknown) => unhandled.push(reason);
beforeAll(() => process.on('unhandledRejection', note));
afterAll(() => process.off('unhandledRejection', note));
afterEach(async () => {
	await new Promise((resolve) => setImmediate(resolve));
	expect(unhandled.splice(0)).toEqual([]);
});

const MODES = ['stopWorkflow', 'continueRegularOutput', 'continueErrorOutput'] as const;
type Mode = (typeof MODES)[number];

interface Trouble {
	/** Called before the run; returns the particular settings of the node */
	arrange: () => { parameters?: IDataObject; settings?: Partial<INode>; stopsAfter?: number };
	message: RegExp;
	/** The message of a node that stops, if it names all failing items */
	ofAll?: RegExp;
	/** Indexes of the failing items, of five */
	failing: number[];
	tidy?: () => void;
}

const ALL = [0, 1, 2, 3, 4];

/** A bug of this package: what the endpoint throws is no failure. */
const bug = (endpoint: () => never | Promise<never>): Trouble => ({
	arrange: () => {
		broken.endpoint = endpoint;
		return {};
	},
	message: /^The node failed because of a defect in its code/,
	failing: ALL,
	tidy: () => (broken.endpoint = broken.own),
});

const TROUBLES: Record<string, Trouble> = {
	'a bug of this package': bug(() => {
		throw new TypeError('x is not a function');
	}),
	'a bug of this package in a promise': bug(
		async () => await Promise.reject(new TypeError('x is not a function')),
	),
	'an expression that cannot be resolved': {
		arrange: () => ({ parameters: { limit: '={{ "banana".toDateTime() }}' } }),
		message: /^'limit' could not be evaluated: /i,
		ofAll: /^5 of 5 items are not valid: item 0 \(row 1\): 'limit' could not be evaluated: /i,
		failing: ALL,
	},
	'an invalid value': {
		arrange: () => ({ parameters: { limit: '={{ $json.bad ? 0 : 1 }}' } }),
		message: /^'limit' must be at least 1, not 0/i,
		failing: [2],
	},
	'a missing credential': {
		arrange: () => ({ settings: { credentials: undefined } }),
		message: /^Node does not have any credentials set/,
		failing: ALL,
	},
	'an invalid Base URL': {
		arrange: () => ({ settings: {}, parameters: {} }),
		message: /^'Base URL' must start with/,
		failing: ALL,
	},
	'a 401 in the middle': {
		arrange: () => {
			fixture.service.faults.add({ match: ({ sequence }) => sequence === 3, status: 401 });
			return {};
		},
		message: /^The service did not accept the API key/,
		failing: [2],
	},
};

const INPUT = ALL.map((i) => ({ n: 'banana', bad: i === 2, input: true }));
const topics = (parameters: IDataObject = {}) =>
	({ resource: 'topic', operation: 'getAll', limit: 1, ...parameters }) as never;

const cases = Object.keys(TROUBLES).flatMap((trouble) =>
	MODES.map((mode) => [trouble, mode] as const),
);

function credentialFor(trouble: string) {
	return trouble === 'an invalid Base URL'
		? { ...fixture.credential, baseUrl: 'svc.example' }
		: fixture.credential;
}

describe.each(['svcRecords', 'svcRecordsTool'])('%s, run by n8n as a node', (node) => {
	it.each(cases)('handles %s under On Error = %s', async (name, onError: Mode) => {
		const { arrange, message, ofAll = message, failing, tidy } = TROUBLES[name];
		const { parameters, settings } = arrange();
		const { items, errors, error } = await fixture.run({
			node,
			parameters: topics(parameters),
			items: INPUT,
			credential: credentialFor(name),
			settings: { onError, ...settings },
		});
		tidy?.();
		const passed = ALL.filter((i) => !failing.includes(i));
		if (onError === 'stopWorkflow') {
			expect(error?.message).toMatch(ofAll);
			expect([...items, ...errors]).toEqual([]);
			return;
		}
		expect(error).toBeUndefined();
		if (node.endsWith('Tool') && onError === 'continueErrorOutput') {
			// n8n has no error output for a tool, and drops its items
			expect([...items, ...errors]).toEqual([]);
			return;
		}
		const all = onError === 'continueErrorOutput' ? errors : items;
		const failed = all.filter(({ json }) => json.error !== undefined);
		expect(failed.map(({ pairedItem }) => (pairedItem as { item: number }).item)).toEqual(failing);
		for (const { json } of failed) expect(json.error).toMatch(message);
		// No input item is treated as a result
		const results = items.filter(({ json }) => json.error === undefined);
		expect(linksOf(results)).toEqual(passed);
		expect(jsonOf(results).filter(({ input }) => input)).toEqual([]);
	});

	it.each(MODES)('ends if the execution is stopped, under On Error = %s', async (onError) => {
		fixture.service.faults.add({ delayMs: 300, times: Infinity });
		let stop = () => {};
		const running = fixture.run({
			node,
			parameters: topics(),
			items: Array.from({ length: 40 }, () => ({ input: true })),
			settings: { onError },
			onStart: (press) => (stop = press),
		});
		await fixture.service.waitFor(() => true);
		stop();
		const { items, run } = await running;
		expect(run.status).toBe('canceled');
		expect(jsonOf(items).filter(({ input }) => input)).toEqual([]);
		expect(fixture.requests.length).toBeLessThanOrEqual(8);
	});
});

describe('svcRecordsTool, called by an agent before version 3', () => {
	it.each(cases)('handles %s under On Error = %s', async (name, onError: Mode) => {
		const { arrange, message, tidy } = TROUBLES[name];
		const { parameters, settings } = arrange();
		const credential = name === 'a missing credential' ? undefined : credentialFor(name);
		const calls = name === 'a 401 in the middle' ? [{}, {}, {}] : [{}];
		const results = await callTool({
			node: 'svcRecordsTool',
			parameters: topics({
				...parameters,
				...(name === 'an invalid value' && { limit: 0 }),
			}),
			calls,
			credential,
			settings: { onError, ...settings },
		}).catch((error: Error) => [{ failed: error.message, result: undefined }]);
		tidy?.();
		const last = results.at(-1)!;
		const text = last.failed ?? String((last.result?.[0] as IDataObject | undefined)?.error ?? '');
		if (name === 'an expression that cannot be resolved') {
			// n8n's routing engine evaluates expressions itself, with its own message, or none if it continues
			expect(text).toMatch(onError === 'stopWorkflow' ? /Luxon/ : /^$/);
		} else expect(text).toMatch(message);
		for (const { result } of results.slice(0, -1)) expect(result?.[0]).toHaveProperty('topic_uid');
	});
});
