import path from 'node:path';
import ts from 'typescript';

import { filesIn, read, ROOT } from './support/repository';

const manifest = JSON.parse(read('package.json'));

const files = filesIn('.');
const sources = files.filter((file) => /^(nodes|credentials)\/.*\.ts$/.test(file));
const nodeFiles = sources.filter((file) => file.endsWith('.node.ts'));
const credentialFiles = sources.filter((file) => file.endsWith('.credentials.ts'));

describe('the installed package', () => {
	test('has no runtime dependencies', () => {
		for (const field of ['dependencies', 'optionalDependencies', 'bundleDependencies']) {
			expect(manifest).not.toHaveProperty(field);
		}
	});

	test('uses the n8n-workflow of n8n, in any version', () => {
		expect(manifest.peerDependencies).toEqual({ 'n8n-workflow': '*' });
	});

	// n8n's lint allows imports of any devDependency, which would be missing at run time.
	test("imports only its own files, n8n-workflow and Node's crypto", () => {
		const foreign = sources.flatMap((file) =>
			ts
				.preProcessFile(read(file), true, true)
				.importedFiles.map((imported) => imported.fileName)
				.filter(
					(name) => !['n8n-workflow', 'crypto'].includes(name) && !/^\.{1,2}(\/|$)/.test(name),
				)
				.map((name) => `${file} imports ${name}`),
		);
		expect(foreign).toEqual([]);
	});

	// n8n's package scan ignores comments that disable rules: they would only hide findings here.
	test('disables no lint rule', () => {
		const switching = sources.filter((file) =>
			/eslint-disable|@ts-(ignore|nocheck)/.test(read(file)),
		);
		expect(switching).toEqual([]);
	});
});

describe('registration in package.json', () => {
	const compiled = (source: string) => `dist/${source.replace(/\.ts$/, '.js')}`;

	test('names every node, and no other', () => {
		expect([...manifest.n8n.nodes].sort()).toEqual(nodeFiles.map(compiled).sort());
	});

	test('names every credential, and no other', () => {
		expect([...manifest.n8n.credentials].sort()).toEqual(credentialFiles.map(compiled).sort());
	});

	const codexOf = (file: string) => JSON.parse(read(file.replace(/\.ts$/, '.json')));

	test.each(nodeFiles)('%s has a codex file that names the node', (file) => {
		const exported = jest.requireActual(path.join(ROOT, file));
		const { description } = new exported[path.basename(file, '.node.ts')]();
		expect(codexOf(file).node).toBe(`${manifest.name}.${description.name}`);
	});

	// n8n's panel shows a trigger and its action node as one entry, which is found by the search words of the action
	// node.
	test.each(nodeFiles)('%s has search words only if it is an action node', (file) => {
		const hasWords = codexOf(file).alias !== undefined;
		expect(hasWords).toBe(!file.endsWith('Trigger.node.ts'));
	});
});

describe('installing from any registry', () => {
	const lockfiles = files.filter((file) => path.basename(file) === 'package-lock.json');

	test.each(lockfiles)('%s does not contain the addresses of packages', (file) => {
		expect(read(file).match(/"resolved": .*/g)).toBeNull();
	});

	test('no file names a registry host', () => {
		const hosts = [/\bregistry\.(npmjs|yarnpkg|npmmirror)\./];
		const configured = new URL(process.env.npm_config_registry ?? 'http://localhost');
		if (!['localhost', '127.0.0.1', '[::1]'].includes(configured.hostname)) {
			hosts.push(new RegExp(configured.host.replaceAll('.', '\\.')));
		}
		const naming = files.filter((file) => hosts.some((host) => host.test(read(file))));
		expect(naming).toEqual([]);
	});

	// n8n-workflow depends on a native module that Node.js 20 cannot build and the tests do not need.
	test('install scripts stay off', () => {
		expect(read('.npmrc').split('\n')).toContain('ignore-scripts=true');
	});

	test('no two files of nodes/shared have the same name', () => {
		const names = files
			.filter((file) => file.startsWith('nodes/shared/'))
			.map((file) => path.basename(file))
			.filter((name) => name !== 'index.ts');
		expect(names.length).toBeGreaterThan(50);
		expect(names.filter((name, i) => names.indexOf(name) !== i)).toEqual([]);
	});
});
