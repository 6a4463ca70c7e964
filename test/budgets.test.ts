import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

import { faults, lines, lowered, type Figures } from '../dev/budgets/budgets';
import { instrument } from '../dev/walk/instrument';
import { read, ROOT } from './support/repository';

const BOUNDS = JSON.parse(read('dev/budgets/budgets.json')) as Figures;

/** The bounds with each of them changed by a number. */
const shifted = (by: number): Figures =>
	Object.fromEntries(Object.entries(BOUNDS).map(([name, bound]) => [name, bound + by]));

describe('the check of budgets', () => {
	it('measures every figure, and fails with a line for each that is above its bound', async () => {
		const folder = mkdtempSync(path.join(tmpdir(), 'budgets-'));
		const file = path.join(folder, 'budgets.json');
		const names = Object.keys(BOUNDS);
		const zeros = Object.fromEntries(names.map((name) => [name, 0]));
		writeFileSync(file, JSON.stringify({ ...zeros, 'form entries': 1_000_000 }));
		const tool = ['tsx', 'dev/budgets/main.ts', '--check', '--write', '--file', file];
		const { code, stdout } = await promisify(execFile)('npx', tool, { cwd: ROOT }).then(
			(passed) => ({ ...passed, code: 0 }),
			(error: { code: number; stdout: string }) => error,
		);
		const written = JSON.parse(readFileSync(file, 'utf8')) as Figures;
		rmSync(folder, { recursive: true });

		expect(code).toBe(1);
		const lines = [...stdout.matchAll(/^(.+): (\d+), at most 0$/gm)];
		const figures = Object.fromEntries(lines.map(([, name, figure]) => [name, Number(figure)]));
		expect(stdout.trim().split('\n')).toHaveLength(lines.length);
		expect([...Object.keys(figures), 'form entries'].sort()).toEqual([...names].sort());
		expect(Object.values(figures)).not.toContain(0);

		// --write has lowered the bound above its figure, and left those below
		const { 'form entries': entries, ...others } = written;
		expect(entries).toBeGreaterThan(0);
		expect(entries).toBeLessThan(1_000_000);
		expect(new Set(Object.values(others))).toEqual(new Set([0]));
	});

	it.each(Object.entries(BOUNDS))(
		'fails where "%s" is %d and the bound one lower',
		(name, figure) => {
			expect(faults(BOUNDS, { ...BOUNDS, [name]: figure - 1 })).toEqual([
				`${name}: ${figure}, at most ${figure - 1}`,
			]);
		},
	);

	it('passes figures at their bounds and below', () => {
		expect(faults(BOUNDS, BOUNDS)).toEqual([]);
		expect(faults(shifted(-1), BOUNDS)).toEqual([]);
	});

	it('fails for a figure without a bound, and for a bound of nothing', () => {
		expect(faults({ 'npm scripts': 3 }, { 'npm script': 3 })).toEqual([
			'npm scripts: 3, no bound',
			'npm script: not measured',
		]);
	});

	it('prints figures with their bounds', () => {
		expect(lines({ 'npm scripts': 3 }, { 'npm scripts': 4 })).toEqual([
			'npm scripts: 3, at most 4',
		]);
	});

	it('lowers bounds to what is measured, and raises none', () => {
		expect(lowered(shifted(-1), BOUNDS)).toEqual(shifted(-1));
		expect(lowered(shifted(1), BOUNDS)).toEqual(BOUNDS);
	});
});

describe('the instrumentation of the walk', () => {
	it('enters functions with a block body, of every kind, each time that they are called', () => {
		const trail: string[] = [];
		globalThis.entered = (file) => trail.push(file);
		const source = `
			class Counter {
				constructor(private count: number) {}
				get next() { return ++this.count; }
				add(by: number) { this.count += by; return this; }
			}
			function twice(run: () => void) { run(); run(); }
			const short = () => new Counter(0);
			twice(() => { short().add(1).next; });
		`;
		new Function('exports', instrument(source, 'counter.ts'))({});
		// twice, and two times: the callback, constructor, method and getter
		expect(trail).toEqual(Array(9).fill('counter.ts'));
	});
});
