import type { Case } from '../case';
import { indices } from '../floors';
import type { Answer } from '../service/answers';
import { NOON } from './samples';

/** A poll that reads all replies to fifty posts, since the service has neither a filter nor a count. */

const PATH = '/api/v1/world/replies/query';
const MAX = 100;
const POSTS = 50;

export const pollReplies: Case[] = [0, 10].map((news) => ({
	name: `poll-replies-${news}`,
	title: `Activate and poll, with N replies to fifty posts and ${news} new ones: newReply`,
	sizes: [1000, 100_000],
	answers: (size) => ({ [PATH]: replies(size / POSTS, news) }),
	changing: true,
	rows: () => news,
	contenders: {
		svc: {
			by: 'poll',
			node: 'svcWorldTrigger',
			readsAlways: true,
			parameters: {
				event: 'newReply',
				simplify: false,
				repliesTo: 'chosen',
				posts: {
					values: indices(POSTS).map((i) => ({
						post: { __rl: true, mode: 'id', value: `post-${i}` },
					})),
				},
			},
			// The account, the activation, and polls until nothing more is emitted
			requests: (size) => 1 + pagesOf(size, 0) + (news > 0 ? 2 : 1) * pagesOf(size, news),
		},
		floor: {
			by: 'floor',
			run: async (post) => {
				for (const i of indices(POSTS)) {
					const parent_record_uid = `post-${i}`;
					let page = await post(PATH, { parent_record_uid, limit: MAX });
					while (page.has_more) {
						const { next_page_cursor: page_cursor } = page;
						page = await post(PATH, { parent_record_uid, limit: MAX, page_cursor });
					}
				}
				return indices(news);
			},
			requests: (size) => pagesOf(size, 0),
		},
	},
	// The floor reads everything once, the trigger two or three times
	targets: [],
}));

function pagesOf(size: number, news: number): number {
	const pages = (count: number) => Math.max(1, Math.ceil(count / MAX));
	return pages(size / POSTS + news) + (POSTS - 1) * pages(size / POSTS);
}

/** Old replies to every post, and new ones to the first post from its second request on. */
function replies(each: number, news: number): Answer {
	let asked = 0;
	return ({ parent_record_uid, page_cursor }) => {
		const first = Number(page_cursor ?? 0);
		const isFirstPost = parent_record_uid === 'post-0';
		if (isFirstPost && first === 0) asked++;
		const count = each + (isFirstPost && asked > 1 ? news : 0);
		const last = Math.min(count, first + MAX);
		const items = Array.from({ length: last - first }, (_, i) => ({
			record_uid: `${String(parent_record_uid)}-${first + i}`,
			state: 'published',
			parent_record_uid,
			text_content: 'A reply',
			published_at: first + i < each ? NOON - (first + i) : Date.now(),
			publication_version: 1,
		}));
		const more = last < count ? { has_more: true, next_page_cursor: String(last) } : undefined;
		return { items, has_more: false, ...more };
	};
}
