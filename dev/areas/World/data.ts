import type { AccountData } from '../../fake-service/account';
import type { Area } from '../area';
import type { Always, Documented } from '../../contract/types';
import type { Random } from '../../fake-service/random';
import { Store } from '../../fake-service/store';
import { chatLines, extensions, postFiles, worldTags } from '../../fake-service/data/chatWords';
import { day, hour, minute, randomFor, type Seeding } from '../../fake-service/data/seeding';
import { notes } from '../../fake-service/data/words';

type Post = Documented<'WorldRecord'>;

/** `record_uid` is that of the source record; `published_at` is undefined if it was never public. */
export interface StoredPost extends Always<
	Omit<Post, 'text_truncated'>,
	'author_user_ref' | 'text_content' | 'tags' | 'files'
> {
	state: Exclude<Post['state'], 'missing'>;
	/** The request that created this snapshot, to recognize its repetition. */
	request?: string;
}

/** The world from the account's view. */
export class World {
	readonly posts = new Store<StoredPost>();
	/** Time at which the account last viewed the interactions with its posts. */
	viewed_at: number;
	private watermark = 4000;

	constructor(viewed_at: number) {
		this.viewed_at = viewed_at;
	}

	/** A new, unpredictable watermark. */
	nextWatermark(): number {
		return (this.watermark += 13);
	}

	/**
	 * Ends the review of a post: it is public from `at` on, or rejected. This is a write as well, so an earlier
	 * watermark is stale.
	 */
	review(record_uid: string, verdict: 'published' | 'rejected', at: number): void {
		const post = this.posts.get(record_uid);
		if (post?.state !== 'pending') throw new Error(`${record_uid} does not await review`);
		this.posts.set(
			record_uid,
			Object.assign(post, {
				state: verdict,
				publication_version: this.nextWatermark(),
				...(verdict === 'published' ? { published_at: at } : {}),
			}),
		);
	}
}

declare module '../../fake-service/account' {
	interface AccountData {
		world: World;
	}
	interface Size {
		/** World records. */
		posts: number;
	}
}

const statesOfOwn: Array<StoredPost['state']> = ['published', 'pending', 'unpublished', 'rejected'];

function seedWorld(
	seeding: Seeding,
	{ profile, people, records }: AccountData,
): Pick<AccountData, 'world'> {
	const random = randomFor(seeding, 'world');
	const self = profile.user_ref;
	const others = [...people.values()].filter(({ user_ref }) => user_ref !== self);
	// In any state: a later change of a record does not change its post.
	const sources = [...records.values()].filter(({ creator_user_ref }) => creator_user_ref === self);
	const world = new World(seeding.now - 3 * day);
	let published_at = 0;
	let own = 0;

	for (let i = 0; i < seeding.size.posts; i++) {
		// Every ninth post was published in the same millisecond as the previous one.
		if (i % 9 !== 8)
			published_at = seeding.now - Math.ceil(random.next() ** 2 * 200 * day) - minute;
		const source = i % 6 === 1 ? sources[7 * own] : undefined;
		const author = source ? undefined : random.some(others, 1)[0];
		if (!source && !author) continue;
		const state = source ? statesOfOwn[own++ % 4] : stateInTurn(i);
		const note = random.pick(notes)(random.pick, random.int, author?.nickname ?? profile.nickname);
		const title = source ? source.title : random.chance(0.5) ? note.title : undefined;
		const parent = random.chance(0.35) ? someParent(random, world) : undefined;
		const post: StoredPost = {
			record_uid: source?.record_uid ?? random.uid('rec'),
			state,
			author_user_ref: author?.user_ref ?? self,
			title,
			text_content: source?.text_content ?? textInTurn(random, i, parent !== undefined, note.text),
			record_type: 'record',
			parent_record_uid: parent,
			tags: random.some(worldTags, random.int(0, 3)),
			created_at: source?.send_at ?? published_at - random.int(0, 48) * hour,
			publication_version: world.nextWatermark(),
			files: random.chance(0.2) ? someFiles(random) : [],
		};
		// Optional in the contract, so it is sometimes missing.
		if (random.chance(0.9)) post.author_name = author?.nickname ?? profile.nickname;
		if (state === 'published' || state === 'unpublished') post.published_at = published_at;
		if (!source && i % 10 === 6) Object.assign(post, extensionFacts(random));
		world.posts.set(post.record_uid, post);
	}
	return { world };
}

/** Posts of others: most of them can be read. */
function stateInTurn(i: number): StoredPost['state'] {
	return ({ 4: 'pending', 9: 'unpublished', 14: 'rejected' } as const)[i % 20] ?? 'published';
}

/** An earlier post, mostly one of the first. */
function someParent(random: Random, { posts }: World): string | undefined {
	const open = [...posts.values()].filter(({ state }) => state === 'published');
	return open[Math.floor(random.next() ** 2 * open.length)]?.record_uid;
}

/** Replies are short; every eighth post is longer than lists show. */
function textInTurn(random: Random, i: number, reply: boolean, note: string): string {
	if (reply) return random.pick(chatLines)(random.pick, random.int, 'all');
	if (i % 8 !== 3) return note;
	const more = () => random.pick(notes)(random.pick, random.int, 'somebody').text;
	return [note, ...Array.from({ length: 7 }, more)].join('\n\n🎶 ');
}

function someFiles(random: Random): StoredPost['files'] {
	return random.some(postFiles, random.int(1, 3)).map((file) => ({
		file_asset_uid: random.uid('file'),
		...file,
		size: random.int(2_000, 9_000_000),
		...(['video', 'voice'].includes(file.media_type)
			? { duration_millis: random.int(2_000, 300_000) }
			: {}),
	}));
}

function extensionFacts(random: Random): Partial<StoredPost> {
	const extension = random.pick(extensions);
	const extension_id = random.uid('ext');
	return {
		record_type: 'extension_publication',
		extension: {
			extension_id,
			version: `${random.int(0, 3)}.${random.int(0, 12)}.${random.int(0, 9)}`,
			...extension,
			...(random.chance(0.5) ? { share_url: `https://market.example/${extension_id}` } : {}),
		},
	};
}

export const data: Area['data'] = { world: seedWorld };
export const sizes: Area['sizes'] = { posts: { a: 120, b: 20 } };
