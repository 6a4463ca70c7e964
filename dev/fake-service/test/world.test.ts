import { useFakeService } from '../fakeService';
import type { StoredRecord } from '../../areas/Records/data';
import type { StoredPost } from '../../areas/World/data';

const now = Date.UTC(2026, 5, 1);
const { service, a } = useFakeService({ now });

const account = () => service.account('a');
const self = () => account().profile.user_ref;
const posts = () => account().world.posts;
const rows = () => [...posts().values()];
const isOwn = ({ author_user_ref }: StoredPost) => author_user_ref === self();
const uids = (list: Array<{ record_uid: string }>) => list.map(({ record_uid }) => record_uid);
const expected = (keep: (post: StoredPost) => boolean) => uids(rows().filter(keep)).sort();
const query = async (body: object = {}) =>
	(await a.scan<StoredPost>('/world/records/query', { limit: 9, ...body })).rows;
const get = async (...record_uids: string[]) =>
	(await a.data('/world/records/batch-get', { record_uids })).items;

function addPost(record_uid: string, facts: Partial<StoredPost> = {}): StoredPost {
	const post: StoredPost = {
		record_uid,
		state: 'published',
		author_user_ref: 'usr_x',
		text_content: 'Text',
		record_type: 'record',
		tags: [],
		published_at: now - 1000,
		created_at: now - 2000,
		publication_version: account().world.nextWatermark(),
		files: [],
		...facts,
	};
	posts().set(record_uid, post);
	return post;
}

function addRecord(facts: Partial<StoredRecord> = {}): StoredRecord {
	const record: StoredRecord = {
		record_uid: `rec_${account().records.size}`,
		state: 'available',
		creator_user_ref: self(),
		origin: 'self',
		title: 'Source title',
		text_content: 'Source text',
		send_at: now - 5000,
		version: 3,
		container: { kind: 'unclassified' },
		...facts,
	};
	account().records.set(record.record_uid, record);
	return record;
}

describe('querying world records', () => {
	it('lists all published posts and replies by default, in no order of time', async () => {
		const list = await query();
		expect(uids(list)).toEqual(expected(({ state }) => state === 'published'));
		expect(uids(await query({ scope: 'public' }))).toEqual(uids(list));
		expect(list.some(({ parent_record_uid }) => parent_record_uid)).toBe(true);
		expect(list.some(isOwn)).toBe(true);
		expect((await a.data('/world/records/query')).items).toHaveLength(20);
	});

	it('can list own posts in every state', async () => {
		const list = await query({ scope: 'mine' });
		expect(uids(list)).toEqual(expected(isOwn));
		expect(new Set(list.map(({ state }) => state))).toEqual(
			new Set(['published', 'pending', 'rejected', 'unpublished']),
		);
	});

	it('can list the published posts of an author', async () => {
		const { author_user_ref } = rows().find((post) => !isOwn(post) && post.state === 'published')!;
		const list = await query({ scope: 'author', author_user_ref });
		expect(uids(list)).toEqual(
			expected((post) => post.author_user_ref === author_user_ref && post.state === 'published'),
		);
		const own = await query({ scope: 'author', author_user_ref: self() });
		expect(uids(own)).toEqual(expected((post) => isOwn(post) && post.state === 'published'));
		for (const body of [
			{ scope: 'author' },
			{ author_user_ref },
			{ scope: 'mine', author_user_ref },
		]) {
			expect(await a.refusal('/world/records/query', body)).toMatch('author_user_ref');
		}
	});

	it('filters by type, and by several tags that must all match', async () => {
		const open = ({ state }: StoredPost) => state === 'published';
		for (const record_type of ['record', 'extension_publication']) {
			expect(uids(await query({ record_type }))).toEqual(
				expected((post) => open(post) && post.record_type === record_type),
			);
		}
		const [, tagged] = rows().filter((post) => open(post) && post.tags.length > 1);
		const list = await query({ tags: tagged.tags });
		expect(uids(list)).toEqual(
			expected((post) => open(post) && tagged.tags.every((tag) => post.tags.includes(tag))),
		);
		expect(uids(list)).toContain(tagged.record_uid);
		expect(await a.refusal('/world/records/query', { tags: ['釉'.repeat(34)] })).toMatch('tags');
		const tags = Array.from({ length: 21 }, (_, i) => `${i}`);
		expect(await a.refusal('/world/records/query', { tags })).toMatch('tags');
	});

	it('filters by publication time, both bounds inclusive, without posts that were never public', async () => {
		posts().clear();
		[4999, 5000, 5002, 5003].forEach((at) =>
			addPost(`p${at}`, { published_at: at, author_user_ref: self() }),
		);
		addPost('pending', { state: 'pending', published_at: undefined, author_user_ref: self() });
		expect(uids(await query({ start_at: 5000, end_at: 5002 }))).toEqual(['p5000', 'p5002']);
		expect(uids(await query({ scope: 'mine', start_at: 0 }))).not.toContain('pending');
		expect(uids(await query({ scope: 'mine' }))).toContain('pending');
	});

	it('truncates texts at 512 code points', async () => {
		posts().clear();
		addPost('p1', { text_content: '🎶'.repeat(512) });
		addPost('p2', { text_content: '🎶'.repeat(513) });
		const [whole, cut] = await query();
		expect(whole).not.toHaveProperty('text_truncated');
		expect(cut).toMatchObject({ text_content: '🎶'.repeat(512), text_truncated: true });
		const [full] = await get('p2');
		expect(full.text_content).toBe('🎶'.repeat(513));
		expect(full).not.toHaveProperty('text_truncated');
	});
});

describe('reading world records by UID', () => {
	it('returns public posts and own posts in input order, the rest as missing', async () => {
		const missing = (record_uid: string) => ({
			record_uid,
			state: 'missing',
			publication_version: -1,
		});
		const others = (['pending', 'rejected', 'unpublished'] as const).map(
			(state) => rows().find((post) => !isOwn(post) && post.state === state)!.record_uid,
		);
		expect(await get('none', ...others)).toEqual(['none', ...others].map(missing));
		const own = rows().filter(isOwn).slice(0, 4);
		expect(await get(...uids(own))).toMatchObject(
			own.map(({ record_uid, state, publication_version }) => ({
				record_uid,
				state,
				publication_version,
			})),
		);
	});

	it('shows files and extensions', async () => {
		const withFiles = rows().find(({ files, state }) => files.length > 0 && state === 'published')!;
		const plugin = rows().find(
			({ extension, files, state }) => extension && files.length === 0 && state === 'published',
		)!;
		const [first, second] = await get(withFiles.record_uid, plugin.record_uid);
		expect(first.files).toEqual(withFiles.files);
		expect(second).toMatchObject({
			record_type: 'extension_publication',
			extension: plugin.extension,
		});
	});

	it('accepts 1 to 10 different UIDs', async () => {
		const many = Array.from({ length: 11 }, (_, i) => `${i}`);
		for (const record_uids of [[], many, ['x', 'x']]) {
			expect(await a.refusal('/world/records/batch-get', { record_uids })).toMatch('record_uids');
		}
	});
});

describe('querying replies', () => {
	const replies = async (parent_record_uid: string) =>
		(await a.scan('/world/replies/query', { parent_record_uid, limit: 2 })).rows;

	it('returns the published direct replies to a public post, truncated as in lists', async () => {
		addPost('parent');
		addPost('r2', { parent_record_uid: 'parent', text_content: 'x'.repeat(600) });
		addPost('r1', { parent_record_uid: 'parent' });
		addPost('deeper', { parent_record_uid: 'r1' });
		addPost('waiting', { parent_record_uid: 'parent', state: 'pending' });
		const list = await replies('parent');
		expect(uids(list)).toEqual(['r1', 'r2']);
		expect(list[1]).toMatchObject({ text_truncated: true, parent_record_uid: 'parent' });
	});

	it('returns no replies to a post that is not public', async () => {
		addPost('parent', { state: 'unpublished', author_user_ref: self() });
		addPost('r1', { parent_record_uid: 'parent' });
		expect(await replies('parent')).toEqual([]);
		expect(await replies('none')).toEqual([]);
		expect(uids(await get('r1'))).toEqual(['r1']);
	});
});

describe('publishing', () => {
	const item = (record: StoredRecord, facts: object = {}) => ({
		item_id: 'x',
		record_uid: record.record_uid,
		source_version: record.version,
		expected_publication_version: -1,
		...facts,
	});
	const send = async (...items: object[]) =>
		(await a.data('/world/records/publish', { items })).items;
	const publish = async (record: StoredRecord, facts: object = {}) =>
		(await send(item(record, facts)))[0];
	const unpublish = async (record_uid: string, expected_publication_version: number) =>
		(
			await a.data('/world/records/unpublish', {
				items: [{ item_id: 'x', record_uid, expected_publication_version }],
			})
		).items[0];

	it('makes a snapshot that later versions of the source do not change', async () => {
		const record = addRecord();
		const answer = await publish(record, { tags: ['kiln', 'kiln', 'ash'] });
		expect(answer).toEqual({
			item_id: 'x',
			record_uid: record.record_uid,
			status: 'published',
			publication_version: expect.any(Number),
		});
		Object.assign(record, { text_content: 'Later', version: 4 });
		const snapshot = {
			record_uid: record.record_uid,
			state: 'published',
			author_user_ref: self(),
			author_name: account().profile.nickname,
			title: 'Source title',
			text_content: 'Source text',
			record_type: 'record',
			tags: ['kiln', 'ash'],
			published_at: now,
			created_at: now - 5000,
			publication_version: answer.publication_version,
			files: [],
			extension: null,
		};
		expect(await get(record.record_uid)).toEqual([snapshot]);
		expect(uids(await query())).toContain(record.record_uid);
	});

	it('can require a review, which makes the watermark stale', async () => {
		service.settings.world.review = true;
		const [good, bad] = [addRecord(), addRecord()];
		const { status, publication_version } = await publish(good);
		expect(status).toBe('pending');
		expect(await publish(bad)).toMatchObject({ status: 'pending' });
		expect((await get(good.record_uid))[0]).not.toHaveProperty('published_at');
		expect(uids(await query())).not.toContain(good.record_uid);

		service.advance(7000);
		account().world.review(good.record_uid, 'published', service.now());
		account().world.review(bad.record_uid, 'rejected', service.now());
		const [approved, rejected] = await get(good.record_uid, bad.record_uid);
		expect(approved).toMatchObject({ state: 'published', published_at: now + 7000 });
		expect(approved.publication_version).toBeGreaterThan(publication_version);
		expect(rejected).toMatchObject({ state: 'rejected' });
		expect(uids(await query())).toContain(good.record_uid);
		expect(await unpublish(good.record_uid, publication_version)).toMatchObject({
			status: 'conflict',
		});
		expect(() => account().world.review(good.record_uid, 'rejected', now)).toThrow('review');
	});

	it('is possible again after withdrawal, with the new watermark', async () => {
		const record = addRecord();
		const first = await publish(record);
		const { publication_version } = await unpublish(record.record_uid, first.publication_version);
		const again = await publish(record, { expected_publication_version: publication_version });
		expect(again).toMatchObject({ status: 'published' });
		expect(again.publication_version).toBeGreaterThan(publication_version);
	});

	it('answers a repeated old request that the post was withdrawn, and publishes nothing', async () => {
		const record = addRecord();
		const { publication_version } = await publish(record);
		expect(await publish(record)).toEqual({
			item_id: 'x',
			record_uid: record.record_uid,
			status: 'conflict',
		});
		await unpublish(record.record_uid, publication_version);
		expect(await publish(record)).toMatchObject({ status: 'unpublished' });
		expect(await publish(record, { tags: ['other'] })).toMatchObject({ status: 'conflict' });
		expect((await get(record.record_uid))[0].state).toBe('unpublished');
	});

	it('is unavailable if a post is already public, pending or rejected', async () => {
		for (const state of ['published', 'pending', 'rejected'] as const) {
			const record = addRecord();
			const { publication_version } = addPost(record.record_uid, {
				state,
				author_user_ref: self(),
			});
			expect(
				await publish(record, { expected_publication_version: publication_version }),
			).toMatchObject({ status: 'unavailable' });
		}
	});

	it('requires an own, current and publishable source', async () => {
		for (const [record, status, facts] of [
			[addRecord(), 'source_unavailable', { source_version: 2 }],
			[addRecord({ state: 'protected' }), 'source_unavailable', {}],
			[addRecord({ state: 'deleted' }), 'source_unavailable', {}],
			[addRecord({ state: 'hidden' }), 'source_unavailable', {}],
			[addRecord({ locked: true }), 'source_unavailable', {}],
			[addRecord({ text_content: '' }), 'source_unavailable', {}],
			[addRecord({ creator_user_ref: 'usr_x' }), 'unavailable', {}],
			[addRecord(), 'source_unavailable', { record_uid: 'none' }],
			[addRecord(), 'conflict', { expected_publication_version: 3 }],
		] as const) {
			expect(await publish(record, facts)).toMatchObject({ status });
			expect(posts().has(record.record_uid)).toBe(false);
		}
		const foreign = rows().find((post) => !isOwn(post))!;
		const facts = {
			record_uid: foreign.record_uid,
			expected_publication_version: foreign.publication_version,
		};
		expect(await publish(addRecord(), facts)).toMatchObject({ status: 'unavailable' });
	});

	it('requires a phone number', async () => {
		account().bindings.phone = false;
		expect(await publish(addRecord())).toMatchObject({ status: 'phone_required' });
	});

	it('can publish a reply to a public post, and keeps the parent', async () => {
		addPost('parent');
		addPost('other');
		const record = addRecord();
		const reply = { parent_record_uid: 'parent' };
		const { publication_version } = await publish(record, reply);
		const { items } = await a.data('/world/replies/query', reply);
		expect(uids(items)).toEqual([record.record_uid]);
		const withdrawn = await unpublish(record.record_uid, publication_version);
		const again = { expected_publication_version: withdrawn.publication_version };
		expect(await publish(record, { ...again, parent_record_uid: 'other' })).toMatchObject({
			status: 'unavailable',
		});
		expect(await publish(record, again)).toMatchObject({ status: 'published' });
		expect((await get(record.record_uid))[0].parent_record_uid).toBe('parent');
	});

	it('cannot publish a reply to a post that is not public, or to itself', async () => {
		addPost('withdrawn', { state: 'unpublished' });
		const record = addRecord();
		for (const parent_record_uid of ['withdrawn', 'none', record.record_uid]) {
			expect(await publish(record, { parent_record_uid })).toMatchObject({
				status: 'unavailable',
			});
		}
		// The last item is executed first, so its parent does not exist yet.
		const parent = addRecord();
		expect(
			await send(
				{ ...item(parent), item_id: '1' },
				{ ...item(record), item_id: '2', parent_record_uid: parent.record_uid },
			),
		).toMatchObject([
			{ item_id: '1', status: 'published' },
			{ item_id: '2', status: 'unavailable' },
		]);
	});

	it.each([true, false])('can return an unknown outcome (carried out: %s)', async (done) => {
		const record = addRecord();
		const { record_uid } = record;
		service.settings.unknownOutcomes[record_uid] = { times: 1, done };
		expect(await publish(record)).toEqual({ item_id: 'x', record_uid, status: 'unknown' });
		expect((await get(record_uid))[0].state).toBe(done ? 'published' : 'missing');
		expect(await publish(record)).toMatchObject({ status: done ? 'conflict' : 'published' });
	});

	it('accepts 20 tags', async () => {
		const tags = (length: number) => Array.from({ length }, (_, i) => `tag ${i}`);
		expect(await publish(addRecord(), { tags: tags(20) })).toMatchObject({ status: 'published' });
		const items = [item(addRecord(), { tags: tags(21) })];
		expect(await a.refusal('/world/records/publish', { items })).toMatch('items[0].tags');
	});

	describe('and withdrawing', () => {
		it.each(['published', 'pending', 'rejected'] as const)('works from %s', async (state) => {
			const post = addPost('mine', { state, author_user_ref: self() });
			addPost('comment', { parent_record_uid: 'mine' });
			const before = post.publication_version;
			const answer = await unpublish('mine', before);
			expect(answer).toEqual({
				item_id: 'x',
				record_uid: 'mine',
				status: 'withdrawn',
				publication_version: expect.any(Number),
			});
			expect(answer.publication_version).toBeGreaterThan(before);
			expect(await get('mine', 'comment')).toMatchObject([
				{ state: 'unpublished', publication_version: answer.publication_version },
				{ state: 'published' },
			]);
			expect(await unpublish('mine', before)).toMatchObject({ status: 'conflict' });
			expect(await unpublish('mine', answer.publication_version)).toEqual(answer);
		});

		it('is allowed for own posts only', async () => {
			const { publication_version } = addPost('foreign');
			expect(await unpublish('foreign', publication_version)).toEqual({
				item_id: 'x',
				record_uid: 'foreign',
				status: 'unavailable',
			});
			expect(await unpublish('none', -1)).toMatchObject({ status: 'unavailable' });
		});
	});
});

describe('operations whose fields are not documented', () => {
	it('lists own records that were never published as candidates, page by page', async () => {
		const candidates = async () =>
			(await a.scan('/world/candidates/query', { limit: 50, anything: 'goes' })).rows;
		const list = await candidates();
		for (const { record_uid } of list) {
			expect(posts().has(record_uid)).toBe(false);
			expect(account().records.get(record_uid)).toMatchObject({
				state: 'available',
				creator_user_ref: self(),
			});
		}
		expect(list.length).toBeGreaterThan(100);
		expect((await a.data('/world/candidates/query', { limit: 'x' })).items).toHaveLength(20);
		expect(await a.refusal('/world/candidates/query', { user_id: 'x' })).toMatch('user_id');
	});

	it('counts replies of others to own posts until they are marked viewed', async () => {
		addPost('mine', { author_user_ref: self() });
		addPost('reply', { parent_record_uid: 'mine', published_at: now - 1 });
		const summary = await a.data('/world/interactions/summary');
		expect(summary.unviewed_reply_count).toBeGreaterThan(0);
		expect(summary.latest_interaction_at).toBe(now - 1);
		await a.data('/world/interactions/mark-viewed', { whatever: [] });
		expect(await a.data('/world/interactions/summary')).toEqual({
			...summary,
			unviewed_reply_count: 0,
			viewed_at: now,
		});
	});
});
