import path from 'node:path';

import { read, ROOT, rowsOf } from '../support/repository';
import { useCopies, type Copy } from './copy';

/**
 * CONTRIBUTING.md says which files a change of the contract takes. Stored changes are made to a copy of the repository:
 * with the commands of the guide `npm test` passes, and without one of the files the check that the guide names fails.
 */

const CHANGES = [
	{ name: 'new-field', section: 'Adding an operation', files: 3 },
	{ name: 'raised-limit', section: 'Adding an operation', files: 1 },
	{ name: 'new-event', section: 'Adding an event to a trigger', files: 4 },
	{ name: 'new-operation', section: 'Adding an operation', files: 12 },
	{ name: 'new-response-field', section: 'A new response field', files: 7 },
	{ name: 'changed-message', section: 'Changing a message, or code in `nodes/shared`', files: 3 },
];

const patchOf = (name: string) => `test/guide/patches/${name}.patch`;

/** The files that a change touches. */
const filesOf = (name: string) =>
	[...read(patchOf(name)).matchAll(/^\+\+\+ b\/(.*)$/gm)].map(([, file]) => file);

/** The rows of the table in a section of the guide: places, and the check that fails without them. */
function placesIn(section: string): Array<{ place: RegExp; check: string }> {
	const rows = rowsOf('CONTRIBUTING.md', section).filter(({ length }) => length === 3);
	return rows.flatMap(([places, , check]) =>
		unquoted(places)
			.split(', ')
			.map((place) => ({ place: patternOf(place), check: unquoted(check) })),
	);
}

const unquoted = (text: string) => text.replaceAll('`', '');

/** `<Area>` stands for any name, and a folder for what is in it. */
function patternOf(place: string): RegExp {
	const names = place.replaceAll('.', '\\.').replace(/<\w+>/g, '\\w+');
	return new RegExp(`^${names}${place.endsWith('/') ? '.+' : '$'}`);
}

/** The npm script, or the tests, that a row names. */
const commandOf = (check: string) =>
	check.startsWith('npm ')
		? check.split(' ')
		: ['npx', 'jest', check, '--selectProjects', 'nodes', 'service', '-w', '2'];

/**
 * The tests that go through all operations or events, or compare them with documents. The others, which take half of the time,
 * run with `HEAVY=1`.
 */
const FOLDERS = 'areas|compatibility|conformance|descriptions|golden|models';
const RUNS =
	'allNames|dependentFields|emptyValues|evaluations|givenValues|names|routing|tool(Calls|Costs)|validateOnly';
const PATTERNS = [
	`test/(${FOLDERS})/`,
	`test/runs/(${RUNS})\\.`,
	'test/\\w+\\.test',
	'fake-service/',
];
const PART = ['--', '--testPathPattern', ...PATTERNS];

const WRITE_SNAPSHOTS = /`npx (jest test\/descriptions .*?)`/.exec(read('CONTRIBUTING.md'))![1];

/** Makes a change to a copy, but for one file. */
async function change(copy: Copy, name: string, without?: string): Promise<void> {
	const excluded = without ? [`--exclude=${without}`] : [];
	const patch = path.join(ROOT, patchOf(name));
	expect(await copy.failureOf(['git', 'apply', '-C1', ...excluded, patch])).toBe('');
}

async function generate(copy: Copy): Promise<string> {
	const failures = [
		await copy.failureOf(['npm', 'run', 'generate']),
		await copy.failureOf(['npx', ...WRITE_SNAPSHOTS.split(' ')]),
		await copy.failureOf(['npm', 'run', 'record']),
	];
	return failures.join('');
}

const copied = useCopies();

describe.each(CHANGES)('$name', ({ name, section, files }) => {
	it(`touches ${files} files, all of which the guide names`, () => {
		const rows = placesIn(section);
		const unnamed = filesOf(name).filter((file) => !rows.some(({ place }) => place.test(file)));
		expect(unnamed).toEqual([]);
		expect(filesOf(name)).toHaveLength(files);
	});
});

describe('all changes, with the commands of the guide', () => {
	const copy = copied();
	let generated: string;
	beforeAll(async () => {
		for (const { name } of CHANGES) await change(copy, name);
		generated = await generate(copy);
	}, 600_000);

	it('let everything be generated', () => {
		expect(generated).toBe('');
	});

	it.each([
		['the new field', 'docs/nodes/world.md', 'Only posts in this language'],
		['the limit of the new field', 'docs/nodes/world.md', 'up to 35 characters'],
		['the raised limit', 'docs/nodes/records.md', 'up to 7000 characters'],
		['the new event', 'docs/nodes/calls.md', '## New Taken Call'],
		['its guarantees', 'docs/triggers.md', 'New Taken Call'],
		['the new operation', 'docs/nodes/recordings.md', 'Recording > Get Bookmarks'],
		['the operation in the list of all', 'README.md', 'Get Bookmarks'],
		['the new response field', 'docs/nodes/calls.md', '`quality`'],
		['the changed message', 'docs/errors.md', 'is not ready yet'],
	])('are in the docs: %s', (_what, file, text) => {
		expect(copy.read(file)).toContain(text);
	});

	it('pass `npm test`, without any other edit', async () => {
		expect(await copy.failureOf(['npm', 'test', ...(process.env.HEAVY ? [] : PART)])).toBe('');
	}, 5_400_000);
});

/** Files of the changes that have several, with the check that the guide names for them. */
const CHECKED = CHANGES.filter(({ files }) => files > 1).flatMap(({ name, section }) =>
	filesOf(name).flatMap((file) => {
		const { check } = placesIn(section).find(({ place }) => place.test(file))!;
		// The whole `npm test` takes too long for one file
		return ['nothing', 'npm test'].includes(check) ? [] : [{ name, file, check }];
	}),
);

// Each of them takes a minute
if (process.env.HEAVY) {
	it.each(CHECKED)(
		'$name without $file fails in $check',
		async ({ name, file, check }) => {
			const copy = copied();
			await change(copy, name, file);
			await generate(copy);
			expect(await copy.failureOf(commandOf(check))).not.toBe('');
		},
		900_000,
	);
}
