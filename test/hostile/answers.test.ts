import { overrideLimits } from '../../nodes/shared/limits';
import { useService } from '../engine/useService';
import type { Fields } from '../service/rules';
import { BENDS, type Bend, type Then } from './bends';
import { expectClear } from './clear';
import { HEAVY } from '../effort';
import { ITEMS, SUBJECTS, type Fate, type Subject } from './subjects';

/** `npm run test:hostile` prints the counts: every request shape, and every way to spoil its answer. */

const bench = useService({ now: Date.UTC(2026, 5, 1), size: { messages: 300, records: 200 } });
const counts = { subjects: SUBJECTS.length, answers: 0, crashes: 0, violations: 0 };

// Limits that are met sooner; test/shared has the real ones
const FEWER = { pages: 30, rows: 4000, bytes: 3_000_000 };

beforeAll(() => {
	overrideLimits({ firstBackoff: 1 });
	overrideLimits({ maxEmptyPages: FEWER.pages });
	overrideLimits({ maxAnswerBytes: FEWER.bytes });
	overrideLimits({ maxPollRequests: FEWER.pages + 20 });
});
afterAll(() => {
	process.stdout.write(`Hostile answers: ${JSON.stringify(counts)}\n`);
});

/** Runs a subject while each answer of its operation is bent. */
async function bent(subject: Subject, how?: Pick<Bend, 'bend' | 'ownPages'>): Promise<Fate[]> {
	bench.service.reset();
	if (how) {
		const { operation } = subject;
		let page = 0;
		let first: Fields;
		const rewrite = (envelope: Fields) => how.bend((first = envelope), subject, page++);
		bench.service.faults.add(
			{ operation, times: how.ownPages ? 1 : Infinity, rewrite },
			{ operation, times: Infinity, status: 200, body: () => JSON.stringify(rewrite(first)) },
		);
	}
	counts.answers++;
	counts.crashes++;
	const fates = await subject.run(bench);
	counts.crashes--;
	counts.violations += bench.service.violations.length;
	return fates;
}

function expectFates(subject: Subject, fates: Fate[], truth: Fate[], then: Then): void {
	fates.forEach((fate, i) => {
		if (fate.error !== undefined) expectClear(fate.error);
		if (then === 'no crash') return;
		const fails = then === 'all fail' || (then === 'one fails' && i === 1);
		const rows = fails ? [] : truth[i].rows;
		expect({ item: i, failed: fate.error !== undefined, rows: told(subject, fate.rows) }).toEqual({
			item: i,
			failed: fails,
			rows: told(subject, rows),
		});
	});
}

/** The rows themselves, or how many, where chance and time are in them. */
function told({ digested }: Subject, rows: Fate['rows']): unknown {
	return digested ? rows.length : rows;
}

// What spoils any envelope goes one way for all subjects: everyday each sees a part of that
describe.each(SUBJECTS.map((subject) => [subject.name, subject] as const))(
	'%s',
	(_name, subject) => {
		let truth: Fate[];

		beforeEach(async () => {
			truth ??= await bent(subject);
		});

		it('answers truly when nobody interferes', () => {
			expect(truth).toHaveLength(subject.by ? ITEMS : 1);
			for (const { rows, error } of truth) {
				expect(error).toBeUndefined();
				expect(rows.length).toBeGreaterThan(0);
			}
		});

		it.each(
			BENDS.flatMap((bend, i) => {
				const then = bend.then(subject);
				return then && (HEAVY || bend.own || (i + SUBJECTS.indexOf(subject)) % 6 === 0)
					? [[bend.name, then, bend] as const]
					: [];
			}),
		)('given %s: %s', async (_what, then, bend) => {
			expectFates(subject, await bent(subject, bend), truth, then);
		});

		it('refuses an answer that is too large', async () => {
			const flood = 'x'.repeat(FEWER.bytes);
			const fates = await bent(subject, { bend: (envelope) => ({ ...envelope, flood }) });
			expectFates(subject, fates, truth, 'all fail');
			expect(fates[0].error).toContain('is larger than 3 MB');
		});

		it('gives up on an answer that does not come', async () => {
			const restore = overrideLimits({ answerTimeout: 50, maxTries: 1 });
			bench.service.reset();
			bench.service.faults.add({ delayMs: Infinity, times: Infinity });
			const fates = await subject.run(bench);
			restore();
			for (const { rows, error } of fates) {
				expect(rows).toEqual([]);
				expect(error).toMatch(/^The service at .* did not answer in time/);
			}
		});

		it('passes on what it does not know: fields, and values of enumerations', async () => {
			const { list } = subject;
			if (!list || subject.digested) return;
			const fates = await bent(subject, {
				bend: ({ data, ...envelope }) => ({
					...envelope,
					data: { ...data, [list]: added(data[list], subject) },
				}),
			});
			for (const { rows, error } of fates) {
				expect(error).toBeUndefined();
				expect(rows.length).toBeGreaterThan(0);
				for (const row of rows) expect(row).toMatchObject({ kind: 'unheard-of', novelty: [1] });
			}
		});
	},
);

const NOVELTY = { kind: 'unheard-of', novelty: [1] };

/** The rows with an unknown field and an unknown value, where the subject has its objects. */
function added(rows: Array<Record<string, unknown>>, { inner }: Subject): unknown {
	return rows.map((row) => {
		if (!inner) return { ...row, ...NOVELTY };
		const held = row[inner];
		const grown = Array.isArray(held)
			? held.map((each: object) => ({ ...each, ...NOVELTY }))
			: { ...(held as object), ...NOVELTY };
		return { ...row, [inner]: grown };
	});
}
