import { overrideLimits } from '../../dev/limits';
import { useService } from '../support/useService';
import type { Fields } from '../../dev/fake-service/rules';
import { MUTATIONS, type Mutation, type Then } from './responseMutations';
import { expectClear } from './expectClear';
import { HEAVY, share } from '../support/effort';
import { ITEMS } from '../../dev/areas/area';
import { TARGETS, type Fate, type Target } from './targets';

/** Mutated answers for every endpoint; `npm run test:heavy` prints the counts. */

const fixture = useService({ now: Date.UTC(2026, 5, 1), size: { messages: 300, records: 200 } });
const counts = { targets: TARGETS.length, answers: 0, crashes: 0, violations: 0 };

// Lower limits, for speed; test/unit tests the real ones
const FEWER = { pages: 30, rows: 4000, bytes: 3_000_000 };

beforeAll(() => {
	overrideLimits({ firstBackoff: 1 });
	overrideLimits({ maxEmptyPages: FEWER.pages });
	overrideLimits({ maxAnswerBytes: FEWER.bytes });
	overrideLimits({ maxPollRequests: FEWER.pages + 20 });
});
afterAll(() => process.stdout.write(`Malformed answers: ${JSON.stringify(counts)}\n`));

/** Runs a target while each answer of its operation is mutated. */
async function mutated(
	target: Target,
	how?: Pick<Mutation, 'mutate' | 'ownPages'>,
): Promise<Fate[]> {
	fixture.service.reset();
	if (how) {
		const { operation } = target;
		let page = 0;
		let first: Fields;
		const rewrite = (envelope: Fields) => how.mutate((first = envelope), target, page++);
		fixture.service.faults.add(
			{ operation, times: how.ownPages ? 1 : Infinity, rewrite },
			{ operation, times: Infinity, status: 200, body: () => JSON.stringify(rewrite(first)) },
		);
	}
	counts.answers++;
	counts.crashes++;
	const fates = await target.run(fixture);
	counts.crashes--;
	counts.violations += fixture.service.violations.length;
	return fates;
}

function expectFates(target: Target, fates: Fate[], truth: Fate[], then: Then): void {
	fates.forEach((fate, i) => {
		if (fate.error !== undefined) expectClear(fate.error);
		if (then === 'no crash') return;
		const fails = then === 'all fail' || (then === 'one fails' && i === 1);
		const rows = fails ? [] : truth[i].rows;
		expect({ item: i, failed: fate.error !== undefined, rows: told(target, fate.rows) }).toEqual({
			item: i,
			failed: fails,
			rows: told(target, rows),
		});
	});
}

/** The rows, or their number if they contain random values and times. */
function told({ digested }: Target, rows: Fate['rows']): unknown {
	return digested ? rows.length : rows;
}

// Mutations of the envelope affect all targets in the same way: `npm test` runs a part of them for each
describe.each(TARGETS.map((target) => [target.name, target] as const))('%s', (_name, target) => {
	let truth: Fate[];

	beforeEach(async () => {
		truth ??= await mutated(target);
	});

	it('returns the expected output without faults', () => {
		expect(truth).toHaveLength(target.by ? ITEMS : 1);
		for (const { rows, error } of truth) {
			expect(error).toBeUndefined();
			expect(rows.length).toBeGreaterThan(0);
		}
	});

	it.each(
		share(
			MUTATIONS.flatMap((mutate, i) => {
				const then = mutate.then(target);
				return then && (HEAVY || mutate.own || (i + TARGETS.indexOf(target)) % 6 === 0)
					? [[mutate.name, then, mutate] as const]
					: [];
			}),
		),
	)('given %s: %s', async (_what, then, mutate) => {
		expectFates(target, await mutated(target, mutate), truth, then);
	});

	it('refuses an answer that is too large', async () => {
		const flood = 'x'.repeat(FEWER.bytes);
		const fates = await mutated(target, { mutate: (envelope) => ({ ...envelope, flood }) });
		expectFates(target, fates, truth, 'all fail');
		expect(fates[0].error).toContain('is larger than 3 MB');
	});

	it('gives up on an answer that never comes', async () => {
		let fates: Fate[] = [];
		// A busy machine may not connect in a short time, which is told in other words
		for (const answerTimeout of [50, 500, 5000]) {
			const restore = overrideLimits({ answerTimeout, maxTries: 1 });
			fixture.service.reset();
			fixture.service.faults.add({ delayMs: Infinity, times: Infinity });
			fates = await target.run(fixture);
			restore();
			if (fates.every(({ error }) => !error?.includes('could not be reached in time'))) break;
		}
		for (const { rows, error } of fates) {
			expect(rows).toEqual([]);
			expect(error).toMatch(/^The service at .* did not answer in time/);
		}
	});

	it('passes on unknown fields and unknown enumeration values', async () => {
		const { list } = target;
		if (!list || target.digested) return;
		const fates = await mutated(target, {
			mutate: ({ data, ...envelope }) => ({
				...envelope,
				data: { ...data, [list]: added(data[list], target) },
			}),
		});
		for (const { rows, error } of fates) {
			expect(error).toBeUndefined();
			expect(rows.length).toBeGreaterThan(0);
			for (const row of rows) expect(row).toMatchObject({ kind: 'unheard-of', novelty: [1] });
		}
	});
});

const NOVELTY = { kind: 'unheard-of', novelty: [1] };

/** The rows with an unknown field and an unknown enumeration value. */
function added(rows: Array<Record<string, unknown>>, { inner }: Target): unknown {
	return rows.map((row) => {
		if (!inner) return { ...row, ...NOVELTY };
		const held = row[inner];
		const grown = Array.isArray(held)
			? held.map((each: object) => ({ ...each, ...NOVELTY }))
			: { ...(held as object), ...NOVELTY };
		return { ...row, [inner]: grown };
	});
}
