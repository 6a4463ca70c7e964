import type { IDataObject, INodeExecutionData, INodeParameters } from 'n8n-workflow';

import { addCall } from '../../dev/areas/Calls/events';
import { readableChats } from '../../dev/areas/Chat/handlers/access';
import { addRecording } from '../../dev/areas/Recordings/events';
import { callTool } from '../../dev/engine/runTool';
import { endOf, rowsOf } from '../../dev/engine/toolRows';
import type { Account } from '../../dev/fake-service/account';
import { DAY, MINUTE } from '../../nodes/shared/durations';
import { omit } from '../../nodes/shared/objects';
import { jsonOf, linksOf, useService } from '../support/useService';

/** Minimum Duration of lists, which the node applies to all pages, before Limit counts. */

const fixture = useService();

/** Durations in minutes by number of the row: 400 rows, the newest first, of which each fiftieth is long. */
const DURATIONS = Array.from({ length: 400 }, (_, i) => {
	if (i % 50 === 49) return 6;
	return i % 50 === 20 ? 5 : [0, 1.1, 4.99999][i % 3];
});
const atLeast = (minutes: number) =>
	DURATIONS.flatMap((duration, i) => (duration >= minutes ? [`uid_${i}`] : []));

const LISTS = [
	{
		area: 'Calls',
		resource: 'call',
		url: 'queryCalls',
		add: (account: Account, call_uid: string, start: number, duration: number) =>
			addCall(account, {
				call_uid,
				created_at: start,
				ended_at: start + duration,
				transcript_state: 'ready',
			}),
	},
	{
		area: 'Recordings',
		resource: 'recording',
		url: 'queryRecordings',
		add: (account: Account, recording_uid: string, start_at: number, duration_ms: number) =>
			addRecording(account, {
				recording_uid,
				start_at,
				duration_ms,
				sealed: true,
				transcript_state: 'ready',
			}),
	},
];

beforeEach(() => {
	const account = fixture.service.account('a');
	account.calls.clear();
	account.recordings.clear();
	const now = Date.now();
	for (const { add } of LISTS)
		for (const [i, minutes] of DURATIONS.entries())
			add(account, `uid_${i}`, now - (i + 1) * 10 * MINUTE, Math.round(minutes * MINUTE));
});

describe.each(LISTS)('$area > Get Many', ({ area, resource, url }) => {
	const list = (filter: unknown, more: IDataObject = {}) => ({
		node: `svc${area}`,
		timezone: 'UTC',
		parameters: {
			resource,
			operation: 'getAll',
			period: 'anyTime',
			filters: { minimumDuration: filter },
			...more,
		} as INodeParameters,
	});
	const uidsOf = (items: INodeExecutionData[]) =>
		jsonOf(items).map((row) => row[`${resource}_uid`]);

	it.each([
		['a minimum that some rows have exactly', 5, 5],
		['a fraction that is no whole number of milliseconds as a product', 1.1, 1.1],
		['a text of digits', '5', 5],
		['0, which leaves out nothing', 0, 0],
		['a minimum that no row has', 6.01, 6.01],
	])('keeps the rows of all pages that last long enough: %s', async (_what, given, minutes) => {
		const { items, hints, error } = await fixture.run(list(given, { returnAll: true }));
		expect(error).toBeUndefined();
		expect(uidsOf(items)).toEqual(atLeast(minutes));
		expect(hints).toEqual([]);
	});

	it.each(['plain', 'irregular'] as const)('has the same rows from %s pages', async (paging) => {
		fixture.service.paging = paging;
		const { items } = await fixture.run(list(5, { returnAll: true }));
		expect(uidsOf(items)).toEqual(atLeast(5));
	});

	it.each([
		['fewer than there are', 7, 7, true],
		['as many as there are', 16, 16, false],
		['more than there are', 30, 16, false],
	])('counts for Limit what is kept: %s', async (_what, limit, count, isCut) => {
		const { items } = await fixture.run(list(5, { limit }));
		expect(uidsOf(items)).toEqual(atLeast(5).slice(0, limit));
		expect(items).toHaveLength(count);
		// Pages have their full size, and none is read behind the last row that is needed
		const pages = fixture.asked(url);
		expect(new Set(pages.map((page) => page.limit)).size).toBe(1);
		const { limit: size } = pages[0];
		const last = Number(atLeast(5)[count - 1].slice(4));
		const needed = Math.ceil((last + 1) / Number(size));
		if (isCut) expect(pages).toHaveLength(needed);
		else expect(pages.length).toBeGreaterThanOrEqual(needed);
	});

	it('says that there are more where a page has more than Limit', async () => {
		const { items } = await fixture.run(list(5, { limit: 1, outputAs: 'text' }));
		expect(jsonOf(items)).toMatchObject([{ rows: 1, has_more: true }]);
	});

	it.each(['text', 'csv', 'csvPrograms', 'jsonLines'])(
		'applies to Output As = %s',
		async (outputAs) => {
			const { items } = await fixture.run(list(5, { returnAll: true, outputAs }));
			expect(jsonOf(items)).toMatchObject([{ rows: 16, has_more: false }]);
		},
	);

	it('reads transcripts of what is kept alone', async () => {
		const options = { includeTranscript: 'text' };
		await fixture.run(list(6, { limit: 3, options }));
		expect(
			fixture.requests.filter(({ operation }) => /Transcript/.test(operation ?? '')),
		).toHaveLength(3);
	});

	it('belongs to each input item', async () => {
		const { items } = await fixture.run({
			...list('={{ $json.minutes }}', { limit: 2 }),
			items: [{ minutes: 6 }, { minutes: 0 }],
		});
		expect(uidsOf(items)).toEqual(['uid_49', 'uid_99', 'uid_0', 'uid_1']);
		expect(linksOf(items)).toEqual([0, 0, 1, 1]);
	});

	it.each([
		['is negative', -1, 'must be at least 0, not -1'],
		['seems to be milliseconds', 300_000, 'must be at most 43200, not 300000'],
		['is no number', 'five', 'must be a number, not "five"'],
		['has a unit', '5 min', 'must be a number, not "5 min"'],
		['comes from an expression that is no number', "={{ 'long' }}", 'must be a number, not "long"'],
		['is negative by an expression', '={{ -2 }}', 'must be at least 0, not -2'],
		['is infinite', '={{ 1/0 }}', 'must be a number'],
	])('refuses a value that %s, before any request', async (_what, given, message) => {
		const { error } = await fixture.run(list(given));
		expect(error!.message).toContain(`'Minimum Duration (Minutes)' ${message}`);
		expect(fixture.asked(url)).toEqual([]);
	});

	describe.each([
		['was cleared', ''],
		['is null', null],
		['comes from an empty column', '={{ $json.none }}'],
		['is an expression that yields a blank', "={{ ' ' }}"],
	])('with a value that %s', (_what, given) => {
		it('selects everything with Ignore Empty Filters', async () => {
			const options = { ignoreEmptyFilters: true };
			const { items, error } = await fixture.run(list(given, { limit: 5, options }));
			expect(error).toBeUndefined();
			expect(uidsOf(items)).toEqual(atLeast(0).slice(0, 5));
		});

		it.each([{}, { ignoreEmptyFilters: false }])('is an error with %j', async (options) => {
			const { error } = await fixture.run(list(given, { options }));
			expect(error!.message).toContain("'Minimum Duration (Minutes)' is empty");
			expect(error!.description).toContain('Options > Ignore Empty Filters');
			expect(fixture.asked(url)).toEqual([]);
		});
	});

	describe('as a tool', () => {
		const left = (name: string, type: string, value: unknown = '') =>
			`={{ $fromAI('${name}', '', '${type}', ${JSON.stringify(value)}) }}`;
		const call = async (query: IDataObject, more: IDataObject = {}) => {
			const minutes = left('minimum_duration', 'number', 0);
			const { node, parameters } = list(minutes, {
				limit: left('limit', 'number', 10),
				cursor: left('cursor', 'string'),
				...more,
			});
			const { items, error } = await fixture.run({
				node: `${node}Tool`,
				parameters,
				items: [{ query }],
			});
			if (error) throw new Error(error.message);
			const told = jsonOf(items) as IDataObject[];
			const uids = rowsOf(told).map((row) => row[`${resource}_uid`]);
			return { uids, end: { ...endOf(told) } as IDataObject };
		};

		it.each([
			['the limit', { limit: 4 }, {}],
			['another limit each time', { limit: 1 }, {}],
			['characters', { limit: 16 }, { maxCharacters: 500 }],
		])('gives all rows by the cursor of a list that is cut by %s', async (_what, query, more) => {
			const found: unknown[] = [];
			let cursor: IDataObject[string] = '';
			for (let calls = 1; cursor !== undefined && calls < 50; calls++) {
				const limit = query.limit === 1 ? calls : query.limit;
				const { uids, end } = await call({ minimum_duration: 5, limit, cursor }, more);
				expect(end.has_more).toBe(end.next_cursor !== undefined);
				found.push(...uids);
				cursor = end.next_cursor;
			}
			expect(found).toEqual(atLeast(5));
		});

		it.each([
			['nothing', {}],
			['0', { minimum_duration: 0 }],
			['null', { minimum_duration: null }],
		])('has a cursor where the model gives %s', async (_what, query) => {
			const { uids, end } = await call({ ...query, limit: 4 });
			expect(uids).toEqual(atLeast(0).slice(0, 4));
			expect(typeof end.next_cursor).toBe('string');
		});

		it.each([
			['gives', { minimum_duration: 5 }, 5],
			['leaves out', {}, 0],
		])(
			'is an argument of the tool as it is added, that the model %s',
			async (...[, query, least]) => {
				const { credential } = fixture;
				const { node, parameters } = list(0);
				const [{ result = [], failed }] = await callTool({
					node: `${node}Tool`,
					credential,
					parameters: omit(parameters, 'filters', 'period'),
					calls: [query],
				});
				expect(failed).toBeUndefined();
				const uids = rowsOf(result).map((row) => row[`${resource}_uid`]);
				expect(uids).toEqual(atLeast(least).slice(0, 10));
			},
		);

		it.each([
			['names the filter', 60, true],
			['does not name it without a value', 0, false],
		])('%s where nothing was found', async (_what, minimum_duration, names) => {
			const { calls, recordings } = fixture.service.account('a');
			for (const rows of [calls, recordings]) rows.clear();
			const { end } = await call({ minimum_duration });
			expect(String(end.hint).includes('minimum_duration')).toBe(names);
		});

		it('says how to find more where nothing was found', async () => {
			const { end } = await call({ minimum_duration: 60 });
			expect(end).toMatchObject({ count: 0, has_more: false });
			expect(end.hint).toContain('minimum_duration 60');
			expect(end.hint).toContain('To search wider, change minimum_duration');
		});
	});
});

it('sends the calls of today over five minutes as a text to a group, by fields of the nodes alone', async () => {
	const account = fixture.service.account('a');
	const [chat] = readableChats(account);
	const timezone = 'UTC';
	const calls = await fixture.run({
		node: 'svcCalls',
		timezone,
		parameters: {
			resource: 'call',
			operation: 'getAll',
			period: 'today',
			returnAll: true,
			outputAs: 'text',
			textIfEmpty: 'None',
			filters: { minimumDuration: 5 },
		},
	});
	const [{ text }] = jsonOf(calls.items);
	const midnight = Math.floor(Date.now() / DAY) * DAY;
	const today = [...account.calls.values()].filter(({ created_at }) => created_at >= midnight);
	const long = today.filter(({ started_at, ended_at }) => ended_at! - started_at >= 5 * MINUTE);
	expect(text === 'None' ? 0 : String(text).split('\n').length).toBe(long.length);
	const { error } = await fixture.run({
		node: 'svcChat',
		timezone,
		parameters: {
			resource: 'message',
			operation: 'send',
			conversation: { __rl: true, mode: 'id', value: chat.chat_session_uid },
			text: '={{ $json.text }}',
		},
		items: [{ text } as IDataObject],
	});
	expect(error).toBeUndefined();
});
