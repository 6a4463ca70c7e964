import type { StoredArrangement } from '../../../dev/areas/Arrangements/data';
import type { StoredRecord } from '../../../dev/areas/Records/data';
import { itemsOf } from '../../../dev/n8n/execution';
import { daysFromNow, localTime } from '../clock';
import { assignmentsOf, type Edits } from '../workflows';
import { useWorld } from '../world';
import { Group } from './group';

/** Changes of records and tasks, and what the message about them says. */

const world = useWorld();
let group: Group;

beforeEach(() => (group = new Group(world, 'Kiln Studio')));

const account = () => world.service.account('a');

/** Enters another value in the first field of an Edit Fields node. */
const entering = (name: string, value: string): Edits => ({
	[name]: ({ assignments }) => {
		const [assignment] = assignmentsOf(assignments);
		assignment.value = value;
	},
});

describe("completing last week's tasks", () => {
	const file = 'complete-last-weeks-tasks.json';
	const arrangements = () => [...account().arrangements.values()];

	/** Runs the example and returns the arrangements that it may complete, and all arrangements before the run. */
	async function complete(titleContains = '') {
		const before = structuredClone(arrangements());
		const execution = await world.runExample(file, entering('Which Ones', titleContains));
		const query = world.service.log[0].body as { due_start_at: number; due_end_at: number };
		const meant = before
			.filter(
				({ status, due_at }) =>
					status === 'following' &&
					due_at !== undefined &&
					due_at >= query.due_start_at &&
					due_at <= query.due_end_at,
			)
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
			const { before, query, meant } = await complete();
			expect(localTime(query.due_start_at)).toMatch(/ 00:00:00.000$/);
			expect(daysFromNow(query.due_start_at)).toBeLessThan(-6.9);
			expect(daysFromNow(query.due_start_at)).toBeGreaterThan(-8.1);
			expect(meant.length).toBeGreaterThan(1);
			expectCompleted(before, meant);
			const lines = meant.map(({ title }) => `• ${title}`);
			expect(group.sent()).toEqual([`${meant.length} tasks were completed\n\n${lines.join('\n')}`]);
		},
	);

	test('completes only tasks with the given words in their title', async () => {
		const none = await complete('no task has this title');
		expect(group.sent()).toEqual([]);
		const [wanted] = none.meant;
		const { before, meant } = await complete(wanted.title.toUpperCase());
		const named = meant.filter(({ title }) => title.includes(wanted.title));
		expect(named.length).toBeLessThan(meant.length);
		expectCompleted(before, named);
	});

	test('completes nothing twice, and says nothing on a second run', async () => {
		const { meant } = await complete();
		await complete();
		expect(group.sent()).toHaveLength(1);
		expect(world.requests('transitionArrangements')).toHaveLength(1);
		expect(meant.length).toBeGreaterThan(0);
	});

	test('completes the others if a task is gone, and says which one is left', async () => {
		const before = (await complete('no task has this title')).meant;
		const [gone, ...others] = before;
		world.onceAnswered('queryArrangements', () => {
			account().arrangements.delete(gone.arrangement_uid);
		});
		await complete();
		for (const { arrangement_uid } of others) {
			expect(account().arrangements.get(arrangement_uid)?.status).toBe('completed');
		}
		const [text] = group.sent();
		expect(text).toMatch(/^\d+ tasks? (was|were) completed\n\n/);
		expect(text).toContain(`• Not completed: ${gone.title}: `);
		expect(text).not.toContain('[item');
	});
});

describe("filing last week's records", () => {
	const file = 'file-last-weeks-records.json';
	const path = 'Work / Kiln Studio';
	/** Fields of a record that the service shows if it is not protected. */
	const titleOf = ({ state, title, text_content }: StoredRecord) =>
		(state === 'available' && (title || text_content.slice(0, 60))) || 'Untitled';

	test('moves the records that the account may move, reports the others, and changes nothing else', async () => {
		world.service.paging = 'irregular';
		const before = structuredClone(records());
		const execution = await world.runExample(file);

		const { body } = world.requests('queryRecordTimeline')[0];
		const unclassified = before
			.filter(
				({ state, container, origin, send_at }) =>
					['available', 'protected'].includes(state) &&
					container.kind === 'unclassified' &&
					origin === 'self' &&
					send_at >= (body!.start_at as number),
			)
			.sort((a, b) => a.send_at - b.send_at || (a.record_uid < b.record_uid ? -1 : 1));
		const movable = unclassified.filter(isOwn);
		const others = unclassified.filter((record) => !isOwn(record));
		const topics = [...account().topics.values()];
		const { topic_uid } = topics.find(({ display_path }) => display_path === path)!;

		expect(movable.length).toBeGreaterThan(5);
		for (const [i, now] of records().slice(0, before.length).entries()) {
			const isMoved = movable.includes(before[i]);
			const moved = { container: { kind: 'topic', topic_uid }, version: before[i].version + 1 };
			expect(now).toEqual(isMoved ? { ...before[i], ...moved } : before[i]);
		}
		const reported = itemsOf(execution, 'Not Filed');
		expect(reported).toMatchObject(
			others.map((record) => ({ record_uid: record.record_uid, reason: reasonFor(record) })),
		);
		expect(new Set(reported.map(({ reason }) => reason)).size).toBeGreaterThan(1);

		const [text, ...more] = group.sent();
		expect(more).toEqual([]);
		const lines = text.split('\n');
		expect(lines.slice(0, 3)).toEqual([
			`${movable.length} notes were filed in ${path}`,
			'',
			`${others.length} notes were not filed:`,
		]);
		for (const [i, record] of others.slice(0, 20).entries()) {
			// A title can have several lines
			expect(text).toContain(`• ${titleOf(record)}: ${String(reported[i].why)}`);
			expect(reported[i].why).toMatch(/^The record .*[^\]]$/);
		}
	});

	test('moves nothing twice: a second run finds only what it cannot move, and no report', async () => {
		await world.runExample(file);
		const before = structuredClone(records());
		const again = await world.runExample(file);
		expect(itemsOf(again, 'Not Filed').length).toBeGreaterThan(0);
		expect(records().slice(0, before.length)).toEqual(before);
		expect(records().length).toBeGreaterThan(before.length);
		expect(group.sent().at(-1)).toMatch(/^No notes were filed in /);
	});

	test('moves nothing if no topic has exactly that path, and says so', async () => {
		const before = structuredClone(records());
		const execution = await world.runExample(file, entering('Which Topic', 'Kiln'));
		expect(execution.status).toBe('success');
		expect(world.requests('moveRecords')).toEqual([]);
		expect(records().slice(0, before.length)).toEqual(before);
		expect(group.sent()).toEqual([
			expect.stringContaining('\'Which Topic\' matches no topic: "Kiln"'),
		]);
	});

	test('says nothing if there is nothing to file', async () => {
		for (const record of records()) record.send_at = 0;
		const execution = await world.runExample(file);
		expect(execution.status).toBe('success');
		expect(group.sent()).toEqual([]);
	});

	test('does not move records that were filed elsewhere after they were listed', async () => {
		const [somewhere] = account().topics.values();
		const elsewhere = { kind: 'topic', topic_uid: somewhere.topic_uid } as const;
		let quick: StoredRecord | undefined;
		world.onceAnswered('queryRecordTimeline', ({ start_at }) => {
			quick = records().find(
				(record) =>
					isOwn(record) &&
					record.origin === 'self' &&
					record.container.kind === 'unclassified' &&
					record.send_at >= start_at,
			);
			quick!.container = elsewhere;
		});
		const execution = await world.runExample(file);
		expect(quick!.container).toEqual(elsewhere);
		expect(itemsOf(execution, 'Not Filed')).toContainEqual(
			expect.objectContaining({ record_uid: quick!.record_uid, reason: 'container_changed' }),
		);
	});

	/** True when the account may change its own record. */
	function isOwn({ state, locked }: StoredRecord): boolean {
		return state === 'available' && !locked;
	}

	/** Reason of the service for refusing to change an own record. */
	function reasonFor({ state }: StoredRecord): string {
		return state === 'protected' ? 'protected' : 'invalid_record_state';
	}

	/** All records of the service, in an order that changes do not affect. */
	function records(): StoredRecord[] {
		return [...account().records.values()];
	}
});
