import type { IDataObject } from 'n8n-workflow';
import { itemsOf, runOf, type Execution } from '../../dev/n8n/execution';
import type { StoredArrangement } from '../../dev/fake-service/data/arrangements';
import type { StoredRecord } from '../../dev/fake-service/data/records';
import { TIME_ZONE } from './setup';
import { daysFromNow, isoTime, localTime } from './clock';
import { assignmentsOf, connect, exampleFiles, exampleWith, node, readExample } from './workflows';
import { openWorld, type World } from './world';

let world: World;

beforeAll(async () => (world = await openWorld()));
beforeEach(() => world.service.reset());
afterAll(async () => await world.close());

describe.each(exampleFiles)('examples/%s', (file) => {
	test('runs unchanged, and keeps the contract', async () => {
		const execution = await world.runExample(file);
		expect(execution).toMatchObject({ status: 'success', error: undefined });
		expect(world.service.log.length).toBeGreaterThan(0);
		expect(world.service.violations).toEqual([]);
	});

	test('names its credential, but contains no credential ID', () => {
		const own = readExample(file).nodes.filter(({ type }) => type.startsWith('n8n-nodes-svc.'));
		expect(own.length).toBeGreaterThan(0);
		for (const { credentials } of own) {
			expect(credentials).toEqual({ svcApi: { id: null, name: 'Svc account' } });
		}
	});
});

describe('my profile and bindings', () => {
	test('shows the profile and all six providers of the account', async () => {
		const { profile, bindings } = world.service.account('a');
		const execution = await world.runExample('my-profile-and-bindings.json');
		expect(itemsOf(execution, 'Get My Profile')).toEqual([
			{ ...profile, created_at: isoTime(profile.created_at) },
		]);
		expect(itemsOf(execution, 'Get My Bindings')).toEqual(
			Object.entries(bindings).map(([provider, bound]) => ({ provider, bound })),
		);
	});
});

describe("export of last month's records", () => {
	const file = 'export-last-months-records.json';

	test('requests the whole last month in the time zone of n8n', async () => {
		await world.runExample(file);
		const { body, startedAt } = world.service.log[0];
		const [start, end] = [body!.start_at, body!.end_at] as number[];
		expect(localTime(start)).toMatch(/^\d{4}-\d{2}-01 00:00:00.000$/);
		expect(localTime(end + 1)).toMatch(/^\d{4}-\d{2}-01 00:00:00.000$/);
		expect(localTime(start).slice(0, 7)).toBe(localTime(end).slice(0, 7));
		expect(localTime(end + 1).slice(0, 7)).toBe(localTime(startedAt).slice(0, 7));
	});

	test.each(['plain', 'irregular'] as const)(
		"finds exactly the service's own records of that month, with %s pages",
		async (paging) => {
			world.service.paging = paging;
			// Records exactly on the bounds and just outside of them.
			await world.runExample(file);
			const { start_at, end_at } = world.service.log[0].body as Record<string, number>;
			const { records: stored } = world.service.account('a');
			const [sample] = listedRecords();
			const times = { first: start_at, last: end_at, before: start_at - 1, after: end_at + 1 };
			for (const [name, send_at] of Object.entries(times)) {
				stored.set(`rec_${name}`, { ...sample, record_uid: `rec_${name}`, send_at });
			}

			const execution = await world.runExample(file);
			const found = itemsOf(execution, "Get Last Month's Records");
			const expected = listedRecords()
				.filter(({ send_at }) => send_at >= start_at && send_at <= end_at)
				.sort((a, b) => a.send_at - b.send_at || (a.record_uid < b.record_uid ? -1 : 1));
			expect(found.map((record) => record.record_uid)).toEqual(
				expected.map(({ record_uid }) => record_uid),
			);
			expect(found.length).toBeGreaterThan(10);
			expect(found.at(0)?.record_uid).toBe('rec_first');
			expect(found.at(-1)?.record_uid).toBe('rec_last');
		},
	);

	test('makes an Excel file with a row for every record', async () => {
		const { credential } = world;
		const example = exampleWith(credential, file);
		const reader = node('Read Back', 'n8n-nodes-base.extractFromFile', 1.1, { operation: 'xlsx' });
		const inRow = connect('Export and read back', [
			...example.nodes.filter(({ type }) => !type.endsWith('stickyNote')),
			reader,
		]);
		const execution = await world.run(inRow);

		const [{ binary }] = runOf(execution, 'Convert to Excel').outputs[0];
		expect(binary?.data.fileName).toMatch(/^records-\d{4}-\d{2}\.xlsx$/);
		const records = itemsOf(execution, "Get Last Month's Records");
		const rows = itemsOf(execution, 'Read Back');
		expect(rows.map((row) => row['Record UID'])).toEqual(records.map((each) => each.record_uid));
		expect(rows.map((row) => row.Text ?? '')).toEqual(
			records.map((each) => each.text_content ?? ''),
		);
		expect(rows.map((row) => row.Time)).toEqual(
			records.map((each) => localTime(Date.parse(each.send_at as string)).slice(0, 16)),
		);
	});
});

describe('arrangements created from a list', () => {
	const file = 'create-arrangements-from-a-list.json';
	const create = async () => {
		const existing = new Set(world.service.account('a').arrangements.keys());
		const execution = await world.runExample(file);
		const all = [...world.service.account('a').arrangements.values()];
		const created = all.filter(({ arrangement_uid }) => !existing.has(arrangement_uid));
		const byTitle = new Map(created.map((each) => [each.title, each]));
		return { execution, created, byTitle };
	};

	test('are created once each, in one request, in the order of the list', async () => {
		const { execution, created } = await create();
		const tasks = itemsOf(execution, 'One Item per Task');
		const made = itemsOf(execution, 'Create Arrangements');
		expect(tasks).toHaveLength(5);
		expect(made.map(({ title }) => title)).toEqual(tasks.map(({ title }) => title));
		const [linked] = runOf(execution, 'Create Arrangements').outputs;
		expect(linked.map(({ pairedItem }) => pairedItem)).toEqual(
			tasks.map((_task, item) => ({ item })),
		);
		expect(created.map(({ arrangement_uid }) => arrangement_uid).sort()).toEqual(
			made.map(({ arrangement_uid }) => arrangement_uid).sort(),
		);
		expect(world.service.log).toHaveLength(1);
	});

	test('are due at the times of the list, read in the time zone of n8n', async () => {
		const { byTitle } = await create();
		const dueOf = (title: string) => byTitle.get(title)!.due_at!;
		// In winter and in summer.
		expect(localTime(dueOf('Book the hall'))).toBe('2027-03-01 09:30:00.000');
		expect(localTime(dueOf('Send the invitations'))).toBe('2027-06-15 00:00:00.000');
		const chairs = dueOf('Ask who can bring chairs');
		expect(localTime(chairs)).toMatch(/ 17:00:00.000$/);
		expect(daysFromNow(chairs)).toBeGreaterThan(2);
		expect(daysFromNow(chairs)).toBeLessThan(4);
		const flowers = dueOf('Order the flowers');
		expect(localTime(flowers)).toMatch(/ 00:00:00.000$/);
		expect(weekday(flowers)).toBe('Sunday');
		expect(daysFromNow(flowers)).toBeGreaterThan(5);
		expect(daysFromNow(flowers)).toBeLessThan(14);
		expect(byTitle.get('Think about the music')).not.toHaveProperty('due_at', expect.anything());
	});

	test('have no reminder, since the API cannot set one', async () => {
		const { created } = await create();
		expect(created.map(({ remind_at }) => remind_at)).toEqual(Array(5).fill(undefined));
		expect(world.service.log[0].rawBody).not.toContain('remind');
	});
});

describe("completing last week's arrangements", () => {
	const file = 'complete-last-weeks-arrangements.json';
	const arrangements = () => [...world.service.account('a').arrangements.values()];

	/** Runs the example and returns the arrangements that it may complete, and all arrangements before the run. */
	async function complete(titleContains = '') {
		const before = structuredClone(arrangements());
		const execution = await world.runExample(file, {
			'Which Ones': ({ assignments }) => {
				const [assignment] = assignmentsOf(assignments);
				assignment.value = titleContains;
			},
		});
		const query = world.service.log[0].body as { due_start_at: number; due_end_at: number };
		const meant = before
			.filter(({ status, due_at }) => status === 'following' && isWithin(due_at, query))
			.sort((a, b) => a.due_at! - b.due_at! || b.updated_at - a.updated_at);
		return { execution, before, query, meant };
	}

	function expectCompleted(before: StoredArrangement[], completed: StoredArrangement[]) {
		const uids = completed.map(({ arrangement_uid }) => arrangement_uid);
		for (const [i, now] of arrangements().entries()) {
			const changed = { status: 'completed', version: before[i].version + 1 };
			const expected = uids.includes(now.arrangement_uid)
				? { ...before[i], ...changed, updated_at: now.updated_at }
				: before[i];
			expect(now).toEqual(expected);
		}
	}

	test.each(['plain', 'irregular'] as const)(
		'completes exactly the followed tasks that were due in the last seven days, with %s pages',
		async (paging) => {
			world.service.paging = paging;
			const { execution, before, query, meant } = await complete();
			expect(localTime(query.due_start_at)).toMatch(/ 00:00:00.000$/);
			expect(daysFromNow(query.due_start_at)).toBeLessThan(-6.9);
			expect(daysFromNow(query.due_start_at)).toBeGreaterThan(-8.1);
			expect(meant.length).toBeGreaterThan(1);
			expect(itemsOf(execution, 'Complete Them')).toMatchObject(
				meant.map(({ arrangement_uid }) => ({ arrangement_uid, status: 'completed' })),
			);
			expectCompleted(before, meant);
		},
	);

	test('completes only tasks with the given words in their title', async () => {
		const [wanted] = (await complete('no task has this title')).meant;
		const { before, meant } = await complete(wanted.title.toUpperCase());
		const named = meant.filter(({ title }) => title.includes(wanted.title));
		expect(named.length).toBeLessThan(meant.length);
		expectCompleted(before, named);
	});
});

describe("filing last week's records", () => {
	const file = 'file-last-weeks-records.json';
	const path = 'Work / Kiln Studio';

	test('moves the records that the account may move, reports the others, and changes nothing else', async () => {
		world.service.paging = 'irregular';
		const before = structuredClone(records());
		const execution = await world.runExample(file);

		const { body } = world.requests('queryRecordTimeline')[0];
		const unclassified = before
			.filter(
				({ state, container, send_at }) =>
					['available', 'protected'].includes(state) &&
					container.kind === 'unclassified' &&
					send_at >= (body!.start_at as number),
			)
			.sort((a, b) => a.send_at - b.send_at || (a.record_uid < b.record_uid ? -1 : 1));
		const movable = unclassified.filter(isOwn);
		const others = unclassified.filter((record) => !isOwn(record));
		const topics = [...world.service.account('a').topics.values()];
		const { topic_uid } = topics.find(({ display_path }) => display_path === path)!;

		expect(movable.length).toBeGreaterThan(5);
		expect(itemsOf(execution, 'Filed')).toEqual(
			movable.map(({ record_uid, title = '' }) => ({ record_uid, title, topic: path })),
		);
		for (const [i, now] of records().entries()) {
			const isMoved = movable.includes(before[i]);
			const moved = { container: { kind: 'topic', topic_uid }, version: before[i].version + 1 };
			expect(now).toEqual(isMoved ? { ...before[i], ...moved } : before[i]);
		}

		const reported = itemsOf(execution, 'Not Filed');
		expect(reported).toMatchObject(
			others.map((record) => ({ record_uid: record.record_uid, reason: reasonFor(record) })),
		);
		expect(new Set(reported.map(({ reason }) => reason)).size).toBeGreaterThan(1);
		for (const { why } of reported) expect(why).toMatch(/^The record .* \[item \d+\]$/);
	});

	test('moves nothing if no topic has exactly that path', async () => {
		const execution = await world.runExample(file, {
			'Which Topic': ({ assignments }) => {
				const [assignment] = assignmentsOf(assignments);
				assignment.value = 'Kiln';
			},
		});
		expect(execution.status).toBe('success');
		expect(itemsOf(execution, 'Find Topic').length).toBeGreaterThan(0);
		expect(world.requests('moveRecords')).toEqual([]);
	});

	test('does not move records that were filed elsewhere after they were listed', async () => {
		const [somewhere] = world.service.account('a').topics.values();
		const elsewhere = { kind: 'topic', topic_uid: somewhere.topic_uid } as const;
		let quick: StoredRecord | undefined;
		world.onceAnswered('queryRecordTimeline', ({ start_at }) => {
			quick = records().find(
				(record) =>
					isOwn(record) && record.container.kind === 'unclassified' && record.send_at >= start_at,
			);
			quick!.container = elsewhere;
		});
		const execution = await world.runExample(file);
		expect(quick!.container).toEqual(elsewhere);
		expect(itemsOf(execution, 'Not Filed')).toContainEqual(
			expect.objectContaining({ record_uid: quick!.record_uid, reason: 'container_changed' }),
		);
	});
});

describe('titling untitled records', () => {
	const file = 'title-untitled-records.json';
	const titleFor = ({ text_content }: StoredRecord) =>
		[...text_content.trim().split('\n')[0]].slice(0, 60).join('');
	const untitledSince = (start: unknown, all = records()) =>
		all.filter(
			({ state, title, text_content, send_at }) =>
				state === 'available' && !title && text_content && send_at >= (start as number),
		);

	test('sets the titles of records that the account may change, on a second try if needed', async () => {
		const before = structuredClone(records());
		const execution = await world.runExample(file);

		const { body } = world.requests('queryRecordTimeline')[0];
		const untitled = untitledSince(body!.start_at, before);
		const own = untitled.filter(isOwn);
		const others = untitled.filter((record) => !isOwn(record));
		expect(own.length).toBeGreaterThan(10);
		for (const [i, now] of records().entries()) {
			expect(now.title).toBe(own.includes(before[i]) ? titleFor(before[i]) : before[i].title);
		}
		const changed = allItemsOf(execution, 'Changed');
		expect(changed.map(({ record_uid }) => record_uid).sort()).toEqual(uidsOf(own));
		for (const { record_uid, title } of changed) {
			expect(world.service.account('a').records.get(record_uid as string)?.title).toBe(title);
		}
		const again = itemsOf(execution, 'Set Titles Once More');
		expect(again.length).toBeGreaterThan(3);
		expect(again.length).toBeLessThan(own.length);

		const notChanged = allItemsOf(execution, 'Not Changed');
		expect(notChanged.map(({ record_uid }) => record_uid).sort()).toEqual(uidsOf(others));
		for (const { record_uid, why, reason, request_id } of notChanged) {
			const record = others.find((other) => other.record_uid === record_uid)!;
			expect(reason).toBe(reasonFor(record));
			expect(why).toMatch(/^The record /);
			expect(world.service.log.map(({ requestId }) => requestId)).toContain(request_id);
		}
	});

	test('keeps a title that somebody else set in the meantime', async () => {
		let titled: StoredRecord[] = [];
		let edited: StoredRecord[] = [];
		world.onceAnswered('queryRecordTimeline', ({ start_at }) => {
			const own = untitledSince(start_at).filter(isOwn);
			[titled, edited] = [own.slice(0, 3), own.slice(3, 7)];
			for (const record of titled) record.title = "Somebody else's";
			for (const record of edited) record.text_content += ' And more.';
			for (const record of [...titled, ...edited]) record.version++;
		});
		const execution = await world.runExample(file, {
			'Pretend Some Were Changed': (_parameters, node) => (node.disabled = true),
		});
		expect(titled.map(({ title }) => title)).toEqual(Array(3).fill("Somebody else's"));
		for (const { title } of edited) expect(title).toBeTruthy();
		expect(uidsOf(itemsOf(execution, 'Read Again'))).toEqual(uidsOf([...titled, ...edited]));
		expect(uidsOf(itemsOf(execution, 'Set Titles Once More'))).toEqual(uidsOf(edited));
	});
});

/** The JSON of the items of all runs of a node. */
function allItemsOf(execution: Execution, node: string): IDataObject[] {
	return execution.runs[node].flatMap(({ outputs }) => outputs[0].map(({ json }) => json));
}

function uidsOf(records: Array<{ record_uid?: unknown }>): unknown[] {
	return records.map(({ record_uid }) => record_uid).sort();
}

/** True when the account may change a record. */
function isOwn({ state, creator_user_ref, locked }: StoredRecord): boolean {
	const { user_ref } = world.service.account('a').profile;
	return state === 'available' && creator_user_ref === user_ref && !locked;
}

/** Reason of the service for refusing to change a record of somebody else. */
function reasonFor({ state, creator_user_ref }: StoredRecord): string {
	if (creator_user_ref !== world.service.account('a').profile.user_ref) return 'not_self_created';
	return state === 'protected' ? 'protected' : 'invalid_record_state';
}

function isWithin(time: number | undefined, query: { due_start_at: number; due_end_at: number }) {
	return time !== undefined && time >= query.due_start_at && time <= query.due_end_at;
}

/** All records of the service, in an order that changes do not affect. */
function records(): StoredRecord[] {
	return [...world.service.account('a').records.values()];
}

/** Records that queries of the service return. */
function listedRecords(): StoredRecord[] {
	return records().filter(({ state }) => state === 'available' || state === 'protected');
}

function weekday(millis: number): string {
	return new Intl.DateTimeFormat('en', { timeZone: TIME_ZONE, weekday: 'long' }).format(millis);
}
