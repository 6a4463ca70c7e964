import { overrideLimits } from '../../nodes/shared/limits';
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
