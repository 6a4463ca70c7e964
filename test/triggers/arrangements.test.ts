import { DAY, HOUR, MINUTE } from '../../nodes/shared/durations';
import type { StoredArrangement } from '../../dev/areas/Arrangements/data';
import {
	halves,
	numberIn,
	play,
	simulate,
	type SimulatedWorld,
	type SimulatedTrigger,
} from './simulation';
import { filterBy, uid } from '../../dev/contract/choices';
import { addArrangement } from '../../dev/areas/Arrangements/events';

const topicOf = (number: number) => `topic_${number % 2}`;

function arrangement(world: SimulatedWorld, more: Partial<StoredArrangement>): StoredArrangement {
	const arrangement_uid = `arrangement_${world.next()}`;
	return addArrangement(world.account, {
		arrangement_uid,
		updated_at: world.now,
		topic_uid: topicOf(numberIn(arrangement_uid)),
		...more,
	});
}

const arrangements = {
	node: 'svcArrangementsTrigger',
	clear: ({ arrangements: store }) => store.clear(),
	filters: halves((half) => ({ topic: uid(topicOf(half)) })),
} satisfies Partial<SimulatedTrigger>;

function someArrangement(world: SimulatedWorld, roll: number): StoredArrangement | undefined {
	const all = [...world.account.arrangements.values()];
	return all[roll % all.length];
}

/** An update can become visible late, but not before the previous one. */
function touch(
	world: SimulatedWorld,
	row: StoredArrangement,
	more: Partial<StoredArrangement>,
): void {
	Object.assign(row, more, { version: row.version + 1 });
	world.account.arrangements.set(row.arrangement_uid, row);
}

const created: SimulatedTrigger = {
	...arrangements,
	event: 'created',
	lookback: HOUR,
	happen(world, ago) {
		const created_at = world.now - ago;
		const row = arrangement(world, { created_at, updated_at: created_at });
		world.readable(row.arrangement_uid, created_at);
	},
	change(world, roll) {
		const row = someArrangement(world, roll);
		if (!row) return;
		touch(world, row, { updated_at: world.now, title: 'Water them twice' });
		// It is found among those that were updated later
		world.facts.get(row.arrangement_uid)!.late = true;
	},
};

simulate(created);

describe('tasks that are created after filters were replaced', () => {
	play(created, {
		'do not fill the polls that read with the earlier filters': {
			paging: 'irregular',
			maxItems: 1,
			forgetful: true,
			steps: [
				{ do: 'burst', ago: 0, roll: 0, size: 2 },
				{ do: 'filter', choice: 1 },
				{ do: 'wait', ms: 1 },
				{ do: 'burst', ago: 0, roll: 0, size: 2 },
				{ do: 'filter', choice: 0 },
				{ do: 'poll', kept: false },
				{ do: 'lag' },
			],
		},
	});
});

describe('a task that one poll missed and that is updated while the next one reads', () => {
	const past = [0.01, 0.001, 0.2, 1, 1].map((ago) => ({ ago, roll: 0 }));
	play(created, {
		'is found by the poll after that': {
			paging: 'irregular',
			forgetful: true,
			slip: { poll: 1, at: 3, row: 3 },
			past,
			steps: [
				{ do: 'burst', ago: 0, roll: 0, size: 32 },
				{ do: 'wait', ms: 30 * HOUR },
				{ do: 'poll', kept: false },
				{ do: 'poll', meanwhile: { at: 2, roll: 145733 }, kept: false },
				{ do: 'change', roll: 0 },
				{ do: 'wait', ms: 30 * HOUR },
				{ do: 'poll', kept: false },
			],
		},
	});
});

describe('a task that is updated while the last poll with the earlier filters reads', () => {
	const past = [245257, 698380, 362731, 37223, 400488, 654680, 865023, 586597, 761285];
	play(created, {
		'is read with those filters once more': {
			paging: 'irregular',
			start: 'date',
			since: 3,
			maxItems: 1,
			ahead: 400 * DAY,
			forgetsCursors: true,
			brief: 2,
			past: past.map((roll, i) => ({ ago: [0.01, 0.446, 9, 37, 22, 0.453, 30, 0.95, 5][i], roll })),
			steps: [
				{ do: 'happen', ago: 0.2, roll: 966735 },
				{ do: 'wait', ms: 5 * MINUTE },
				{ do: 'happen', ago: 0.236, roll: 270260 },
				{ do: 'test' },
				{ do: 'happen', ago: 0.291, roll: 430155 },
				{ do: 'change', roll: 442301 },
				{ do: 'filter', choice: 2 },
				{ do: 'change', roll: 217474 },
				{
					do: 'poll',
					fault: { at: 1, times: 1, kind: 'garbage' },
					meanwhile: { at: 3, roll: 204346 },
					kept: false,
				},
				{ do: 'clock', ahead: 0 },
				{ do: 'wait', ms: MINUTE },
				{ do: 'poll', fault: { at: 3, times: 5, kind: 'after' }, kept: true },
				{ do: 'change', roll: 934970 },
				{ do: 'change', roll: 158557 },
			],
		},
	});
});

const updateKey = (row: StoredArrangement) => `${row.arrangement_uid}#${row.updated_at}`;

simulate({
	...arrangements,
	event: 'updated',
	lookback: HOUR,
	happen(world, ago) {
		const updated_at = world.now - ago;
		const row = arrangement(world, { created_at: updated_at - DAY, updated_at });
		world.readable(updateKey(row), updated_at);
	},
	change(world, roll) {
		const row = someArrangement(world, roll);
		if (!row) return;
		// Only the newest version can be found
		const before = world.facts.get(updateKey(row))!;
		const updated_at = Math.max(row.updated_at + 1, world.now - (roll % (9 * MINUTE)));
		if (updated_at > world.now) return;
		before.optional = true;
		touch(world, row, { updated_at });
		world.readable(updateKey(row), updated_at);
	},
});

const next = { identified: 'following', following: 'completed', completed: 'following' } as const;

const statusChanged: SimulatedTrigger = {
	...arrangements,
	event: 'statusChanged',
	filters: halves((half) => ({ topics: filterBy('topic', uid(topicOf(half))) })),
	starts: false,
	parameters: { simplify: false },
	lookback: HOUR,
	happen(world, ago, roll) {
		const updated_at = world.now - ago;
		const status = roll % 2 ? 'identified' : 'following';
		arrangement(world, { created_at: updated_at, updated_at, status });
	},
	change(world, roll) {
		const row = someArrangement(world, roll);
		if (!row || row.updated_at >= world.now || row.status === 'deleted') return;
		const { status } = row;
		world.notes.set(`${row.arrangement_uid}@${row.version}`, status);
		touch(world, row, {
			updated_at: world.now,
			status: roll % 4 ? next[status as keyof typeof next] : status,
		});
		const key = `${row.arrangement_uid}#${row.status}@${row.updated_at}`;
		world.readable(key, row.updated_at, { optional: true });
	},
	/** Checks that the emitted statuses are true, and that the last one is the current status. */
	check(world, items, passes) {
		for (const { arrangement_uid, status } of world.account.arrangements.values()) {
			const changes = items.filter((item) => item.arrangement_uid === arrangement_uid);
			const was = world.notes.get(arrangement_uid);
			for (const change of changes) {
				const at = (back: number) =>
					world.notes.get(`${arrangement_uid}@${Number(change.version) - back}`);
				const before = at(1) === change.status ? at(2) : at(1);
				expect([null, before]).toContain(change.previous_status);
				expect(change.previous_status).not.toBe(change.status);
			}
			if (!passes(arrangement_uid)) continue;
			if (changes.length > 0) expect(changes.at(-1)!.status).toBe(status);
			else if (was !== undefined) expect(status).toBe(was);
		}
	},
	activate(world) {
		for (const { arrangement_uid, status } of world.account.arrangements.values()) {
			world.notes.set(arrangement_uid, status);
		}
	},
};

simulate(statusChanged);

describe('a status changed as the user does not want', () => {
	play(statusChanged, {
		'does not fill a poll of an n8n that stores only polls with events': {
			paging: 'irregular',
			maxItems: 1,
			forgetful: true,
			past: [
				{ ago: 1, roll: 0 },
				{ ago: 0, roll: 0 },
			],
			steps: [
				{ do: 'filter', choice: 1 },
				{ do: 'change', roll: 2 },
				{ do: 'wait', ms: 1 },
				{ do: 'happen', ago: 0, roll: 0 },
				{ do: 'poll', meanwhile: { at: 0, roll: 3565 }, kept: false },
				{ do: 'poll', kept: false },
			],
		},
	});
});

const isOpen = ({ status }: StoredArrangement) => status === 'identified' || status === 'following';

/** A task with a due time, which is completed or gets another due time later. */
function dueTasks(mark: string, dueAt: (now: number, ago: number, roll: number) => number) {
	const key = ({ arrangement_uid, due_at }: StoredArrangement) =>
		`${arrangement_uid}#${mark}@${due_at}`;
	return {
		...arrangements,
		happen(world, ago, roll) {
			const due_at = dueAt(world.now, ago, roll);
			const row = arrangement(world, { due_at, status: roll % 5 ? 'following' : 'completed' });
			if (isOpen(row)) world.readable(key(row), due_at);
		},
		change(world, roll) {
			const row = someArrangement(world, roll);
			if (!row) return;
			const before = world.facts.get(key(row));
			if (before) before.optional = true;
			if (roll % 2) touch(world, row, { status: 'completed' });
			else touch(world, row, { due_at: world.now + (roll % 600) * MINUTE });
			if (isOpen(row)) world.readable(key(row), row.due_at!);
		},
	} satisfies Partial<SimulatedTrigger>;
}

const dueSoon: SimulatedTrigger = {
	...dueTasks('due', (now, ago, roll) => now + HOUR - ago + (roll % 3) * 2 * HOUR),
	event: 'dueSoon',
	waits: true,
	starts: false,
	parameters: { leadTime: 60 },
	lead: HOUR,
	lookback: HOUR,
	promise: ({ time, readable, optional }, { activated, end }) => {
		if (time < activated) return 'not';
		// The last poll may have been a minute before the task entered the lead time
		if (time - HOUR > end || time < readable) return 'may';
		return optional ? 'may' : 'must';
	},
};

simulate(dueSoon);
describe('tasks that were due before filters were replaced', () => {
	play(dueSoon, {
		'are not emitted because the new filters let them through': {
			steps: [
				{ do: 'filter', choice: 1 },
				{ do: 'wait', ms: 1 },
				{ do: 'burst', ago: 0.95, roll: 0, size: 3 },
				{ do: 'wait', ms: 5 * HOUR },
				{ do: 'filter', choice: 0 },
			],
		},
	});
});

const overdue: SimulatedTrigger = {
	...dueTasks('overdue', (now, ago, roll) => (roll % 3 ? now - ago : now + (roll % 300) * MINUTE)),
	event: 'overdue',
	waits: true,
	lookback: 7 * DAY,
};

simulate(overdue);
describe('tasks of one millisecond, more than there is room for', () => {
	play(overdue, {
		'are emitted once, with others beside them': {
			room: 200,
			steps: [{ do: 'burst', ago: 0, roll: 91279, size: 64 }],
		},
	});
});
