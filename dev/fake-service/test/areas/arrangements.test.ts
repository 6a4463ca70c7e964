import type { StoredArrangement } from '../../../areas/Arrangements/data';
import { NOW, rowsOf } from '../account';
import { byUid, exactReads, finding, type Write, writes } from '../kinds';

const texts = {
	title: 'Old',
	description: 'Old text',
	status: 'identified',
	due_at: 5000,
} as const;
const numbers = { version: 3, created_at: 1000, updated_at: 2000, reminder_enabled: false };
const usual = { ...texts, ...numbers };
/** Tasks that nobody has begun. */
const tasks = rowsOf<StoredArrangement>(({ arrangements }) => arrangements, 'arrangement_uid', {
	...usual,
	record_uids: [],
});

finding('queryArrangements', {
	there: tasks({
		late: { updated_at: 1000 },
		b: { updated_at: 3000, record_uids: ['rec', 'rec_2'] },
		a: { updated_at: 3000, status: 'following', topic_uid: 'garden' },
		undue: { updated_at: 4000, due_at: undefined },
		soon: { due_at: 4000, status: 'completed' },
		gone: { status: 'deleted' },
	}),
	names: 'arrangement_uid',
	finds: [
		[{}, 'undue a b soon late'],
		[{ due_start_at: 0 }, 'soon a b late'],
		[{ due_end_at: 9e12 }, 'soon a b late'],
		[{ due_start_at: 4000, due_end_at: 4000 }, 'soon'],
		[{ due_start_at: 4001 }, 'a b late'],
		[{ due_end_at: 4999 }, 'soon'],
		[{ updated_start_at: 2000, updated_end_at: 3000 }, 'a b soon'],
		[{ updated_start_at: 2001 }, 'undue a b'],
		[{ updated_end_at: 2999 }, 'soon late'],
		[{ updated_start_at: 2000, statuses: ['following'] }, 'a'],
		[{ statuses: ['completed', 'identified'] }, 'undue b soon late'],
		[{ topic_uid: 'garden' }, 'a'],
		[{ record_uid: 'rec' }, 'b'],
		[{ arrangement_uids: ['none', 'soon', 'gone'] }, 'soon'],
	],
	shows: { late: { arrangement_uid: 'late', ...usual, updated_at: 1000 } },
});

const there = tasks({
	a: {},
	begun: { status: 'following' },
	done: { status: 'completed' },
	gone: { status: 'deleted' },
});

exactReads('batchGetArrangements', {
	there,
	reads: { a: {}, gone: { status: 'deleted' } },
	missing: 'none',
	...byUid('arrangement_uid', 'arrangement', usual),
});

const update: Pick<Write, 'there' | 'result' | 'rejected' | 'store'> = {
	there,
	result: (told) => ({
		status: 'succeeded',
		arrangement: { version: 4, updated_at: NOW, ...told },
	}),
	rejected: (reason) => ({ status: 'rejected', reason, arrangement: null }),
	store: ['arrangements', ({ arrangement }) => arrangement.arrangement_uid],
};
const created = { status: 'identified', reminder_enabled: false, version: 1, created_at: NOW };
const slowly = { topic_uid: 'garden', due_at: 7000, description: 'Slowly' };

writes('createArrangements', {
	...update,
	item: { title: 'Fire the kiln' },
	results: [
		[{}, { title: 'Fire the kiln', ...created }, { ...created, record_uids: [] }],
		[slowly, { ...slowly, version: 1 }],
		[
			{ due_at: 0, description: '' },
			{ due_at: undefined, description: undefined, version: 1 },
		],
	],
	keys: [{ title: 'Fire it again' }],
	refuses: { topic_uid: ['none', 'old', 'own'] },
});
writes('updateArrangements', {
	...update,
	item: { arrangement_uid: 'a', expected_version: 3, title: 'New' },
	results: [
		[{ description: null }, { ...texts, title: 'New' }, { title: 'New', version: 4 }],
		[
			{ title: null, due_at: 6000 },
			{ ...texts, due_at: 6000 },
		],
		[
			{ description: '', due_at: 0 },
			{ description: undefined, due_at: undefined },
		],
	],
	rejects: { version_changed: { expected_version: 2 }, not_found: 'none gone' },
	// It has the new title already, so that the stale version does not matter
	again: { title: 'New' },
});
writes('transitionArrangements', {
	...update,
	item: { arrangement_uid: 'a', expected_status: 'identified', target_status: 'following' },
	results: [
		[{}, { status: 'following' }, { status: 'following' }],
		...[
			['begun', 'following', 'identified'],
			['begun', 'following', 'completed'],
			['done', 'completed', 'following'],
		].map(([arrangement_uid, expected_status, target_status]): Write['results'][0] => [
			{ arrangement_uid, expected_status, target_status },
			{ status: target_status },
		]),
	],
	rejects: { state_changed: 'begun done gone', not_found: 'none' },
	again: 'state_changed',
	refuses: { target_status: ['identified', 'completed'] },
});
writes('deleteArrangements', {
	...update,
	item: { arrangement_uid: 'a', expected_status: 'identified' },
	results: [
		[{}, { status: 'deleted' }, { status: 'deleted' }],
		[{ arrangement_uid: 'done', expected_status: 'completed' }, { status: 'deleted' }],
	],
	rejects: { state_changed: 'begun gone', not_found: 'none' },
	again: 'state_changed',
});
