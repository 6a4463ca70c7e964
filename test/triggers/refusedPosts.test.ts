import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { DAY, HOUR, MINUTE } from '../../nodes/shared/durations';
import { overrideLimits } from '../../dev/limits';
import { addPost } from '../../dev/areas/World/events';
import { several, uid } from '../../dev/contract/choices';
import { EPOCH, keyOf, useTrigger } from './useTrigger';

/** New Reply, where the service refuses to list the replies to some of the watched posts. */
const { fixture, trigger } = useTrigger();

const account = () => fixture.service.account('a');
const advance = (ms: number) => fixture.service.advance(ms);
const now = () => fixture.service.now();
const POSTS = ['one', 'two', 'three'];

/** HTTP status for the requests of a post, of its first page or its later ones; they are read without one. */
type Refusals = Record<string, number | { first?: number; later?: number }>;
let refusals: Refusals = {};

/** Stands for a lost connection among the statuses. */
const LOST = 0;

let restore = () => {};
beforeEach(() => {
	refusals = {};
	POSTS.forEach((record_uid, i) => {
		const author_user_ref = account().profile.user_ref;
		addPost(account(), { record_uid, author_user_ref, published_at: EPOCH - (i + 1) * 30 * DAY });
	});
	const statusOf = (body: IDataObject) => {
		const refusal = refusals[String(body.parent_record_uid)];
		if (typeof refusal !== 'object') return refusal;
		return body.page_cursor === undefined ? refusal.first : refusal.later;
	};
	for (const status of [LOST, 400, 401, 403, 404, 408, 409, 410, 422, 425, 500]) {
		fixture.service.faults.add({
			match: ({ operation, body }) =>
				operation === 'queryWorldReplies' && statusOf(body as IDataObject) === status,
			...(status === LOST ? { drop: 'before' } : { status }),
			times: Infinity,
		});
	}
});
afterEach(() => restore());

const CHOSEN = (...uids: string[]) => ({
	repliesTo: 'chosen',
	posts: several('post', uid(uids.join())),
});
const ALL = CHOSEN(...POSTS);
const MINE = { repliesTo: 'mine' };
const WATCHED = { chosen: ALL, mine: MINE };

/** A step of a history: a change of the service, or a poll with the UIDs that it emits or the words of its error. */
type Step =
	| { refuse: Refusals }
	| { wait: number }
	/** A reply by its UID, to the post that the UID begins with, `ago` milliseconds ago; undefined for one without a time */
	| { reply: string; ago?: number | undefined }
	| { choose: INodeParameters }
	/** Most requests of a poll */
	| { brief: number }
	/** n8n starts again, with what it has stored */
	| { restart: true }
	| { poll: string[] }
	| { fails: RegExp[] }
	| { tests: string[] }
	| { testFails: RegExp[] };

async function play(parameters: INodeParameters, steps: Step[], forgetful = false) {
	const polled = trigger('svcWorldTrigger', 'newReply', parameters);
	polled.forgetful = forgetful;
	for (const step of steps) {
		if ('refuse' in step) refusals = step.refuse;
		else if ('wait' in step) advance(step.wait);
		else if ('restart' in step) polled.restart(polled.stored);
		else if ('choose' in step) polled.parameters = { event: 'newReply', ...step.choose };
		else if ('brief' in step) {
			restore();
			restore = overrideLimits({ maxPollRequests: step.brief });
		} else if ('reply' in step) {
			const parent_record_uid = step.reply.split('_')[0];
			const timeless = 'ago' in step && step.ago === undefined;
			const published_at = timeless ? undefined : now() - (step.ago ?? 0);
			addPost(account(), { record_uid: step.reply, parent_record_uid, published_at });
		} else if ('poll' in step) {
			expect([...(await polled.keys())].sort()).toEqual([...step.poll].sort());
		} else if ('tests' in step) {
			const { items, error } = await polled.test();
			expect(error).toBeUndefined();
			expect(items.map(({ json }) => keyOf(json))).toEqual(step.tests);
		} else {
			const { error } = 'fails' in step ? await polled.tryPoll() : await polled.test();
			const words = `${error?.message} ${error?.description}`;
			for (const each of 'fails' in step ? step.fails : step.testFails) expect(words).toMatch(each);
			expect(words).not.toContain('Base URL');
		}
	}
	return polled;
}

const REFUSALS = [400, 403, 404, 409, 410, 422];
const eachPost = (name: string): Step[] => POSTS.map((post) => ({ reply: `${post}_${name}` }));

describe.each(Object.entries(WATCHED))('one refused post of %s', (which, parameters) => {
	it.each(REFUSALS)('is left out with HTTP %d, and the others go on', async (status) => {
		const polled = await play(parameters, [
			{ poll: [] },
			...eachPost('a'),
			{ refuse: { two: status } },
			{ poll: ['one_a', 'three_a'] },
			{ wait: MINUTE },
			{ poll: [] },
			{ refuse: {} },
			{ poll: ['two_a'] },
			{ poll: [] },
		]);
		const [warning] = polled.warnings;
		expect(polled.warnings).toHaveLength(1);
		expect(warning).toMatch(/\btwo \(.*(refused the request|HTTP status)/);
		expect(warning).not.toContain('Base URL');
		expect(warning.includes("'Posts'")).toBe(which === 'chosen');
	});

	it('is what items warn of', async () => {
		const polled = await play(parameters, [
			{ poll: [] },
			...eachPost('a'),
			{ refuse: { one: 404 } },
		]);
		const [{ _event }] = await polled.poll();
		expect((_event as IDataObject).warnings).toEqual([expect.stringContaining(': one (')]);
	});
});

describe.each(Object.entries(WATCHED))(
	'a failure of the key, the network or the service, with %s posts',
	(_which, parameters) => {
		it.each([LOST, 408, 425, 500])(
			'ends a poll early, and the next one continues: HTTP %d',
			async (status) => {
				await play(parameters, [
					{ poll: [] },
					...eachPost('a'),
					{ refuse: { two: status } },
					{ poll: ['one_a'] },
					{ refuse: {} },
					{ poll: ['two_a', 'three_a'] },
				]);
			},
		);

		it('fails the poll: HTTP 401', async () => {
			await play(parameters, [{ poll: [] }, ...eachPost('a'), { refuse: { two: 401 } }]);
			const polled = await play(parameters, [{ refuse: {} }, { poll: [] }]);
			refusals = { two: 401 };
			expect((await polled.tryPoll()).error?.message).toContain('API key');
		});

		it.each([408, 500])('goes on with HTTP %d after a refused post', async (status) => {
			await play(parameters, [
				{ poll: [] },
				...eachPost('a'),
				{ refuse: { one: 404, two: status } },
				{ poll: [] },
				{ refuse: { one: 404 } },
				{ poll: ['two_a', 'three_a'] },
				{ refuse: {} },
				{ poll: ['one_a'] },
			]);
		});
	},
);

const undated = { ago: undefined };
const many = (post: string, count: number) =>
	Array.from({ length: count }, (_, i) => `${post}_${String(i).padStart(3, '0')}`);
const last = (itemCount: number) => ({ startFrom: 'last', itemCount });
const since = (ago: number) => ({
	startFrom: 'date',
	startDate: new Date(EPOCH - ago).toISOString(),
});

const CASES: Array<[what: string, parameters: INodeParameters, steps: Step[]]> = [
	[
		'all chosen posts: the poll fails and names them, until others are chosen',
		ALL,
		[
			{ poll: [] },
			...eachPost('a'),
			{ refuse: { one: 404, two: 400, three: 410 } },
			{
				fails: [
					/refused all posts in 'Posts': one, two, three \(/,
					/Choose at least one public post/,
				],
			},
			{ fails: [/one, two, three/] },
			{ refuse: { one: 404, two: 400 } },
			{ choose: CHOSEN('three') },
			{ poll: ['three_a'] },
		],
	],
	[
		'all posts of the account',
		MINE,
		[
			{ poll: [] },
			...eachPost('a'),
			{ refuse: { one: 404, two: 404, three: 404 } },
			{ fails: [/refused all of your posts: one, two, three \(/, /The next poll tries again/] },
			{ refuse: {} },
			{ poll: ['one_a', 'two_a', 'three_a'] },
		],
	],
	[
		'all chosen posts at the activation',
		CHOSEN('one', 'two'),
		[
			{ refuse: { one: 404, two: 404 } },
			{ fails: [/'Posts': one, two/] },
			...eachPost('a'),
			{ refuse: {} },
			{ poll: [] },
		],
	],
	[
		'a post in the middle of its pages: what was read counts',
		ALL,
		[
			{ poll: [] },
			...[...many('two', 150), 'three_a'].map((reply) => ({ reply })),
			{ choose: { ...ALL, options: { maxItemsPerPoll: 500 } } },
			{ refuse: { two: { later: 404 } } },
			{ poll: [...many('two', 100), 'three_a'] },
			{ poll: [] },
			{ refuse: {} },
			{ poll: many('two', 150).slice(100) },
		],
	],
	...[400, 404, 410].map((later): [string, INodeParameters, Step[]] => [
		`a cursor of an earlier poll with HTTP ${later}: the post is read from its beginning`,
		{ ...ALL, options: { maxItemsPerPoll: 500 } },
		[
			{ poll: [] },
			...[...many('two', 150), 'three_a'].map((reply) => ({ reply })),
			{ brief: 2 },
			{ poll: many('two', 100) },
			{ brief: 3000 },
			{ refuse: { two: { later } } },
			{ poll: ['three_a'] },
			{ refuse: {} },
			{ poll: many('two', 150).slice(100) },
			{ poll: [] },
		],
	]),
	[
		'a post with a cursor of an earlier poll, that is refused now',
		{ ...ALL, options: { maxItemsPerPoll: 500 } },
		[
			{ poll: [] },
			...[...many('two', 150), 'three_a'].map((reply) => ({ reply })),
			{ brief: 2 },
			{ poll: many('two', 100) },
			{ brief: 3000 },
			{ refuse: { two: 404 } },
			{ poll: ['three_a'] },
			{ refuse: {} },
			{ poll: many('two', 150).slice(100) },
		],
	],
	[
		'a post that the poll has no time to pass: the next poll passes it',
		ALL,
		[
			{ poll: [] },
			...eachPost('a'),
			{ refuse: { one: 404, two: 404 } },
			{ brief: 1 },
			{ poll: [] },
			{ poll: [] },
			{ poll: ['three_a'] },
		],
	],
	...Object.values(WATCHED).flatMap((watched): Array<[string, INodeParameters, Step[]]> => [
		[
			`a post for some days: what was published meanwhile comes, and nothing twice (${watched.repliesTo})`,
			watched,
			[
				{ reply: 'two_before', ago: DAY },
				{ reply: 'two_undated', ...undated },
				{ poll: [] },
				{ reply: 'two_known' },
				{ reply: 'two_known_undated', ...undated },
				{ poll: ['two_known', 'two_known_undated'] },
				{ refuse: { two: 404 } },
				{ wait: 3 * DAY },
				{ reply: 'two_meanwhile' },
				{ reply: 'two_meanwhile_undated', ...undated },
				{ poll: [] },
				{ wait: 3 * DAY },
				{ poll: [] },
				{ refuse: {} },
				{ poll: ['two_meanwhile', 'two_meanwhile_undated'] },
				{ poll: [] },
			],
		],
		[
			`a post for longer than the lookback: nothing comes twice (${watched.repliesTo})`,
			watched,
			[
				{ reply: 'two_before', ago: DAY },
				{ reply: 'two_undated', ...undated },
				{ poll: [] },
				{ reply: 'two_known' },
				{ poll: ['two_known'] },
				{ refuse: { two: 404 } },
				...Array.from({ length: 10 }, (): Step[] => [{ wait: DAY }, { poll: [] }]).flat(),
				{ reply: 'two_meanwhile', ago: HOUR },
				{ refuse: {} },
				{ poll: ['two_meanwhile'] },
				{ reply: 'two_later_undated', ...undated },
				{ poll: ['two_later_undated'] },
			],
		],
		[
			`a post from the activation on: what existed then is no event (${watched.repliesTo})`,
			watched,
			[
				{ reply: 'two_before', ago: HOUR },
				{ reply: 'two_undated', ...undated },
				{ reply: 'two_now' },
				{ refuse: { two: 403 } },
				{ poll: [] },
				{ wait: HOUR },
				{ reply: 'two_meanwhile' },
				{ reply: 'one_a' },
				{ poll: ['one_a'] },
				{ wait: DAY },
				{ poll: [] },
				{ restart: true },
				{ refuse: {} },
				{ poll: ['two_meanwhile'] },
				{ restart: true },
				{ reply: 'two_later' },
				{ reply: 'two_later_undated', ...undated },
				{ poll: ['two_later', 'two_later_undated'] },
				{ poll: [] },
			],
		],
		[
			`a post from the activation with a date on: what is later comes (${watched.repliesTo})`,
			{ ...watched, ...since(2 * HOUR) },
			[
				{ reply: 'two_old', ago: 3 * HOUR },
				{ reply: 'two_wanted', ago: HOUR },
				{ reply: 'one_wanted', ago: HOUR },
				{ refuse: { two: 403 } },
				{ poll: ['one_wanted'] },
				{ wait: HOUR },
				{ reply: 'two_meanwhile' },
				{ refuse: {} },
				{ poll: ['two_meanwhile', 'two_wanted'] },
				{ poll: [] },
			],
		],
		[
			`a post from the activation with the last items on: they are those of the others (${watched.repliesTo})`,
			{ ...watched, ...last(1) },
			[
				{ reply: 'two_a', ago: HOUR },
				{ reply: 'one_a', ago: 3 * HOUR },
				{ reply: 'one_b', ago: 2 * HOUR },
				{ refuse: { two: 403 } },
				{ poll: ['one_b'] },
				{ refuse: {} },
				{ poll: [] },
				{ wait: HOUR },
				{ reply: 'two_meanwhile' },
				{ poll: ['two_meanwhile'] },
			],
		],
	]),
	[
		'a post that is added: what is older than the last read is no event',
		CHOSEN('one'),
		[
			{ reply: 'two_before', ago: HOUR },
			{ poll: [] },
			{ wait: HOUR },
			{ reply: 'two_not_yet', ago: 61 * MINUTE },
			{ refuse: { two: 404 } },
			{ choose: CHOSEN('one', 'two') },
			{ reply: 'one_a' },
			{ poll: ['one_a'] },
			{ wait: HOUR },
			{ reply: 'two_meanwhile' },
			{ refuse: {} },
			{ poll: ['two_meanwhile'] },
			{ reply: 'two_later' },
			{ poll: ['two_later'] },
		],
	],
	[
		'a post of a test event',
		ALL,
		[{ reply: 'one_a' }, { reply: 'two_a' }, { refuse: { two: 404 } }, { tests: ['one_a'] }],
	],
	[
		'a post of a test event, where the others have no replies',
		ALL,
		[
			{ reply: 'two_a' },
			{ refuse: { two: 404 } },
			{ testFails: [/No event matches/, /refused these posts: two \(/] },
		],
	],
	[
		'all posts of a test event',
		ALL,
		[{ refuse: { one: 404, two: 403, three: 400 } }, { testFails: [/'Posts': one, two, three/] }],
	],
];

describe.each([
	['stores all polls', false],
	['stores only polls with events', true],
])('where n8n %s, the service refuses', (_stores, forgetful) => {
	it.each(CASES)('%s', async (_what, parameters, steps) => {
		await play(parameters, steps, forgetful);
	});
});

it('emits the replies to an own post that was refused when it was new', async () => {
	const polled = await play(MINE, [{ poll: [] }, { wait: HOUR }, { refuse: { four: 404 } }]);
	const author_user_ref = account().profile.user_ref;
	addPost(account(), { record_uid: 'four', author_user_ref, published_at: now() });
	advance(MINUTE);
	const published_at = now();
	addPost(account(), { record_uid: 'four_a', parent_record_uid: 'four', published_at });
	expect(await polled.keys()).toEqual([]);
	refusals = {};
	expect(await polled.keys()).toEqual(['four_a']);
});
