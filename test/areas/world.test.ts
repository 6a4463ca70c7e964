import { randomUUID } from 'node:crypto';

import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { overrideLimits } from '../../dev/limits';
import { iso } from '../support/times';
import { jsonOf, linksOf, nodeOf, toldRows, useService } from '../support/useService';
import type { StoredPost } from '../../dev/areas/World/data';
import { addPost } from '../../dev/areas/World/events';
import { pollNode } from '../../dev/engine/pollNode';
import { uid } from '../../dev/contract/choices';

const fixture = useService();

// These tests are about the effect of a retry, not about the backoff
beforeAll(() => overrideLimits({ firstBackoff: 10 }));

const account = () => fixture.service.account('a');
const self = () => account().profile.user_ref;
const node = nodeOf('svcWorld');
const posts = () => [...account().world.posts.values()];
const post = (record_uid: string) => account().world.posts.get(record_uid);
const isOwn = ({ author_user_ref }: StoredPost) => author_user_ref === self();
const isPublic = ({ state }: StoredPost) => state === 'published';
const uidsOf = (rows: Array<{ record_uid?: unknown }>) =>
	rows.map(({ record_uid }) => String(record_uid));
const operationsSent = () => fixture.requests.map(({ operation }) => operation);
const { asked: requestsOf } = fixture;
const sentItems = (name: string) => fixture.itemsOf(name).flat() as IDataObject[];
const retry = { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 };
const continued = { onError: 'continueErrorOutput' } as const;

/** Own records that can be published and never were. */
const publishable = () =>
	[...account().records.values()].filter(
		({ record_uid, state, locked, creator_user_ref, text_content }) =>
			state === 'available' &&
			!locked &&
			creator_user_ref === self() &&
			text_content !== '' &&
			!account().world.posts.has(record_uid),
	);

/** A post of the account. */
function ownPost(state: StoredPost['state'] = 'published'): StoredPost {
	const { record_uid, text_content, send_at } = publishable()[0];
	const row: StoredPost = {
		record_uid,
		state,
		author_user_ref: self(),
		text_content,
		record_type: 'record',
		tags: [],
		created_at: send_at,
		publication_version: account().world.nextWatermark(),
		files: [],
		...(state === 'published' && { published_at: Date.now() - 1000 }),
	};
	account().world.posts.set(record_uid, row);
	return row;
}

/** Withdraws an own post, as its author may at any time. */
function withdraw(record_uid: string): void {
	const row = post(record_uid)!;
	const publication_version = account().world.nextWatermark();
	const changed = Object.assign(row, { state: 'unpublished', publication_version });
	account().world.posts.set(record_uid, changed);
}

describe('Post > Get Many', () => {
	const list = ({ filters, ...parameters }: INodeParameters) => {
		const all = { replies: 'include', ...(filters as INodeParameters) };
		return fixture.run(node('post', 'getAll', { returnAll: true, filters: all, ...parameters }));
	};
	const expectPosts = (
		items: Array<{ record_uid?: unknown }>,
		keep: (row: StoredPost) => boolean,
	) => {
		const expected = posts().filter(keep);
		expect(expected.length).toBeGreaterThan(0);
		expect(uidsOf(items).sort()).toEqual(uidsOf(expected).sort());
	};

	beforeEach(() => {
		fixture.service.paging = 'irregular';
	});

	it('lists public posts, without pending, rejected and withdrawn ones', async () => {
		expectPosts(jsonOf((await list({})).items), isPublic);
	});

	it('lists own posts in any state', async () => {
		const { items } = await list({ scope: 'mine' });
		expectPosts(jsonOf(items), isOwn);
		expect(new Set(jsonOf(items).map(({ state }) => state)).size).toBeGreaterThan(2);
	});

	it('lists the public posts of one author', async () => {
		const { author_user_ref } = posts().find((row) => isPublic(row) && !isOwn(row))!;
		const { items } = await list({ scope: 'author', author: uid(author_user_ref) });
		expectPosts(jsonOf(items), (row) => isPublic(row) && row.author_user_ref === author_user_ref);
	});

	it('requires the author for posts of one author', async () => {
		const { error } = await list({ scope: 'author', author: uid('={{ "" }}') });
		expect(error?.message).toBe("'Author' is empty");
		expect(fixture.requests).toEqual([]);
	});

	it('ignores an author that was chosen for another scope', async () => {
		await list({ scope: 'mine', author: uid('user_x') });
		for (const body of fixture.bodies) expect(body).not.toHaveProperty('author_user_ref');
	});

	it('filters by all tags, by type and by time of publication, down to a millisecond', async () => {
		const [one] = posts().filter((row) => isPublic(row) && row.tags.length > 1);
		const { published_at, record_type, tags } = one;
		const { items } = await list({
			filters: {
				tags: tags.join(', '),
				recordType: record_type,
			},
			period: 'custom',
			after: iso(published_at!),
			before: iso(published_at! + 1),
		});
		expect(uidsOf(jsonOf(items))).toContain(one.record_uid);
		expectPosts(
			jsonOf(items),
			(row) =>
				isPublic(row) &&
				row.published_at === published_at &&
				row.record_type === record_type &&
				tags.every((tag) => row.tags.includes(tag)),
		);
	});

	const tagged = (tags: string[]) => ({ filters: { tags: `={{ ${JSON.stringify(tags)} }}` } });
	const twenty = Array.from({ length: 20 }, (_, i) => `tag ${i}`);

	it.each([
		['20 tags', twenty],
		['a tag of 100 bytes', ['ü'.repeat(50)]],
	])('accepts %s', async (_what, tags) => {
		const { error } = await list(tagged(tags));
		expect(error).toBeUndefined();
		expect(fixture.bodies[0].tags).toEqual(tags);
	});

	it.each([
		["'Tags' takes at most 20 entries, not 21", tagged([...twenty, 'one more'])],
		["'Tags' takes at most 100 bytes for each entry", tagged(['ü'.repeat(50) + 'x'])],
		[
			"'Before' must be later than 'After'",
			{ period: 'custom', after: '2026-02-02', before: '2026-02-01' },
		],
		[
			"'Before' must be later than 'After'",
			{ period: 'custom', after: '2026-02-01', before: '2026-02-01' },
		],
	])('reports %s before sending', async (message, parameters) => {
		const { error } = await list(parameters);
		expect(error?.message).toBe(`${message}`);
		expect(fixture.requests).toEqual([]);
	});

	it('returns names and identifiers of files with Simplify, and all fields without it', async () => {
		const simple = jsonOf((await list({})).items);
		const whole = jsonOf((await list({ simplify: false })).items);
		expect(simple.some((row) => 'files' in row || row.extension)).toBe(false);
		for (const [i, { files }] of whole.entries()) {
			const list = files as Array<Record<string, string>>;
			const texts = (key: string) => list.map((file) => file[key]).join(', ') || undefined;
			expect(simple[i].file_names).toBe(texts('file_name'));
			expect(simple[i].file_asset_uids).toBe(texts('file_asset_uid'));
		}
		expect(simple.some(({ file_names }) => String(file_names).includes(', '))).toBe(true);
		const extended = whole.find(({ record_type }) => record_type === 'extension_publication');
		const { extension_id, name } = extended!.extension as Record<string, string>;
		expect(simple[whole.indexOf(extended!)]).toMatchObject({ extension_id, extension_name: name });
	});
});

/** Posts and replies by what shows them: Replies as the user sets it, and the record_uids of the rows. */
describe('Replies', () => {
	type Shown = (filters: IDataObject) => Promise<unknown[]>;
	const mine = { resource: 'post', operation: 'getAll', scope: 'mine', returnAll: true };
	const run = async (name: string, own: object, input: IDataObject = {}) => {
		const parameters = { ...mine, ...own } as INodeParameters;
		const { items, error } = await fixture.run({ node: name, parameters, items: [input] });
		if (error) throw error;
		return items;
	};
	const callers: Array<[what: string, shown: Shown]> = [
		['items', async (filters) => uidsOf(jsonOf(await run('svcWorld', { filters })))],
		[
			'raw items',
			async (filters) => uidsOf(jsonOf(await run('svcWorld', { filters, simplify: false }))),
		],
		[
			'items up to Limit',
			async (filters) =>
				uidsOf(jsonOf(await run('svcWorld', { filters, returnAll: false, limit: 20 }))),
		],
		[
			'a text',
			async (filters) => {
				const own = { filters, outputAs: 'text', textFields: ['record_uid'] };
				const [{ text }] = jsonOf(await run('svcWorld', own));
				return [...String(text).matchAll(/post_\d+/g)].map(([uid]) => uid);
			},
		],
		[
			'the pages of a tool',
			async (filters) => {
				const found: unknown[] = [];
				const left = "={{ $fromAI('cursor', '', 'string', '') }}";
				let cursor: IDataObject[string] = '';
				do {
					const query = { query: { cursor } };
					const told = await run('svcWorldTool', { filters, limit: 2, cursor: left }, query);
					const rows = toldRows(told);
					found.push(...uidsOf(rows.filter(({ record_uid }) => record_uid)));
					cursor = rows.at(-1)!.next_cursor as string | undefined;
				} while (cursor);
				return found;
			},
		],
		[
			'events',
			async (filters) => {
				const parameters = { event: 'newPost', author: uid(self()), filters } as never;
				const setup = { workflow: randomUUID(), node: 'svcWorldTrigger', parameters };
				const start = { startFrom: 'date', startDate: '2000-01-01' };
				Object.assign(setup.parameters, start);
				const { items, error } = await pollNode({ ...setup, credential: fixture.credential });
				if (error) throw error;
				return uidsOf(jsonOf(items));
			},
		],
	];

	/** Numbers of the posts in the order of the list. Every third one is a reply. */
	const cases: Array<[filters: IDataObject, isShown: (i: number) => boolean]> = [
		[{}, (i) => i % 3 !== 0],
		[{ replies: 'leaveOut' }, (i) => i % 3 !== 0],
		[{ replies: 'include' }, () => true],
		[{ replies: 'only' }, (i) => i % 3 === 0],
	];

	describe.each(callers)('as %s', (_what, shownWith) => {
		it.each(cases)('are those that %j asks for', async (filters, isShown) => {
			const numbers = Array.from({ length: 12 }, (_v, i) => i);
			account().world.posts.clear();
			for (const i of numbers) {
				const more = { author_user_ref: self(), published_at: Date.now() - 1000 * (i + 1) };
				addPost(account(), {
					record_uid: `post_${i}`,
					...more,
					...(i % 3 === 0 && { parent_record_uid: `post_${i + 1}` }),
				});
			}
			const wanted = numbers.filter(isShown).map((i) => `post_${i}`);
			expect((await shownWith(filters)).sort()).toEqual(wanted.sort());
		});
	});
});

describe('Post > Get', () => {
	const get = node('post', 'get', { post: uid('={{ $json.uid }}') });
	const long = () => posts().find((row) => isPublic(row) && [...row.text_content].length > 512)!;

	it('reads the full text that the list truncates', async () => {
		const { record_uid, text_content } = long();
		const { items: listed } = await fixture.run(node('post', 'getAll', { returnAll: true }));
		const cut = jsonOf(listed).find((row) => row.record_uid === record_uid);
		expect(cut).toMatchObject({ text_truncated: true });
		expect([...String(cut?.text_content)]).toHaveLength(512);
		const { items } = await fixture.run({ ...get, items: [{ uid: record_uid }] });
		expect(jsonOf(items)).toMatchObject([{ record_uid, text_content }]);
		expect(items[0].json).not.toHaveProperty('text_truncated');
	});

	it('reads 25 posts in 3 requests, each only once', async () => {
		const uids = uidsOf(posts().filter(isPublic).slice(0, 24));
		const { items } = await fixture.run({
			...get,
			items: [...uids, uids[3]].map((value) => ({ uid: value })),
		});
		expect(uidsOf(jsonOf(items))).toEqual([...uids, uids[3]]);
		expect(fixture.requests).toHaveLength(3);
	});

	it("fails an item whose post is missing, or somebody else's pending post", async () => {
		const pending = posts().find((row) => row.state === 'pending' && !isOwn(row))!.record_uid;
		const { record_uid } = long();
		const { items, errors } = await fixture.run({
			...get,
			items: [{ uid: 'nowhere' }, { uid: record_uid }, { uid: pending }],
			settings: continued,
		});
		expect(linksOf(items)).toEqual([1]);
		expect(jsonOf(errors).map(({ error }) => error)).toEqual([
			'The post "nowhere" does not exist or is not readable with this key [item 1 of 3]',
			`The post "${pending}" does not exist or is not readable with this key [item 3 of 3]`,
		]);
	});

	it('returns with If Not Found = Output Outcome whether each post was found', async () => {
		const { record_uid } = long();
		const { items } = await fixture.run({
			...get,
			parameters: { ...get.parameters, options: { ifNotFound: 'output' } },
			items: [{ uid: 'nowhere' }, { uid: record_uid }],
		});
		expect(jsonOf(items)).toMatchObject([
			{ record_uid: 'nowhere', found: false },
			{ record_uid, found: true, state: 'published' },
		]);
	});
});

describe('Reply > Get Many', () => {
	it('lists the direct public replies over irregular pages', async () => {
		fixture.service.paging = 'irregular';
		const repliesTo = (parent: string) =>
			posts().filter((row) => isPublic(row) && row.parent_record_uid === parent);
		const parent = posts().find((row) => isPublic(row) && repliesTo(row.record_uid).length > 1)!;
		const { items } = await fixture.run(
			node('reply', 'getAll', { post: uid(parent.record_uid), returnAll: true }),
		);
		expect(uidsOf(jsonOf(items)).sort()).toEqual(uidsOf(repliesTo(parent.record_uid)).sort());
		for (const row of jsonOf(items)) expect(row.parent_record_uid).toBe(parent.record_uid);
	});
});

describe.each([
	['post', {}],
	['reply', { post: uid('parent') }],
])('Include Full Text of %s > Get Many', (resource, parameters) => {
	const long = (i: number) => `${i} ${'and on '.repeat(100)}`;
	/** 12 posts with long texts, and one with a short one. */
	function addPosts(): StoredPost[] {
		account().world.posts.clear();
		const parent = { ...ownPost(), record_uid: 'parent' };
		account().world.posts.clear();
		if (resource === 'reply') account().world.posts.set('parent', parent);
		return Array.from({ length: 13 }, (_, i) => {
			const text_content = i === 12 ? 'Short' : long(i);
			const more = resource === 'reply' ? { parent_record_uid: 'parent' } : {};
			const row = { ...parent, ...more, record_uid: `post_${i}`, text_content };
			account().world.posts.set(row.record_uid, row);
			return row;
		});
	}
	const run = async (options?: INodeParameters) => {
		const { items } = await fixture.run(
			node(resource, 'getAll', { ...parameters, returnAll: true, ...(options && { options }) }),
		);
		const rows = jsonOf(items).filter(({ record_uid }) => record_uid !== 'parent');
		return new Map(rows.map((row) => [row.record_uid, row]));
	};

	it('reads only those that are cut off, ten per request', async () => {
		const all = addPosts();
		const rows = await run({ includeFullText: true });
		expect(rows.size).toBe(13);
		for (const { record_uid, text_content } of all) {
			const row = rows.get(record_uid)!;
			expect(row.text_content).toBe(text_content);
			expect(row.text_truncated).not.toBe(true);
		}
		const asked = requestsOf('batchGetWorldRecords').map(
			({ record_uids }) => record_uids as string[],
		);
		expect(asked.map(({ length }) => length)).toEqual([10, 2]);
		expect(asked.flat()).not.toContain('post_12');
	});

	it('is off without the option', async () => {
		addPosts();
		expect((await run()).get('post_0')).toMatchObject({ text_truncated: true });
		expect(requestsOf('batchGetWorldRecords')).toEqual([]);
	});

	it('leaves the text of the list, and its mark, where a post can no longer be read', async () => {
		addPosts();
		const stop = fixture.service.listen(({ operation, processed }) => {
			if (processed && operation !== 'batchGetWorldRecords') account().world.posts.delete('post_3');
		});
		const rows = await run({ includeFullText: true });
		stop();
		const { text_content, text_truncated } = rows.get('post_3')!;
		expect([...String(text_content)]).toHaveLength(512);
		expect(text_truncated).toBe(true);
		expect(rows.get('post_4')).toMatchObject({ text_content: long(4) });
		expect(rows.get('post_4')).not.toHaveProperty('text_truncated');
	});
});

describe('Post > Publish', () => {
	const publish = node('post', 'publish', { record: uid('={{ $json.uid }}') });
	const withOptions = (options: INodeParameters) => ({ ...publish.parameters, options });
	const inputs = (count: number) =>
		publishable()
			.slice(0, count)
			.map(({ record_uid }) => ({ uid: record_uid }));

	it('reads versions and watermarks of 25 records together, then publishes each once', async () => {
		const items = inputs(25);
		const outcome = await fixture.run({ ...publish, items });
		expect(jsonOf(outcome.items)).toEqual(
			items.map(({ uid: record_uid }) => ({
				record_uid,
				status: 'published',
				publication_version: post(record_uid)?.publication_version,
			})),
		);
		expect(linksOf(outcome.items)).toEqual(items.map((_, i) => i));
		const count = (name: string) => requestsOf(name).length;
		expect(['batchGetRecords', 'batchGetWorldRecords', 'publishWorldRecords'].map(count)).toEqual([
			3, 3, 3,
		]);
		expect(fixture.requests).toHaveLength(9);
		expect(uidsOf(sentItems('publishWorldRecords')).sort()).toEqual(
			items.map(({ uid: record_uid }) => record_uid).sort(),
		);
		for (const item of sentItems('publishWorldRecords')) {
			expect(item).toMatchObject({
				expected_publication_version: -1,
				source_version: account().records.get(String(item.record_uid))!.version,
			});
		}
	});

	it('reads nothing if source version and watermark are given, and sends them', async () => {
		const [{ record_uid, version }] = publishable();
		await fixture.run({
			...publish,
			parameters: withOptions({ sourceVersion: version, expectedPublicationVersion: -1 }),
			items: [{ uid: record_uid }],
		});
		expect(operationsSent()).toEqual(['publishWorldRecords']);
		expect(post(record_uid)?.state).toBe('published');
	});

	it('publishes a reply with tags', async () => {
		const parent = posts().find((row) => isPublic(row) && !isOwn(row))!.record_uid;
		const [item] = inputs(1);
		await fixture.run({
			...publish,
			parameters: {
				...publish.parameters,
				additionalFields: { parentPost: uid(parent), tags: 'kiln, glaze' },
			},
			items: [item],
		});
		expect(post(item.uid)).toMatchObject({
			state: 'published',
			parent_record_uid: parent,
			tags: ['kiln', 'glaze'],
		});
	});

	it('refuses 21 tags before sending', async () => {
		const tags = Array.from({ length: 21 }, (_, i) => `t${i}`).join();
		const { error } = await fixture.run({
			...publish,
			parameters: { ...publish.parameters, additionalFields: { tags } },
			items: inputs(1),
		});
		expect(error?.message).toBe("'Tags' takes at most 20 entries, not 21");
		expect(fixture.requests).toEqual([]);
	});

	it('publishes a withdrawn record again, with its watermark', async () => {
		const row = ownPost('unpublished');
		const before = row.publication_version;
		const { items } = await fixture.run({ ...publish, items: [{ uid: row.record_uid }] });
		expect(jsonOf(items)).toMatchObject([{ status: 'published' }]);
		expect(sentItems('publishWorldRecords')[0].expected_publication_version).toBe(before);
	});

	it('reports that a post waits for a review', async () => {
		fixture.service.settings.world.review = true;
		const { items } = await fixture.run({ ...publish, items: inputs(1) });
		expect(jsonOf(items)).toMatchObject([{ status: 'pending' }]);
	});

	/** Makes a publication fail with a status and returns the item. */
	const failing: Record<string, () => { uid: string; watermark?: number; version?: number }> = {
		conflict: () => ({ ...inputs(1)[0], watermark: 12 }),
		unavailable: () => ({ uid: ownPost('published').record_uid }),
		source_unavailable: () => ({ ...inputs(1)[0], version: 999 }),
		phone_required: () => {
			account().bindings.phone = false;
			return inputs(1)[0];
		},
	};
	const words: Record<string, string> = {
		conflict: 'The post has changed since it was read',
		unavailable: 'The post, or the post it replies to, is not available or not yours',
		source_unavailable: 'The record cannot be published as it is',
		phone_required: 'The account has to be bound to a phone number first',
	};

	it.each(Object.keys(failing))(
		'fails an item with the status %s and explains it',
		async (status) => {
			const item = failing[status]();
			const before = JSON.stringify(post(item.uid));
			const { items, errors } = await fixture.run({
				...publish,
				parameters: withOptions({
					...(item.watermark !== undefined && { expectedPublicationVersion: item.watermark }),
					...(item.version !== undefined && { sourceVersion: item.version }),
				}),
				items: [item],
				settings: continued,
			});
			expect(items).toEqual([]);
			expect(jsonOf(errors)[0]).toMatchObject({
				error: `${words[status]}`,
				details: {
					reason: status,
					description: expect.stringContaining(`Reason: ${status}.`) as string,
				},
			});
			expect(requestsOf('publishWorldRecords')).toHaveLength(1);
			expect(JSON.stringify(post(item.uid))).toBe(before);
		},
	);

	it.each(['locked', 'deleted', 'missing'])(
		'does not publish a record that is %s',
		async (what) => {
			const [record] = publishable();
			if (what === 'locked') record.locked = true;
			if (what === 'deleted') record.state = 'deleted';
			const [item, other] = inputs(what === 'missing' ? 1 : 2);
			const bad = what === 'missing' ? { uid: 'nowhere' } : { uid: record.record_uid };
			const { items, errors } = await fixture.run({
				...publish,
				items: [bad, other ?? item],
				settings: continued,
			});
			expect(linksOf(items)).toEqual([1]);
			expect(linksOf(errors)).toEqual([0]);
			expect(jsonOf(errors)[0].error).toBe(
				what === 'missing'
					? 'The record "nowhere" does not exist or is not readable with this key [item 1 of 2]'
					: 'The record cannot be published as it is [item 1 of 2]',
			);
			expect(post(bad.uid)).toBeUndefined();
		},
	);

	it('outputs the outcome of records that cannot be published', async () => {
		const [locked] = publishable();
		locked.locked = true;
		const [, item] = inputs(2);
		const { items } = await fixture.run({
			...publish,
			parameters: withOptions({ ifRejected: 'output' }),
			items: [{ uid: locked.record_uid }, { uid: 'nowhere' }, item],
		});
		expect(jsonOf(items)).toMatchObject([
			{ record_uid: locked.record_uid, status: 'source_unavailable' },
			{ record_uid: 'nowhere', status: 'source_unavailable' },
			{ record_uid: item.uid, status: 'published' },
		]);
	});

	it('outputs the outcome of a rejected item with If Rejected = Output Outcome', async () => {
		const [item] = inputs(1);
		const { items } = await fixture.run({
			...publish,
			parameters: withOptions({ expectedPublicationVersion: 12, ifRejected: 'output' }),
			items: [item],
		});
		expect(jsonOf(items)).toEqual([{ record_uid: item.uid, status: 'conflict' }]);
	});

	it('reports an unknown outcome if there is no post, and sends nothing more', async () => {
		const [item] = inputs(1);
		fixture.service.settings.unknownOutcomes[item.uid] = { times: 1, done: false };
		const { error } = await fixture.run({ ...publish, items: [item] });
		expect(error?.message).toBe('The service does not know whether the post was written');
		expect(requestsOf('publishWorldRecords')).toHaveLength(1);
		expect(post(item.uid)).toBeUndefined();
	});

	it('does not use newer values on Retry On Fail after a conflict', async () => {
		const row = ownPost('unpublished');
		const { record_uid } = row;
		let moved = false;
		// Somebody publishes and withdraws it between the node's read and its write
		const stop = fixture.service.listen(({ operation, processed }) => {
			if (moved || operation !== 'batchGetWorldRecords' || !processed) return;
			moved = true;
			withdraw(record_uid);
		});
		const { error } = await fixture.run({
			...publish,
			items: [{ uid: record_uid }],
			settings: retry,
		});
		stop();
		expect(error?.message).toBe('The post has changed since it was read');
		expect(post(record_uid)?.state).toBe('unpublished');
		const sent = sentItems('publishWorldRecords');
		expect(sent).toHaveLength(2);
		expect(sent[1]).toEqual(sent[0]);
	});

	it('uses newer values in a new execution', async () => {
		const { record_uid } = ownPost('unpublished');
		const { items } = await fixture.run({ ...publish, items: [{ uid: record_uid }] });
		withdraw(record_uid);
		const again = await fixture.run({ ...publish, items: [{ uid: record_uid }] });
		expect(jsonOf(items)).toMatchObject([{ status: 'published' }]);
		expect(jsonOf(again.items)).toMatchObject([{ status: 'published' }]);
	});

	it('publishes a record once if two items name it, and fails the second', async () => {
		const [item] = inputs(1);
		const { items, errors } = await fixture.run({
			...publish,
			items: [item, item],
			settings: continued,
		});
		expect(linksOf(items)).toEqual([0]);
		expect(linksOf(errors)).toEqual([1]);
	});
});

describe('Post > Unpublish', () => {
	const unpublish = node('post', 'unpublish', { post: uid('={{ $json.uid }}') });

	it('withdraws a post and verifies it by reading the post', async () => {
		const { record_uid, publication_version } = ownPost();
		const { items } = await fixture.run({ ...unpublish, items: [{ uid: record_uid }] });
		expect(jsonOf(items)).toEqual([
			{
				record_uid,
				status: 'unpublished',
				publication_version: post(record_uid)!.publication_version,
			},
		]);
		expect(post(record_uid)?.state).toBe('unpublished');
		expect(operationsSent()).toEqual([
			'batchGetWorldRecords',
			'unpublishWorldRecords',
			'batchGetWorldRecords',
		]);
		expect(sentItems('unpublishWorldRecords')[0].expected_publication_version).toBe(
			publication_version,
		);
	});

	it('withdraws 25 posts in 9 requests', async () => {
		const rows = Array.from({ length: 25 }, () => ownPost());
		const { items } = await fixture.run({
			...unpublish,
			items: rows.map(({ record_uid }) => ({ uid: record_uid })),
		});
		expect(linksOf(items)).toEqual(rows.map((_, i) => i));
		expect(fixture.requests).toHaveLength(9);
		for (const row of rows) expect(row.state).toBe('unpublished');
	});

	it('fails if the answer is a success but the post is still public', async () => {
		const row = ownPost();
		// The post is published again before the node reads it
		const stop = fixture.service.listen(({ operation, processed }) => {
			if (operation === 'unpublishWorldRecords' && processed) row.state = 'published';
		});
		const { error } = await fixture.run({ ...unpublish, items: [{ uid: row.record_uid }] });
		stop();
		expect(error?.message).toBe(
			'The post has changed, and is not unpublished; the post may have been written',
		);
	});

	it('leaves the outcome open if the answer is a success but the post is as it was', async () => {
		const { record_uid } = ownPost();
		const data = { items: [{ item_id: '0', record_uid, status: 'unpublished' }] };
		const body = JSON.stringify({ code: 200, data });
		fixture.service.faults.add({ operation: 'unpublishWorldRecords', status: 200, body });
		const { error } = await fixture.run({ ...unpublish, items: [{ uid: record_uid }] });
		expect(error?.message).toContain('is as it was, although the answer is a success');
	});

	it('fails with a stale watermark, and does not change the post', async () => {
		const { record_uid, publication_version } = ownPost();
		const { error } = await fixture.run({
			...unpublish,
			parameters: {
				...unpublish.parameters,
				options: { expectedPublicationVersion: publication_version - 1 },
			},
			items: [{ uid: record_uid }],
		});
		expect(error?.message).toBe('The post has changed since it was read');
		expect(post(record_uid)?.state).toBe('published');
		expect(operationsSent()).toEqual(['unpublishWorldRecords', 'batchGetWorldRecords']);
	});

	it('withdraws on Retry On Fail with the new watermark, since this only hides the post', async () => {
		const row = ownPost('pending');
		let reviewed = false;
		const stop = fixture.service.listen(({ operation, processed }) => {
			if (reviewed || operation !== 'batchGetWorldRecords' || !processed) return;
			reviewed = true;
			account().world.review(row.record_uid, 'published', Date.now());
		});
		const { items } = await fixture.run({
			...unpublish,
			items: [{ uid: row.record_uid }],
			settings: retry,
		});
		stop();
		expect(jsonOf(items)).toMatchObject([{ status: 'unpublished' }]);
		expect(sentItems('unpublishWorldRecords')).toHaveLength(2);
	});

	it('does not withdraw posts of others, nor records that were never published', async () => {
		const other = posts().find((row) => isPublic(row) && !isOwn(row))!;
		const { errors } = await fixture.run({
			...unpublish,
			items: [{ uid: other.record_uid }, { uid: 'nowhere' }],
			settings: continued,
		});
		expect(jsonOf(errors).map(({ error }) => error)).toEqual(
			[0, 1].map(
				(i) =>
					`The post, or the post it replies to, is not available or not yours [item ${i + 1} of 2]`,
			),
		);
		expect(other.state).toBe('published');
	});

	it('reports an unknown outcome if the post cannot be read', async () => {
		const { record_uid } = ownPost();
		fixture.service.faults.add({
			operation: 'batchGetWorldRecords',
			after: 1,
			status: 503,
			times: 5,
		});
		const { error } = await fixture.run({ ...unpublish, items: [{ uid: record_uid }] });
		expect(error?.message).toMatch(/the post may have been written/);
	});
});
