import { FailureError } from '../../nodes/shared/errors/failure';
import type { Result } from '../../nodes/shared/operations/endpoint';
import type { Entry } from '../../nodes/shared/operations/writes/entry';
import { tellStanding } from '../../nodes/shared/operations/writes/standing';
import type { Write } from '../../nodes/shared/operations/writes/write';
import { inputsOf, PATH, planned } from './planned';

/** What stands after a run that ended half-way. */

const CREATE: Write = { thing: 'thing', repeat: 'idempotencyKey' };
const WHERE = { path: PATH, action: 'Create thing' };
const failed = (description?: string): Result => ({
	error: new FailureError({ message: 'Failed', description, status: 503 }),
});
const row: Result = { rows: [{}] };

/** What is told of a run: `w` for an item that was written, `d` for one in doubt, and any other letter for one that was not. */
async function told(
	states: string,
	results: Result[],
	how: { fails?: boolean; goesOn?: boolean; single?: boolean } = {},
) {
	const { fails = true, goesOn = false, single } = how;
	const log: string[] = [];
	const functions = {
		continueOnFail: () => goesOn,
		logger: { warn: (text: string) => log.push(text) },
	};
	const bodies = [...states].map((_state, n) => ({ n }));
	const { run, journal, items } = await planned(CREATE, bodies, {
		context: {},
		user: 'me',
		functions,
		single,
	});
	const known: Record<string, Entry['state']> = { w: 'written', d: 'doubt' };
	for (const [i, letter] of [...states].entries())
		if (known[letter]) journal.remember(items[i], { state: known[letter] });
	if (fails) run.fail();
	return { log, results: await tellStanding(run, WHERE, results) };
}

it('is in the log, and in the errors, if a failure ended the run', async () => {
	const other: Result = { error: new Error('Halted') };
	const results = [row, row, row, failed('Why.'), row, other, failed()];
	const { log, results: ends } = await told('wwwdw--', results);
	const items = 'written: 1-3, 5; in doubt: 4; not written: 6-7';
	expect(log).toEqual([`Svc, Create thing, items: ${items}`]);
	const stands = '4 of 7 items were written, 1 more may have been; retrying sends only the rest';
	const failure = { status: 503, message: `Failed (${stands})` };
	expect(ends.filter((_end, i) => ![3, 6].includes(i))).toEqual([row, row, row, row, other]);
	expect(ends[3]).toMatchObject({
		error: { failure: { ...failure, description: `Why. Items: ${items}.` } },
	});
	expect(ends[6]).toMatchObject({
		error: { failure: { ...failure, description: `Items: ${items}.` } },
	});
});

it.each([
	['ww', 'written: 1-2', '2 of 2 items were written; retrying'],
	['dd', 'in doubt: 1-2', '0 of 2 items were written, 2 more may have been; retrying'],
	['--', 'not written: 1-2', '0 of 2 items were written; retrying'],
])('names only what there is: %s', async (states, words, stands) => {
	const { log, results } = await told(states, [failed(), row]);
	expect(log).toEqual([`Svc, Create thing, items: ${words}`]);
	expect(results[0]).toMatchObject({
		error: { failure: { message: expect.stringContaining(`Failed (${stands}`) as string } },
	});
});

it('of very many ranges names the first hundred', async () => {
	const of = async (count: number) =>
		(await told('w-'.repeat(count), Array<Result>(2 * count).fill(row))).log[0];
	expect(await of(100)).toContain('written: 1, 3, 5');
	expect(await of(100)).not.toContain('more ranges');
	expect(await of(102)).toMatch(/written: 1, 3, [^a]* 199 and 2 more ranges; not written: 2, /);
});

it.each<[string, string, Parameters<typeof told>[2], number]>([
	['that failed, of one item', 'd', {}, 1],
	['that goes on, with an item in doubt', 'wd', { goesOn: true }, 1],
	['that goes on, with a failed item', 'w-', { goesOn: true }, 0],
	['without failures', 'ww', { fails: false }, 0],
	['of a tool', 'd', { single: true }, 0],
])('is not in the errors of a run %s', async (_which, states, how, lines) => {
	const results = [...states].map(() => failed());
	const { log, results: ends } = await told(states, results, how);
	expect(ends).toEqual(results);
	expect(log).toHaveLength(lines);
});

it('is not told of a run that was to send nothing', async () => {
	const [{ run }] = inputsOf([{}], { context: {}, user: 'me' });
	expect(await tellStanding(run, WHERE, [row])).toEqual([row]);
});
