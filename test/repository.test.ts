import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { load } from 'js-yaml';

const root = path.resolve(__dirname, '..');
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');

const WORKFLOWS = '.github/workflows';

interface Job {
	needs?: string | string[];
	environment?: string;
	permissions?: Record<string, string>;
	steps: Array<{ run?: string }>;
}

const workflow = (file: string) =>
	load(read(path.join(WORKFLOWS, file))) as { permissions: object; jobs: Record<string, Job> };
const jobsOf = (file: string): Job[] => Object.values(workflow(file).jobs);

describe('a workflow of GitHub Actions', () => {
	const files = readdirSync(path.join(root, WORKFLOWS));

	// A tag can be moved to other code; a commit cannot.
	test.each(files)('%s takes actions by commit, with the version beside it', (file) => {
		const used = read(path.join(WORKFLOWS, file)).match(/uses:.*/g) ?? [];
		expect(used.length).toBeGreaterThan(0);
		const loose = used.filter(
			(line) => !/^uses: [\w/-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(line),
		);
		expect(loose).toEqual([]);
	});

	test.each(files)('%s lets only a job that publishes sign anything', (file) => {
		const { permissions } = workflow(file);
		expect(permissions).toEqual({ contents: 'read' });
		for (const { permissions: more, environment } of jobsOf(file)) {
			if (more !== undefined) expect(environment).toBe('npm');
		}
	});

	test.each(files)('%s stores no token', (file) => {
		expect(read(path.join(WORKFLOWS, file))).not.toMatch(/secrets\.|_TOKEN|_authToken/);
	});

	test('publishes after lint, tests and end-to-end tests, from a protected environment', () => {
		const publishing = jobsOf('publish.yml').filter(({ steps }) =>
			steps.some(({ run }) => run?.startsWith('npm publish')),
		);
		expect(publishing).toMatchObject([{ environment: 'npm' }]);
		const checks = workflow('publish.yml').jobs;
		const before = ({ needs = [] }: Job): Job[] =>
			[needs].flat().flatMap((name) => [checks[name], ...before(checks[name])]);
		const runs = before(publishing[0]).flatMap(({ steps }) => steps.map(({ run }) => run));
		const needed = ['npm test', 'npm run test:e2e', 'npx tsx dev/scripts/brand.ts --check'];
		expect(runs).toEqual(expect.arrayContaining(needed));
	});
});

describe('the form for a defect', () => {
	const form = load(read('.github/ISSUE_TEMPLATE/defect.yml')) as {
		body: Array<{ attributes: { value?: string } }>;
	};

	test('says first that the API key does not belong in it', () => {
		expect(form.body[0].attributes.value).toContain('Never post your API key');
	});
});

test('Dependabot looks into every folder with a lockfile', () => {
	const { updates } = load(read('.github/dependabot.yml')) as {
		updates: Array<{ 'package-ecosystem': string; directory?: string; directories?: string[] }>;
	};
	const watched = updates
		.filter((each) => each['package-ecosystem'] === 'npm')
		.flatMap(({ directory, directories = [] }) => (directory ? [directory] : directories));
	const lockfiles = execFileSync('git', ['ls-files', '*package-lock.json'], {
		cwd: root,
		encoding: 'utf8',
	});
	const folders = lockfiles
		.trim()
		.split('\n')
		.map((file) => path.posix.join('/', path.posix.dirname(file)));
	expect(folders.length).toBeGreaterThan(2);
	const forgotten = folders.filter(
		(folder) =>
			!watched.some(
				(place) =>
					place === folder || (place.endsWith('/**') && folder.startsWith(place.slice(0, -2))),
			),
	);
	expect(forgotten).toEqual([]);
});

describe('tests have the same random values in every run without SEED', () => {
	const files = execFileSync('git', ['ls-files', '*.ts', '*.mts', '*.js'], {
		cwd: root,
		encoding: 'utf8',
	})
		.trim()
		.split('\n')
		.filter((file) => /^(test|dev)\//.test(file) && file !== 'test/support/random.ts');
	const texts = files.map((file) => [file, read(file)]);

	test.each([
		['fast-check', /from 'fast-check'/],
		['Math', /Math\.random\(/],
		['crypto', /\b(randomInt|randomBytes|getRandomValues)\b/],
		['the environment', /env\.SEED/],
	])('and take them from test/support/random.ts, not from %s', (_source, pattern) => {
		const others = texts.filter(
			([file, text]) => pattern.test(text) && file !== 'test/repository.test.ts',
		);
		expect(others.map(([file]) => file)).toEqual([]);
	});
});
