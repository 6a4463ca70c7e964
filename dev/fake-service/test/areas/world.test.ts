import type { StoredPost } from '../../../areas/World/data';
import { all, type Change, NOW, records, rowsOf } from '../account';
import { exactReads, finding, story, writes } from '../kinds';

const usual: Partial<StoredPost> = {
	state: 'published',
	author_user_ref: 'ada',
	text_content: 'Text',
	record_type: 'record',
	tags: [],
	files: [],
	published_at: 5000,
	created_at: 4000,
	publication_version: 7,
};
/** Public posts of somebody else. */
const posts = rowsOf<StoredPost>(({ world }) => world.posts, 'record_uid', usual);
const shownAs = (record_uid: string, facts: object) => {
	return { record_uid, ...usual, extension: null, ...facts };
};
const own = { author_user_ref: 'me' };
const mine = { scope: 'mine' };
const long = '🎶'.repeat(513);
const truncated = { text_content: long.slice(2), text_truncated: true };
const extension = { extension_id: 'ext', version: '1', name: 'Kiln' };
const file = { file_asset_uid: 'f', file_name: 'a', mime_type: 'a/b', size: 9 };
const files = [{ ...file, media_type: 'file' as const }];

finding('queryWorldRecords', {
	there: posts({
		mine: own,
		pending: { ...own, state: 'pending', published_at: undefined },
		rejected: { ...own, state: 'rejected' },
		unpublished: { ...own, state: 'unpublished' },
		hers: { published_at: 5002, tags: ['kiln', 'ash'] },
		her_pending: { state: 'pending' },
		reply: { published_at: 4999, parent_record_uid: 'mine', tags: ['ash'] },
		plugin: { author_user_ref: 'bo', record_type: 'extension_publication', extension },
		long: { published_at: 5003, text_content: long },
		whole: { published_at: 5003, text_content: long.slice(2) },
	}),
	names: 'record_uid',
	finds: [
		[{}, 'hers long mine plugin reply whole'],
		[mine, 'mine pending rejected unpublished'],
		[{ scope: 'author', author_user_ref: 'bo' }, 'plugin'],
		[{ scope: 'author', author_user_ref: 'me' }, 'mine'],
		[{ record_type: 'extension_publication' }, 'plugin'],
		[{ tags: ['ash'] }, 'hers reply'],
		[{ tags: ['ash', 'kiln'] }, 'hers'],
		[{ tags: [] }, 'hers long mine plugin reply whole'],
		[{ start_at: 5000, end_at: 5002 }, 'hers mine plugin'],
		[{ start_at: 5003 }, 'long whole'],
		[{ end_at: 4999 }, 'reply'],
		// A post that was never public has no time
		[{ ...mine, start_at: 0 }, 'mine rejected unpublished'],
		[{ ...mine, end_at: 9000 }, 'mine rejected unpublished'],
	],
	shows: {
		mine: own,
		long: { published_at: 5003, ...truncated },
		whole: { published_at: 5003, text_content: long.slice(2) },
	},
	row: shownAs,
});
finding('queryWorldReplies', {
	there: posts({
		parent: {},
		withdrawn: { ...own, state: 'unpublished' },
		r2: { parent_record_uid: 'parent', text_content: long },
		r1: { parent_record_uid: 'parent' },
		deeper: { parent_record_uid: 'r1' },
		waiting: { parent_record_uid: 'parent', state: 'pending' },
		lost: { parent_record_uid: 'withdrawn' },
	}),
	body: { parent_record_uid: 'parent' },
	names: 'record_uid',
	finds: [
		[{}, 'r1 r2'],
		[{ parent_record_uid: 'r1' }, 'deeper'],
		[{ parent_record_uid: 'withdrawn' }, ''],
		[{ parent_record_uid: 'none' }, ''],
	],
	shows: { r2: { parent_record_uid: 'parent', ...truncated } },
	row: shownAs,
});
finding('queryWorldCandidates', {
	there: all(
		records({ b: {}, a: {}, posted: {} }),
		records({ foreign: { creator_user_ref: 'ada' }, kept: { state: 'protected' } }),
		posts({ posted: own }),
	),
	names: 'record_uid',
	finds: [[{}, 'a b']],
	shows: { b: { record_uid: 'b', title: 'Title', source_version: 3, created_at: 1000 } },
});
exactReads('batchGetWorldRecords', {
	there: posts({
		a: { text_content: long, files, extension, request: 'x' },
		pending: { ...own, state: 'pending' },
		her_pending: { state: 'pending' },
		her_unpublished: { state: 'unpublished' },
	}),
	reads: { a: { text_content: long, files, extension }, pending: { ...own, state: 'pending' } },
	result: shownAs,
	missing: 'her_pending her_unpublished none',
	absent: (record_uid) => ({ record_uid, state: 'missing', publication_version: -1 }),
});

const sources = all(
	records({ rec: {}, public: {}, pending: {}, rejected: {}, withdrawn: {}, answer: {} }),
	records({
		plain: { title: '' },
		kept: { state: 'protected' },
		gone: { state: 'deleted' },
		locked: { locked: true },
		empty: { text_content: '' },
		foreign: { creator_user_ref: 'bo' },
	}),
	posts({
		parent: {},
		public: own,
		pending: { ...own, state: 'pending' },
		rejected: { ...own, state: 'rejected' },
		withdrawn: { ...own, state: 'unpublished' },
		answer: { ...own, state: 'unpublished', parent_record_uid: 'parent' },
		hers: { state: 'unpublished' },
	}),
);
const rejected = (status: string) => ({ status });
const version = { publication_version: 4013 };
const written = { author_name: 'Mira Potter', title: 'Title', created_at: 1000, published_at: NOW };
const again = (record_uid: string) => ({ record_uid, expected_publication_version: 7 });
const parent = { parent_record_uid: 'parent' };
const publish = { record_uid: 'rec', source_version: 3, expected_publication_version: -1 };
writes('publishWorldRecords', {
	there: sources,
	item: publish,
	results: [
		[{}, {}, { ...usual, ...own, ...written, ...version }],
		[{ tags: ['kiln', 'kiln', 'ash'] }, {}, { tags: ['kiln', 'ash'] }],
		[{ record_uid: 'plain' }, {}, { title: undefined }],
		[parent, {}, parent],
		// Once withdrawn, it can be published again, with the same parent
		[again('withdrawn'), {}],
		[again('answer'), {}, parent],
	],
	result: (facts) => ({ status: 'published', ...version, ...facts }),
	store: ['posts', ({ record_uid }) => record_uid],
	rejects: {
		source_unavailable: ['kept gone locked empty none', { source_version: 2 }],
		conflict: ['withdrawn', { expected_publication_version: 3 }],
		unavailable: [
			'foreign',
			...['parent', 'public', 'pending', 'rejected'].map(again),
			...['hers', 'none', 'rec'].map((parent_record_uid) => ({ parent_record_uid })),
			{ ...again('answer'), parent_record_uid: 'public' },
		],
	},
	rejected,
	again: 'conflict',
	// The parent is not there yet
	inTurn: {
		asked: [{}, { record_uid: 'plain', parent_record_uid: 'rec' }],
		told: [{}, 'unavailable'],
	},
});
writes('unpublishWorldRecords', {
	there: sources,
	item: again('public'),
	results: [
		[{}, {}, { state: 'unpublished', ...version }],
		[{ record_uid: 'pending' }, {}],
		[{ record_uid: 'rejected' }, {}],
		[{ record_uid: 'withdrawn' }, { publication_version: 7 }],
	],
	result: (facts) => ({ status: 'withdrawn', ...version, ...facts }),
	store: ['posts', ({ record_uid }) => record_uid],
	rejects: { conflict: { expected_publication_version: 6 }, unavailable: 'parent none' },
	rejected,
	again: 'conflict',
});

const withdraw = { record_uid: 'rec', expected_publication_version: 4013 };
const read = 'batchGetWorldRecords';
const review =
	(record_uid: string, verdict: 'published' | 'rejected'): Change =>
	({ account, now }) =>
		account('a').world.review(record_uid, verdict, now());
story(
	'a post does not change with its record, and is not published again by an old request',
	sources,
	['publishWorldRecords', publish, { status: 'published' }],
	({ account }) => (account('a').records.get('rec')!.text_content = 'Later'),
	[read, 'rec', [{ text_content: 'Text' }]],
	['unpublishWorldRecords', withdraw, { publication_version: 4026 }],
	['publishWorldRecords', publish, { status: 'unpublished' }],
	['publishWorldRecords', { ...publish, tags: ['other'] }, { status: 'conflict' }],
	[read, 'rec', [{ state: 'unpublished', published_at: NOW }]],
);
story(
	'a review decides about a post, and makes its watermark stale',
	sources,
	({ settings }) => (settings.world.review = true),
	['publishWorldRecords', publish, { status: 'pending', publication_version: 4013 }],
	[read, 'rec', [{ state: 'pending', published_at: undefined }]],
	(service) => service.advance(7),
	review('rec', 'published'),
	review('pending', 'rejected'),
	(service) => expect(() => review('rec', 'rejected')(service)).toThrow('review'),
	(service) => expect(() => review('none', 'rejected')(service)).toThrow('review'),
	[read, 'rec', [{ state: 'published', published_at: NOW + 7, publication_version: 4026 }]],
	[read, 'pending', [{ state: 'rejected', published_at: 5000 }]],
	['unpublishWorldRecords', withdraw, { status: 'conflict' }],
);
for (const done of [true, false]) {
	story(
		`the outcome of publishing can be unknown, with the post there: ${done}`,
		sources,
		({ settings }) => (settings.unknownOutcomes.rec = { times: 1, done }),
		['publishWorldRecords', publish, { status: 'unknown', publication_version: undefined }],
		[read, 'rec', [{ state: done ? 'published' : 'missing' }]],
		['publishWorldRecords', publish, { status: done ? 'conflict' : 'published' }],
	);
}
story(
	'publishing needs a phone number',
	sources,
	({ account }) => (account('a').bindings.phone = false),
	['publishWorldRecords', publish, { status: 'phone_required', publication_version: undefined }],
);

const summary = 'getWorldInteractionSummary';
const comment = { parent_record_uid: 'mine', published_at: 7000 };
story(
	'replies of others to own posts are counted until they are viewed',
	posts({
		mine: own,
		parent: {},
		one: { parent_record_uid: 'mine' },
		two: { parent_record_uid: 'mine', published_at: 6000 },
		my_own: { ...comment, ...own },
		waiting: { ...comment, state: 'pending' },
		elsewhere: { ...comment, parent_record_uid: 'parent' },
	}),
	({ account }) => (account('a').world.viewed_at = 5000),
	[summary, {}, { reply_count: 2, unviewed_reply_count: 1, latest_interaction_at: 6000 }],
	['markWorldInteractionsViewed', {}, { unviewed_reply_count: 0, viewed_at: NOW }],
	[summary, {}, { reply_count: 2, unviewed_reply_count: 0, viewed_at: NOW }],
	({ account }) => account('a').world.posts.clear(),
	[summary, {}, { reply_count: 0, latest_interaction_at: null }],
);
