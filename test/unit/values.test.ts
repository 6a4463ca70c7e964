import type { IDataObject } from 'n8n-workflow';

import { jsonOf, useService } from '../support/useService';
import { peopleById, uid } from '../../dev/contract/choices';

/** Values as entered by people, or from spreadsheets, Set nodes and agents. */

const fixture = useService();

const run = async (node: string, parameters: IDataObject, json: IDataObject = {}) =>
	await fixture.run({
		node,
		parameters: parameters as never,
		items: [json],
		settings: { onError: 'continueErrorOutput' },
	});

const posts = (tags: string) => ({ resource: 'post', operation: 'getAll', filters: { tags } });
const account = () => fixture.service.account('a');

describe('a field with several values', () => {
	it.each([
		['the JSON text of an array', '["a, b","c"]', ['a, b', 'c']],
		['the JSON text of an array, with blanks', ' [ "a" , "c" ] ', ['a', 'c']],
		['text with commas', 'a, c', ['a', 'c']],
		['an array', ['a ', '', 'c'], ['a', 'c']],
	])('accepts %s', async (_what, given, tags) => {
		await run('svcWorld', posts('={{ $json.tags }}'), { tags: given as never });
		expect(fixture.bodies).toMatchObject([{ tags }]);
	});

	it.each(['["a","b"', '[a, b]', '[draft] kiln', '[urgent]'])(
		'refuses the broken array %s',
		async (tags) => {
			const { errors } = await run('svcWorld', posts('={{ $json.tags }}'), { tags });
			expect(jsonOf(errors)[0].error).toMatch(/^'Tags' starts like a JSON array but is not one: /);
			expect(fixture.requests).toEqual([]);
		},
	);

	const tasks = ['svcArrangements', 'arrangement', 'arrangementUids', 'arrangement_uids'] as const;
	const people = ['svcRecords', 'record', 'creators', 'creator_user_refs'] as const;
	const many = Array.from({ length: 11 }, (_, i) => `arr_${i}`);

	describe.each(['', 'Routed', 'Tool', 'RoutedTool'])('in a node of kind %j', (kind) => {
		it.each([
			[tasks, 'a;b', /^'Task IDs' contains ';': "a;b"/, /with commas/, 'a,b', ['a', 'b']],
			[tasks, 'a|b', /^'Task IDs' contains '\|'/, /as \["a\|b"\]/, '["a|b"]', ['a|b']],
			[people, 'a;b', /^'creators' contains ';': "a;b"/i, /with commas/, '"a;b"', ['a;b']],
			[tasks, many, /takes at most 10 entries, not 11/, /at most 10 in each/, ['a'], ['a']],
			[tasks, { uid: 'a' }, /must be text, not \{/, /drag the field inside/, 'a', ['a']],
			[tasks, [{ uid: 'a' }], /must be text, not \{/, /drag the field inside/, 'a', ['a']],
			[tasks, ';', /contains ';'/, /commas/, '\u061Ca\uFEFF, b\u00AD', ['a', 'b']],
			[tasks, ';', /contains ';'/, /commas/, 'cs_A, cs_a', ['cs_A', 'cs_a']],
			[tasks, ';', /contains ';'/, /commas/, 'a\u2011b\u200Dc', ['a\u2011b\u200Dc']],
		])('%p: %j is refused, and the advice works', async (...row) => {
			const [[node, resource, name, property], wrong, message, advice, right, sent] = row;
			fixture.expectViolations();
			const value = '={{ $json.value }}';
			const filters = { [name]: name === 'creators' ? peopleById(value) : value };
			const read = async (given: unknown) =>
				await fixture.run({
					node: `${node}${kind}`,
					parameters: { resource, operation: 'getAll', filters } as never,
					items: [{ value: given as never }],
				});
			const { error } = await read(wrong);
			expect(error?.message).toMatch(message);
			// A tool tells a model, which has no form and no items
			if (!kind.endsWith('Tool')) expect(error?.description).toMatch(advice);
			expect(fixture.requests).toEqual([]);
			await read(right);
			expect(fixture.bodies).toMatchObject([{ [property]: sent }]);
		});
	});

	it.each(['1.000', '12.345.678'])('refuses %j as a number: it has two meanings', async (limit) => {
		const { errors } = await run(
			'svcRecords',
			{ resource: 'record', operation: 'getAll', limit: '={{ $json.limit }}' },
			{ limit },
		);
		expect(jsonOf(errors)[0]).toMatchObject({
			error: `'Limit' must be a whole number, not "${limit}"`,
			details: { description: expect.stringContaining('Write it without points') as string },
		});
	});

	it.each([
		['svcChat', 'message'],
		['svcRecords', 'record'],
	])('searches for a keyword without the line break after it: %s', async (node, resource) => {
		const search = { resource, operation: 'search', keyword: '={{ $json.word }}' };
		await run(node, search, { word: ' kiln\n' });
		expect(fixture.bodies.filter(({ keyword }) => keyword)).toMatchObject([{ keyword: 'kiln' }]);
	});

	it('accepts an array as JSON text for options, and for references by ID', async () => {
		const filters = {
			origins: '={{ $json.origins }}',
			creators: peopleById('={{ $json.people }}'),
		};
		await run(
			'svcRecords',
			{ resource: 'record', operation: 'getAll', filters },
			{ origins: '["self","topic"]', people: '["usr_1", " usr_2 "]' },
		);
		expect(fixture.bodies).toMatchObject([
			{ origins: ['self', 'topic'], creator_user_refs: ['usr_1', 'usr_2'] },
		]);
	});

	it('publishes the tags of a JSON text, not its brackets', async () => {
		const record = [...account().records.values()].find(
			({ state, locked, creator_user_ref }) =>
				state === 'available' && !locked && creator_user_ref === account().profile.user_ref,
		)!;
		await run(
			'svcWorld',
			{
				resource: 'post',
				operation: 'publish',
				record: uid(record.record_uid),
				additionalFields: { tags: '={{ $json.tags }}' },
			},
			{ tags: '["kiln","glaze"]' },
		);
		const sent = fixture.bodies.at(-1)!.items as IDataObject[];
		expect(sent[0].tags).toEqual(['kiln', 'glaze']);
	});
});

it('accepts a UID that was copied with blanks and line breaks around it', async () => {
	const [{ record_uid }] = account().records.values();
	const { items } = await run(
		'svcRecords',
		{ resource: 'record', operation: 'get', record: uid('={{ $json.uid }}') },
		{ uid: `\t${record_uid} \n` },
	);
	expect(jsonOf(items)).toMatchObject([{ record_uid }]);
});

it.each([' ', '\n'])('treats a UID of only %j as empty', async (blank) => {
	const parameters = { resource: 'record', operation: 'get', record: uid('={{ $json.uid }}') };
	const { errors } = await run('svcRecords', parameters, { uid: blank });
	expect(jsonOf(errors)[0].error).toBe("'Record' is empty");
});

it.each([
	['$now', /^20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}(Z|[+-]\d\d:\d\d)$/],
	['new Date(0)', /^1970-01-01T00:00:00\.000Z$/],
])('writes {{ %s }} in a text as its ISO text', async (expression, look) => {
	const text = `={{ ${expression} }}`;
	const { items } = await run('svcRecords', { resource: 'record', operation: 'create', text });
	expect(items).toHaveLength(1);
	expect((fixture.bodies[0].items as IDataObject[])[0].text_content).toMatch(look);
});

describe('a due time', () => {
	const create = (due: unknown) =>
		run(
			'svcArrangements',
			{
				resource: 'arrangement',
				operation: 'create',
				title: 'Glaze',
				dueAt: '={{ $json.due }}',
			},
			{ due: due as never },
		);

	it('is refused if it can mean two days, unless an option says which comes first', async () => {
		const { errors } = await create('05/06/2026');
		expect(jsonOf(errors)[0]).toMatchObject({
			error: `'Due' can mean 5 June or 6 May 2026: "05/06/2026"`,
			details: {
				description: `Nothing was sent for this item. Write it as 2026-01-31T09:00:00, or add the option Day or Month First. If all items have such values, enter {{ DateTime.fromFormat($json.due, 'd/M/yyyy') }} or {{ DateTime.fromFormat($json.due, 'M/d/yyyy') }}. Correct the value or its expression.`,
			},
		});
		expect(fixture.requests).toEqual([]);
		const [{ arrangement_uid }] = account().arrangements.values();
		for (const [dayOrMonthFirst, day] of [
			['day', '2026-06-05'],
			['month', '2026-05-06'],
		]) {
			for (const parameters of [
				{ operation: 'create', title: 'Glaze', dueAt: '={{ $json.due }}' },
				{
					operation: 'update',
					arrangement: uid(arrangement_uid),
					updateFields: { dueAt: '={{ $json.due }}' },
				},
			]) {
				const options = { dayOrMonthFirst };
				const all = { resource: 'arrangement', ...parameters, options };
				const { items } = await run('svcArrangements', all, { due: '05/06/2026' });
				expect(String(jsonOf(items)[0].due_at).slice(0, 10)).toBe(day);
			}
		}
	});

	it('can be the day number of a spreadsheet, in the time zone of the workflow', async () => {
		const { items } = await fixture.run({
			node: 'svcArrangements',
			parameters: {
				resource: 'arrangement',
				operation: 'create',
				title: 'Glaze',
				dueAt: '={{ $json.due }}',
			},
			items: [{ due: 46357.375 }, { due: '46357' }, { due: 46388 }],
			timezone: 'Europe/Berlin',
		});
		expect(jsonOf(items).map(({ due_at }) => due_at)).toEqual([
			'2026-12-01T09:00:00.000+01:00',
			'2026-12-01T00:00:00.000+01:00',
			'2027-01-01T00:00:00.000+01:00',
		]);
	});

	it('is not cleared by 0, and the message says how to clear it', async () => {
		const [{ arrangement_uid }] = account().arrangements.values();
		const { errors } = await run('svcArrangements', {
			resource: 'arrangement',
			operation: 'update',
			arrangement: uid(arrangement_uid),
			updateFields: { dueAt: '={{ 0 }}' },
		});
		expect(jsonOf(errors)[0].error).toBe("'Due' is not a date: 0");
		expect((jsonOf(errors)[0].details as IDataObject).description).toContain("'Clear Fields'");
		expect(fixture.requests).toEqual([]);
	});
});

describe('a text without a visible character', () => {
	const BLANKS = [
		' ',
		'\t\r\n',
		'\u00A0\u2003\u3000',
		'\u200B',
		'\u200C\u200D\u200E\u200F',
		'\u2060\u2061\u2062\u2063\u2064',
		'\uFEFF',
		'\u00AD',
		'\u034F\u061C',
		'\u115F\u1160\u3164\uFFA0',
		'\u17B4\u17B5\u180E',
		'\uFE0F \u200D',
		'\u2800',
		'\u{E0020}',
	];
	const create = { resource: 'record', operation: 'create', text: '={{ $json.text }}' };

	it.each(BLANKS)('is empty in a required field: %j', async (text) => {
		const { errors } = await run('svcRecords', create, { text });
		expect(jsonOf(errors)[0].error).toBe("'Text' is empty");
		expect(fixture.requests).toEqual([]);
	});

	it.each(BLANKS)('is left out of an optional field: %j', async (blank) => {
		const { items } = await run(
			'svcArrangements',
			{
				resource: 'arrangement',
				operation: 'create',
				title: 'Glaze',
				dueAt: '={{ $json.blank }}',
				additionalFields: { description: '={{ $json.blank }}' },
			},
			{ blank },
		);
		expect(items).toHaveLength(1);
		const [sent] = fixture.bodies[0].items as IDataObject[];
		expect(Object.keys(sent).sort()).toEqual(['idempotency_key', 'item_id', 'title']);
	});

	it.each(BLANKS)('is refused under Update Fields, as an empty one is: %j', async (blank) => {
		const [{ arrangement_uid }] = account().arrangements.values();
		const { errors } = await run(
			'svcArrangements',
			{
				resource: 'arrangement',
				operation: 'update',
				arrangement: uid(arrangement_uid),
				updateFields: { description: '={{ $json.blank }}' },
			},
			{ blank },
		);
		expect(jsonOf(errors)[0].error).toBe("'Description' is empty");
		expect((jsonOf(errors)[0].details as IDataObject).description).toContain("'Clear Fields'");
		expect(fixture.requests).toEqual([]);
	});

	it('does not count as an entry of a list', async () => {
		await run('svcWorld', posts('={{ $json.tags }}'), { tags: ['a', '\u200B', ' '] });
		expect(fixture.bodies).toMatchObject([{ tags: ['a'] }]);
	});

	it('is no value of a filter', async () => {
		const { errors } = await run('svcWorld', posts('={{ $json.tags }}'), { tags: '\u2060' });
		expect(jsonOf(errors)[0].error).toBe("'Tags' is empty");
	});

	it.each([' a ', '\u200Ba', '👩‍🚀', '❤️', '\n.', '🏴\u{E0067}\u{E0062}\u{E007F}'])(
		'is not one with a visible character, which is sent unchanged: %j',
		async (text) => {
			await run('svcRecords', create, { text });
			expect((fixture.bodies[0].items as IDataObject[])[0].text_content).toBe(text);
		},
	);
});

describe('a JSON body that is sent unchanged', () => {
	const send = async (body: unknown) =>
		await run(
			'svcBots',
			{ resource: 'bot', operation: 'getAll', body: '={{ $json.body }}' },
			{ body: body as never },
		);

	it.each([
		'{"items":[{"id":9007199254740993}]}',
		'{"id":-9007199254740993}',
		'{"id":1e400}',
		'{"id":123456789012345678901234567890}',
	])('is refused if JavaScript would change a number in it: %s', async (body) => {
		const { errors } = await send(body);
		expect(jsonOf(errors)[0].error).toMatch(
			/^'Body' contains a number that cannot be sent exactly: -?[\de+]+\. Write it as text, in quotes/,
		);
		expect(fixture.requests).toEqual([]);
	});

	it('is refused even if the number was changed before', async () => {
		const { errors } = await send({ id: 2 ** 53 });
		expect(jsonOf(errors)[0].error).toMatch(/cannot be sent exactly: 9007199254740992/);
	});

	it.each([
		['{"user_id":1}', 'user_id'],
		['{"items":[{"item_id":"0"},{"user_id":null}]}', 'items[1].user_id'],
		['{"a":{"b c":[[{"user_id":{}}]]}}', 'a["b c"][0][0].user_id'],
		['{"a":{"user\\u005fid":1}}', 'a.user_id'],
	])('is refused with a user_id at any depth: %s', async (body, path) => {
		for (const given of [body, JSON.parse(body) as unknown]) {
			const { errors } = await send(given);
			expect(jsonOf(errors)[0].error).toBe(
				`'Body' must not contain '${path}': the API key identifies the account`,
			);
		}
		expect(fixture.requests).toEqual([]);
	});

	it.each([
		'{"a":{"a":1},"b":[{"a":1},{"a":2},"a","a"],"c":"\\"a\\":1,\\"a\\":{"}',
		'{"A":1,"a":2,"text":"user_id"}',
	])('may have a key in several objects: %s', async (body) => {
		fixture.expectViolations();
		await send(body);
		expect(fixture.bodies).toEqual([JSON.parse(body)]);
	});

	it('is checked however deep and long it is', async () => {
		fixture.expectViolations();
		const deep = `{"a":${'['.repeat(1_000)}${']'.repeat(1_000)},"b":"${'\\"x'.repeat(500_000)}"}`;
		await send(deep);
		expect(fixture.bodies).toEqual([JSON.parse(deep)]);
	});

	it('keeps long digits in texts, and exact numbers', async () => {
		fixture.expectViolations();
		const body = { text: 'say "9007199254740993"', id: 9007199254740991, half: -0.5, many: 1e3 };
		await send(JSON.stringify(body));
		expect(fixture.bodies).toEqual([body]);
	});
});

describe('a number as text', () => {
	const find = async (limit: string) =>
		await run(
			'svcRecordings',
			{ resource: 'speaker', operation: 'find', query: 'Ada', limit: '={{ $json.limit }}' },
			{ limit },
		);

	it.each(['0x10', '0b11', '0o7', '1e1', '1E1', '1_0', 'ten', '1,0', '--1'])(
		'is refused if people do not write numbers like it: %s',
		async (limit) => {
			const { errors } = await find(limit);
			expect(jsonOf(errors)[0].error).toBe(`'Limit' must be a whole number, not "${limit}"`);
			expect(fixture.requests).toEqual([]);
		},
	);

	it.each(['10', ' 10 ', '+10', '010', '10.0', '10.'])('can be %j', async (limit) => {
		await find(limit);
		expect(fixture.bodies).toMatchObject([{ items: [{ limit: 10 }] }]);
	});
});

describe('a number that JavaScript has rounded', () => {
	const get = (record: object) => ({ resource: 'record', operation: 'get', record });
	const notes = (creators: object) => ({
		resource: 'record',
		operation: 'getAll',
		filters: { creators },
	});

	it.each([
		['as an ID', 'svcRecords', get(uid('={{ $json.id }}')), 9007199254740993, 'Record'],
		['beyond 1e21', 'svcRecords', get(uid('={{ $json.id }}')), 1e21, 'Record'],
		[
			'in a list',
			'svcRecords',
			notes(peopleById('={{ $json.id }}')),
			[9007199254740993],
			'Creators',
		],
		[
			'in the JSON text of a list',
			'svcRecords',
			notes(peopleById('={{ $json.id }}')),
			'[9007199254740993]',
			'Creators',
		],
		['as a tag', 'svcWorld', posts('={{ $json.id }}'), [2 ** 53], 'Tags'],
		[
			'as a text',
			'svcRecords',
			{ resource: 'record', operation: 'create', text: '={{ $json.id }}' },
			-(2 ** 53),
			'Text',
		],
		[
			'as an ID in a text field',
			'svcImportedChat',
			{ resource: 'message', operation: 'get', messageUid: '={{ $json.id }}' },
			12345678901234567890,
			'Message ID',
		],
	])('is refused %s', async (_what, node, parameters, id, field) => {
		const { errors } = await run(node, parameters as IDataObject, { id: id as never });
		const [{ error, details }] = jsonOf(errors);
		expect(error).toContain(`'${field}' is a number that JavaScript has rounded: `);
		expect((details as IDataObject).description).toContain('as text, where they come from.');
		expect(fixture.requests).toEqual([]);
	});

	it.each(['9007199254740993', 9007199254740991, '123456789012345678901234567890'])(
		'is none if all digits are there: %j',
		async (id) => {
			await run('svcRecords', get(uid('={{ $json.id }}')), { id });
			expect(fixture.bodies).toMatchObject([{ record_uids: [String(id)] }]);
		},
	);
});

describe('quotation marks', () => {
	it.each([
		['"a","b"', ['a', 'b']],
		[' "a" , "b" ', ['a', 'b']],
		['"a"\n"b"', ['a', 'b']],
		['"a",\n"b",', ['a', 'b']],
		['"a"', ['a']],
	])('around the entries of a list are no part of them: %j', async (given, entries) => {
		const filters = { creators: peopleById('={{ $json.given }}') };
		await run('svcRecords', { resource: 'record', operation: 'getAll', filters }, { given });
		await run('svcWorld', posts('={{ $json.given }}'), { given });
		expect(fixture.bodies).toMatchObject([{ creator_user_refs: entries }, { tags: entries }]);
	});

	it('keep a comma together', async () => {
		await run('svcWorld', posts('={{ $json.given }}'), { given: '"a, b","c"' });
		expect(fixture.bodies).toMatchObject([{ tags: ['a, b', 'c'] }]);
	});

	it.each([`'a','b'`, '“a”, “b”', '"a",b', '"a'])(
		'of another kind are refused in IDs, which would find nothing: %s',
		async (given) => {
			const filters = { creators: peopleById('={{ $json.given }}') };
			const list = { resource: 'record', operation: 'getAll', filters };
			const { errors } = await run('svcRecords', list, { given });
			expect(jsonOf(errors)[0].error).toMatch(
				/^'Creators' is not an ID: .*\. An ID contains no spaces and no quotation marks/,
			);
			expect(fixture.requests).toEqual([]);
		},
	);

	it.each([
		['svcRecords', { resource: 'record', operation: 'get', record: uid('"rec_1"') }],
		[
			'svcArrangements',
			{ resource: 'arrangement', operation: 'getAll', filters: { arrangementUids: "'a'" } },
		],
		['svcImportedChat', { resource: 'message', operation: 'get', messageUid: '"xm_1"' }],
	])('are refused in an ID of %s', async (node, parameters) => {
		const { errors } = await run(node, parameters as IDataObject);
		expect(jsonOf(errors)[0].error).toMatch(/ and (?:no )?quotation marks/);
		expect(fixture.requests).toEqual([]);
	});
});
