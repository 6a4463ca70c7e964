import { LIMITS } from '../../dev/limits';
import { HEAVY } from '../support/effort';
import { runNode } from '../../dev/engine/runNode';
import { useService } from '../support/useService';

const PARALLEL = HEAVY ? 500 : 100;

const fixture = useService();

it('keeps five executions within the limits of the service with few refused requests', async () => {
	fixture.service.limits = { maxInFlight: 4, perSecond: 20 };
	const outcomes = await Promise.all(
		Array.from({ length: 5 }, async (_, execution) =>
			runNode({
				node: 'svcRecords',
				parameters: { resource: 'record', operation: 'create', text: '={{ $json.name }}' },
				credential: fixture.credential,
				items: Array.from({ length: PARALLEL }, (_each, i) => ({
					name: `limit ${execution} ${i}`,
				})),
			}),
		),
	);
	expect(outcomes.map(({ error }) => error)).toEqual(outcomes.map(() => undefined));
	expect(outcomes.every(({ items }) => items.length === PARALLEL)).toBe(true);

	const needed = (5 * PARALLEL) / 10;
	const sent = fixture.requests.length;
	expect(sent).toBeLessThanOrEqual(1.25 * needed);

	const told = fixture.requests.filter(({ status }) => status === 429);
	for (const { endedAt } of told) {
		// The service asks for a pause of one second; requests that were sent before may still arrive
		const early = fixture.requests.filter(
			({ startedAt }) => startedAt > endedAt! && startedAt < endedAt! + 980,
		);
		expect(early.length).toBeLessThan(LIMITS.maxInFlight);
	}
});
