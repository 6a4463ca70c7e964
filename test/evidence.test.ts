import { readFileSync } from 'node:fs';
import path from 'node:path';

import { REPOSITORY } from '../dev/n8n/paths';
import { partOf } from './support/effort';

interface Passed {
	file: string;
	title: string;
	parents: string[];
	event: string;
}

const { flawsOf } = jest.requireActual<{
	flawsOf: (readme: string, passed: Passed[]) => string[];
}>('./support/evidence');

const passed = (file: string, title: string, parent: string): Passed => ({
	file,
	title,
	parents: [parent],
	event: parent,
});
const operation = (id: string) => passed('nodes', `calls ${id} of the contract, by POST`, 'A: B');
const event = (name: string) => passed('calls', 'loses, repeats and makes up nothing in 9', name);
const write = (title: string) =>
	passed('writes', 'make each item once at most, in', `all short histories of ${title}`);

const PASSED = [
	operation('getCalls'),
	operation('createTasks'),
	event('newCall'),
	write('Tasks: Task > Create (0)'),
	// The same write with another choice, and one whose fields the contract does not show
	write('Tasks: Task > Create (1)'),
	write('Bots: Bot > Create (JSON) (2)'),
];
const README = '[2](a) operations of the contract; [1](b) events, none lost; [1](c) writes.';

it('passes a README that says what the tests have proved', () => {
	expect(flawsOf(README, PASSED)).toEqual([]);
});

it.each([
	['an operation without conformance', README, PASSED.slice(1), '2 operations of the contract'],
	['an event without a simulation', README, PASSED.filter((_, i) => i !== 2), '1 events'],
	['a write outside of the histories', README, PASSED.slice(0, 3), '1 writes'],
	['a wrong figure', README.replace('[1](b)', '[2](b)'), PASSED, '2 events'],
	['no figure', README.replace('[1](c)', 'all'), PASSED, 'NaN writes'],
])('fails a run with %s', (_what, readme, proofs, figure) => {
	expect(flawsOf(readme, proofs)).toEqual([expect.stringContaining(`README says ${figure}, but`)]);
});

it('finds all figures in README', () => {
	const readme = readFileSync(path.join(REPOSITORY, 'README.md'), 'utf8');
	expect(flawsOf(readme, []).join()).not.toContain('NaN');
});

it.each([1, 2, 5, 30])('three parts of a table of %i rows are all of its rows', (length) => {
	const rows = Array.from({ length }, (_, i) => i);
	const parts = [7, 8, 9].map((turn) => partOf(3, rows, turn));
	expect([...new Set(parts.flat())].sort((a, b) => a - b)).toEqual(rows);
	for (const part of parts) expect(part.length).toBeLessThanOrEqual(Math.ceil(length / 3));
});
