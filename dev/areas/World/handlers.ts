import type { Account } from '../../fake-service/account';
import type { Documented, ItemOf, ResultOf } from '../../contract/types';
import { readingOf, type Call, type Handlers } from '../../fake-service/call';
import { canonical } from '../../fake-service/cursors';
import type { StoredPost } from './data';
import { readPage } from '../../fake-service/paging';
import { orderRows, type Order } from '../../fake-service/store';
import { looseReading } from '../../fake-service/handlers/loose';
import { inAnyOrder } from '../../fake-service/handlers/writes';

/** Code points of a text in lists. */
const listText = 512;

// The contract has no order of posts and replies: by identifier, never by time.
const byRecordUid: Order<StoredPost> = { key: ({ record_uid }) => [record_uid], directions: [1] };

/** The world: posts that people published from their records. */
export const handlers: Handlers = {
	queryWorldRecords(call) {
		const { account, body } = call;
		const { scope, author_user_ref, record_type, tags = [] } = body;
		const { start_at = -Infinity, end_at = Infinity } = body;
		const timed = body.start_at !== undefined || body.end_at !== undefined;
		const page = readPage(
			readingOf(call),
			account.world.posts.in(byRecordUid),
			(post) =>
				(scope === 'mine' ? isOwn(account, post) : post.state === 'published') &&
				(scope !== 'author' || post.author_user_ref === author_user_ref) &&
				(record_type === undefined || post.record_type === record_type) &&
				tags.every((tag) => post.tags.includes(tag)) &&
				// A post that was never public has no publication time, so it matches no range.
				(!timed ||
					(post.published_at !== undefined &&
						post.published_at >= start_at &&
						post.published_at <= end_at)),
		);
		return { ...page, items: page.items.map(listView) };
	},

	batchGetWorldRecords: (call) => ({
		items: call.body.record_uids.map((record_uid): Documented<'WorldRecord'> => {
			const post = call.account.world.posts.get(record_uid);
			return post && (post.state === 'published' || isOwn(call.account, post))
				? view(post)
				: { record_uid, state: 'missing', publication_version: -1 };
		}),
	}),

	/** A parent that is not public has no readable replies, and the answer does not say why. */
	queryWorldReplies(call) {
		const { posts } = call.account.world;
		const { parent_record_uid } = call.body;
		const open = posts.get(parent_record_uid)?.state === 'published';
		const page = readPage(
			readingOf(call),
			posts.in(byRecordUid),
			(post) => open && post.state === 'published' && post.parent_record_uid === parent_record_uid,
		);
		return { ...page, items: page.items.map(listView) };
	},

	publishWorldRecords: (call) => ({
		items: inAnyOrder(call.body.items, (item): ResultOf<'publishWorldRecords'> => {
			const { item_id, record_uid } = item;
			const unknown = call.settings.unknownOutcomes[record_uid];
			if (unknown?.times > 0) {
				unknown.times--;
				if (unknown.done) publish(call, item);
				return { item_id, record_uid, status: 'unknown' };
			}
			return { item_id, record_uid, ...publish(call, item) };
		}),
	}),

	unpublishWorldRecords: (call) => ({
		items: inAnyOrder(call.body.items, (item) => {
			const { item_id, record_uid } = item;
			return { item_id, record_uid, ...unpublish(call, item) };
		}),
	}),

	// The fields of the other three operations are not documented: this is one possible behaviour.

	/** Own records that could be published, page by page. */
	queryWorldCandidates(call) {
		const { account } = call;
		const rows = [...account.records.values()].filter(
			({ record_uid, state, creator_user_ref }) =>
				state === 'available' &&
				creator_user_ref === account.profile.user_ref &&
				!account.world.posts.has(record_uid),
		);
		const list = orderRows(rows, { key: ({ record_uid }) => [record_uid], directions: [1] });
		const page = readPage(looseReading(call), list);
		const items = page.items.map(({ record_uid, title, version, send_at }) => ({
			record_uid,
			title,
			source_version: version,
			created_at: send_at,
		}));
		return { ...page, items };
	},

	getWorldInteractionSummary: (call) => interactions(call.account),

	markWorldInteractionsViewed(call) {
		call.account.world.viewed_at = call.clock.now();
		return interactions(call.account);
	},
};

function isOwn({ profile }: Account, { author_user_ref }: StoredPost): boolean {
	return author_user_ref === profile.user_ref;
}

/** A post in an exact read. */
function view({ request: _request, extension, ...post }: StoredPost): Documented<'WorldRecord'> {
	return { ...post, extension: extension ?? null };
}

function listView(post: StoredPost): Documented<'WorldListRecord'> {
	const points = [...post.text_content];
	if (points.length <= listText) return view(post);
	return { ...view(post), text_content: points.slice(0, listText).join(''), text_truncated: true };
}

/** Content of an item without its identifier. */
function requestOf({ item_id: _id, ...request }: ItemOf<'publishWorldRecords'>): string {
	return canonical(request);
}

type Outcome<Id extends 'publishWorldRecords' | 'unpublishWorldRecords'> = Omit<
	ResultOf<Id>,
	'item_id' | 'record_uid'
>;

function publish(call: Call, item: ItemOf<'publishWorldRecords'>): Outcome<'publishWorldRecords'> {
	const { account, clock, settings } = call;
	const { posts } = account.world;
	const { record_uid, expected_publication_version, parent_record_uid } = item;
	if (!account.bindings.phone) return { status: 'phone_required' };
	const post = posts.get(record_uid);
	const record = account.records.get(record_uid);
	const author = post?.author_user_ref ?? record?.creator_user_ref;
	if (author !== undefined && author !== account.profile.user_ref) return { status: 'unavailable' };
	if (expected_publication_version !== (post?.publication_version ?? -1)) {
		// A repeated request cannot publish a post again that was withdrawn in between.
		const withdrawn = post?.state === 'unpublished' && post.request === requestOf(item);
		return { status: withdrawn ? 'unpublished' : 'conflict' };
	}
	// Only records that were never published or are withdrawn can be published, according to the documents.
	if (post && post.state !== 'unpublished') return { status: 'unavailable' };
	if (
		record?.state !== 'available' ||
		record.version !== item.source_version ||
		record.locked ||
		record.text_content === ''
	) {
		return { status: 'source_unavailable' };
	}
	// An omitted parent keeps the existing one, which cannot be changed.
	const parent = parent_record_uid ?? post?.parent_record_uid;
	if (post && parent !== post.parent_record_uid) return { status: 'unavailable' };
	if (parent !== undefined) {
		if (parent === record_uid) return { status: 'unavailable' };
		if (posts.get(parent)?.state !== 'published') return { status: 'unavailable' };
	}

	const state = settings.world.review ? 'pending' : 'published';
	const publication_version = account.world.nextWatermark();
	posts.set(record_uid, {
		record_uid,
		state,
		author_user_ref: account.profile.user_ref,
		author_name: account.profile.nickname,
		title: record.title || undefined,
		text_content: record.text_content,
		record_type: 'record',
		parent_record_uid: parent,
		tags: [...new Set(item.tags)],
		published_at: state === 'published' ? clock.now() : undefined,
		created_at: record.send_at,
		publication_version,
		files: [],
		request: requestOf(item),
	});
	return { status: state, publication_version };
}

/** The values of this status are not documented: they differ from those of publishing. */
function unpublish(
	{ account }: Call,
	{ record_uid, expected_publication_version }: ItemOf<'unpublishWorldRecords'>,
): Outcome<'unpublishWorldRecords'> {
	const { posts } = account.world;
	const post = posts.get(record_uid);
	if (!post || !isOwn(account, post)) return { status: 'unavailable' };
	if (post.publication_version !== expected_publication_version) return { status: 'conflict' };
	if (post.state !== 'unpublished') {
		const publication_version = account.world.nextWatermark();
		posts.set(record_uid, Object.assign(post, { state: 'unpublished', publication_version }));
	}
	return { status: 'withdrawn', publication_version: post.publication_version };
}

/** Number of replies of others that the account has not viewed yet. */
function interactions(account: Account) {
	const { posts, viewed_at } = account.world;
	const replies = [...posts.values()].filter(
		({ state, parent_record_uid, author_user_ref }) =>
			state === 'published' &&
			author_user_ref !== account.profile.user_ref &&
			posts.get(parent_record_uid ?? '')?.author_user_ref === account.profile.user_ref,
	);
	const times = replies.map(({ published_at = 0 }) => published_at);
	return {
		reply_count: replies.length,
		unviewed_reply_count: times.filter((time) => time > viewed_at).length,
		latest_interaction_at: times.length > 0 ? Math.max(...times) : null,
		viewed_at,
	};
}
