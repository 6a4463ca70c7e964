import { SEED } from '../support/random';
import { soak } from './soak';

/**
 * `npm run test:soak` runs for an hour, or for SOAK_MINUTES; `.ci/run` runs a short form.
 */
const MINUTES = Number(process.env.SOAK_MINUTES ?? 60);
const print = (line: string) => void process.stdout.write(`${line}\n`);

it(
	`keeps memory, handles and promises in ${MINUTES} minutes of polls, writes and lists under faults`,
	async () => {
		const { findings, figures } = await soak({ minutes: MINUTES, seed: SEED, onProgress: print });
		print(`Soak: ${JSON.stringify(figures)}`);
		expect(findings).toEqual([]);
	},
	(MINUTES + 10) * 60_000,
);

it('finds what is wrong with a process that has defects of each kind', async () => {
	const { findings } = await soak({ minutes: 0.3, seed: SEED, defective: true });
	const found = (finding: RegExp) =>
		expect(findings).toContainEqual(expect.stringMatching(finding));
	found(/^heap grew by \d+/);
	found(/^module state: \d+ entries in .*limiter.ts: LIMITERS/);
	found(/^left open: \d+ Timeout/);
	found(/^lost: newCall /);
	found(/^repeated: newRecord /);
	found(/^create .* was written 2 times/);
	found(/^update .* was written 0 times, reported as written/);
	found(/^list: \d+ of \d+ rows/);
}, 600_000);
