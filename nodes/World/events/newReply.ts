import { type IDataObject, jsonParse } from 'n8n-workflow';

import { isGiven, paginate, timeOf, uidOf, textsIn } from '../../shared/api';
import {
	type Bounds,
	type EventSource,
	ignoreMyOwn,
	type Reader,
	refusedPage,
	type RowPage,
	triggerEvent,
	withoutMyOwn,
} from '../../shared/polling';
import { declareLimits, LIMITS } from '../../shared/limits';
import { several } from '../../shared/form';
import { post } from '../locators/post';
import { completion, includeFullText } from '../shared/fullText';
import { postOutput } from '../shared/outputs';
import { ownPosts } from './ownPosts';
import { DAY } from '../../shared/durations';

const OWN_LIMITS = declareLimits({
	/** Most posts whose replies are watched */
	maxWatchedPosts: 50,
});

const PATH = '/api/v1/world/replies/query';

/** Words on posts that the service refuses. */
const refusal: EventSource['refusal'] = (refused, all, { own }) => {
	const [{ reason }] = refused;
	const shown = refused.slice(0, LIMITS.namedCandidates).map(({ parent }) => parent);
	const more = refused.length > shown.length ? ` and ${refused.length - shown.length} more` : '';
	const posts = `${shown.join(', ')}${more} (${reason})`;
	const isChosen = own.repliesTo === 'chosen';
	if (all) {
		return {
			message: `The service refused ${isChosen ? "all posts in 'Posts'" : 'all of your posts'}: ${posts}`,
			description: isChosen
				? "Choose at least one public post in 'Posts', and remove those that are not public any more."
				: 'The next poll tries again. If this happens often, report it to the operator of the service.',
		};
	}
	return {
		message: `Replies to some posts were not read, since the service refused these posts: ${posts}`,
		description: isChosen
			? "The other posts are watched. If these are not public any more, remove them from 'Posts'."
			: 'Your other posts are watched, and these again as soon as the service can read them.',
	};
};

/** queryWorldReplies has no time filter and no order, so polls read all replies of every watched post. */
export const newReply = triggerEvent({
	name: 'New Reply',
	value: 'newReply',
	description: 'Triggers when a new reply to a post is found',
	path: PATH,
	fields: [
		ignoreMyOwn('replies'),
		{
			displayName: 'Replies To',
			name: 'repliesTo',
			type: 'options',
			noDataExpression: true,
			default: 'mine',
			description:
				'Posts whose replies start the workflow. Each post takes at least one request per poll.',
			options: [
				{ name: 'Chosen Posts', value: 'chosen', description: 'The posts that you choose below' },
				{
					name: 'My Posts',
					value: 'mine',
					description: `Your newest public posts, up to ${OWN_LIMITS.maxWatchedPosts}`,
				},
			],
		},
		several({
			of: post,
			displayName: 'Posts',
			name: 'posts',
			required: true,
			displayOptions: { show: { repliesTo: ['chosen'] } },
			description: `Posts whose replies start the workflow, up to ${OWN_LIMITS.maxWatchedPosts}`,
			maxItems: OWN_LIMITS.maxWatchedPosts,
		}),
	],
	watches: ['repliesTo'],
	ownFilters: ['ignoreMyOwn'],
	options: [includeFullText],
	source: {
		isList: true,
		lookback: 7 * DAY,
		read: readReplies,
		parents: ({ own }) => (own.repliesTo === 'chosen' ? chosen(own) : undefined),
		refusal,
		wanted: async (reply, reader) => {
			const wanted = await withoutMyOwn([reply], reader, ({ author_user_ref }) => author_user_ref);
			return wanted.length > 0;
		},
	},
	fact: (row) => ({
		id: uidOf(row, 'record_uid'),
		time: timeOf(row.published_at),
		parent: String(row.parent_record_uid),
	}),
	completion,
	output: postOutput,
});

/** Replies of all watched posts, one after the other. A cursor has the post and the cursor in its replies. */
async function* readReplies(reader: Reader, { cursor = '[]' }: Bounds): AsyncGenerator<RowPage> {
	const all = await watched(reader);
	const posts = all.slice(0, OWN_LIMITS.maxWatchedPosts);
	const passedOver = all.slice(posts.length, 4 * OWN_LIMITS.maxWatchedPosts);
	const [first, rest] = placeIn(cursor);
	const start = Math.max(0, posts.indexOf(String(first)));
	for (let i = start; i < posts.length; i++) {
		const parent_record_uid = posts[i];
		const from = first === parent_record_uid ? (rest ?? undefined) : undefined;
		for await (const { rows, next, refused } of repliesTo(parent_record_uid, reader, from)) {
			const post = next === undefined ? posts[i + 1] : parent_record_uid;
			const replies = rows.map((row) => ({ ...row, parent_record_uid }));
			yield { rows: replies, next: post && JSON.stringify([post, next]), passedOver, refused };
		}
	}
}

/** The post of a cursor and the cursor in its replies; neither for one that was edited by hand. */
function placeIn(cursor: string): [post?: string, cursor?: string | null] {
	const place: unknown = jsonParse(cursor, { fallbackValue: [] });
	return Array.isArray(place) ? (place as [string, string]) : [];
}

/** Replies to one post. The service may refuse it: it is not public any more, or not for the account. */
async function* repliesTo(
	parent_record_uid: string,
	reader: Reader,
	from?: string,
	isAgain = false,
): AsyncGenerator<RowPage> {
	let hasCursor = from !== undefined;
	try {
		for await (const page of paginate(
			{ url: PATH, ask: reader.ask },
			{ parent_record_uid },
			{ from },
		)) {
			hasCursor = true;
			yield page;
		}
	} catch (error) {
		const page = refusedPage(error, parent_record_uid);
		// The service may have forgotten the cursor, of this poll or an earlier one
		if (hasCursor && !isAgain) yield* repliesTo(parent_record_uid, reader, undefined, true);
		else yield page;
	}
}

function chosen({ posts }: IDataObject): string[] {
	return [...new Set(textsIn(posts))];
}

/** UIDs of the posts whose replies are wanted, the newest first. Those beyond `OWN_LIMITS.maxWatchedPosts` are passed over. */
async function watched(reader: Reader): Promise<string[]> {
	if (reader.own.repliesTo === 'chosen') return chosen(reader.own);
	const posts: IDataObject[] = [];
	for await (const { rows } of ownPosts(reader)) posts.push(...rows);
	const published = posts.filter((row) => row.state === 'published' && isGiven(row.record_uid));
	const time = (row: IDataObject) => timeOf(row.published_at) ?? timeOf(row.created_at) ?? 0;
	const isReply = (row: IDataObject) => Number(isGiven(row.parent_record_uid));
	// Posts come before the account's own replies, so that many own replies do not displace posts
	const uid = (row: IDataObject) => uidOf(row, 'record_uid');
	published.sort(
		(a, b) => isReply(a) - isReply(b) || time(b) - time(a) || (uid(a) < uid(b) ? -1 : 1),
	);
	const uids = [...new Set(published.map(uid))];
	const passedOver = uids.length - OWN_LIMITS.maxWatchedPosts;
	if (passedOver > 0) {
		reader.warn(
			`Only the newest ${OWN_LIMITS.maxWatchedPosts} of your posts are watched for replies; ${passedOver} older ones are not.`,
		);
	}
	return uids;
}
