import { overrideLimits } from '../../dev/limits';

import { DECLARED, titleOf } from '../../dev/engine/operations';
import { share } from '../support/effort';
import { jsonOf, useService } from '../support/useService';
import { writeCases } from '../support/cases';

const fixture = useService();

// These tests are about the repeated requests; test/unit/retry.test.ts tests the backoff
beforeAll(() => overrideLimits({ firstBackoff: 10 }));

const CASES = writeCases(fixture);

const writes = DECLARED.filter(({ operation }) => operation.endpoint.repeat);
const titles = writes.map(titleOf);

it('has a case for every write operation', () => {
	expect(Object.keys(CASES).sort()).toEqual([...titles].sort());
});

describe.each(share(titles))('%s', (title) => {
	const { url } = writes[titles.indexOf(title)].operation.routing.request;

	it.each([
		['before', { drop: 'before' }],
		['after', { drop: 'after' }],
		['before (HTTP 503)', { status: 503 }],
		['after (HTTP 502)', { status: 502, processFirst: true }],
	] as const)(
		'is made once, and reported as made, if an answer is lost %s processing',
		async (_when, fault) => {
			const { node, resource, operation, parameters, made } = CASES[title]();
			fixture.service.faults.add({ match: (entry) => entry.path === url, ...fault });
			const { items, error } = await fixture.run({
				node,
				parameters: { resource, operation, ...parameters } as never,
			});
			expect(error).toBeUndefined();
			expect(items).toHaveLength(1);
			expect(made()).toBe(1);
		},
	);

	it('is made once if the node gives up after it was made, and n8n retries', async () => {
		const { node, resource, operation, parameters, made } = CASES[title]();
		fixture.service.faults.add({ match: (entry) => entry.path === url, drop: 'after', times: 5 });
		const { items, error } = await fixture.run({
			node,
			parameters: { resource, operation, ...parameters } as never,
			settings: { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 },
		});
		expect(error).toBeUndefined();
		expect(jsonOf(items)).toHaveLength(1);
		expect(made()).toBe(1);
	});
});
