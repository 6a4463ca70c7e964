import { uid } from '../../dev/contract/choices';
import { overrideLimits } from '../../dev/limits';
import { useService } from '../support/useService';

const fixture = useService();
const records = {
	node: 'svcRecords',
	parameters: { resource: 'record', operation: 'getAll', returnAll: true },
};
const profile = { node: 'svcAccount', parameters: { resource: 'profile', operation: 'get' } };

let restore = () => {};
afterEach(() => restore());

it('reads a list in smaller pages where a page is too large', async () => {
	const before = await fixture.run(records);
	const largest = Math.max(...before.items.map(({ json }) => JSON.stringify(json).length));
	restore = overrideLimits({ maxAnswerBytes: 12 * (largest + 500) });
	const { items, error } = await fixture.run(records);
	expect(error).toBeUndefined();
	expect(items).toEqual(before.items);
	const limits = fixture.bodies.map(({ limit }) => Number(limit));
	expect(new Set(limits).size).toBeGreaterThan(1);
});

it('reads objects by their IDs in halves where an answer is too large', async () => {
	const list = await fixture.run(records);
	const uids = list.items.map(({ json }) => json.record_uid).slice(0, 20);
	const get = {
		node: 'svcRecords',
		parameters: { resource: 'record', operation: 'get', record: uid('={{ $json.uid }}') },
		items: uids.map((uid) => ({ uid })),
	};
	const before = await fixture.run(get);
	const largest = Math.max(...before.items.map(({ json }) => JSON.stringify(json).length));
	restore = overrideLimits({ maxAnswerBytes: 8 * (largest + 500) });
	const { items, error } = await fixture.run(get);
	expect(error).toBeUndefined();
	expect(items).toEqual(before.items);
});

describe('a number that JavaScript does not read exactly', () => {
	const row = '{"record_uid":"rec_1","state":"available","send_at":1,"version":9007199254740993}';
	const answerOf = (data: string) => `{"code":200,"message":"","request_id":"r","data":${data}}`;
	beforeEach(() => fixture.expectViolations());

	it('is told where it is shown', async () => {
		const body = answerOf(`{"items":[${row}],"has_more":false}`);
		fixture.service.faults.add({ operation: 'queryRecordTimeline', status: 200, body, times: 1 });
		const { items, hints } = await fixture.run(records);
		expect(items).toHaveLength(1);
		expect(hints[0]).toContain("'version' has numbers beyond 9007199254740991");
	});

	it('is refused by name where a change needs it', async () => {
		const body = answerOf(`{"items":[${row}]}`);
		fixture.service.faults.add({ operation: 'batchGetRecords', status: 200, body, times: 9 });
		const { error } = await fixture.run({
			node: 'svcRecords',
			parameters: { resource: 'record', operation: 'delete', record: uid('rec_1') },
		});
		expect(error?.message).toMatch(/'version' that is beyond 9007199254740991/);
		expect(fixture.asked('deleteRecords')).toEqual([]);
	});
});

it('hides the key where the service escapes it', async () => {
	const escaped = [...fixture.credential.apiKey]
		.map((each) => `\\u${each.charCodeAt(0).toString(16).padStart(4, '0')}`)
		.join('');
	const body = `{"code":1,"message":"bad ${escaped}","request_id":"r-${escaped}"}`;
	fixture.service.faults.add({ status: 400, body });
	const { error } = await fixture.run(profile);
	expect(error?.message).toBe('The service refused the request: bad ***');
	expect(error?.description).toContain('Request ID: r-***');
});
