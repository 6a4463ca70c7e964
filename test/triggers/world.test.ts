import { DAY, MINUTE } from '../../nodes/shared/durations';
import type { StoredPost } from '../../dev/areas/World/data';
import { several, uid } from '../../dev/contract/choices';
import {
	halves,
	numberIn,
	play,
	simulate,
	type SimulatedWorld,
	type SimulatedTrigger,
} from './simulation';
import { addPost } from '../../dev/areas/World/events';

const TYPES = ['record', 'extension_publication'] as const;

function post(world: SimulatedWorld, more: Partial<StoredPost>): StoredPost {
	const record_uid = `record_${world.next()}`;
	const record_type = TYPES[numberIn(record_uid) % 2];
	return addPost(world.account, { record_uid, record_type, ...more });
}

/** Posts of the account that are older than all simulations. */
function ownPosts(world: SimulatedWorld): StoredPost[] {
	const author_user_ref = world.account.profile.user_ref;
	const { posts } = world.account.world;
	const own = () => [...posts.values()].filter((row) => !row.parent_record_uid);
	if (own().length === 0) {
		for (let i = 0; i < 3; i++) {
			post(world, { record_uid: `own_${i}`, author_user_ref, published_at: world.now - 400 * DAY });
		}
	}
	return own();
}

const replies = {
	node: 'svcWorldTrigger',
	event: 'newReply',
	isList: true,
	lookback: 7 * DAY,
	clear: ({ world }) => world.posts.clear(),
	refuses: ({ parent_record_uid }, roll) => parent_record_uid === `own_${roll % 4}`,
	isRefused: (key, roll) => numberIn(key) % 3 === roll % 4,
	happen(world, ago, roll) {
		const parents = ownPosts(world);
		const timeless = roll % 5 === 0;
		const published_at = timeless ? undefined : world.now - ago;
		const { record_uid } = post(world, { published_at });
		const row = world.account.world.posts.get(record_uid)!;
		row.parent_record_uid = parents[numberIn(record_uid) % parents.length].record_uid;
		world.account.world.posts.set(record_uid, row);
		world.readable(record_uid, published_at ?? world.now, { timeless });
	},
} satisfies Partial<SimulatedTrigger>;

simulate(replies);

describe('a list that the activation had no time to read whole', () => {
	play(replies, {
		'is read from its start again, though n8n stores only polls with events': {
			brief: 3,
			forgetful: true,
			past: [
				{ ago: 0.5, roll: 1 },
				{ ago: 0.5, roll: 1 },
			],
			steps: [
				{ do: 'wait', ms: MINUTE },
				{ do: 'happen', ago: 0, roll: 1 },
			],
		},
	});
});

simulate({
	...replies,
	filters: {
		choices: ['own_0, own_1, own_2', 'own_0, own_2', 'own_1'].map((uids) => ({
			repliesTo: 'chosen',
			posts: several('post', uid(uids)),
		})),
		pass: (key, choice) => choice === 0 || (numberIn(key) % 3 === 1) === (choice === 2),
		drop: true,
	},
});

simulate({
	node: 'svcWorldTrigger',
	event: 'newPost',
	parameters: { scope: 'public', tags: 'glaze' },
	lookback: 7 * DAY,
	filters: halves((half) => ({ recordType: TYPES[half] })),
	clear: ({ world }) => world.posts.clear(),
	happen(world, ago, roll) {
		const published_at = world.now - ago;
		const state = roll % 3 === 0 ? 'pending' : 'published';
		const author_user_ref = roll % 4 ? 'user_other' : world.account.profile.user_ref;
		const tags = roll % 5 ? ['boats', 'glaze'] : ['boats'];
		const { record_uid } = post(world, { state, published_at, author_user_ref, tags });
		if (roll % 3 && roll % 4 && roll % 5) world.readable(record_uid, published_at);
	},
	// The post shows the time at which it was handed in
	change(world, roll) {
		const { posts } = world.account.world;
		const waiting = [...posts.values()].filter(({ state }) => state === 'pending');
		const row = waiting[roll % waiting.length];
		if (!row) return;
		row.state = 'published';
		posts.set(row.record_uid, row);
		const own = row.author_user_ref === world.account.profile.user_ref;
		if (!own && row.tags.includes('glaze')) world.readable(row.record_uid, row.published_at!);
	},
});

const ownPostReviewed: SimulatedTrigger = {
	node: 'svcWorldTrigger',
	event: 'ownPostReviewed',
	isList: true,
	lookback: 7 * DAY,
	clear: ({ world }) => world.posts.clear(),
	happen(world, ago, roll) {
		const state = roll % 3 === 0 ? 'pending' : roll % 3 === 1 ? 'published' : 'rejected';
		const published_at = state === 'published' ? world.now - ago : undefined;
		const author_user_ref = world.account.profile.user_ref;
		const { record_uid } = post(world, { state, published_at, author_user_ref });
		const time = { timeless: state === 'rejected' };
		if (state !== 'pending') {
			world.readable(`${record_uid}#${state}@1`, published_at ?? world.now, time);
		}
	},
	change(world, roll) {
		const waiting = [...world.account.world.posts.values()].filter(
			({ state }) => state === 'pending',
		);
		const row = waiting[roll % waiting.length];
		if (!row) return;
		row.state = roll % 2 ? 'published' : 'rejected';
		row.publication_version++;
		if (row.state === 'published') row.published_at = world.now;
		world.account.world.posts.set(row.record_uid, row);
		const key = `${row.record_uid}#${row.state}@${row.publication_version}`;
		world.readable(key, world.now, { timeless: row.state === 'rejected' });
	},
};

simulate(ownPostReviewed);

describe('rejected posts that the activation had no time to read', () => {
	const rolls = [677225, 335167, 269929, 867507, 294056];
	play(ownPostReviewed, {
		'are no events, though there is no room for the others': {
			start: 'last',
			count: 10,
			maxItems: 4,
			forgetsCursors: true,
			brief: 4,
			small: true,
			room: 60,
			past: rolls.map((roll, i) => ({ ago: [0.033, 30, 40, 0, 9][i], roll })),
			steps: [
				{ do: 'change', roll: 401520 },
				{
					do: 'filter',
					choice: 4,
					fault: { at: 6, times: 5, kind: 'status' },
					brief: 2,
				},
				{ do: 'happen', ago: 0, roll: 293436 },
				{ do: 'happen', ago: 0.851, roll: 583376 },
				{ do: 'happen', ago: 0.683, roll: 598391 },
				{ do: 'change', roll: 195570 },
				{ do: 'change', roll: 47191 },
			],
		},
	});
});
