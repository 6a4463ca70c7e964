import { topics as broken } from './topicsEndpoint';

import { overrideLimits } from '../../dev/limits';
import type { IDataObject, INode } from 'n8n-workflow';

import { callTool } from '../../dev/engine/runTool';
import { byName, filterBy, uid } from '../../dev/contract/choices';
import { jsonOf, linksOf, useService } from '../support/useService';
import { share } from '../support/effort';

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
	arrange: () => { parameters?: IDataObject; settings?: Partial<INode> };
	message: RegExp;
	/** The message of a node that stops, if it names all failing items */
	ofAll?: RegExp;
	/** Indexes of the failing items, of five */
	failing: number[];
	/** Further `details` beside the advice */
	details?: IDataObject;
	/** An error of n8n, which has no advice */
	ofN8n?: true;
	/** Area of the node; Records unless given */
	area?: string;
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
	details: { stack: expect.stringContaining('TypeError') as string },
	tidy: () => (broken.endpoint = broken.own),
});

/** An operation that the node does not have. n8n then calls no custom operation, and comes through its routing. */
const unknown = (parameters: IDataObject, message: RegExp): Trouble => ({
	arrange: () => ({ parameters }),
	message,
	failing: ALL,
});

/** All requests get this answer. */
const answered = (status: number, message: RegExp): Trouble => ({
	arrange: () => {
		fixture.service.faults.add({ status, times: Infinity });
		return {};
	},
	message,
	failing: ALL,
	details: { http_status: status, request_id: expect.any(String) as string },
});

/** An operation on something that there is not. */
const missing = (parameters: IDataObject, message: RegExp, area?: string): Trouble => ({
	arrange: () => ({ parameters }),
	message,
	failing: ALL,
	...(area && { area }),
});

const TROUBLES: Record<string, Trouble> = {
	'an unknown operation': unknown(
		{ operation: 'list' },
		/^'Operation' must be one of getAll, find, not "list"/,
	),
	'an operation of another resource': unknown(
		{ resource: 'topic', operation: 'appendText' },
		/^'Operation' must be one of getAll, find, not "appendText"/,
	),
	'an empty operation': unknown(
		{ operation: '' },
		/^'Operation' must be one of getAll, find, not ""/,
	),
	'an operation that is no text': unknown(
		{ operation: 7 },
		/^'Operation' must be one of getAll, find, not 7/,
	),
	'an operation with a name of Object.prototype': unknown(
		{ operation: 'constructor' },
		/^'Operation' must be one of getAll, find, not "constructor"/,
	),
	'an unknown resource': unknown(
		{ resource: 'task' },
		/^'Resource' must be one of record, topic, not "task"/,
	),
	'an unknown resource and operation': unknown(
		{ resource: 'note', operation: 'list' },
		/^'Resource' must be one of record, topic, not "note"/,
	),
	'a resource with a name of Object.prototype': unknown(
		{ resource: 'constructor', operation: 'keys' },
		/^'Resource' must be one of record, topic, not "constructor"/,
	),
	'an expression as operation': unknown(
		{ operation: '={{ "getAll" }}' },
		/^'Resource' and 'Operation' cannot be expressions/,
	),
	'an expression as resource': unknown(
		{ resource: '={{ "topic" }}' },
		/^'Resource' and 'Operation' cannot be expressions/,
	),
	'a name that nothing has': missing(
		{
			resource: 'record',
			operation: 'getAll',
			filters: { creators: filterBy('person', byName('Nobody Nowhere')) },
		},
		/nobody nowhere/i,
	),
	'an object that there is not': missing(
		{ resource: 'record', operation: 'get', record: uid('rec_nowhere') },
		/^The record "rec_nowhere" does not exist or is not readable/,
	),
	'an object that the service has not found': missing(
		{ resource: 'arrangement', operation: 'get', arrangement: uid('arr_nowhere') },
		/^The task "arr_nowhere" does not exist or is not readable/,
		'Arrangements',
	),
	'a list of an object that is not found': missing(
		{ resource: 'message', operation: 'getAll', conversation: uid('chat_nowhere') },
		/^The conversation "chat_nowhere" does not exist or is not readable/,
		'ImportedChat',
	),
	'a change of an object that there is not': missing(
		{ resource: 'record', operation: 'delete', record: uid('rec_nowhere') },
		/^The record "rec_nowhere" does not exist or is not readable/,
	),
	'a rejected change': {
		arrange: () => {
			fixture.service.faults.add({
				operation: 'createTeams',
				times: Infinity,
				rewrite: ({ data, ...envelope }) => {
					const { items } = data as { items: IDataObject[] };
					const rejected = { status: 'rejected', reason: 'svc_id_unavailable' };
					return {
						...envelope,
						data: { items: items.map(({ item_id }) => ({ item_id, ...rejected })) },
					};
				},
			});
			const parameters = {
				resource: 'team',
				operation: 'create',
				name: 'Potters',
				svcId: 'potters',
			};
			return { parameters };
		},
		message: /^The public ID is already taken/,
		failing: ALL,
		area: 'Teams',
		details: { reason: 'svc_id_unavailable' },
	},
	'a rejected request': answered(400, /^The service refused the request/),
	'a defect of the service': answered(500, /^The service answered with HTTP status 500/),
	'a refused connection': {
		arrange: () => ({}),
		message: /^The service (at .* )?could not be reached/,
		failing: ALL,
	},
	'a bug of this package': bug(() => {
		throw new TypeError('x is not a function');
	}),
	'a bug of this package in a promise': bug(
		async () => await Promise.reject(new TypeError('x is not a function')),
	),
	'an expression that cannot be resolved': {
		arrange: () => ({ parameters: { limit: '={{ "banana".toDateTime() }}' } }),
		message: /^'limit' could not be evaluated: /i,
		ofAll: /^5 of 5 items are not valid: item 1: 'limit' could not be evaluated: /i,
		failing: ALL,
	},
	'an invalid value': {
		arrange: () => ({ parameters: { limit: '={{ $json.bad ? -1 : 1 }}' } }),
		message: /^'limit' must be at least 1, not -1/i,
		failing: [2],
	},
	'a missing credential': {
		arrange: () => ({ settings: { credentials: undefined } }),
		message: /^Node does not have any credentials set/,
		failing: ALL,
		ofN8n: true,
	},
	'an invalid Base URL': {
		arrange: () => ({ settings: {}, parameters: {} }),
		message: /^'Base URL' must start with/,
		failing: ALL,
	},
	'a 403 in the middle': {
		arrange: () => {
			fixture.service.faults.add({ match: ({ sequence }) => sequence === 3, status: 403 });
			return {};
		},
		message: /^The service answered with HTTP status 403/,
		failing: [2],
		details: { http_status: 403, request_id: expect.any(String) as string },
	},
};

const INPUT = ALL.map((i) => ({ n: 'banana', bad: i === 2, input: true }));
const topics = (parameters: IDataObject = {}) =>
	({ resource: 'topic', operation: 'getAll', limit: 1, ...parameters }) as never;

const cases = Object.keys(TROUBLES).flatMap((trouble) =>
	MODES.map((mode) => [trouble, mode] as const),
);

const OF_N8N = ['an expression that cannot be resolved', 'a missing credential'];

function credentialFor(trouble: string) {
	const { [trouble]: baseUrl = fixture.credential.baseUrl } = BASE_URLS;
	return { ...fixture.credential, baseUrl };
}

const BASE_URLS: Record<string, string> = {
	'an invalid Base URL': 'svc.example',
	'a refused connection': 'http://127.0.0.1:1',
};

describe.each(['', 'Tool', 'Routed', 'RoutedTool'])(
	'svcRecords%s, run by n8n as a node',
	(kind) => {
		const node = `svcRecords${kind}`;

		// n8n's routing gets credentials and evaluates expressions itself, and fails before it calls the node
		const met = cases.filter(([name]) => !kind.startsWith('Routed') || !OF_N8N.includes(name));

		it.each(share(met))('handles %s under On Error = %s', async (name, onError: Mode) => {
			const { arrange, message, ofAll = message, failing, ofN8n, area, tidy } = TROUBLES[name];
			const { parameters, settings } = arrange();
			const { items, errors, error } = await fixture.run({
				node: area ? `svc${area}${kind}` : node,
				parameters: topics(parameters),
				items: INPUT,
				credential: credentialFor(name),
				settings: { onError, ...settings },
			});
			tidy?.();
			const passed = ALL.filter((i) => !failing.includes(i));
			if (onError === 'stopWorkflow') {
				// A model has made one call, whose items have no numbers
				expect(error?.message).toMatch(kind.endsWith('Tool') ? message : ofAll);
				expect([...items, ...errors]).toEqual([]);
				return;
			}
			expect(error).toBeUndefined();
			if (kind.endsWith('Tool') && onError === 'continueErrorOutput') {
				// n8n has no error output for a tool, and drops its items
				expect([...items, ...errors]).toEqual([]);
				return;
			}
			const all = onError === 'continueErrorOutput' ? errors : items;
			const failed = all.filter(({ json }) => json.error !== undefined);
			expect(failed.map(({ pairedItem }) => (pairedItem as { item: number }).item)).toEqual(
				failing,
			);
			for (const [i, { json }] of failed.entries()) {
				expect(json.error).toMatch(message);
				// n8n adds the input on the error output only; elsewhere the link leads to it
				const { error: _error, details, ...input } = json;
				expect(input).toEqual(onError === 'continueErrorOutput' ? INPUT[failing[i]] : {});
				const advice = { description: expect.any(String) as string, ...TROUBLES[name].details };
				expect(details).toEqual(ofN8n ? {} : expect.objectContaining(advice));
			}
			// No input item is treated as a result
			const isRow = ({ json }: (typeof items)[number]) =>
				json.error === undefined && json.has_more === undefined;
			const results = items.filter(isRow);
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
	},
);

describe('svcRecordsTool, called by an agent before version 3', () => {
	it.each(cases)('handles %s under On Error = %s', async (name, onError: Mode) => {
		const { arrange, message, area = 'Records', tidy } = TROUBLES[name];
		const { parameters, settings } = arrange();
		const credential = name === 'a missing credential' ? undefined : credentialFor(name);
		const calls = name === 'a 403 in the middle' ? [{}, {}, {}] : [{}];
		const results = await callTool({
			node: `svc${area}Tool`,
			parameters: topics({
				...parameters,
				...(name === 'an invalid value' && { limit: -1 }),
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
