import { overrideLimits } from '../../dev/limits';
import type { IDataObject } from 'n8n-workflow';

import { jsonOf, nodeOf, useService } from '../support/useService';
import { uid } from '../../dev/contract/choices';

/** Writes without `batchWrite`: retries, lost answers and rejections. */

const fixture = useService();

beforeAll(() => overrideLimits({ firstBackoff: 10 }));

const account = () => fixture.service.account('a');
const retry = { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 };
const sources = () =>
	[...account().records.values()].filter(
		({ record_uid, state, locked, creator_user_ref, text_content }) =>
			state === 'available' &&
			!locked &&
			creator_user_ref === account().profile.user_ref &&
			text_content !== '' &&
			!account().world.posts.has(record_uid),
	);
const named = (name: string) => [...account().bots.values()].filter((bot) => bot.name === name);
const createBots = (body: string) => ({
	node: 'svcBots',
	parameters: { resource: 'bot', operation: 'create', body },
});
const oneBot = '{"items":[{"item_id":"1","name":"Heron"}]}';

it('Publish reads a watermark on Retry On Fail that could not be read at first', async () => {
	const [{ record_uid }] = sources();
	fixture.service.faults.add({ operation: 'batchGetWorldRecords', status: 503, times: 5 });
	const { items, error } = await fixture.run({
		node: 'svcWorld',
		parameters: { resource: 'post', operation: 'publish', record: uid(record_uid) },
		settings: retry,
	});
	expect(error?.message).toBeUndefined();
	expect(jsonOf(items)).toMatchObject([{ status: 'published' }]);
});

it('a write whose fields are not shown is not repeated on Retry On Fail after a success', async () => {
	fixture.service.faults.add({
		operation: 'createBots',
		match: ({ body }) => (body!.items as IDataObject[])[0].name === 'Crane',
		status: 503,
	});
	await fixture.run({
		...createBots('={{ {items: [{item_id: "1", name: $json.n}]} }}'),
		items: [{ n: 'Heron' }, { n: 'Crane' }],
		settings: retry,
	});
	expect(named('Heron')).toHaveLength(1);
});

it('a write whose fields are not shown is not repeated on Retry On Fail after an unknown outcome', async () => {
	fixture.service.faults.add({ operation: 'createBots', drop: 'after' });
	await fixture.run({ ...createBots(oneBot), settings: retry });
	expect(named('Heron')).toHaveLength(1);
});

it('a write whose fields are not shown reports that it may have been carried out', async () => {
	fixture.service.faults.add({ operation: 'createBots', drop: 'after' });
	const { error } = await fixture.run(createBots(oneBot));
	expect(`${error?.message} ${error?.description}`).toMatch(/may have been/);
});

it('a write whose fields are not shown names item, reason and advice once if an element is rejected', async () => {
	const { error } = await fixture.run(
		createBots('{"items":[{"item_id":"1","name":"Heron"},{"item_id":"2"}]}'),
	);
	expect(error?.message).toBe('The service rejected the change (item_id 2)');
	expect(error?.description).toContain('Reason: invalid_name.');
});

it('a write whose fields are not shown fails if the whole answer is rejected', async () => {
	const { items, error } = await fixture.run(
		nodeOf('svcBots')('webhookSecurity', 'set', {
			body: '{"bot_uid":"nobody","mode":"open"}',
		}),
	);
	expect(jsonOf(items)).toEqual([]);
	expect(error?.message).toMatch(/^The service rejected the change/);
});

it('Publish does not publish a reply with an empty parent as a post', async () => {
	const [{ record_uid }] = sources();
	const { error } = await fixture.run(
		nodeOf('svcWorld')('post', 'publish', {
			record: uid(record_uid),
			additionalFields: { parentPost: uid('={{ $json.nothing }}') },
		}),
	);
	expect(error?.message).toBe("'Parent Post' is empty");
	expect(account().world.posts.has(record_uid)).toBe(false);
});
