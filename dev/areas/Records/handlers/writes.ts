import type { Account } from '../../../fake-service/account';
import type { ItemOf, ReasonOf, ResultOf } from '../../../contract/types';
import type { Call, Handlers } from '../../../fake-service/call';
import type { Container, StoredRecord } from '../data';
import { violation } from '../../../fake-service/failure';
import { newUid } from '../../../fake-service/random';
import { sameContainer } from './reads';
import {
	inAnyOrder,
	remember,
	replayed,
	validateBatch,
} from '../../../fake-service/handlers/writes';

/** Reasons that all changes have. */
type Common = ReasonOf<'updateRecords'> & ReasonOf<'moveRecords'> & ReasonOf<'deleteRecords'>;

/** Creating and changing records. */
export const writes: Handlers = {
	createRecords(call) {
		validateBatch(call, ({ container }, path) => {
			// No item can be rejected here, so an unusable topic fails the batch.
			if (container && !isUsable(call.account, container)) {
				throw violation(`${path}.container.topic_uid is not a topic of the account`);
			}
		});
		return {
			items: inAnyOrder(call.body.items, (item) => {
				let record_uid = replayed<string>(call, item);
				if (!record_uid) remember(call, item, (record_uid = create(call, item)));
				const { container } = call.account.records.get(record_uid)!;
				return { item_id: item.item_id, record_uid, container };
			}),
		};
	},

	updateRecords: (call) => ({
		items: inAnyOrder(call.body.items, (item): ResultOf<'updateRecords'> => {
			const { item_id, record_uid } = item;
			const result = update(call, item);
			return typeof result === 'number'
				? { item_id, record_uid, status: 'succeeded', version: result }
				: { item_id, record_uid, status: 'rejected', reason: result };
		}),
	}),

	moveRecords: (call) => ({
		items: inAnyOrder(call.body.items, (item): ResultOf<'moveRecords'> => {
			const { item_id, record_uid, destination } = item;
			const reason = move(call, item);
			return reason
				? { item_id, record_uid, status: 'rejected', reason }
				: { item_id, record_uid, status: 'succeeded', container: destination };
		}),
	}),

	deleteRecords: (call) => ({
		items: inAnyOrder(call.body.items, (item): ResultOf<'deleteRecords'> => {
			const { item_id, record_uid, expected_version } = item;
			const record = changeable(call, record_uid);
			const reason =
				typeof record === 'string'
					? record
					: record.version !== expected_version
						? 'stale_version'
						: undefined;
			if (reason) return { item_id, record_uid, status: 'rejected', reason };
			change(call, record as StoredRecord, { state: 'deleted' });
			return { item_id, record_uid, status: 'succeeded' };
		}),
	}),
};

function create({ account, seed }: Call, item: ItemOf<'createRecords'>): string {
	const { title, text_content, send_at, container, idempotency_key } = item;
	const record_uid = newUid('rec', seed, account.id, 'new record', idempotency_key);
	account.records.set(record_uid, {
		record_uid,
		state: 'available',
		creator_user_ref: account.profile.user_ref,
		origin: container?.kind === 'topic' ? 'topic' : 'self',
		title,
		text_content,
		send_at,
		version: 1,
		container: container ?? { kind: 'unclassified' },
	});
	return record_uid;
}

/** The new version, or the reason why nothing changed. */
function update(call: Call, item: ItemOf<'updateRecords'>): number | ReasonOf<'updateRecords'> {
	const known = replayed<number>(call, item);
	// A key that was used for another change: results have a reason here, so the item is rejected.
	if (known === 'conflict') return 'revision_conflict';
	if (known !== undefined) return known;
	const record = changeable(call, item.record_uid);
	if (typeof record === 'string') return record;
	if (record.version !== item.expected_version) return 'stale_version';
	// Edits are ordered by their business time; edits with the same time do not conflict.
	if (item.edit_at < (record.edited_at ?? -Infinity)) return 'revision_conflict';
	// Null is documented as allowed, but without a meaning: it keeps the value, like an omitted field.
	change(call, record, {
		title: item.title ?? record.title,
		text_content: item.text_content ?? record.text_content,
		edited_at: item.edit_at,
	});
	remember(call, item, record.version);
	return record.version;
}

/** The reason why nothing changed, if any. A repeated move is rejected for its changed container. */
function move(
	call: Call,
	{ record_uid, expected_container, destination }: ItemOf<'moveRecords'>,
): ReasonOf<'moveRecords'> | undefined {
	const record = changeable(call, record_uid);
	if (typeof record === 'string') return record;
	if (!sameContainer(record.container, expected_container)) return 'container_changed';
	if (!isUsable(call.account, destination)) return 'destination_unavailable';
	change(call, record, { container: destination });
	return undefined;
}

/** A record that the caller may change, or the reason why it may not. */
function changeable({ account }: Call, record_uid: string): StoredRecord | Common {
	const record = account.records.get(record_uid);
	if (!record) return 'record_not_found';
	if (record.creator_user_ref !== account.profile.user_ref) return 'not_self_created';
	if (record.state === 'protected') return 'protected';
	if (record.state !== 'available') return 'not_active';
	return record.locked ? 'invalid_record_state' : record;
}

/**
 * Every change creates a new version. For a move this is not documented but allowed, and a client that read the
 * version before the move must be prepared for it.
 */
function change({ account }: Call, record: StoredRecord, facts: Partial<StoredRecord>): void {
	const changed = Object.assign(record, facts, { version: record.version + 1 });
	account.records.set(record.record_uid, changed);
}

function isUsable(account: Account, container: Container): boolean {
	return (
		container.kind === 'unclassified' || account.topics.get(container.topic_uid)?.valid === true
	);
}
