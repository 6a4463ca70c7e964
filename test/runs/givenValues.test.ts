import type { IDataObject } from 'n8n-workflow';

import { DECLARED, titleOf } from '../../dev/engine/operations';
import { locatorIn } from '../../nodes/shared/form/field';
import { jsonOf, useService } from '../support/useService';

/** Values that people give and that are empty or invalid: nothing is dropped without a word. */

const fixture = useService();

const group = () =>
	[...fixture.service.account('a').conversations.values()].find(
		({ name }) => name === 'Studio team',
	)!.chat_session_uid;
const byId = (value: unknown) => ({ __rl: true, mode: 'id', value });
const messages = (conversations: unknown[], more: IDataObject = {}) => ({
	node: 'svcChat',
	parameters: {
		resource: 'message',
		operation: 'getAll',
		conversations: { values: conversations.map((value) => ({ conversation: byId(value) })) },
		...more,
	} as never,
	settings: { onError: 'continueRegularOutput' as const },
});

describe('an entry without a value beside a filled one', () => {
	const repeated = DECLARED.flatMap((declared) =>
		declared.operation.fields
			.flatMap((field) => [field, ...(field.type === 'collection' ? (field.options ?? []) : [])])
			.filter((field) => 'type' in field && field.limits?.list && locatorIn(field as never))
			.map(
				(field) =>
					`${titleOf(declared)}: ${String((field as { displayName: string }).displayName)}`,
			),
	);

	it('can be in many fields', () => {
		expect(repeated.length).toBeGreaterThan(8);
	});

	it.each([['={{ $json.none }}'], ['']])('is an error: %j', async (empty) => {
		const { items } = await fixture.run(messages([group(), empty]));
		expect(jsonOf(items)[0].error).toBe("'Conversations' has an entry without a value");
		expect(fixture.requests).toEqual([]);
	});

	it('is ignored by Ignore Empty Filters, and where a model gives it', async () => {
		const both = [group(), '={{ $json.none }}'];
		const ignoring = await fixture.run(messages(both, { options: { ignoreEmptyFilters: true } }));
		expect(jsonOf(ignoring.items)[0].error).toBeUndefined();
		const tool = await fixture.run({ ...messages(both), node: 'svcChatTool' });
		expect(jsonOf(tool.items)[0].error).toBeUndefined();
		for (const { chat_session_uids } of fixture.bodies)
			expect(chat_session_uids).toEqual([group()]);
	});

	it('may be a hole of an array, but a list of holes alone is empty', async () => {
		const whole = {
			...(messages([]).parameters as object),
			conversations: '={{ Array(3) }}',
		} as never;
		const { items } = await fixture.run({ ...messages([]), parameters: whole });
		expect(jsonOf(items)[0].error).toBe("'Conversations' is empty");
	});

	it('may be in an array of one expression', async () => {
		const { items } = await fixture.run(messages([`={{ ["${group()}", null] }}`]));
		expect(jsonOf(items)[0].error).toBeUndefined();
	});
});

describe('an optional field of a new object without a value', () => {
	const create = (due: string, rows: IDataObject[]) => ({
		node: 'svcArrangements',
		parameters: {
			resource: 'arrangement',
			operation: 'create',
			title: '={{ $json.title }}',
			dueAt: due,
		} as never,
		items: rows,
	});
	const rows = Array.from({ length: 25 }, (_row, i) => ({
		title: `Task ${i}`,
		due: i % 10 === 3 ? '' : '2026-12-01',
	}));

	it('is left out, and a hint says for how many items', async () => {
		const outcome = await fixture.run(create('={{ $json.due }}', rows));
		expect(outcome.items).toHaveLength(25);
		expect(outcome.hints).toEqual(["'Due' was empty for 3 of 25 items."]);
	});

	it('asks for the name of the column where no item has a value', async () => {
		const outcome = await fixture.run(create('={{ $json.Due }}', rows));
		expect(outcome.items).toHaveLength(25);
		expect(outcome.hints).toEqual([
			"'Due' was empty for all items. Is the name of the column right?",
		]);
	});

	it('says nothing where every item has one', async () => {
		expect((await fixture.run(create('2026-12-01', rows))).hints).toEqual([]);
	});
});

describe('invalid items', () => {
	const create = (rows: IDataObject[], onError?: 'continueRegularOutput') => ({
		node: 'svcArrangements',
		parameters: {
			resource: 'arrangement',
			operation: 'create',
			title: '={{ $json.title }}',
			dueAt: '={{ $json.due }}',
		} as never,
		items: rows,
		settings: { onError },
	});
	const bad = (count: number, of: number) =>
		Array.from({ length: of }, (_row, i) => ({
			title: i < count ? '' : `Task ${i}`,
			due: '2026-12-01',
		}));

	it('are listed with On Error = Stop, and nothing at all is sent', async () => {
		const rows = bad(1, 5);
		rows[3].due = 'soon';
		const { error } = await fixture.run(create(rows));
		expect(error?.message).toMatch(
			/^2 of 5 items are not valid: item 1: 'Title' is empty; item 4: 'Due' is not a date: "soon"/,
		);
		expect(error?.description).toMatch(/^Nothing was sent\. /);
		expect(fixture.requests).toEqual([]);
	});

	it('are listed up to ten', async () => {
		const { error } = await fixture.run(create(bad(13, 20)));
		expect(error?.message).toMatch(/^13 of 20 items are not valid: item 1: .* and 3 more$/);
		expect(error?.message.match(/item \d+: /g)).toHaveLength(10);
	});

	it('name the item where there is one alone', async () => {
		const rows = bad(0, 12);
		rows[11].title = '';
		const { error } = await fixture.run(create(rows));
		expect(error?.message).toBe("'Title' is empty [item 12 of 12]");
		expect(error?.description).toMatch(/^Nothing was sent\. /);
	});

	const GO_ON =
		' To go on with the other items, choose Continue (using error output) in Settings > On Error.';
	const notes = (record: string) => ({
		node: 'svcRecords',
		parameters: { resource: 'record', operation: 'get', record: byId(record) } as never,
	});
	const topic = () => [...fixture.service.account('a').topics.values()][0].title;
	const known = () => [...fixture.service.account('a').records.keys()][0];

	it.each([
		['one of several', () => create(bad(1, 5)), true],
		['two of several', () => create(bad(2, 5)), true],
		[
			'one that the service does not know',
			() => ({ ...notes('={{ $json.id }}'), items: [{ id: known() }, { id: 'rec_none' }] }),
			true,
		],
		[
			'with a name that nothing has',
			() => ({
				node: 'svcRecords',
				parameters: {
					resource: 'record',
					operation: 'getAll',
					container: 'topic',
					topic: { __rl: true, mode: 'name', value: '={{ $json.topic }}' },
				} as never,
				items: [{ topic: 'nowhere' }, { topic: topic() }],
			}),
			true,
		],
		['that the service refuses', () => ({ ...refused(400), ...create(bad(0, 2)) }), true],
		['that is too large for the service', () => ({ ...refused(413), ...create(bad(0, 2)) }), true],
		[
			'whose transcript is not ready',
			() => ({
				node: 'svcCalls',
				parameters: {
					resource: 'transcript',
					operation: 'get',
					call: byId('={{ $json.id }}'),
					options: { ifNotReady: 'fail' },
				} as never,
				items: callsIn('failed', 'ready').map((id) => ({ id })),
			}),
			true,
		],
		[
			'whose post is not public',
			() => ({
				node: 'svcWorld',
				parameters: {
					resource: 'post',
					operation: 'unpublish',
					post: byId('={{ $json.id }}'),
				} as never,
				items: [{ id: known() }, { id: 'rec_none' }],
			}),
			true,
		],
		['when the service is down', () => ({ ...refused(501), ...create(bad(0, 2)) }), false],
		['the only one', () => create(bad(1, 1)), false],
		['all of them', () => create(bad(3, 3)), false],
		['without a valid key', () => ({ ...create(bad(0, 2)), credential: badKey() }), false],
	])('say how the others go on with On Error = Stop: %s', async (_what, setup, says) => {
		const { error } = await fixture.run(setup());
		expect(error).toBeDefined();
		expect(String(error!.description).includes(GO_ON)).toBe(says);
	});

	/** Answers every request with this status. */
	const refused = (status: number) => {
		fixture.service.faults.add({ status, body: '{"message":"no","request_id":"r1"}', times: 100 });
		return {};
	};
	const callsIn = (...states: string[]) =>
		states.map((state) => {
			const { calls } = fixture.service.account('a');
			return [...calls.values()].find((call) => call.transcript_state === state)!.call_uid;
		});

	const badKey = () => ({ ...fixture.credential, apiKey: 'svc_wrong' });

	it('fail alone with On Error = Continue', async () => {
		const { items } = await fixture.run(create(bad(1, 3), 'continueRegularOutput'));
		expect(jsonOf(items)[0]).toMatchObject({
			error: "'Title' is empty [item 1 of 3]",
			details: {
				description: expect.stringMatching(/^Nothing was sent for this item\. (?!.*go on)/),
			},
		});
		expect(jsonOf(items).slice(1)).toMatchObject([{ title: 'Task 1' }, { title: 'Task 2' }]);
	});

	it('with unknown names are listed too, after the names were looked up', async () => {
		const { error } = await fixture.run({
			node: 'svcRecords',
			parameters: {
				resource: 'record',
				operation: 'getAll',
				container: 'topic',
				topic: { __rl: true, mode: 'name', value: '={{ $json.topic }}' },
			} as never,
			items: [{ topic: 'nowhere' }, { topic: 'nowhere else' }],
		});
		expect(error?.message).toMatch(
			/^2 of 2 items are not valid: item 1: 'Which Topic' matches no topic/,
		);
	});
});

describe('a Limit without a value', () => {
	it.each([[[]], ['\u202e'], [null]])('is left to the node: %j', async (limit) => {
		const parameters = { resource: 'speaker', operation: 'find', query: 'Ada', limit };
		await fixture.run({ node: 'svcRecordings', parameters: parameters as never });
		expect(fixture.bodies).toEqual([{ items: [{ item_id: '0', query: 'Ada', limit: 10 }] }]);
	});
});
