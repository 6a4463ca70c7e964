import type { IDataObject } from 'n8n-workflow';

import type { StoredRecord } from '../../dev/areas/Records/data';
import { overrideLimits } from '../../dev/limits';
import { jsonOf, linesOf, linksOf, useService } from '../support/useService';
import { uid } from '../../dev/contract/choices';

const fixture = useService();

beforeAll(() => overrideLimits({ firstBackoff: 10 }));

const account = () => fixture.service.account('a');
const node = (operation: string, parameters: IDataObject = {}) => ({
	node: 'svcRecords',
	parameters: { resource: 'record', operation, ...parameters } as never,
});
const { itemsOf: sentItems } = fixture;
const count = (operation: string) => sentItems(operation).length;
const inputs = (length: number) => Array.from({ length }, (_, i) => ({ text: `note ${i}` }));

/** Records that the account may change. */
const own = () =>
	[...account().records.values()].filter(
		({ state, creator_user_ref, locked }) =>
			state === 'available' && !locked && creator_user_ref === account().profile.user_ref,
	);
/** A run with an item for each record. */
const each = (operation: string, parameters: IDataObject, uids: string[]) => ({
	...node(operation, { record: uid('={{ $json.uid }}'), ...parameters }),
	items: uids.map((of) => ({ uid: of })),
});
/** Updates of records that are expected in their version, or in so many versions before it. */
const versionsOf = (given: Array<[record: StoredRecord, behind: number]>) => ({
	...node('update', {
		record: uid('={{ $json.uid }}'),
		updateFields: { title: 'new' },
		options: { expectedVersion: '={{ $json.version }}' },
	}),
	items: given.map(([{ record_uid, version }, behind]) => {
		return { uid: record_uid, version: version - behind };
	}),
});
const continues = { onError: 'continueErrorOutput' } as const;
const create = node('create', { text: '={{ $json.text }}' });
const noted = () =>
	[...account().records.values()].filter(({ text_content }) => /^note \d+$/.test(text_content));

describe('Record > Create', () => {
	it('writes 25 items in 3 requests and links each record to its item', async () => {
		const { items } = await fixture.run({ ...create, items: inputs(25) });
		expect(count('createRecords')).toBe(3);
		expect(linksOf(items)).toEqual(Array.from({ length: 25 }, (_, i) => i));
		jsonOf(items).forEach(({ record_uid, container }, i) => {
			expect(account().records.get(String(record_uid))?.text_content).toBe(`note ${i}`);
			expect(container).toBe('unclassified');
		});
	});

	it('splits a request that is too large (413), like a refused one (400)', async () => {
		fixture.service.faults.add({ operation: 'createRecords', status: 413, body: '' });
		const { items } = await fixture.run({ ...create, items: inputs(10) });
		expect(items).toHaveLength(10);
		expect(sentItems('createRecords').map((sent) => sent.length)).toEqual([
			10,
			...Array(10).fill(1),
		]);
		expect(noted()).toHaveLength(10);
	});

	it('says what to do about an item that is too large for the service', async () => {
		fixture.service.faults.add({ operation: 'createRecords', status: 413, body: '' });
		const { error } = await fixture.run({ ...create, items: inputs(1) });
		expect(error?.message).toBe('The request is too large for the service');
		expect(error?.description).toContain('Send less data in one item');
	});

	it('uses a separate key for each item, and times in input order', async () => {
		const before = Date.now();
		await fixture.run({ ...create, items: inputs(12) });
		const sent = sentItems('createRecords').flat();
		expect(new Set(sent.map(({ idempotency_key }) => idempotency_key)).size).toBe(12);
		for (const { idempotency_key } of sent) {
			expect(idempotency_key).toMatch(/^[A-Za-z0-9._:-]{1,128}$/);
		}
		const byItem = sent.sort((a, b) => Number(a.item_id) - Number(b.item_id));
		byItem.forEach(({ send_at }, i) => expect(send_at).toBe((byItem[0].send_at as number) + i));
		// The last one has the current time, the others are one millisecond apart before it: none is in the future
		expect(byItem[11].send_at).toBeGreaterThanOrEqual(before);
		expect(byItem[11].send_at).toBeLessThanOrEqual(Date.now());
	});

	it('dates no record later than the first request', async () => {
		let arrived: number | undefined;
		fixture.service.faults.add({
			operation: 'createRecords',
			match: () => {
				arrived ??= Date.now();
				return false;
			},
			status: 500,
		});
		await fixture.run({ ...create, items: inputs(300) });
		const times = sentItems('createRecords').flatMap((sent) => sent.map(({ send_at }) => send_at));
		expect(Math.max(...(times as number[]))).toBeLessThanOrEqual(arrived!);
	});

	it('uses other keys in another execution', async () => {
		await fixture.run({ ...create, items: inputs(1) });
		await fixture.run({ ...create, items: inputs(1) });
		expect(noted()).toHaveLength(2);
	});

	it('writes a record once per order, even from another execution', async () => {
		const keyed = node('create', {
			text: '={{ $json.text }}',
			additionalFields: { sendAt: '2026-01-01T00:00:00Z' },
			options: { writeOncePer: 'order-1042' },
		});
		const first = await fixture.run({ ...keyed, items: inputs(1) });
		const second = await fixture.run({ ...keyed, items: inputs(1) });
		expect(noted()).toHaveLength(1);
		expect(jsonOf(second.items)).toEqual(jsonOf(first.items));
	});

	it('fails only the item that the service refuses, not the other nine', async () => {
		fixture.expectViolations();
		const items = inputs(10).map((item, i) => ({
			...item,
			topic: i === 6 ? 'nowhere' : 'topic_1',
		}));
		const [some] = account().topics.values();
		account().topics.set('topic_1', { ...some, topic_uid: 'topic_1' });
		const outcome = await fixture.run({
			...node('create', {
				text: '={{ $json.text }}',
				container: 'topic',
				topic: uid('={{ $json.topic }}'),
			}),
			items,
			settings: continues,
		});
		expect(linksOf(outcome.items)).toEqual([0, 1, 2, 3, 4, 5, 7, 8, 9]);
		expect(linksOf(outcome.errors)).toEqual([6]);
		expect(jsonOf(outcome.errors)[0].error).toMatch(/^The service refused the request: .*topic/);
		expect(noted()).toHaveLength(9);
		const keys = sentItems('createRecords').flatMap((sent) =>
			sent.map((item) => item.idempotency_key),
		);
		expect(new Set(keys).size).toBe(10);
	});

	it('reports an unknown outcome, and what a retry does', async () => {
		const unknown = { status: 503, times: 5, processFirst: true };
		fixture.service.faults.add({ operation: 'createRecords', ...unknown });
		const { error } = await fixture.run({ ...create, items: inputs(1) });
		expect(error?.message).toMatch(/^The service is not available for now/);
		expect(error?.description).toContain('It is not known whether the record was written');
	});

	it('refuses an empty text before sending', async () => {
		const { error } = await fixture.run(node('create', { text: "={{ '' }}" }));
		expect(error?.message).toBe("'Text' is empty");
		expect(fixture.requests).toEqual([]);
	});

	it('sends nothing if the expression of the fourth of five items fails', async () => {
		const { error } = await fixture.run({
			...node('create', { text: '={{ $json.text.toDateTime() }}' }),
			items: [1, 2, 3, 4, 5].map((i) => ({ text: i === 4 ? 'banana' : '2026-01-01' })),
		});
		expect(error).toBeDefined();
		await new Promise((resolve) => setImmediate(resolve));
		expect(fixture.requests).toEqual([]);
	});
});

describe('Record > Update', () => {
	const update = node('update', {
		record: uid('={{ $json.uid }}'),
		updateFields: { title: '={{ $json.title }}' },
	});

	it('reads the versions of 25 records in 3 requests and writes them in 3', async () => {
		const records = own().slice(0, 25);
		const versions = records.map(({ version }) => version);
		const { items } = await fixture.run({
			...update,
			items: records.map(({ record_uid }, i) => ({ uid: record_uid, title: `t${i}` })),
		});
		expect(count('updateRecords')).toBe(3);
		expect(fixture.requests).toHaveLength(6);
		expect(jsonOf(items).map(({ version }) => version)).toEqual(versions.map((v) => v + 1));
		records.forEach(({ title }, i) => expect(title).toBe(`t${i}`));
	});

	it('ends with the item that cannot be changed, not with one that waits for another item', async () => {
		const [{ record_uid }] = own();
		const updateFields = { text: 'note' };
		const uids = [record_uid, record_uid, 'rec_none'];
		const { error } = await fixture.run(each('update', { updateFields }, uids));
		expect(error?.message).toMatch(/^The record "rec_none" does not exist\b.*\[item 3 of \d+\]$/);
	});

	it('fails only the stale item, with its reason and input on the error output', async () => {
		const [one, two, three] = own();
		const stale = versionsOf([
			[one, 0],
			[two, 1],
			[three, 0],
		]);
		const { items, errors } = await fixture.run({ ...stale, settings: continues });
		expect(linksOf(items)).toEqual([0, 2]);
		expect(errors).toMatchObject([
			{
				json: {
					uid: two.record_uid,
					error: 'The record was changed since the expected version [item 2 of 3]',
					details: {
						description: expect.stringMatching(`^The version is now ${two.version}\\. `),
						reason: 'stale_version',
						request_id: fixture.requests[0].requestId,
					},
				},
				pairedItem: { item: 1 },
			},
		]);
		expect(fixture.requests.map(({ operation }) => operation)).toEqual([
			'updateRecords',
			'batchGetRecords',
		]);
	});

	it('carries out two changes of one record in input order', async () => {
		const [{ record_uid }] = own();
		const { items } = await fixture.run({
			...update,
			items: [
				{ uid: record_uid, title: 'first' },
				{ uid: record_uid, title: 'second' },
			],
		});
		expect(linksOf(items)).toEqual([0, 1]);
		expect(account().records.get(record_uid)?.title).toBe('second');
		expect(sentItems('updateRecords').map((part) => part[0].title)).toEqual(['first', 'second']);
	});

	it('refuses an empty value under Update Fields and points to Clear Fields', async () => {
		const { error } = await fixture.run({
			...update,
			items: [{ uid: own()[0].record_uid, title: '' }],
		});
		expect(error?.message).toBe("'Title' is empty");
		expect(error?.description).toContain("choose it under 'Clear Fields'");
		expect(fixture.requests).toEqual([]);
	});

	it('clears the fields in Clear Fields and keeps the others', async () => {
		const record = own().find(({ title }) => title)!;
		const text = record.text_content;
		await fixture.run(node('update', { record: uid(record.record_uid), clearFields: ['title'] }));
		expect(sentItems('updateRecords')[0][0]).toMatchObject({ title: '' });
		expect(sentItems('updateRecords')[0][0]).not.toHaveProperty('text_content');
		expect(record).toMatchObject({ title: '', text_content: text });
	});

	it('refuses an update of nothing before sending', async () => {
		const { error } = await fixture.run(node('update', { record: uid('r') }));
		expect(error?.message).toBe('There is nothing to change');
		expect(fixture.requests).toEqual([]);
	});

	it('does not apply a text limit that the contract has for create only', async () => {
		const [{ record_uid }] = own();
		const { error } = await fixture.run({
			...update,
			items: [{ uid: record_uid, title: 'x'.repeat(5001) }],
		});
		expect(error).toBeUndefined();
	});

	it('says with On Error = stop how many items were written', async () => {
		const records = own().slice(0, 25);
		const stale = records.map((record, i) => [record, i === 7 ? 1 : 0] as [StoredRecord, number]);
		const { error } = await fixture.run(versionsOf(stale));
		expect(error?.message).toBe(
			'The record was changed since the expected version (24 of 25 items were written; retrying sends only the rest) [item 8 of 25]',
		);
		expect(records.filter(({ title }) => title === 'new')).toHaveLength(24);
	});

	it('continues with the other items under On Error = continue', async () => {
		const records = own().slice(0, 25);
		const { items, errors } = await fixture.run({
			...update,
			items: records.map(({ record_uid }, i) => ({
				uid: i === 7 ? 'nobody' : record_uid,
				title: 'new',
			})),
			settings: continues,
		});
		expect(items).toHaveLength(24);
		expect(linksOf(errors)).toEqual([7]);
		expect(jsonOf(errors)[0].error).toBe(
			'The record "nobody" does not exist or is not readable with this key [item 8 of 25]',
		);
	});

	it('outputs the outcome of a rejected item with If Rejected = Output Outcome', async () => {
		const [{ record_uid, version }] = own();
		const { items } = await fixture.run(
			node('update', {
				record: uid(record_uid),
				updateFields: { title: 'new' },
				options: { expectedVersion: version + 5, ifRejected: 'output' },
			}),
		);
		expect(jsonOf(items)).toEqual([{ record_uid, status: 'rejected', reason: 'stale_version' }]);
	});
});

describe('every documented reason', () => {
	/** A record in the state that leads to a reason, if it needs one. */
	const inState = (state: () => object) => () => {
		const { record_uid, version } = Object.assign(own()[0], state());
		return { uid: record_uid, version };
	};
	const provoke: Record<string, () => IDataObject> = {
		not_self_created: inState(() => ({ creator_user_ref: 'somebody' })),
		protected: inState(() => ({ state: 'protected' })),
		not_active: inState(() => ({ state: 'deleted' })),
		stale_version: () => ({ uid: own()[0].record_uid, version: 999 }),
		record_not_found: () => ({ uid: 'nobody', version: 1 }),
		revision_conflict: inState(() => ({ edited_at: Date.now() + 60_000_000 })),
		invalid_record_state: inState(() => ({ locked: true })),
		destination_unavailable: inState(() => ({})),
		container_changed: () => ({
			uid: own().find(({ container }) => container.kind === 'unclassified')!.record_uid,
		}),
	};
	const versioned = { options: { expectedVersion: '={{ $json.version }}' } };
	const operations = {
		update: { updateFields: { title: 'x' }, ...versioned },
		delete: versioned,
		move: { destination: 'unclassified', options: { expectedContainer: 'unclassified' } },
	};
	const shared = [
		'not_self_created',
		'protected',
		'not_active',
		'record_not_found',
		'invalid_record_state',
	];
	const expected = { expectedContainer: 'topic', expectedTopic: uid('elsewhere') };
	const nowhere = { destination: 'topic', topic: uid('nowhere'), options: {} };
	const cases: Array<[operation: keyof typeof operations, reason: string, more: object]> = [
		...[...shared, 'stale_version', 'revision_conflict'].map((reason) => ['update', reason, {}]),
		...[...shared, 'stale_version'].map((reason) => ['delete', reason, {}]),
		...shared.map((reason) => ['move', reason, {}]),
		['move', 'destination_unavailable', nowhere],
		['move', 'container_changed', { options: expected }],
	] as never;
	const words: Record<string, string> = {
		not_self_created: 'The record was created by somebody else',
		protected: 'The record is protected',
		not_active: 'The record is no longer active',
		stale_version: 'The record was changed since the expected version',
		record_not_found: 'The record does not exist or is not readable with this key',
		revision_conflict: 'The change conflicts with another change of the record',
		invalid_record_state: 'The record is of a kind or in a state that does not allow this',
		destination_unavailable: 'The topic does not exist or cannot be used',
		container_changed: 'The record is not in the expected topic',
	};

	it.each(cases)('of Record > %s has an explanation: %s', async (operation, reason, more) => {
		const item = provoke[reason]();
		const { errors } = await fixture.run({
			...node(operation, { record: uid('={{ $json.uid }}'), ...operations[operation], ...more }),
			items: [item],
			settings: continues,
		});
		expect(jsonOf(errors)[0]).toMatchObject({
			error: words[reason],
			details: { reason, description: expect.stringContaining(`Reason: ${reason}.`) as string },
		});
	});
});

describe('Record > Move, Delete and Get', () => {
	it('moves records, and reads their containers first', async () => {
		const [topic] = [...account().topics.values()].filter(({ valid }) => valid);
		const records = own().slice(0, 12);
		const there = { destination: 'topic', topic: uid(topic.topic_uid) };
		const uids = records.map(({ record_uid }) => record_uid);
		const { items } = await fixture.run(each('move', there, uids));
		expect(jsonOf(items).map(({ container, topic_uid }) => [container, topic_uid])).toEqual(
			records.map(() => [undefined, topic.topic_uid]),
		);
		expect(fixture.requests).toHaveLength(4);
	});

	it('deletes a record once, and returns its UID', async () => {
		const [{ record_uid }] = own();
		const { items } = await fixture.run(node('delete', { record: uid(record_uid) }));
		expect(jsonOf(items)).toEqual([{ deleted: true, record_uid, status: 'succeeded' }]);
		expect(account().records.get(record_uid)?.state).toBe('deleted');
	});

	it('reads 25 records in 3 requests, each only once, and returns each to its item', async () => {
		const uids = [...account().records.keys()].slice(0, 24);
		const { items } = await fixture.run(each('get', {}, [...uids, uids[3]]));
		expect(jsonOf(items).map(({ record_uid }) => record_uid)).toEqual([...uids, uids[3]]);
		const reads = fixture.asked('batchGetRecords');
		expect(reads).toHaveLength(3);
		const asked = reads.flatMap(({ record_uids }) => record_uids as string[]);
		expect(new Set(asked).size).toBe(asked.length);
	});

	it('fails an item whose record cannot be read', async () => {
		const get = each('get', {}, ['nobody', own()[0].record_uid]);
		const { errors, items } = await fixture.run({ ...get, settings: continues });
		expect(linksOf(items)).toEqual([1]);
		expect(jsonOf(errors)[0].error).toBe(
			'The record "nobody" does not exist or is not readable with this key [item 1 of 2]',
		);
	});

	it('returns with If Not Found = Output Outcome whether each record was found', async () => {
		const [{ record_uid }] = own();
		const options = { ifNotFound: 'output' };
		const { items } = await fixture.run(each('get', { options }, ['nobody', record_uid]));
		expect(jsonOf(items)).toMatchObject([
			{ record_uid: 'nobody', found: false },
			{ record_uid, found: true, state: 'available' },
		]);
	});
});

describe('If Rejected = Output Outcome, if the node reads the expected value', () => {
	const output = { options: { ifRejected: 'output' } };

	it('deletes 24 of 25 records, and outputs the outcome of the one already deleted', async () => {
		const records = own().slice(0, 25);
		records[7].state = 'deleted';
		const uids = records.map(({ record_uid }) => record_uid);
		const { items, error } = await fixture.run(each('delete', output, uids));
		expect(error).toBeUndefined();
		expect(linksOf(items)).toEqual(records.map((_record, i) => i));
		expect(jsonOf(items)[7]).toEqual({
			// Fields that `present` adds to a success are not included
			record_uid: records[7].record_uid,
			status: 'rejected',
			reason: 'not_active',
		});
		expect(records.filter(({ state }) => state === 'deleted')).toHaveLength(25);
	});

	it.each([
		['delete', {}],
		['update', { updateFields: { title: 'new' } }],
		['move', { destination: 'unclassified' }],
	])(
		'outputs the outcome of a missing, deleted or protected record on %s',
		async (operation, more) => {
			const [deleted, locked] = own();
			deleted.state = 'deleted';
			const hidden = [...account().records.values()].find(({ state }) => state === 'protected')!;
			const uids = ['nobody', deleted.record_uid, hidden.record_uid, locked.record_uid];
			const { items } = await fixture.run(each(operation, { ...more, ...output }, uids));
			expect(jsonOf(items).slice(0, 3)).toEqual([
				{ record_uid: 'nobody', status: 'rejected', reason: 'record_not_found' },
				{ record_uid: deleted.record_uid, status: 'rejected', reason: 'not_active' },
				{ record_uid: hidden.record_uid, status: 'rejected', reason: 'protected' },
			]);
			expect(items).toHaveLength(4);
		},
	);

	it('still fails an item if its expected value cannot be read because the service is down', async () => {
		const refused = {
			operation: 'batchGetRecords',
			status: 400,
			body: '{"message":"no","request_id":"r1"}',
		};
		fixture.service.faults.add(refused);
		const [{ record_uid }] = own();
		const { error } = await fixture.run(node('delete', { record: uid(record_uid), ...output }));
		expect(error?.message).toBe('The service refused the request: no');
	});
});

describe('Record > Search', () => {
	const search = (parameters: IDataObject) => node('search', { keyword: 'the', ...parameters });

	it('returns each hit as its record, with source, matched fields and snippet', async () => {
		fixture.service.paging = 'irregular';
		const { items } = await fixture.run(search({ outputAs: 'jsonLines' }));
		const hits = linesOf(items);
		expect(hits.length).toBeGreaterThan(5);
		for (const hit of hits) {
			expect(hit).toMatchObject({
				record_uid: expect.any(String) as string,
				source_kind: expect.stringMatching(/^(record|topic|chat)$/) as string,
				snippet: expect.any(String) as string,
			});
			expect(hit.matched_fields).not.toHaveLength(0);
		}
	});

	it("sends the workflow's time zone only if a day is given", async () => {
		const timezone = 'Asia/Tokyo';
		await fixture.run({ ...search({ period: 'custom', firstDay: '2026-01-01' }), timezone });
		await fixture.run({ ...search({ filters: { timezone: 'Europe/Berlin' } }), timezone });
		await fixture.run({
			...search({ period: 'custom', lastDay: '={{ "2026-01-01T20:00:00Z" }}' }),
			timezone,
		});
		expect(fixture.asked('searchRecords')).toEqual([
			{ keyword: 'the', limit: 50, start_date: '2026-01-01', timezone },
			{ keyword: 'the', limit: 50 },
			{ keyword: 'the', limit: 50, end_date: '2026-01-02', timezone },
		]);
	});

	it('converts a moment to a day in the time zone that is sent', async () => {
		const days = { period: 'custom', firstDay: '={{ $json.at }}', lastDay: '={{ $json.at }}' };
		await fixture.run({
			...search({ ...days, filters: { timezone: 'Pacific/Auckland' } }),
			items: [{ at: '2026-03-01T20:00:00Z' }, { at: '2026-03-01' }],
			timezone: 'America/New_York',
		});
		const timezone = 'Pacific/Auckland';
		expect(fixture.bodies).toMatchObject([
			{ start_date: '2026-03-02', end_date: '2026-03-02', timezone },
			{ start_date: '2026-03-01', end_date: '2026-03-01', timezone },
		]);
	});

	it('includes today in that time zone if the last day is {{ $now }}', async () => {
		for (const timezone of ['Pacific/Kiritimati', 'Pacific/Niue']) {
			await fixture.run(
				search({ period: 'custom', lastDay: '={{ $now }}', filters: { timezone } }),
			);
		}
		const today = (timeZone: string) =>
			new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' }).format();
		expect(fixture.asked('searchRecords').map(({ end_date }) => end_date)).toEqual([
			today('Pacific/Kiritimati'),
			today('Pacific/Niue'),
		]);
	});

	it('fails if the service asks for a narrower search, and says why', async () => {
		const { error } = await fixture.run(search({ keyword: 'a' }));
		expect(error?.message).toBe('The search is too broad for the service');
		expect(error?.description).toContain('Narrow the search');
		expect(error?.description).toContain('keyword_too_short');
	});

	it.each([
		[
			{ period: 'custom', firstDay: '2026-02-01', lastDay: '2026-01-01' },
			"'Last Day' is before 'First Day'",
		],
		[{ period: 'custom', firstDay: '2026-02-30' }, `'First Day' is not a date: "2026-02-30"`],
		[
			{ period: 'custom', firstDay: '2026-02-01', filters: { timezone: '+01:00' } },
			`'Time Zone' is not a time zone: "+01:00". Use a name such as Europe/Berlin`,
		],
		[{ keyword: 'x'.repeat(101) }, "'Keyword' takes at most 100 characters, not 101"],
	])('refuses %j before sending', async (parameters, message) => {
		const { error } = await fixture.run(search(parameters));
		expect(error?.message).toBe(`${message}`);
		expect(fixture.requests).toEqual([]);
	});
});

describe('Find', () => {
	it('looks up 12 names in 2 requests, then pages only those with more results', async () => {
		const { people } = account();
		const [some] = people.values();
		for (let i = 0; i < 25; i++) {
			for (const name of ['Twelvefold', 'Manifold']) {
				const user_ref = `${name}_${i}`;
				people.set(user_ref, { ...some, user_ref, nickname: name });
			}
		}
		const names = [...people.values()].slice(1, 11).map(({ nickname }) => nickname);
		const { items } = await fixture.run({
			node: 'svcPeople',
			parameters: {
				resource: 'person',
				operation: 'find',
				query: '={{ $json.name }}',
				returnAll: true,
			},
			items: [...names, 'Twelvefold', 'Manifold'].map((name) => ({ name })),
		});
		const asked = fixture.bodies.map(({ items: part }) => (part as unknown[]).length);
		expect(asked.slice(0, 2)).toEqual([10, 2]);
		expect(asked.slice(2)).toEqual([2, 2]);
		const links = linksOf(items);
		expect(links.filter((link) => link === 10)).toHaveLength(25);
		expect(links.filter((link) => link === 11)).toHaveLength(25);
		expect(links).toEqual([...links].sort((a, b) => Number(a) - Number(b)));
	});

	it('finds topics by path over empty pages, up to Limit', async () => {
		fixture.service.paging = 'irregular';
		const topics = [...account().topics.values()].filter(({ valid }) => valid);
		const { items } = await fixture.run({
			node: 'svcRecords',
			parameters: { resource: 'topic', operation: 'find', query: topics[0].title, limit: 1 },
		});
		expect(jsonOf(items)).toHaveLength(1);
	});
});
