import { overrideLimits } from '../../dev/limits';
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { endOf, type ListEnd, rowsOf } from '../../dev/engine/toolRows';
import { callTool } from '../../dev/engine/runTool';
import type { LogEntry } from '../../dev/fake-service/index';
import { AREAS } from '../../dev/areas';
import { byName, filterBy, uid } from '../../dev/contract/choices';
import { titleOf } from '../../dev/engine/operations';
import { TOOL_OPERATIONS, toolOf } from '../../dev/models/tools';
import { share } from '../support/effort';
import { jsonOf, toldRows, useService } from '../support/useService';

const fixture = useService();

const account = () => fixture.service.account('a');

/** The results of a call, and what a last row says about them. */
function toldIn(result: IDataObject[]): { rows: IDataObject[]; end?: ListEnd } {
	return { rows: rowsOf(result), end: endOf(result) };
}

/** A call of a tool by agents from version 3 on, which have n8n run it as a node, and by older ones. */
const AGENTS: Record<
	string,
	(
		node: string,
		parameters: INodeParameters,
		query?: IDataObject,
	) => Promise<{ rows: IDataObject[]; end?: ListEnd; failed?: string }>
> = {
	'an agent from version 3 on': async (node, parameters, query = {}) => {
		const { items, error } = await fixture.run({ node, parameters, items: [{ query }] });
		return { ...toldIn(jsonOf(items) as IDataObject[]), failed: error?.message };
	},
	'an agent before version 3': async (node, parameters, query = {}) => {
		const [{ result = [], failed }] = await callTool({
			node,
			parameters,
			credential: fixture.credential,
			calls: [query],
		});
		return { ...toldIn(result), failed };
	},
};

const chatRows = AREAS.find(({ name }) => name === 'Chat')!.rows!;

const arrangement = () =>
	[...account().arrangements.values()].find(({ status }) => status === 'following')!;
const ownRecord = () =>
	[...account().records.values()].find(
		({ state, creator_user_ref }) =>
			state === 'available' && creator_user_ref === account().profile.user_ref,
	)!;
const list = { resource: 'record', operation: 'getAll' };

describe.each(Object.keys(AGENTS))('A tool of %s', (agent) => {
	const call = AGENTS[agent];

	it('returns ten rows unless its user has set another limit', async () => {
		expect((await call('svcRecordsTool', list)).rows).toHaveLength(10);
		expect((await call('svcRecordsTool', { ...list, limit: 3 })).rows).toHaveLength(3);
	});

	it('says that there are more results than it returns, and how to get others', async () => {
		const fixed = {
			period: 'anyTime',
			after: '',
			before: '',
			container: '',
			filters: {},
			cursor: '',
		};
		const hintOf = async (given: INodeParameters) => {
			const parameters = { ...list, ...fixed, toolOutput: 'selected', limit: 3, ...given };
			const { end } = await call('svcRecordsTool', parameters, { after: '2000-01-01', limit: 3 });
			expect(end).toMatchObject({ count: 3, has_more: true });
			return end!.hint;
		};
		const more = 'There may be more results:';
		expect(await hintOf({})).toBe(`${more} this tool cannot show them.`);
		const after = '={{ $fromAI("after") }}';
		expect(await hintOf({ period: 'custom', after })).toBe(
			`${more} narrow the filters or the time.`,
		);
		const limit = '={{ $fromAI("limit", "", "number") }}';
		expect(await hintOf({ limit })).toBe(`${more} raise the limit.`);
		expect(await hintOf({ limit, period: 'custom', after })).toBe(
			`${more} raise the limit, or narrow the filters or the time.`,
		);
	});

	it('says what a list without a result has looked for, and what could find more', async () => {
		account().calls.clear();
		const calls = { resource: 'call', operation: 'getAll' };
		const hintOf = async (given: INodeParameters, query: IDataObject) => {
			const { rows, end } = await call('svcCallsTool', { ...calls, ...given }, query);
			expect(rows).toEqual([]);
			expect(end).toMatchObject({ count: 0, has_more: false });
			return end!.hint;
		};
		expect(await hintOf({}, { results: 'busy' })).toMatch(
			/^Nothing was found with after [-\d]{10}T00:00Z, before [-\d]{10}T00:00Z, results \["busy"\]\. To search wider, change after or before or results\.$/,
		);
		const fixed = { period: 'anyTime', filters: { results: ['busy'] } };
		expect(await hintOf(fixed, {})).toBe('Nothing was found with results ["busy"].');
	});

	it.each([
		['svcPeopleTool', 'person'],
		['svcChatTool', 'conversation'],
	])('says that an ID needs no search: %s', async (node, resource) => {
		const query = 'usr_445e0b1c93d7';
		const { end } = await call(node, { resource, operation: 'find', query });
		expect(end!.hint).toMatch(/^Nothing was found .*An ID needs no search: give it to the tool/);
	});

	it('names what it has published or deleted, as far as it has read that', async () => {
		const record = ownRecord();
		const { record_uid } = record;
		Object.assign(record, { title: '', text_content: 'Water the kale, '.repeat(9) });
		const before = fixture.requests.length;
		const title = `${record.text_content!.slice(0, 60)}…`;
		const parameters = { resource: 'record', operation: 'delete', record: uid(record_uid) };
		const { rows } = await call('svcRecordsTool', parameters);
		expect(rows).toMatchObject([{ record_uid, deleted: true, title }]);
		expect(fixture.requests.slice(before)).toHaveLength(2);
	});

	it('shows the values that an update has overwritten, which undo it', async () => {
		const due_at = Date.UTC(2030, 0, 15, 9);
		const like = [...account().arrangements.values()].find(({ status }) => status !== 'completed')!;
		Object.assign(like, { title: 'Order clay', description: 'White', due_at });
		const update = async (updateFields: IDataObject) => {
			const task = { arrangement: uid(like.arrangement_uid), updateFields };
			const parameters = { resource: 'arrangement', operation: 'update', ...task };
			return (await call('svcArrangementsTool', parameters as INodeParameters)).rows;
		};
		const changed = await update({ title: 'Order glaze', dueAt: '2031-01-15T09:00' });
		const old = { old_title: 'Order clay', old_due_at: expect.stringMatching(/^2030-01-15T/) };
		expect(changed).toMatchObject([{ title: 'Order glaze', ...old }]);
		expect(changed[0]).not.toHaveProperty('old_description');
		like.description = undefined;
		const { old_title, old_due_at } = changed[0];
		const [undone] = await update({ title: old_title, dueAt: old_due_at });
		expect(undone).toMatchObject({ title: 'Order clay', old_title: 'Order glaze' });
		expect((await update({ description: 'Red' }))[0].old_description).toBe('none');
		expect(like).toMatchObject({ title: 'Order clay', due_at });
	});

	it.each([
		['identified', 'completed'],
		['following', 'identified'],
		['completed', 'following'],
	])('shows the status %s that a change to %s has overwritten', async (before, status) => {
		const task = [...account().arrangements.values()].find((each) => each.status === before)!;
		const change = { resource: 'arrangement', operation: 'setStatus', status };
		const arrangement = uid(task.arrangement_uid);
		const { rows } = await call('svcArrangementsTool', { ...change, arrangement });
		expect(rows).toMatchObject([{ status, old_status: before }]);
	});

	it('gets the usual period where a model says nothing about the time', async () => {
		const list = {
			resource: 'call',
			operation: 'getAll',
			limit: 1000,
			period: 'custom',
			maxCharacters: 1_000_000,
		};
		const after = '={{ $fromAI("after") }}';
		const since = async (time: string) =>
			await call('svcCallsTool', { ...list, after }, { after: time });
		const { rows: all } = await since('2000-01-01');
		for (const nothing of ['', 'null']) {
			const { rows, end } = await since(nothing);
			// Older rows are not hidden without a word
			expect(end).toMatchObject({ after: expect.any(String), before: expect.any(String) });
			expect(rows.length).toBeGreaterThan(0);
			expect(rows.length).toBeLessThan(all.length);
		}
		const period = '={{ $fromAI("period") }}';
		const either = async (given: IDataObject) =>
			(await call('svcCallsTool', { ...list, period, after }, given)).rows;
		expect(await either({ period: '', after: '2000-01-01' })).toEqual(all);
		expect(await either({ period: 'anyTime', after: '' })).toEqual(all);
		expect((await either({ period: '', after: '' })).length).toBeLessThan(all.length);
	});

	it('returns the fields that its user has selected, and nothing else', async () => {
		const { rows } = await call('svcRecordsTool', {
			...list,
			toolOutput: 'selected',
			outputFields: 'title, record_uid',
		});
		const [{ title, record_uid }] = rows;
		expect(rows[0]).toEqual({ title, record_uid });
		const names = new Set(rows.flatMap((row) => Object.keys(row)));
		expect([...names].sort()).toEqual(['record_uid', 'title']);
	});

	it('returns no field without a value, whether fields are selected or not', async () => {
		const selected = {
			toolOutput: 'selected',
			outputFields: 'title, description, arrangement_uid',
		};
		for (const output of [{}, selected]) {
			const tasks = { resource: 'arrangement', operation: 'getAll', limit: 50, ...output };
			const { rows } = await call('svcArrangementsTool', tasks);
			expect(rows.filter((row) => 'description' in row).length).toBeLessThan(rows.length);
			expect(rows.flatMap((row) => Object.values(row))).not.toContain(null);
		}
	});

	it('returns a list as one table with a header, and a few rows as they are', async () => {
		const { items } = await fixture.run({ node: 'svcRecordsTool', parameters: list, items: [{}] });
		const [table, ...others] = jsonOf(items);
		const { columns, rows } = table as unknown as { columns: string[]; rows: unknown[][] };
		expect(columns).toEqual(expect.arrayContaining(['title', 'text_content', 'record_uid']));
		expect(rows).toHaveLength(10);
		expect(rows.every((row) => row.length === columns.length)).toBe(true);
		expect(toldRows(items)[0].record_uid).toBe(rows[0][columns.indexOf('record_uid')]);
		expect(others.map((row) => Object.keys(row))).toEqual([['count', 'has_more', 'next_cursor']]);
		const few = await fixture.run({
			node: 'svcRecordsTool',
			parameters: { ...list, limit: 2 },
			items: [{}],
		});
		expect(
			jsonOf(few.items)
				.slice(0, 2)
				.every(({ record_uid }) => record_uid),
		).toBe(true);
	});

	it('returns what the service answered when its user wants it raw', async () => {
		const { rows } = await call('svcRecordsTool', { ...list, toolOutput: 'raw' });
		expect(typeof rows[0].send_at).toBe('number');
	});

	it.each(['', 'null'])('takes the usual number of rows for the limit "%s"', async (limit) => {
		const parameters = { ...list, limit: '={{ $fromAI("limit") }}' };
		const { rows } = await call('svcRecordsTool', parameters, { limit });
		expect(rows).toEqual((await call('svcRecordsTool', list)).rows);
	});

	it('gives a long text in parts that are the whole text together', async () => {
		const text = `${'A long note with emoji 🌱. '.repeat(180)}The end.`;
		const [{ summary_uid }] = account().summaries.values();
		account().summaries.get(summary_uid)!.text = text;
		const summary = { resource: 'summary', operation: 'getText', summary: uid(summary_uid) };
		const parameters = { ...summary, maxCharacters: 2000 };
		let whole = '';
		let parts = 0;
		for (let part = 1, next = true; next; part++) {
			const { rows } = await call('svcRecordingsTool', { ...parameters, part });
			expect(rows[0].part).toMatch(new RegExp(`^${part} of \\d of text\\.`));
			whole += rows[0].text as string;
			next = String(rows[0].part).includes(`Ask for part ${part + 1}`);
			parts++;
		}
		expect(whole).toBe(text);
		expect(parts).toBeGreaterThan(2);
	});

	it('takes part 0 as the first, and tells how to read on', async () => {
		const [{ summary_uid }] = account().summaries.values();
		account().summaries.get(summary_uid)!.text = 'A long note. '.repeat(400);
		const summary = { resource: 'summary', operation: 'getText', summary: uid(summary_uid) };
		const { rows } = await call('svcRecordingsTool', { ...summary, maxCharacters: 2000, part: 0 });
		expect(rows[0].part).toMatch(/^1 of \d of text\. Ask for part 2 to read on\.$/);
	});

	it.each([
		['svcCallsTool', 'call', 'call_uid'],
		['svcRecordingsTool', 'recording', 'recording_uid'],
	] as const)(
		'finds what was said in a long transcript, with its time and the lines around it: %s',
		async (node, thing, id) => {
			const all = [...account()[`${thing}s`].values()];
			const spoken = all.find(({ utterances }) => utterances.length > 12)!;
			const times = { start_ms: 3_723_000, start_offset_ms: 3_723_000 };
			spoken.utterances = spoken.utterances.slice(0, 12);
			for (const [i, row] of spoken.utterances.entries())
				Object.assign(row, {
					text: [4, 5, 11].includes(i) ? `Fire the KILN at ${i}` : `Line ${i}`,
					...(i === 11 && { ...times, end_ms: 3_724_000, end_offset_ms: 3_724_000 }),
				});
			const find = async (textContains: string, more: INodeParameters = {}) => {
				const transcript = { resource: 'transcript', operation: 'get', textContains, ...more };
				return await call(node, { ...transcript, [thing]: uid(String(spoken[id as never])) });
			};
			const { rows } = await find('kiln, clay');
			expect(rows[0]).toMatchObject({ matches: 3, utterance_count: 12 });
			const shown = String(rows[0].text).trim().split('\n');
			expect(shown.map((line) => line.replace(/^[\d:]+ [^:]+: /, ''))).toEqual([
				'…',
				'Line 3',
				'Fire the KILN at 4',
				'Fire the KILN at 5',
				'Line 6',
				'…',
				'Line 10',
				'Fire the KILN at 11',
			]);
			expect(shown.at(-1)).toMatch(/^01:02:03 /);
			expect((await find('kiln fire')).rows[0]).toMatchObject({ matches: 3 });
			const hint = 'No line has all of these words. Look for fewer or other words.';
			for (const none of ['nowhere', 'kiln nowhere'])
				expect((await find(none)).rows[0]).toMatchObject({ matches: 0, text: '', hint });
			const { rows: utterances } = await find('kiln', { output: 'utterances' });
			expect(utterances).toHaveLength(3);
			expect(String((await find('')).rows[0].text)).toContain('Line 0');
		},
	);

	it('lists open tasks where a model leaves the statuses empty', async () => {
		const statuses = "={{ $fromAI('statuses', '', 'string', '') }}";
		const tasks = { resource: 'arrangement', operation: 'getAll', statuses, limit: 50 };
		const { rows } = await call('svcArrangementsTool', tasks, { statuses: '' });
		expect(rows.length).toBeGreaterThan(0);
		expect(rows.map(({ status }) => status)).not.toContain('completed');
	});

	it('sends no message that is meant for later', async () => {
		const send = { resource: 'message', operation: 'send', conversation: byName('x'), text: 'x' };
		const { failed } = await call('svcChatTool', { ...send, sendAt: '2090-01-01T09:00' });
		expect(failed).toContain("'send_at' cannot be given: a message goes out at once");
		expect(failed).toContain('To send it later, create a task as a reminder.');
		expect(fixture.requests).toEqual([]);
	});

	it('gives all utterances of a transcript in parts', async () => {
		const spoken = [...account().calls.values()].find((row) => row.utterances.length > 8)!;
		spoken.utterances = spoken.utterances.slice(0, 8).map((row) => ({ ...row, text: 'Kale' }));
		const transcript = { resource: 'transcript', operation: 'get', call: uid(spoken.call_uid) };
		const get = async (more: INodeParameters) =>
			await call('svcCallsTool', { ...transcript, output: 'utterances', ...more });
		const all: IDataObject[] = [];
		for (let part = 1, next = true; next; part++) {
			const { rows, end } = await get({ maxCharacters: 500, part });
			next = String(end?.hint).includes(`Ask for part ${part + 1} to read on.`);
			all.push(...rows);
		}
		expect(all).toEqual((await get({})).rows);
	});

	it('gives at most Max Characters of a text that is longer in JSON than by itself', async () => {
		const [record_uid] = [...account().records.keys()];
		for (const piece of ['"\n', '🌱', '\u0001', 'a']) {
			account().records.get(record_uid)!.text_content = piece.repeat(3000);
			const { rows } = await call('svcRecordsTool', {
				resource: 'record',
				operation: 'get',
				record: uid(record_uid),
				maxCharacters: 2000,
			});
			expect(rows[0].part).toMatch(/ of text_content\. The rest was left out\.$/);
			expect(JSON.stringify(rows[0]).length).toBeLessThanOrEqual(2000);
		}
	});

	it('cuts long texts of a list, and offers no parts that cannot be asked for', async () => {
		for (const row of account().records.values()) row.text_content = 'kale '.repeat(2000);
		for (const limit of [1, 5]) {
			const { rows } = await call('svcRecordsTool', { ...list, limit, maxCharacters: 2000 });
			expect(JSON.stringify(rows[0]).length).toBeLessThanOrEqual(2000);
			expect(rows[0].part).toMatch(/get this result alone/);
			expect(rows[0].part).not.toMatch(/Ask for part/);
		}
	});

	it('cuts a long list inside of a result too', async () => {
		const { rows } = await call('svcCallsTool', {
			resource: 'call',
			operation: 'getAll',
			period: 'anyTime',
			maxCharacters: 2000,
			toolOutput: 'raw',
			options: { includeTranscript: 'utterances' },
		});
		expect(rows[0].part).toMatch(/of transcript\./);
		expect(JSON.stringify(rows[0]).length).toBeLessThanOrEqual(2000);
	});

	it('leaves out a topic for which a model says the word null', async () => {
		const { rows, failed } = await call('svcArrangementsTool', {
			resource: 'arrangement',
			operation: 'create',
			title: 'Water the kale',
			additionalFields: { topic: { __rl: true, mode: 'name', value: '={{ "null" }}' } },
		});
		expect(failed).toBeUndefined();
		expect(rows).toMatchObject([{ title: 'Water the kale' }]);
		expect(rows[0]).not.toHaveProperty('topic_uid');
	});

	it('says that an object was not found or not changed, whatever fields are selected', async () => {
		const selected = { toolOutput: 'selected', outputFields: 'title' };
		const { rows: absent } = await call('svcRecordsTool', {
			...selected,
			resource: 'record',
			operation: 'get',
			record: uid('rec_none'),
			options: { ifNotFound: 'output' },
		});
		expect(absent).toEqual([{ record_uid: 'rec_none', found: false }]);
		const { rows: empty } = await call('svcArrangementsTool', {
			resource: 'arrangement',
			operation: 'get',
			arrangement: uid('arr_none'),
			options: { ifNotFound: 'output' },
		});
		expect(empty).toEqual([{ arrangement_uid: 'arr_none', found: false }]);
		const { rows: refused } = await call('svcArrangementsTool', {
			...selected,
			resource: 'arrangement',
			operation: 'update',
			arrangement: uid(arrangement().arrangement_uid),
			updateFields: { title: 'Water the kale' },
			options: { expectedVersion: 1_000_000, ifRejected: 'output' },
		});
		expect(refused).toMatchObject([{ status: 'rejected', reason: 'version_changed' }]);
	});

	it('says why a post was not published, whatever fields are selected', async () => {
		const { record_uid } = ownRecord();
		const { rows } = await call('svcWorldTool', {
			resource: 'post',
			operation: 'publish',
			record: uid(record_uid),
			toolOutput: 'selected',
			outputFields: 'title',
			options: { expectedPublicationVersion: 1_000_000, ifRejected: 'output' },
		});
		expect(rows).toMatchObject([{ record_uid, status: 'conflict' }]);
	});

	const complete = async (given: string) =>
		await call(
			'svcArrangementsTool',
			{
				resource: 'arrangement',
				operation: 'complete',
				arrangement: uid('={{ $fromAI("arrangement", "", "string") }}'),
			},
			{ arrangement: given },
		);

	const open = () =>
		[...account().arrangements.values()]
			.filter(({ status }) => status === 'following')
			.map(({ arrangement_uid }) => arrangement_uid);
	const notes = () =>
		[...account().records.values()]
			.filter(
				({ state, locked, creator_user_ref }) =>
					state === 'available' && !locked && creator_user_ref === account().profile.user_ref,
			)
			.map(({ record_uid }) => record_uid);
	const withdrawable = () =>
		chatRows.withdrawGroupMessages(account()) as Array<{ chat_1: string; sequence: number }>;
	const ofOneGroup = () =>
		withdrawable()
			.filter(({ chat_1 }) => chat_1 === withdrawable()[0].chat_1)
			.map(({ sequence }) => sequence);

	/** Tools that take several objects in one call: an argument with existing ones and one that there is not. */
	const SEVERAL: Array<{
		title: string;
		argument: string;
		/** What the service has of these */
		named: () => unknown[];
		missing: unknown;
		others?: () => IDataObject;
	}> = [
		{ title: 'Tasks: Task > Complete', argument: 'arrangement', named: open, missing: 'arr_none' },
		{ title: 'Tasks: Task > Delete', argument: 'arrangement', named: open, missing: 'arr_none' },
		{
			title: 'Tasks: Task > Set Status',
			...{ argument: 'arrangement', named: open, missing: 'arr_none' },
			others: () => ({ status: 'completed' }),
		},
		{ title: 'Records: Record > Delete', argument: 'record', named: notes, missing: 'rec_none' },
		{
			title: 'Records: Record > Move',
			...{ argument: 'record', named: notes, missing: 'rec_none' },
			others: () => ({ destination: 'unclassified' }),
		},
		{
			title: 'Chat: Message > Withdraw',
			...{ argument: 'sequence', named: ofOneGroup, missing: 999_999 },
			others: () => ({ group: withdrawable()[0].chat_1 }),
		},
	];

	it('takes several objects in one call of these operations', () => {
		const all = TOOL_OPERATIONS.filter(({ operation: { fields } }) =>
			fields.some(({ limits }) => limits?.together),
		);
		expect(SEVERAL.map(({ title }) => title).sort()).toEqual(all.map(titleOf).sort());
	});

	describe.each(share(SEVERAL))(
		'$title',
		({ title, argument, named, missing, others = () => ({}) }) => {
			const declared = TOOL_OPERATIONS.find((each) => titleOf(each) === title)!;
			const { resource, operation, area } = declared;
			const callAsAdded = async (given: string) => {
				const how = { resource: resource.value, operation: operation.value };
				return await call(`svc${area}Tool`, how, { ...others(), [argument]: given });
			};

			it('says that it does, and how they are named', () => {
				const { description, parameters } = toolOf(declared);
				expect(description).toMatch(/^\w+ (the status of )?one or several /);
				expect(parameters.properties[argument]).toMatchObject({
					type: 'string',
					description: expect.stringMatching(/; several with commas, up to 10$/) as string,
				});
			});

			it.each([
				['commas', (all: unknown[]) => all.join(', ')],
				['a JSON array', (all: unknown[]) => JSON.stringify(all)],
				['a JSON array of texts', (all: unknown[]) => JSON.stringify(all.map(String))],
			])('changes several that are named with %s, each as far as it can be', async (_how, text) => {
				const [one, two] = named();
				const { rows, failed } = await callAsAdded(text([one, missing, two]));
				expect(failed).toBeUndefined();
				expect(rows).toHaveLength(3);
				expect(rows[1]).toMatchObject({ status: 'rejected' });
				expect(rows[1].reason).toMatch(/not_found/);
				expect(rows.filter(({ status }) => status === 'rejected')).toHaveLength(1);
				const writes = fixture.requests.filter(
					({ operation: id }) => !/Get|list|resolve|get/.test(id!),
				);
				expect(writes).toHaveLength(1);
			});

			it('changes nothing if a call names more than ten', async () => {
				const all = Array.from({ length: 11 }, (_, i) =>
					typeof missing === 'number' ? i + 1 : `x_${i}`,
				);
				const { failed } = await callAsAdded(all.join(','));
				expect(failed).toMatch(
					new RegExp(`^'${argument}' takes at most 10 entries, not 11\\b[^]*Nothing was sent\\.`),
				);
				expect(fixture.requests).toEqual([]);
			});
		},
	);

	it.each(['["$"]', '$,', '$, $', '$, null', '["$", ""]'])(
		'changes the one object that a call names as %s',
		async (given) => {
			const { arrangement_uid } = arrangement();
			const { rows, failed } = await complete(given.replaceAll('$', arrangement_uid));
			expect(failed).toBeUndefined();
			expect(rows).toMatchObject([{ arrangement_uid, status: 'completed' }]);
		},
	);

	it('says why nothing is changed if one of several IDs is not valid', async () => {
		const { failed } = await complete(`["${arrangement().arrangement_uid}", ["x"]]`);
		expect(failed).toMatch(/must be text, not \["x"\][^]*Nothing was sent\./);
	});

	it('says how many of several objects were changed if the service refuses one as a whole', async () => {
		const [one, two] = [...account().arrangements.values()].filter(
			({ status }) => status === 'following',
		);
		const names = (entry: LogEntry) => JSON.stringify(entry.body).includes(two.arrangement_uid);
		const operation = 'transitionArrangements';
		fixture.service.faults.add({ operation, status: 400, match: names, times: 2 });
		const { failed } = await complete(`${one.arrangement_uid}, ${two.arrangement_uid}`);
		expect(failed).toMatch(/^1 of 2 succeeded, another failed: The service refused/);
	});

	it.each([
		['reading', { resource: 'record', operation: 'getAll' }, 'could not be reached|closed'],
		['writing', { resource: 'record', operation: 'create', text: 'x' }, 'may have been written'],
	] as const)(
		'tells of a lost connection without its address and the form: %s',
		async (_what, own, said) => {
			const restore = overrideLimits({ firstBackoff: 0 });
			fixture.service.faults.add({ match: () => true, drop: 'after', times: Infinity });
			const { failed } = await call('svcRecordsTool', { ...own });
			restore();
			expect(failed).toMatch(new RegExp(said));
			expect(failed).toContain('Tell the user that the service cannot be reached');
			expect(failed).not.toMatch(/127\.0\.0\.1|Base URL|proxy|Network code/);
		},
	);

	it('says which fields there are, if none of the selected ones is', async () => {
		const selected = { ...list, toolOutput: 'selected', outputFields: 'tittle, due' };
		const { rows, failed } = await call('svcRecordsTool', selected);
		expect(rows).toEqual([]);
		expect(failed).toContain("'Fields to Return' names no field of the result: tittle, due");
		expect(failed).toContain('title, text_content');
	});

	it('returns rows without a selected field that only other rows have', async () => {
		for (const row of account().records.values()) delete row.title;
		const selected = { ...list, toolOutput: 'selected', outputFields: 'title' };
		const { rows, failed } = await call('svcRecordsTool', selected);
		expect(failed).toBeUndefined();
		expect(rows).toHaveLength(10);
	});

	it('returns what it has written, if none of the selected fields is there', async () => {
		const { rows, failed } = await call('svcRecordsTool', {
			resource: 'record',
			operation: 'create',
			text: 'Water the kale',
			toolOutput: 'selected',
			outputFields: 'uid',
		});
		expect(failed).toBeUndefined();
		expect(rows).toMatchObject([{ record_uid: expect.any(String) as string }]);
	});

	it('returns ten rows when a model leaves the limit empty', async () => {
		for (const limit of ['={{ "" }}', '={{ "null" }}']) {
			expect((await call('svcRecordsTool', { ...list, limit })).rows).toHaveLength(10);
		}
	});

	it('returns rows to a model, never a file that it could not read', async () => {
		const { rows } = await call('svcRecordsTool', { ...list, outputAs: 'csv' });
		expect(rows).toHaveLength(10);
	});

	it('says how to write a date that a model gave in words, and nothing of nodes', async () => {
		const given = { ...list, period: 'custom', after: 'next Friday' };
		const { failed } = await call('svcRecordsTool', given);
		expect(failed).toMatch(
			/is not a date: "next Friday"[^]*Write it as 2026-01-31T09:00:00, [^.]*\+01:00\.(?![^]*(?:node|expression|\{\{))/,
		);
	});

	it('leaves fields unchanged that a model fills with nothing, or with the word null', async () => {
		const { arrangement_uid, description, due_at } = arrangement();
		const { failed } = await call('svcArrangementsTool', {
			resource: 'arrangement',
			operation: 'update',
			arrangement: uid(arrangement_uid),
			updateFields: { title: 'Water the kale', description: '', dueAt: 'null' },
		});
		expect(failed).toBeUndefined();
		expect(account().arrangements.get(arrangement_uid)).toMatchObject({
			title: 'Water the kale',
			description,
			due_at,
		});
	});

	describe('given an ID by a model where names are looked up', () => {
		const person = () =>
			[...account().people.values()].find(({ relationships }) =>
				relationships.includes('contact'),
			)!;
		const notesOf = (...people: Parameters<typeof byName>) =>
			call('svcRecordsTool', {
				...list,
				filters: { creators: filterBy('person', byName(...people)) },
			} as INodeParameters);
		const creatorsAsked = () =>
			fixture.requests
				.filter(({ operation }) => operation === 'queryRecordTimeline')
				.map(({ body }) => (body as IDataObject).creator_user_refs);

		it('takes it as it is', async () => {
			const { user_ref } = person();
			const { failed } = await notesOf(user_ref);
			expect(failed).toBeUndefined();
			expect(creatorsAsked()).toEqual([[user_ref]]);
		});

		it('takes it for a write too', async () => {
			const group = [...account().conversations.values()].find(
				({ kind, members }) => kind === 'group' && members.size > 1,
			)!;
			const { rows, failed } = await call('svcChatTool', {
				resource: 'message',
				operation: 'send',
				conversation: byName(group.chat_session_uid),
				name: group.chat_session_uid,
				text: 'Water the kale',
			});
			expect(failed).toBeUndefined();
			expect(rows).toMatchObject([{ chat_session_uid: group.chat_session_uid }]);
		});

		it('tells IDs apart that differ in upper and lower case', async () => {
			for (const several of ['["usr_Ab12cd", "usr_aB12cd"]', 'usr_Ab12cd,usr_aB12cd'])
				await notesOf(several);
			const both = ['usr_Ab12cd', 'usr_aB12cd'];
			expect(creatorsAsked()).toEqual([both, both]);
		});

		it.each(['[]', '["", " "]'])('leaves a filter out that names nobody: %s', async (names) => {
			const { failed } = await notesOf(names);
			expect(failed).toBeUndefined();
			expect(creatorsAsked()).toEqual([undefined]);
		});

		it('prefers a person with such a name', async () => {
			const { user_ref } = Object.assign(person(), { svc_id: 'wren_2041' });
			await notesOf('wren_2041');
			expect(creatorsAsked()).toEqual([[user_ref]]);
		});

		it('does not take somebody whose name merely contains it', async () => {
			Object.assign(person(), { nickname: 'Not usr_0f3e' });
			await notesOf('usr_0f3e');
			expect(creatorsAsked()).toEqual([['usr_0f3e']]);
		});

		it('says whom it found for a name that nobody has, and that an ID is taken as well', async () => {
			const { failed } = await notesOf('Zebedee');
			expect(failed).toContain('\'creators\' matches no person: "Zebedee"');
			expect(failed).toContain('Give the full name, or an ID that another result shows');
			expect(creatorsAsked()).toEqual([]);
		});
	});

	it.each(['Zebedee', 'Wren Okapi', 'प्रिया'])(
		'says to a model that gives the name %s for an ID where IDs are from',
		async (name) => {
			for (const [node, parameters, field] of [
				[
					'svcRecordsTool',
					{ ...list, filters: { creators: filterBy('person', uid(name)) } },
					'creators',
				],
				['svcRecordsTool', { resource: 'record', operation: 'get', record: uid(name) }, 'record'],
			] as Array<[string, INodeParameters, string]>) {
				const { failed } = await call(node, parameters);
				expect(failed).toContain(`'${field}' is not an ID: "${name}"`);
				expect(failed).toMatch(/Give the ID that another result shows, such as (usr|rec)_/);
			}
			expect(fixture.requests).toEqual([]);
		},
	);

	it('takes settings that a model leaves empty as they are by default', async () => {
		const { rows, failed } = await call('svcRecordsTool', {
			resource: 'record',
			operation: 'get',
			record: uid([...account().records.keys()][0]),
			part: "={{ '' }}",
			options: { ifNotFound: "={{ '' }}" },
		});
		expect(failed).toBeUndefined();
		expect(rows).toHaveLength(1);
	});

	it('says in one message what happened, why, and what to do', async () => {
		const { failed } = await call('svcArrangementsTool', {
			resource: 'arrangement',
			operation: 'update',
			arrangement: uid(arrangement().arrangement_uid),
			updateFields: { title: 'Water the kale' },
			options: { expectedVersion: 1_000_000 },
		});
		expect(failed).toContain('changed since the expected version');
		expect(failed).toContain('Reason: version_changed.');
		expect(failed).toMatch(/Read it again/);
		expect(failed!.length).toBeLessThanOrEqual(600);
		if (agent === 'an agent from version 3 on') expect(failed).not.toContain('[item');
	});
});

it('takes an ID for a name in tools alone, where nobody sees what a name has become', async () => {
	const { error } = await fixture.run({
		node: 'svcRecords',
		parameters: {
			...list,
			filters: { creators: filterBy('person', byName(account().profile.user_ref)) },
		} as never,
	});
	expect(error?.message).toContain("'Creators' matches no person");
});

it('names no item where the only call of a tool fails and the workflow goes on', async () => {
	const { items } = await fixture.run({
		node: 'svcRecordsTool',
		parameters: { resource: 'record', operation: 'get', record: uid('rec_none') },
		settings: { onError: 'continueRegularOutput' },
	});
	expect(jsonOf(items)).toEqual([
		expect.objectContaining({ error: expect.stringMatching(/^The record .*key$/) as string }),
	]);
});

it('shows the fields of tools in tools alone', async () => {
	const { items, error } = await fixture.run({ node: 'svcRecords', parameters: list });
	expect(error).toBeUndefined();
	expect(items).toHaveLength(50);
});
