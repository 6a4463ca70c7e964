import { useService } from './engine/useService';

const bench = useService();

const create = {
	node: 'svcRecords',
	parameters: { resource: 'record', operation: 'create', text: 'again' },
};
const contextOf = (run: { data: { executionData?: { contextData: object } } }) =>
	JSON.stringify(run.data.executionData?.contextData ?? {});
const sent = () =>
	bench.requests.flatMap(({ body }) => body?.items as Array<Record<string, unknown>>);

it('leaves less than 10 KB in the execution after a loop of 1,000 runs that all failed', async () => {
	bench.service.faults.add({ status: 400, times: Infinity });
	const { run } = await bench.run({
		...create,
		items: Array.from({ length: 3 }, () => ({})),
		settings: { onError: 'continueRegularOutput' },
		times: 1000,
	});
	expect(run.data.resultData.runData.Svc).toHaveLength(1000);
	expect(contextOf(run).length).toBeLessThan(10_000);
}, 120_000);

it('writes anew in every run of a loop, with keys of its own', async () => {
	await bench.run({ ...create, times: 3 });
	expect(new Set(sent().map(({ idempotency_key }) => idempotency_key)).size).toBe(3);
	const written = [...bench.service.account('a').records.values()];
	expect(written.filter(({ text_content }) => text_content === 'again')).toHaveLength(3);
});

it('remembers about 100 bytes for each item that was written when another one failed', async () => {
	bench.service.faults.add({
		match: ({ body }) => (body?.items as Array<{ text_content: string }>)[0].text_content === 'bad',
		status: 400,
		times: Infinity,
	});
	const { run } = await bench.run({
		node: 'svcRecords',
		parameters: { resource: 'record', operation: 'create', text: '={{ $json.text }}' },
		items: [...Array.from({ length: 100 }, () => ({ text: 'good' })), { text: 'bad' }],
		settings: { onError: 'continueRegularOutput' },
	});
	const size = contextOf(run).length;
	expect(size).toBeGreaterThan(100 * 50);
	expect(size).toBeLessThan(100 * 150);
});

it('does not mix the tries of items that come in groups (Batching)', async () => {
	bench.service.faults.add({
		match: ({ body }) => (body?.items as Array<{ item_id: string }>)[0].item_id === '2',
		status: 400,
		times: 1,
	});
	const { error, items } = await bench.run({
		...create,
		parameters: {
			...create.parameters,
			text: '={{ $json.text }}',
			requestOptions: { batching: { batch: { batchSize: 1, batchInterval: 5 } } },
		},
		items: [{ text: 'one' }, { text: 'two' }, { text: 'three' }],
		settings: { retryOnFail: true, maxTries: 2, waitBetweenTries: 0 },
	});
	expect(error).toBeUndefined();
	expect(items).toHaveLength(3);
	expect(sent().map(({ text_content }) => text_content)).toEqual(['one', 'two', 'three', 'three']);
});
