import { overrideLimits } from '../../dev/limits';
import { digestOf } from '../../nodes/shared/objects';
import { useService } from '../support/useService';
import { uid } from '../../dev/contract/choices';

const fixture = useService();

const create = {
	node: 'svcRecords',
	parameters: { resource: 'record', operation: 'create', text: 'again' },
};
const contextOf = (run: { data: { executionData?: { contextData: object } } }) =>
	JSON.stringify(run.data.executionData?.contextData ?? {});
const sent = () =>
	fixture.requests.flatMap(({ body }) => body?.items as Array<Record<string, unknown>>);

it('leaves less than 10 KB in the execution after a loop of 1,000 runs that all failed', async () => {
	fixture.service.faults.add({ status: 400, times: Infinity });
	const { run } = await fixture.run({
		...create,
		items: Array.from({ length: 3 }, () => ({})),
		settings: { onError: 'continueRegularOutput' },
		times: 1000,
	});
	expect(run.data.resultData.runData['Svc']).toHaveLength(1000);
	expect(contextOf(run).length).toBeLessThan(10_000);
});

it('writes again in every run of a loop, with new keys', async () => {
	await fixture.run({ ...create, times: 3 });
	expect(new Set(sent().map(({ idempotency_key }) => idempotency_key)).size).toBe(3);
	const written = [...fixture.service.account('a').records.values()];
	expect(written.filter(({ text_content }) => text_content === 'again')).toHaveLength(3);
});

it('writes again after a run of the loop with an unknown outcome', async () => {
	overrideLimits({ firstBackoff: 10 });
	fixture.service.faults.add({ drop: 'after', times: 5 });
	const settings = { onError: 'continueRegularOutput' as const };
	await fixture.run({ ...create, settings, times: 2 });
	const keys = sent().map(({ idempotency_key }) => idempotency_key);
	expect(keys).toHaveLength(6);
	expect(new Set(keys).size).toBe(2);
});

it('treats the same content as equal in any order of its fields', () => {
	const digest = digestOf({ title: 'a', container: { kind: 'topic', topic_uid: 't' } });
	expect(digestOf({ container: { topic_uid: 't', kind: 'topic' }, title: 'a' })).toBe(digest);
	expect(digestOf({ title: 'b', container: { kind: 'topic', topic_uid: 't' } })).not.toBe(digest);
});

it('stores about 100 bytes for each written item if another one failed', async () => {
	fixture.service.faults.add({
		match: ({ body }) => (body?.items as Array<{ text_content: string }>)[0].text_content === 'bad',
		status: 400,
		times: Infinity,
	});
	const { run } = await fixture.run({
		node: 'svcRecords',
		parameters: { resource: 'record', operation: 'create', text: '={{ $json.text }}' },
		items: [...Array.from({ length: 100 }, () => ({ text: 'good' })), { text: 'bad' }],
		settings: { onError: 'continueRegularOutput' },
	});
	const size = contextOf(run).length;
	expect(size).toBeGreaterThan(100 * 50);
	expect(size).toBeLessThan(100 * 170);
});

it('does not mix retries of items in different groups (Batching)', async () => {
	fixture.service.faults.add({
		match: ({ body }) => (body?.items as Array<{ item_id: string }>)[0].item_id === '2',
		status: 400,
		times: 1,
	});
	const { error, items } = await fixture.run({
		...create,
		parameters: {
			...create.parameters,
			text: '={{ $json.text }}',
			requestOptions: { batching: { batch: { batchSize: 1, batchInterval: 5 } } },
		},
		items: [{ text: 'one' }, { text: 'two' }, { text: 'three' }],
		settings: { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 },
	});
	expect(error).toBeUndefined();
	expect(items).toHaveLength(3);
	expect(sent().map(({ text_content }) => text_content)).toEqual(['one', 'two', 'three', 'three']);
});

describe('Retry execution after the workflow was corrected', () => {
	const account = () => fixture.service.account('a');
	const own = () =>
		[...account().records.values()].filter(
			({ state, locked, creator_user_ref }) =>
				state === 'available' && !locked && creator_user_ref === account().profile.user_ref,
		);
	const change = (operation: string, items: object[], parameters: object = {}) => ({
		node: 'svcRecords',
		parameters: {
			resource: 'record',
			operation,
			record: uid('={{ $json.uid }}'),
			...parameters,
		},
		items: items as never,
	});
	const items = () =>
		own()
			.slice(0, 2)
			.map(({ record_uid }) => ({ uid: record_uid }));

	/** An update of two records of which the second fails. */
	async function failed(rows: Array<{ uid: string }>) {
		fixture.service.faults.add({
			operation: 'updateRecords',
			match: ({ body }) =>
				(body?.items as Array<{ record_uid: string }>).some(
					({ record_uid }) => record_uid === rows[1].uid,
				),
			status: 400,
			times: 2,
		});
		const { run, error } = await fixture.run(
			change('update', rows, { updateFields: { title: 'New' } }),
		);
		expect(error?.message).toContain('1 of 2 items were written');
		return run;
	}

	it('carries out another operation on all items', async () => {
		const rows = items();
		const run = await failed(rows);
		const { error } = await fixture.retry(run, change('delete', rows));
		expect(error).toBeUndefined();
		expect(rows.map(({ uid }) => account().records.get(uid)!.state)).toEqual([
			'deleted',
			'deleted',
		]);
	});

	it('carries out the same operation on other objects', async () => {
		const rows = items();
		const run = await failed(rows);
		const [, , other] = own();
		const { error } = await fixture.retry(
			run,
			change('update', rows, { record: uid(other.record_uid), updateFields: { title: 'Other' } }),
		);
		expect(error).toBeUndefined();
		expect(other.title).toBe('Other');
	});

	/** The first try has written, but its answer was lost, so that the node cannot know that. */
	describe.each<
		[operation: string, sends: string, isSent: boolean, parameters: (text: string) => object]
	>([
		['create', 'createRecords', false, (text) => ({ record: undefined, text })],
		['appendText', 'updateRecords', false, (text) => ({ text })],
		['update', 'updateRecords', true, (text) => ({ updateFields: { text } })],
	])('of %s after a lost answer', (operation, sends, isSent, parameters) => {
		/** The error of the retry, and the number of writing requests. */
		async function retriedWith(text: string) {
			overrideLimits({ firstBackoff: 1 });
			const rows = items().slice(0, 1);
			fixture.service.faults.add({ operation: sends, drop: 'after', times: Infinity });
			const { run, error } = await fixture.run(change(operation, rows, parameters('first')));
			expect(error?.message).toBeDefined();
			fixture.service.faults.clear();
			const before = fixture.asked(sends).length;
			const again = await fixture.retry(run, change(operation, rows, parameters(text)));
			return { error: again.error, requests: fixture.asked(sends).length - before };
		}

		it('settles it with the same values', async () => {
			expect((await retriedWith('first')).error).toBeUndefined();
		});

		it(`with other values ${isSent ? 'makes another change' : 'sends nothing, which would write it twice'}`, async () => {
			const { error, requests } = await retriedWith('second');
			if (isSent) expect(error).toBeUndefined();
			else expect(error?.message).toContain('with other values and may have succeeded');
			expect(requests).toBe(isSent ? 1 : 0);
		});
	});
});
