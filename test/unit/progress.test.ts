import { FailureError, HaltedError } from '../../nodes/shared/errors/failure';
import type { Result } from '../../nodes/shared/operations/endpoint';
import { Made } from '../../nodes/shared/rows/row';
import type { Run } from '../../nodes/shared/operations/run';
import { withProgress } from '../../nodes/shared/operations/writes/progress';

/** What the failures of a run that ended half-way say of its items. */

const run = (size: number, more: object = {}) =>
	({ stopped: true, scope: { size, single: false }, ...more }) as unknown as Run;
const failed = (more: object = {}): Result => ({
	error: new FailureError({ message: 'Failed', description: 'Why.', ...more }),
});
const RESULTS: Record<string, Result> = {
	w: { rows: [{}] },
	W: { rows: [new Made({ already_written: true })] },
	a: failed({ reason: 'already_written' }),
	d: failed({ outcomeUnknown: true }),
	D: { error: new HaltedError(true) },
	o: { rows: [new Made({ status: 'rejected', outcome_unknown: true })] },
	r: { rows: [new Made({ status: 'rejected' })] },
	f: failed(),
	h: { error: new HaltedError(false) },
};
const read = (validateOnly = false) => ({ settings: { validateOnly } }) as never;
const messageOf = (letters: string) => {
	const results = [...letters].map((letter) => RESULTS[letter]);
	const ends = withProgress(
		run(letters.length),
		letters.split('').map(() => read()),
		results,
	);
	const end = ends.find((result) => 'error' in result && result.error instanceof FailureError);
	return (end as { error: FailureError }).error.failure;
};

it.each([
	['wWaf', '3 of 4 items were written', 'written: 1-3; not written: 4'],
	['dDof', '0 of 4 items were written, 3 more may have been', 'in doubt: 1-3; not written: 4'],
	['wrwhf', '2 of 5 items were written', 'written: 1, 3; not written: 2, 4-5'],
])('of %s is %s', (letters, count, items) => {
	const { message, description } = messageOf(letters);
	const unless = /D/i.test(letters) ? ', if their values are the same then' : '';
	expect(message).toBe(`Failed (${count}; retrying sends only the rest${unless})`);
	expect(description).toBe(`Why. Items: ${items}.`);
});

it('names the first hundred of very many ranges, and counts no item that was only validated', () => {
	expect(messageOf('wr'.repeat(102) + 'f').description).toMatch(/199 and 2 more ranges; not/);
	const ends = withProgress(run(2), [read(true), read()], [RESULTS.w, RESULTS.f]);
	expect(ends[1]).toMatchObject({
		error: { failure: { description: 'Why. Items: not written: 1-2.' } },
	});
});

it.each([
	['with one item', run(1)],
	['that goes on', run(2, { stopped: false })],
	['of a tool', run(2, { scope: { size: 2, single: true } })],
])('is not in the failures of a run %s', (_which, each) => {
	const results = [RESULTS.w, RESULTS.f];
	expect(withProgress(each, [read(), read()], results)).toBe(results);
});
