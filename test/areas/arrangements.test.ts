import type { IDataObject } from 'n8n-workflow';
import { iso } from '../support/times';
import { jsonOf, linksOf, useService } from '../support/useService';
import { uid } from '../../dev/contract/choices';

const NOW = Date.parse('2026-06-15T12:00:00Z');
const fixture = useService({ now: NOW });

const account = () => fixture.service.account('a');
const node = (operation: string, parameters: IDataObject = {}) => ({
	node: 'svcArrangements',
	parameters: { resource: 'arrangement', operation, ...parameters } as never,
});
const inStatus = (status: string) =>
	[...account().arrangements.values()].filter((row) => row.status === status);
const statusOf = (arrangement_uid: string) => account().arrangements.get(arrangement_uid)?.status;
const operations = () => fixture.requests.map(({ operation }) => operation);
const moves = () =>
	fixture.requests
		.filter(({ operation }) => operation === 'transitionArrangements')
		.flatMap(({ body }) => body?.items as Array<Record<string, string>>)
		.map(({ expected_status, target_status }) => `${expected_status} > ${target_status}`);

describe('Task > Create', () => {
	const create = node('create', { title: '={{ $json.title }}', dueAt: '={{ $json.due }}' });

	it('creates tasks with due times from a list, ten a request', async () => {
		const { items } = await fixture.run({
			...create,
			items: Array.from({ length: 12 }, (_, i) => ({ title: `task ${i}`, due: NOW + i })),
		});
		expect(operations()).toEqual(['createArrangements', 'createArrangements']);
		expect(jsonOf(items)).toMatchObject(
			Array.from({ length: 12 }, (_, i) => ({
				title: `task ${i}`,
				due_at: iso(NOW + i),
				version: 1,
			})),
		);
	});

	it.each([
		['x'.repeat(200), undefined],
		['😀'.repeat(200), undefined],
		['x'.repeat(201), "'Title' takes at most 200 characters, not 201"],
		['😀'.repeat(201), "'Title' takes at most 200 characters, not 201"],
		['', "'Title' is empty"],
	])('counts an emoji in a title as one character: %.5s…', async (title, message) => {
		const parameters = { ...(create.parameters as object), options: { ifTooLong: 'fail' } };
		const { error } = await fixture.run({ ...create, parameters, items: [{ title }] } as never);
		expect(error?.message).toBe(message);
		expect(fixture.requests).toHaveLength(message ? 0 : 1);
	});

	it('may have created a task that an answer does not identify', async () => {
		fixture.expectViolations();
		fixture.service.faults.add({
			operation: 'createArrangements',
			rewrite: (envelope) => {
				const [{ arrangement }] = (envelope.data as { items: IDataObject[] }).items;
				(arrangement as IDataObject).arrangement_uid = null;
				return envelope;
			},
		});
		const { error } = await fixture.run({ ...create, items: [{ title: 'task', due: NOW }] });
		expect(error?.message).toContain('the task may have been written');
	});

	it('returns the written tasks on Retry On Fail, and sends only the rest', async () => {
		fixture.service.faults.add({
			operation: 'createArrangements',
			match: ({ body }) => body?.items[0].item_id === '10',
			status: 400,
		});
		fixture.service.faults.add({
			operation: 'createArrangements',
			match: ({ body }) => body?.items.length === 1,
			status: 400,
			times: 2,
		});
		const { items, error } = await fixture.run({
			...create,
			items: Array.from({ length: 12 }, (_, i) => ({ title: `task ${i}`, due: NOW })),
			settings: { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 },
		});
		expect(error).toBeUndefined();
		expect(jsonOf(items).map(({ title }) => title)).toEqual(
			Array.from({ length: 12 }, (_, i) => `task ${i}`),
		);
		const titles = [...account().arrangements.values()].map(({ title }) => title);
		expect(titles.filter((title) => /^task \d+$/.test(title))).toHaveLength(12);
		expect(operations()).not.toContain('batchGetArrangements');
	});
});

describe('Task > Update', () => {
	it('changes the given fields and clears those in Clear Fields', async () => {
		const row = inStatus('following').find(({ description, due_at }) => description && due_at)!;
		const { title } = row;
		const { items } = await fixture.run(
			node('update', {
				arrangement: uid(row.arrangement_uid),
				updateFields: { description: 'New' },
				clearFields: ['due_at'],
			}),
		);
		expect(fixture.bodies[1].items).toMatchObject([{ description: 'New', due_at: 0 }]);
		expect(jsonOf(items)[0]).toMatchObject({ title, description: 'New' });
		expect(row.due_at).toBeUndefined();
	});

	it('reads versions and writes changes in batches', async () => {
		const rows = [...inStatus('following'), ...inStatus('identified')].slice(0, 15);
		await fixture.run({
			...node('update', {
				arrangement: uid('={{ $json.uid }}'),
				updateFields: { title: 'Renamed' },
			}),
			items: rows.map(({ arrangement_uid }) => ({ uid: arrangement_uid })),
		});
		expect(operations().sort()).toEqual([
			'batchGetArrangements',
			'batchGetArrangements',
			'updateArrangements',
			'updateArrangements',
		]);
		expect(rows.every(({ title }) => title === 'Renamed')).toBe(true);
	});

	it('explains that the version has changed', async () => {
		const [row] = inStatus('following');
		const { error } = await fixture.run(
			node('update', {
				arrangement: uid(row.arrangement_uid),
				updateFields: { title: 'Renamed' },
				options: { expectedVersion: row.version + 1 },
			}),
		);
		expect(error?.message).toBe('The task was changed since the expected version');
		expect(error?.description).toContain('Reason: version_changed.');
	});

	it('explains that the task no longer exists', async () => {
		const [row] = inStatus('deleted');
		const { error } = await fixture.run(
			node('update', { arrangement: uid(row.arrangement_uid), updateFields: { title: 'x' } }),
		);
		expect(error?.message).toBe('The task does not exist or is not readable with this key');
	});
});

describe('Task > Delete with If Rejected = Output Outcome', () => {
	it('outputs the outcome of deleted and missing tasks, and deletes the others', async () => {
		const [gone] = inStatus('deleted');
		const [open] = inStatus('following');
		const { items } = await fixture.run({
			...node('delete', {
				arrangement: uid('={{ $json.uid }}'),
				options: { ifRejected: 'output' },
			}),
			items: [gone.arrangement_uid, 'nobody', open.arrangement_uid].map((each) => ({ uid: each })),
		});
		expect(jsonOf(items)).toMatchObject([
			{ arrangement_uid: gone.arrangement_uid, status: 'rejected', reason: 'not_active' },
			{ arrangement_uid: 'nobody', status: 'rejected', reason: 'not_found' },
			{ arrangement_uid: open.arrangement_uid, status: 'deleted' },
		]);
	});
});

describe('Task > Set Status with Single Step Only', () => {
	const change = (row: { arrangement_uid: string }, status: string, options = {}) =>
		node('setStatus', {
			arrangement: uid(row.arrangement_uid),
			status,
			options: { singleStepOnly: true, ...options },
		});

	it.each([
		['identified', 'following'],
		['following', 'identified'],
		['following', 'completed'],
		['completed', 'following'],
	])('moves from %s to %s', async (from, to) => {
		const [row] = inStatus(from);
		const { items } = await fixture.run(change(row, to));
		expect(jsonOf(items)[0]).toMatchObject({ arrangement_uid: row.arrangement_uid, status: to });
		expect(statusOf(row.arrangement_uid)).toBe(to);
	});

	it.each([
		['identified', 'completed', true],
		['completed', 'identified', true],
		['identified', 'completed', false],
		['completed', 'identified', false],
	])(
		'refuses %s to %s before sending, and names the allowed steps (status read: %s)',
		async (from, to, read) => {
			const [row] = inStatus(from);
			const { error } = await fixture.run(change(row, to, read ? {} : { expectedStatus: from }));
			expect(error?.message).toBe(
				`The status cannot change from '${from}' to '${to}' in a single step`,
			);
			expect(error?.description).toContain(
				"Set the status 'following' first, or turn off Options > Single Step Only",
			);
			expect(operations()).toEqual(read ? ['batchGetArrangements'] : []);
		},
	);

	it('succeeds without a change if the task already has the status', async () => {
		const [row] = inStatus('completed');
		const { items } = await fixture.run(change(row, 'completed'));
		expect(jsonOf(items)[0]).toMatchObject({ status: 'completed', version: row.version });
		expect(operations()).toEqual(['batchGetArrangements']);
	});

	it('refuses a target status that equals the expected one', async () => {
		const [row] = inStatus('following');
		const { error } = await fixture.run(change(row, 'following', { expectedStatus: 'following' }));
		expect(error?.message).toBe("The task already has the status 'following'");
		expect(fixture.requests).toEqual([]);
	});

	it('explains that the task has another status than expected', async () => {
		const [row] = inStatus('completed');
		const { error } = await fixture.run(change(row, 'following', { expectedStatus: 'identified' }));
		expect(error?.message).toBe('The task is not in the expected status');
		expect(error?.description).toMatch(
			/^The status is now "completed"\. .* Reason: state_changed\./,
		);
	});

	it('explains that the task is deleted', async () => {
		const { error } = await fixture.run(change(inStatus('deleted')[0], 'following'));
		expect(error?.message).toBe('The task is no longer active');
	});

	it('explains that the task does not exist', async () => {
		const { error } = await fixture.run(
			change({ arrangement_uid: 'nobody' }, 'following', { expectedStatus: 'identified' }),
		);
		expect(error?.message).toBe('The task does not exist or is not readable with this key');
		expect(error?.description).toContain('Reason: not_found.');
	});
});

describe('Task > Set Status', () => {
	const set = (status: string) =>
		node('setStatus', { arrangement: uid('={{ $json.uid }}'), status });

	it.each([
		['identified', 'completed', ['identified > following', 'following > completed']],
		['completed', 'identified', ['completed > following', 'following > identified']],
		['identified', 'following', ['identified > following']],
		['completed', 'completed', []],
	])('moves a task from %s to %s', async (from, to, steps) => {
		const [row] = inStatus(from);
		const { items } = await fixture.run({ ...set(to), items: [{ uid: row.arrangement_uid }] });
		expect(jsonOf(items)[0]).toMatchObject({ arrangement_uid: row.arrangement_uid, status: to });
		expect(statusOf(row.arrangement_uid)).toBe(to);
		expect(moves()).toEqual(steps);
	});

	it('starts from the expected status, with as many steps as needed', async () => {
		const [row] = inStatus('identified');
		const { items } = await fixture.run(
			node('setStatus', {
				arrangement: uid(row.arrangement_uid),
				options: { expectedStatus: 'identified' },
			}),
		);
		expect(jsonOf(items)[0]).toMatchObject({ status: 'completed' });
		expect(moves()).toEqual(['identified > following', 'following > completed']);
		expect(operations()[0]).toBe('transitionArrangements');
	});

	it('changes nothing if the task has another status than expected', async () => {
		const [row] = inStatus('following');
		const { error } = await fixture.run(
			node('setStatus', {
				arrangement: uid(row.arrangement_uid),
				status: 'identified',
				options: { expectedStatus: 'completed' },
			}),
		);
		expect(error?.message).toBe('The task is not in the expected status');
		expect(statusOf(row.arrangement_uid)).toBe('following');
		expect(moves()).toEqual(['completed > following']);
	});

	it('moves many tasks at once, each through the steps that it needs', async () => {
		const rows = [...inStatus('identified'), ...inStatus('following'), ...inStatus('completed')];
		const some = rows.slice(0, 20);
		const { items } = await fixture.run({
			...set('completed'),
			items: some.map(({ arrangement_uid }) => ({ uid: arrangement_uid })),
		});
		expect(jsonOf(items).map(({ status }) => status)).toEqual(some.map(() => 'completed'));
	});

	it('says which steps were done if a step is rejected', async () => {
		const [row] = inStatus('identified');
		const stop = fixture.service.listen(({ operation, status, body }) => {
			const moved = operation === 'transitionArrangements' && status === 200;
			if (moved && body?.items[0].target_status === 'following') row.status = 'deleted';
		});
		const { error } = await fixture.run({
			...set('completed'),
			items: [{ uid: row.arrangement_uid }],
		});
		stop();
		expect(error?.message).toBe(
			"The task now has the status 'following', but then: The task is no longer active",
		);
	});

	it('carries out two changes of one task in input order', async () => {
		const [row] = inStatus('identified');
		const { items } = await fixture.run({
			...node('setStatus', {
				arrangement: uid(row.arrangement_uid),
				status: '={{ $json.to }}',
			}),
			items: [{ to: 'completed' }, { to: 'identified' }],
		});
		expect(jsonOf(items).map(({ status }) => status)).toEqual(['completed', 'identified']);
		expect(statusOf(row.arrangement_uid)).toBe('identified');
	});
});

describe('Task > Complete', () => {
	const complete = (options = {}) =>
		node('complete', { arrangement: uid('={{ $json.uid }}'), options });

	it('completes tasks, each through the steps that it needs', async () => {
		const [suggested] = inStatus('identified');
		const [taken] = inStatus('following');
		const [done] = inStatus('completed');
		const rows = [suggested, taken, done];
		const { items } = await fixture.run({
			...complete(),
			items: rows.map(({ arrangement_uid }) => ({ uid: arrangement_uid })),
		});
		expect(jsonOf(items).map(({ status }) => status)).toEqual(rows.map(() => 'completed'));
		expect(moves().sort()).toEqual([
			'following > completed',
			'following > completed',
			'identified > following',
		]);
	});

	it('completes no task that has another status than expected', async () => {
		const [row] = inStatus('identified');
		const { error } = await fixture.run({
			...complete({ expectedStatus: 'following' }),
			items: [{ uid: row.arrangement_uid }],
		});
		expect(error?.message).toBe('The task is not in the expected status');
		expect(statusOf(row.arrangement_uid)).toBe('identified');
	});

	it('with Single Step Only completes no task that is only suggested', async () => {
		const [row] = inStatus('identified');
		const { error } = await fixture.run({
			...complete({ singleStepOnly: true }),
			items: [{ uid: row.arrangement_uid }],
		});
		expect(error?.message).toContain("cannot change from 'identified' to 'completed'");
		expect(moves()).toEqual([]);
	});
});

describe('Task > Delete, Get and Get Many', () => {
	it('deletes a task in any status, unless a status is expected', async () => {
		const [row] = inStatus('following');
		const { items } = await fixture.run(node('delete', { arrangement: uid(row.arrangement_uid) }));
		expect(jsonOf(items)[0]).toMatchObject({
			deleted: true,
			arrangement_uid: row.arrangement_uid,
			status: 'deleted',
		});
		const [other] = inStatus('following');
		const { error } = await fixture.run(
			node('delete', {
				arrangement: uid(other.arrangement_uid),
				options: { expectedStatus: 'completed' },
			}),
		);
		expect(error?.message).toBe('The task is not in the expected status');
	});

	it('reads deleted tasks too, with every field if Simplify is off', async () => {
		const [row] = inStatus('deleted');
		const { record_uids: _records, ...view } = row;
		const { items } = await fixture.run(
			node('get', { arrangement: uid(row.arrangement_uid), simplify: false }),
		);
		expect(jsonOf(items)).toEqual([JSON.parse(JSON.stringify(view))]);
	});

	it('keeps identifier, status, version and due time under Simplify', async () => {
		const row = inStatus('following').find(({ due_at }) => due_at)!;
		const { items } = await fixture.run(node('get', { arrangement: uid(row.arrangement_uid) }));
		const { arrangement_uid, status, version, due_at } = row;
		expect(jsonOf(items)[0]).toMatchObject({
			arrangement_uid,
			status,
			version,
			due_at: iso(due_at!),
		});
		expect(Object.keys(jsonOf(items)[0]).slice(0, 3)).toEqual(['title', 'due_at', 'status']);
	});

	it('lists all tasks over irregular pages, latest update first', async () => {
		fixture.service.paging = 'irregular';
		const { items } = await fixture.run(
			node('getAll', { returnAll: true, simplify: false, statuses: [] }),
		);
		const undeleted = [...account().arrangements.values()].filter(
			({ status }) => status !== 'deleted',
		);
		expect(items).toHaveLength(undeleted.length);
		const times = jsonOf(items).map(({ updated_at }) => Number(updated_at));
		expect(times).toEqual([...times].sort((a, b) => b - a));
	});

	it('sorts by due time if Due filters the list', async () => {
		const due = inStatus('following')
			.flatMap(({ due_at }) => due_at ?? [])
			.sort((a, b) => a - b);
		const { items } = await fixture.run(
			node('getAll', {
				returnAll: true,
				due: 'custom',
				dueAfter: due[0],
				dueBefore: due[1] + 1,
				statuses: ['following'],
			}),
		);
		expect(jsonOf(items).map(({ due_at }) => due_at)).toEqual([iso(due[0]), iso(due[1])]);
	});

	it.each([
		[
			{ filters: { arrangementUids: Array.from({ length: 11 }, (_, i) => `a${i}`).join(',') } },
			"'Task IDs' takes at most 10 entries, not 11",
		],
		[
			{ filters: { arrangementUids: 'x'.repeat(65) } },
			"'Task IDs' takes at most 64 characters, not 65",
		],
		[
			{ statuses: '={{ ["open"] }}' },
			`'Statuses' must be one of identified, following, completed, not "open"`,
		],
		[
			{ due: 'custom', dueAfter: '2026-02-01', dueBefore: '2026-01-01' },
			"'Due Before' must be later than 'Due After'",
		],
		[
			{ due: 'custom', dueAfter: '2026-02-01', dueBefore: '2026-02-01' },
			"'Due Before' must be later than 'Due After'",
		],
		[
			{ filters: { updatedAfter: '2026-02-01', updatedBefore: '2026-02-01' } },
			"'Updated Before' must be later than 'Updated After'",
		],
	])('refuses %.60j before sending', async (parameters, message) => {
		const { error } = await fixture.run(node('getAll', parameters as IDataObject));
		expect(error?.message).toBe(`${message}`);
		expect(fixture.requests).toEqual([]);
	});

	it('links each list to its own item', async () => {
		const { items } = await fixture.run({
			...node('getAll', { limit: 2, statuses: '={{ [$json.status] }}' }),
			items: [{ status: 'completed' }, { status: 'identified' }],
		});
		expect(linksOf(items)).toEqual([0, 0, 1, 1]);
		expect(jsonOf(items).map(({ status }) => status)).toEqual([
			'completed',
			'completed',
			'identified',
			'identified',
		]);
	});
});

it.each([401, 'rejected'] as const)(
	'Set Status continues from the reached status if a later step fails (%s)',
	async (how) => {
		const [row] = inStatus('identified');
		const { version } = row;
		const refused = { items: [{ item_id: '0', status: 'rejected', reason: 'version_changed' }] };
		fixture.service.faults.add({
			operation: 'transitionArrangements',
			after: 1,
			...(how === 'rejected'
				? { status: 200, body: JSON.stringify({ code: 200, request_id: 'r', data: refused }) }
				: { status: how }),
		});
		const complete = node('setStatus', {
			arrangement: uid(row.arrangement_uid),
			options: { expectedStatus: 'identified' },
		});
		const failed = await fixture.run(complete);
		expect(failed.error?.message).toContain("now has the status 'following', but then");
		const { items, error } = await fixture.retry(failed.run, complete);
		expect(error?.message).toBeUndefined();
		expect(jsonOf(items)[0]).toMatchObject({ status: 'completed' });
		expect(row.version - version).toBe(2);
	},
);
