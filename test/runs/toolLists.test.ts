import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { uid } from '../../dev/contract/choices';
import { endOf, type ListEnd, rowsOf } from '../../dev/engine/toolRows';
import { overrideLimits } from '../../dev/limits';
import { jsonOf, useService } from '../support/useService';

/**
 * Lists that a model works through with the cursor of the last row, while it changes what it has read: every row is shown
 * once. The calls are made as an agent makes them, in n8n's engine.
 */

const fixture = useService({ size: { records: 200, arrangements: 60, messages: 400, calls: 60 } });

const account = () => fixture.service.account('a');

/** Parameters that the model fills in, as n8n wires them. */
const LEFT: INodeParameters = {
	limit: "={{ $fromAI('limit', '', 'number', 10) }}",
	cursor: "={{ $fromAI('cursor', '', 'string', '') }}",
};

interface Tool {
	node: string;
	parameters: INodeParameters;
}

async function call({ node, parameters }: Tool, query: IDataObject = {}) {
	const settings = { ...LEFT, ...parameters };
	const { items, error } = await fixture.run({ node, parameters: settings, items: [{ query }] });
	if (error) throw new Error(error.message);
	const result = jsonOf(items) as IDataObject[];
	return { rows: rowsOf(result), end: endOf(result) };
}

/** Reads a list to its end as a model does, which does something with the rows of each call before the next one. */
async function workThrough(
	tool: Tool,
	query: IDataObject,
	act: (rows: IDataObject[], end: ListEnd) => Promise<void> | void = () => {},
): Promise<IDataObject[]> {
	const all: IDataObject[] = [];
	let cursor: string | undefined;
	for (let calls = 1; calls < 100; calls++) {
		const { rows, end } = await call(tool, { ...query, ...(cursor && { cursor }) });
		expect(end.count).toBe(rows.length);
		all.push(...rows);
		await act(rows, end);
		if (!end.has_more) return all;
		cursor = end.next_cursor!;
		expect(typeof cursor).toBe('string');
	}
	throw new Error('The list has no end');
}

const tasks: Tool = {
	node: 'svcArrangementsTool',
	parameters: { resource: 'arrangement', operation: 'getAll', statuses: ['following'] },
};
const records: Tool = {
	node: 'svcRecordsTool',
	parameters: { resource: 'record', operation: 'getAll', period: 'anyTime' },
};

const open = () =>
	[...account().arrangements.values()].filter(({ status }) => status === 'following');
const ownRecords = () =>
	[...account().records.values()].filter(
		({ state, creator_user_ref }) =>
			state === 'available' && creator_user_ref === account().profile.user_ref,
	);
const keysOf = (rows: IDataObject[], key: string) => rows.map((row) => String(row[key])).sort();

it.each([
	['ten at a time', {}, {}],
	['a few at a time', {}, { limit: 3 }],
	['as many as fit into 1,500 characters', { maxCharacters: 1500 }, { limit: 30 }],
	['with an expression for what is due', { due: 'anyTimeOrNone' }, {}],
])('completes all open tasks, %s', async (_how, parameters, query) => {
	const all = open();
	expect(all.length).toBeGreaterThan(20);
	const { node } = tasks;
	const shown = await workThrough(
		{ node, parameters: { ...tasks.parameters, ...parameters } },
		query,
		async (rows) => {
			const arrangement = { __rl: true, mode: 'id', value: "={{ $fromAI('arrangement') }}" };
			for (let i = 0; i < rows.length; i += 10) {
				const ids = rows.slice(i, i + 10).map((row) => row.arrangement_uid);
				const complete = { resource: 'arrangement', operation: 'complete', arrangement };
				const query = { arrangement: ids.join(', ') };
				const { error } = await fixture.run({ node, parameters: complete, items: [{ query }] });
				expect(error).toBeUndefined();
			}
		},
	);
	expect(keysOf(shown, 'arrangement_uid')).toEqual(all.map((row) => row.arrangement_uid).sort());
	expect(open()).toEqual([]);
});

it.each([
	[
		'moved out of it',
		(record: { container: unknown }, topic_uid: string) =>
			(record.container = { kind: 'topic', topic_uid }),
	],
	['deleted', (record: { state: string }) => (record.state = 'deleted')],
])('shows every record of a list whose records are %s as it is read', async (_what, change) => {
	const topic = [...account().topics.keys()][0];
	const all = ownRecords();
	for (const record of all) record.container = { kind: 'unclassified' };
	const { node, parameters } = records;
	const unclassified: INodeParameters = { ...parameters, container: 'unclassified' };
	const before = await call({
		node,
		parameters: { ...unclassified, limit: 1000, maxCharacters: 1e6 },
	});
	const shown = await workThrough({ node, parameters: unclassified }, {}, (rows) => {
		for (const { record_uid } of rows)
			change(account().records.get(String(record_uid)) as never, topic);
	});
	expect(before.rows.length).toBeGreaterThan(20);
	expect(keysOf(shown, 'record_uid')).toEqual(keysOf(before.rows, 'record_uid'));
});

it('shows every record once in a list that grows at its beginning and at its end', async () => {
	const old = ownRecords();
	const times = old.map(({ send_at }) => send_at);
	let added = 0;
	const shown = await workThrough(records, {}, () => {
		for (const send_at of [Math.max(...times) + 1000, Math.min(...times) - 1000]) {
			const record_uid = `rec_added_${added++}`;
			const record = { ...old[0], record_uid, send_at };
			if (added < 20) account().records.set(record_uid, record);
		}
	});
	const keys = keysOf(shown, 'record_uid');
	expect(new Set(keys).size).toBe(keys.length);
	expect(keys).toEqual(expect.arrayContaining(old.map(({ record_uid }) => record_uid)));
});

it('shows every message of a conversation whose messages are withdrawn as they are read', async () => {
	const { uid: chat, all } = longChat();
	const parameters = { resource: 'message', operation: 'getAll', period: 'anyTime' };
	const messages: Tool = {
		node: 'svcChatTool',
		parameters: { ...parameters, conversations: { values: [{ conversation: uid(chat) }] } },
	};
	const shown = await workThrough(messages, { limit: 20 }, (rows) => {
		for (const { sequence } of rows)
			for (const [key, message] of account().messages)
				if (message.chat_session_uid === chat && message.sequence === sequence)
					account().messages.delete(key);
	});
	expect(shown.map(({ sequence }) => sequence)).toEqual(
		all.map(({ sequence }) => sequence).reverse(),
	);
});

/** A conversation with many messages, oldest first. */
function longChat() {
	const byChat = new Map<string, Array<{ chat_session_uid: string; sequence: number }>>();
	for (const message of account().messages.values()) {
		const { chat_session_uid: chat } = message;
		byChat.set(chat, [...(byChat.get(chat) ?? []), message]);
	}
	const [[chat, all]] = [...byChat].sort(([, a], [, b]) => b.length - a.length);
	return { uid: chat, all: all.sort((a, b) => a.sequence - b.sequence) };
}

describe('a cursor', () => {
	const bounded: INodeParameters = {
		...records.parameters,
		period: "={{ $fromAI('period', '', 'string', '') }}",
		after: "={{ $fromAI('after', '', 'string', '') }}",
	};
	const cursorOf = async (tool: Tool, query: IDataObject) =>
		(await call(tool, { limit: 3, ...query })).end.next_cursor!;

	it.each<[string, () => Tool, IDataObject, () => Tool, IDataObject]>([
		[
			'another period',
			() => ({ ...records, parameters: bounded }),
			{ period: 'thisMonth' },
			() => ({ ...records, parameters: bounded }),
			{ period: 'last30Days' },
		],
		[
			'another start',
			() => ({ ...records, parameters: bounded }),
			{ after: '2020-01-01' },
			() => ({ ...records, parameters: bounded }),
			{ after: '2021-01-01' },
		],
		[
			'no start',
			() => ({ ...records, parameters: bounded }),
			{ after: '2020-01-01' },
			() => ({ ...records, parameters: bounded }),
			{},
		],
		[
			'other statuses',
			() => tasks,
			{},
			() => ({ ...tasks, parameters: { ...tasks.parameters, statuses: ['completed'] } }),
			{},
		],
		['another tool', () => records, {}, () => tasks, {}],
		['another account', () => records, {}, () => ({ ...records }), { account: 'b' }],
	])(
		'is refused with %s, in words that say what to do',
		async (_what, first, given, second, other) => {
			const cursor = await cursorOf(first(), given);
			const { account: another, ...query } = other;
			const { node, parameters } = second();
			const { credential, service } = fixture;
			const { error } = await fixture.run({
				node,
				parameters: { ...LEFT, ...parameters },
				items: [{ query: { ...query, cursor } }],
				credential: another ? { ...credential, apiKey: service.keys.b } : credential,
			});
			expect(error?.message).toContain(
				"'cursor' does not belong to this call. Nothing was sent. Repeat all other arguments of the call that returned it as next_cursor, except for limit.",
			);
		},
	);

	it.each(['2', 'page 2', 'next', 'abc~1', '00000000~1~0~0~,~', '00000000~1~9~0~,~x'])(
		'that a model has invented is refused before anything is sent: %s',
		async (cursor) => {
			const sent = fixture.requests.length;
			await expect(call(records, { cursor })).rejects.toThrow(
				"'cursor' does not belong to this call",
			);
			expect(fixture.requests).toHaveLength(sent);
		},
	);

	it.each([
		['the time of the first call', 1],
		['the rows to skip', 3],
		['the span of time', 4],
	])('whose text was changed is refused: %s', async (_what, at) => {
		const cursor = await cursorOf({ ...records, parameters: bounded }, { after: '2020-01-01' });
		const parts = cursor.split('~');
		parts[at] = parts[at].replace(/^\d*/, (digits) => String(Number(digits) + 1));
		await expect(
			call({ ...records, parameters: bounded }, { after: '2020-01-01', cursor: parts.join('~') }),
		).rejects.toThrow("'cursor' does not belong to this call");
	});

	it.each(['', ' ', 'null'])('without a value begins the list: "%s"', async (cursor) => {
		expect((await call(records, { cursor })).rows).toEqual((await call(records)).rows);
	});

	it.each<[string, INodeParameters, IDataObject]>([
		['a period', bounded, { period: 'thisMonth' }],
		['a date of the model', bounded, { after: '2020-01-01' }],
		[
			'an expression of the user',
			{ ...records.parameters, period: 'custom', after: "={{ $now.minus(300, 'days') }}" },
			{},
		],
		[
			'a search with days',
			{ resource: 'record', operation: 'search', keyword: 'kiln', period: 'last30Days' },
			{},
		],
	])(
		'keeps the bounds of time of the first call a day later: %s',
		async (_what, parameters, query) => {
			for (const record of ownRecords()) record.text_content = 'The kiln is ready';
			const tool = { ...records, parameters };
			const cursor = await cursorOf(tool, query);
			const later = Date.now() + 86_400_000;
			const clock = jest.spyOn(Date, 'now').mockImplementation(() => later);
			await call(tool, { ...query, limit: 3, cursor });
			clock.mockRestore();
			const lists = fixture.requests.filter(({ body }) => (body as IDataObject).limit === 3);
			const [first, last] = lists.map(({ body }) => {
				const { limit: _limit, page_cursor, ...filters } = body as IDataObject;
				return { filters, isNext: page_cursor !== undefined };
			});
			expect(last).toEqual({ filters: first.filters, isNext: true });
		},
	);

	it('goes on in the right year of a list that is read a year at a time', async () => {
		account().profile.created_at -= 2000 * 86_400_000;
		for (const [i, each] of [...account().calls.values()].entries())
			each.created_at -= (i % 3) * 400 * 86_400_000;
		const listed = { resource: 'call', operation: 'getAll', period: 'anyTime' };
		const shown = await workThrough({ node: 'svcCallsTool', parameters: listed }, { limit: 7 });
		const { items } = await fixture.run({
			node: 'svcCalls',
			parameters: { ...listed, returnAll: true },
		});
		const times = fixture.asked('queryCalls').map(({ start_at }) => start_at);
		expect(new Set(times).size).toBeGreaterThan(2);
		expect(keysOf(shown, 'call_uid')).toEqual(keysOf(jsonOf(items) as IDataObject[], 'call_uid'));
	});

	it('leads through candidates of a name', async () => {
		for (const person of account().people.values()) person.nickname = 'Anna';
		const find: Tool = {
			node: 'svcPeopleTool',
			parameters: { resource: 'person', operation: 'find', query: 'Anna' },
		};
		const whole = await call(find, { limit: 1000 });
		const shown = await workThrough(find, { limit: 4 });
		expect(keysOf(shown, 'user_ref')).toEqual(keysOf(whole.rows, 'user_ref'));
		expect(shown.length).toBeGreaterThan(4);
	});

	it.each([
		['with its cursor', 1_000_000, 150, true],
		['without a cursor, if there was no time to read what fits again', 20_000, 20, false],
	])('gives the rows that came in time, %s', async (_how, maxCharacters, least, hasCursor) => {
		const { node, parameters } = records;
		const all = { node, parameters: { ...parameters, maxCharacters } };
		const { faults } = fixture.service;
		const restore = overrideLimits({ patientCall: 2_000, firstPause: 1_000 });
		faults.add({ operation: 'queryRecordTimeline', after: 1, delayMs: Infinity, times: Infinity });
		const first = await call(all, { limit: 1000 });
		faults.release();
		restore();
		faults.clear();
		expect(first.rows.length).toBeGreaterThanOrEqual(least);
		expect(first.end).toMatchObject({ has_more: true });
		expect(first.end.hint).toContain('Reading took longer than a tool call may take.');
		expect(first.end.next_cursor !== undefined).toBe(hasCursor);
		const whole = (await call(all, { limit: 1000 })).rows;
		const { next_cursor: cursor } = first.end;
		const rest = cursor === undefined ? [] : (await call(all, { limit: 1000, cursor })).rows;
		const both = [...first.rows, ...rest];
		expect(both).toEqual(whole.slice(0, both.length));
		if (hasCursor) expect(both).toHaveLength(whole.length);
	});

	it('is not there for the newest messages of several conversations, where the last row says what to do', async () => {
		const chats = [...new Set([...account().messages.values()].map((row) => row.chat_session_uid))];
		const [one, other] = chats.map((chat) => ({ conversation: uid(chat) }));
		const several: Tool = {
			node: 'svcChatTool',
			parameters: {
				resource: 'message',
				operation: 'getAll',
				period: "={{ $fromAI('period', '', 'string', '') }}",
				conversations: { values: [one, other] },
			},
		};
		const { rows, end } = await call(several, { limit: 3, period: 'anyTime' });
		expect(rows).toHaveLength(3);
		expect(end).toEqual({
			count: 3,
			has_more: true,
			hint: 'There may be more results: raise the limit, or narrow the filters or the time.',
		});
		const { node, parameters } = several;
		const cut = await call(
			{ node, parameters: { ...parameters, maxCharacters: 500 } },
			{ period: 'anyTime' },
		);
		expect(cut.end).toMatchObject({ count: cut.rows.length, has_more: true });
		// What does not fit is not reached by a higher limit
		expect(cut.end!.hint).toBe('There may be more results: narrow the filters or the time.');
	});
});
