import { overrideLimits } from '../../nodes/shared/limits';

import { HEAVY } from '../support/effort';
import { runNode } from '../../dev/engine/runNode';
import { useService } from '../support/useService';
import { rage, runParts, seeded } from './storm';

/**
 * Storm of faults: `npm run test:heavy` runs the heavy cases and prints their figures, `npm test` runs small ones.
 */
const SIZES = HEAVY
	? { creates: 10_000, updates: 2_000, part: 500, parallel: 500, minutes: 30 }
	: { creates: 300, updates: 60, part: 30, parallel: 100, minutes: 3 };
const SEED = Number(process.env.SEED ?? Date.now() % 1_000_000);

const fixture = useService({ size: { records: 2 * SIZES.updates + 500 } });
const figures: Record<string, unknown> = { seed: SEED };

beforeAll(() => {
	if (!HEAVY) overrideLimits({ firstBackoff: 50 });
});

afterAll(() => {
	process.stdout.write(`Faults: ${JSON.stringify(figures)}\n`);
});

it(
	`writes everything once, and reports it correctly, while three in ten requests fail (seed ${SEED})`,
	async () => {
		const account = fixture.service.account('a');
		const own = [...account.records.values()]
			.filter(
				({ state, locked, creator_user_ref }) =>
					state === 'available' && !locked && creator_user_ref === account.profile.user_ref,
			)
			.slice(0, SIZES.updates);
		rage(fixture.service, seeded(SEED));

		const creates = await runParts(
			{
				node: 'svcRecords',
				parameters: { resource: 'record', operation: 'create', text: '={{ $json.name }}' },
				credential: fixture.credential,
			},
			Array.from({ length: SIZES.creates }, (_, i) => ({ name: `storm ${i}` })),
			SIZES.part,
		);
		const updates = await runParts(
			{
				node: 'svcRecords',
				parameters: {
					resource: 'record',
					operation: 'update',
					record: { __rl: true, mode: 'id', value: '={{ $json.uid }}' },
					updateFields: { title: '={{ $json.name }}' },
				},
				credential: fixture.credential,
			},
			own.map(({ record_uid }, i) => ({ name: `title ${i}`, uid: record_uid })),
			SIZES.part,
		);

		const texts = new Map<string, number>();
		for (const { text_content } of account.records.values()) {
			texts.set(text_content, (texts.get(text_content) ?? 0) + 1);
		}
		const times = (name: string) => texts.get(name) ?? 0;
		const renamed = (name: string) => own[Number(name.split(' ')[1])].title === name;
		Object.assign(figures, {
			requests: fixture.requests.length,
			hit: fixture.requests.filter(({ injected }) => injected).length,
			created: creates.succeeded.length,
			createdUnknown: creates.unknown.length,
			createdUnknownAndThere: creates.unknown.filter(times).length,
			updated: updates.succeeded.length,
			updatedUnknown: updates.unknown.length,
		});

		expect(creates.succeeded.filter((name) => times(name) !== 1)).toEqual([]);
		expect(creates.unknown.filter((name) => times(name) > 1)).toEqual([]);
		expect(creates.failed.filter((name) => times(name) !== 0)).toEqual([]);
		expect(updates.succeeded.filter((name) => !renamed(name))).toEqual([]);
		expect(updates.failed.filter(renamed)).toEqual([]);
		const reported = [creates, updates].flatMap(Object.values).flat();
		expect(reported).toHaveLength(SIZES.creates + own.length);
	},
	SIZES.minutes * 60_000,
);

it(
	'keeps five executions within the limits of the service with few refused requests',
	async () => {
		fixture.service.limits = { maxInFlight: 4, perSecond: 20 };
		const outcomes = await Promise.all(
			Array.from({ length: 5 }, async (_, execution) =>
				runNode({
					node: 'svcRecords',
					parameters: { resource: 'record', operation: 'create', text: '={{ $json.name }}' },
					credential: fixture.credential,
					items: Array.from({ length: SIZES.parallel }, (_each, i) => ({
						name: `limit ${execution} ${i}`,
					})),
				}),
			),
		);
		expect(outcomes.map(({ error }) => error)).toEqual(outcomes.map(() => undefined));
		expect(outcomes.every(({ items }) => items.length === SIZES.parallel)).toBe(true);

		const needed = (5 * SIZES.parallel) / 10;
		const sent = fixture.requests.length;
		Object.assign(figures, { needed, sent, ratio: sent / needed });
		expect(sent).toBeLessThanOrEqual(1.25 * needed);

		const told = fixture.requests.filter(({ status }) => status === 429);
		for (const { endedAt } of told) {
			// The service asks for a pause of one second; requests that started before may still arrive
			const early = fixture.requests.filter(
				({ startedAt }) => startedAt > endedAt! + 20 && startedAt < endedAt! + 980,
			);
			expect(early).toEqual([]);
		}
	},
	SIZES.minutes * 60_000,
);
