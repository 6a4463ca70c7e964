import type { Documented, ItemOf, ResultOf } from '../../contract/types';
import { readingOf, type Call, type Handlers } from '../../fake-service/call';
import type { ArrangementStatus, StoredArrangement } from './data';
import { violation } from '../../fake-service/failure';
import { readPage } from '../../fake-service/paging';
import { newUid } from '../../fake-service/random';
import type { Order } from '../../fake-service/store';
import { inAnyOrder, remember, replayed, validateBatch } from '../../fake-service/handlers/writes';
import { accepts } from '../../fake-service/handlers/matching';

type Result = Documented<'ArrangementResult'>;

const latestUpdateFirst: Order<StoredArrangement> = {
	key: ({ updated_at, arrangement_uid }) => [updated_at, arrangement_uid],
	directions: [-1, 1],
};

const soonestDueFirst: Order<StoredArrangement> = {
	key: ({ due_at = Infinity, updated_at, arrangement_uid }) => [
		due_at,
		updated_at,
		arrangement_uid,
	],
	directions: [1, -1, 1],
};

/** Arrangements: tasks with a status. */
export const handlers: Handlers = {
	queryArrangements(call) {
		const { body } = call;
		const { updated_start_at = -Infinity, updated_end_at = Infinity } = body;
		const { due_start_at = -Infinity, due_end_at = Infinity } = body;
		const byDue = body.due_start_at !== undefined || body.due_end_at !== undefined;
		const list = call.account.arrangements.in(byDue ? soonestDueFirst : latestUpdateFirst);
		const page = readPage(
			readingOf(call),
			list,
			(row) =>
				row.status !== 'deleted' &&
				accepts(body.statuses, row.status) &&
				accepts(body.arrangement_uids, row.arrangement_uid) &&
				(body.topic_uid === undefined || row.topic_uid === body.topic_uid) &&
				(body.record_uid === undefined || row.record_uids.includes(body.record_uid)) &&
				row.updated_at >= updated_start_at &&
				row.updated_at <= updated_end_at &&
				(!byDue ||
					(row.due_at !== undefined && row.due_at >= due_start_at && row.due_at <= due_end_at)),
		);
		const items = page.items.map((row) => {
			const status = row.status as ResultOf<'queryArrangements'>['status'];
			return { ...view(row), status };
		});
		return { ...page, items };
	},

	batchGetArrangements: (call) => ({
		items: call.body.arrangement_uids.map((arrangement_uid): ResultOf<'batchGetArrangements'> => {
			const row = call.account.arrangements.get(arrangement_uid);
			return row
				? { arrangement_uid, found: true, arrangement: view(row) }
				: { arrangement_uid, found: false, arrangement: null };
		}),
	}),

	createArrangements(call) {
		validateBatch(call, ({ topic_uid }, path) => {
			// None of the reasons speaks of topics, so an unusable one fails the batch.
			if (topic_uid !== undefined && !call.account.topics.get(topic_uid)?.valid) {
				throw violation(`${path}.topic_uid is not a topic of the account`);
			}
		});
		return {
			items: inAnyOrder(call.body.items, (item) => {
				let uid = replayed<string>(call, item);
				if (!uid) remember(call, item, (uid = create(call, item)));
				return succeeded(item.item_id, call.account.arrangements.get(uid)!);
			}),
		};
	},

	updateArrangements: (call) => ({
		items: inAnyOrder(call.body.items, (item) => {
			const { item_id, arrangement_uid, expected_version } = item;
			const row = call.account.arrangements.get(arrangement_uid);
			// Not documented: a deleted arrangement has no fields that could be changed.
			if (!row || row.status === 'deleted') return rejected(item_id, 'not_found');
			const target = {
				title: item.title ?? row.title,
				description: item.description ?? row.description ?? '',
				due_at: item.due_at ?? row.due_at ?? 0,
			};
			const inEffect =
				target.title === row.title &&
				target.description === (row.description ?? '') &&
				target.due_at === (row.due_at ?? 0);
			if (!inEffect) {
				if (row.version !== expected_version) return rejected(item_id, 'version_changed');
				change(call, row, {
					title: target.title,
					description: target.description || undefined,
					due_at: target.due_at || undefined,
				});
			}
			return succeeded(item_id, row);
		}),
	}),

	// The allowed pairs are a rule of the contract. A repeated transition finds the changed status and is rejected: the
	// contract documents idempotent repetition for updates only.
	transitionArrangements: (call) => ({
		items: inAnyOrder(call.body.items, (item) => changeStatus(call, item, item.target_status)),
	}),

	deleteArrangements: (call) => ({
		items: inAnyOrder(call.body.items, (item) => changeStatus(call, item, 'deleted')),
	}),
};

function create({ account, seed, clock }: Call, item: ItemOf<'createArrangements'>): string {
	const { title, description, topic_uid, due_at, idempotency_key } = item;
	const arrangement_uid = newUid('arr', seed, account.id, 'new arrangement', idempotency_key);
	const now = clock.now();
	account.arrangements.set(arrangement_uid, {
		arrangement_uid,
		title,
		description: description || undefined,
		// Not documented. Transitions from `identified` are documented, but nothing sets that status first.
		status: 'identified',
		topic_uid,
		// 0 clears a due date on update, so it means no due date here.
		due_at: due_at || undefined,
		reminder_enabled: false,
		version: 1,
		created_at: now,
		updated_at: now,
		record_uids: [],
	});
	return arrangement_uid;
}

function changeStatus(
	call: Call,
	{ item_id, arrangement_uid, expected_status }: ItemOf<'deleteArrangements'>,
	status: ArrangementStatus,
): Result {
	const row = call.account.arrangements.get(arrangement_uid);
	if (!row) return rejected(item_id, 'not_found');
	if (row.status !== expected_status) return rejected(item_id, 'state_changed');
	// The effect on the reminder is not documented: there is none.
	change(call, row, { status });
	return succeeded(item_id, row);
}

function change(call: Call, row: StoredArrangement, facts: Partial<StoredArrangement>): void {
	const { version } = row;
	Object.assign(row, facts, { version: version + 1, updated_at: call.clock.now() });
	call.account.arrangements.set(row.arrangement_uid, row);
}

function succeeded(item_id: string, row: StoredArrangement): Result {
	return { item_id, status: 'succeeded', arrangement: view(row) };
}

function rejected(item_id: string, reason: Result['reason']): Result {
	return { item_id, status: 'rejected', reason, arrangement: null };
}

function view({
	record_uids: _records,
	...arrangement
}: StoredArrangement): Documented<'Arrangement'> {
	return arrangement;
}
