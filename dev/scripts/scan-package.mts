/**
 * Builds the package with n8n's own command and with `npm run build`: both have to give the same tarball. Then runs
 * n8n's package scan offline, on the sources of this checkout and on the tarball. It also checks the files in the
 * tarball, and that the registered nodes and credentials load from it with their icons and codex files. Prints the
 * findings and the sizes; exits 1 on any finding.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

/** The part of the scanner that is used here. Its own command needs the network and exits 0 on findings. */
interface Scanner {
	/** Patterns of the files that are scanned in a checkout. */
	SOURCE_FILE_PATTERNS: string[];
	analyzePackage(
		directory: string,
		patterns: string[],
	): Promise<{ passed: boolean; message?: string; details?: string }>;
}

/** Output of `npm pack --json` about a tarball; sizes in bytes. */
interface Tarball {
	filename: string;
	/** SHA-1 of the tarball; the same for the same files. */
	shasum: string;
	size: number;
	unpackedSize: number;
	files: Array<{ path: string }>;
}

type Icon = string | { light: string; dark: string };

/** A node keeps its icon in the description, a credential on the instance. */
interface Loaded {
	icon?: Icon;
	description?: { icon?: Icon };
}

// The module has no types, so it is imported by a name that TypeScript does not resolve.
const SCANNER = '@n8n/scan-community-package/scanner/scanner.mjs';

const REQUIRED_FILES = ['package.json', 'README.md', 'LICENSE.md'];
const BUILT_FILE =
	/^dist\/(icons\/[^/]+\.svg|nodes\/.+\.node\.json|nodes\/\w+\/__schema__\/.+\.json|(nodes|credentials)\/.+(?<!\.test|\.spec)\.js)$/;
const DEPENDENCY_FIELDS = [
	'dependencies',
	'optionalDependencies',
	'bundleDependencies',
	'bundledDependencies',
];

const root = path.resolve(import.meta.dirname, '../..');

/** One part of n8n's scan; `label` identifies it in the findings. */
async function scan(scanner: Scanner, label: string, directory: string, patterns: string[]) {
	const { passed, message, details } = await scanner.analyzePackage(directory, patterns);
	return passed ? [] : [`${label}: ${message}\n${details ?? ''}`.trimEnd()];
}

/** Files that must not be published, and missing files that must be. */
function checkFiles(files: Set<string>): string[] {
	const stray = [...files].filter(
		(file) => !REQUIRED_FILES.includes(file) && !BUILT_FILE.test(file),
	);
	const missing = REQUIRED_FILES.filter((file) => !files.has(file));
	return [
		...stray.map((file) => `tarball: ${file} does not belong in the package`),
		...missing.map((file) => `tarball: ${file} is missing`),
	];
}

/** Loads one registered file of the unpacked package as n8n does, and checks its icons. */
function checkRegistered(unpacked: string, file: string): string[] {
	if (!existsSync(path.join(unpacked, file))) return [`tarball: ${file} is registered but missing`];

	const className = path.basename(file).replace(/\.(node|credentials)\.js$/, '');
	let loaded: Loaded;
	try {
		const exported = createRequire(import.meta.url)(path.join(unpacked, file));
		loaded = new exported[className]();
	} catch (error) {
		return [`tarball: ${file} does not load: ${String(error)}`];
	}

	const icon = loaded.description?.icon ?? loaded.icon;
	const icons = typeof icon === 'string' ? [icon] : Object.values(icon ?? {});
	if (icons.length === 0) return [`tarball: ${file} has no icon`];
	return icons
		.map((name) => path.join(path.dirname(file), name.replace(/^file:/, '')))
		.filter((name) => !existsSync(path.join(unpacked, name)))
		.map((name) => `tarball: ${file} names the icon ${name}, which is missing`);
}

/** Checks everything that n8n reads from the unpacked package: its package.json and the registered files. */
function checkManifest(unpacked: string): string[] {
	const manifest = JSON.parse(readFileSync(path.join(unpacked, 'package.json'), 'utf8'));
	const nodes: string[] = manifest.n8n.nodes;
	const credentials: string[] = manifest.n8n.credentials;
	return [
		...DEPENDENCY_FIELDS.filter((field) => field in manifest).map(
			(field) => `tarball: package.json has ${field}`,
		),
		...[...nodes, ...credentials].flatMap((file) => checkRegistered(unpacked, file)),
		...nodes
			.map((file) => file.replace(/\.js$/, '.json'))
			.filter((file) => !existsSync(path.join(unpacked, file)))
			.map((file) => `tarball: the codex file ${file} is missing`),
	];
}

/** Licences of the package and of everything that might be bundled with it: all of it has to be under MIT. */
function checkLicences(unpacked: string): string[] {
	const tool = createRequire(import.meta.url).resolve(
		'license-checker-rseidelsohn/bin/license-checker-rseidelsohn.js',
	);
	const { status, stderr } = spawnSync(
		process.execPath,
		[tool, '--start', unpacked, '--onlyAllow', 'MIT'],
		{ encoding: 'utf8' },
	);
	return status === 0 ? [] : [`tarball: ${stderr.trim()}`];
}

/** Runs a command in the checkout; its output is shown only if it fails. */
function run(command: string, ...commandArguments: string[]): string {
	try {
		return execFileSync(command, commandArguments, { cwd: root, encoding: 'utf8', stdio: 'pipe' });
	} catch (error) {
		const { stdout, stderr } = error as { stdout: string; stderr: string };
		throw new Error(`${command} ${commandArguments.join(' ')} failed\n${stdout}${stderr}`);
	}
}

/** Packs the checkout into `directory` and unpacks the tarball to `directory`/package. */
function pack(directory: string): Tarball {
	const output = run('npm', 'pack', '--json', '--pack-destination', directory);
	const [tarball] = JSON.parse(output) as Tarball[];
	execFileSync('tar', ['-xzf', path.join(directory, tarball.filename), '-C', directory]);
	return tarball;
}

async function main(directory: string): Promise<string[]> {
	// The scanner leaves an empty temporary directory: this puts it into ours.
	process.env.TMPDIR = directory;
	const scanner = (await import(SCANNER)) as Scanner;
	run(path.join(root, 'node_modules/.bin/n8n-node'), 'build');
	const ofN8n = pack(directory);
	run('npm', 'run', 'build');
	const tarball = pack(directory);
	const unpacked = path.join(directory, 'package');

	const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`;
	console.log(
		`${tarball.filename}: ${tarball.files.length} files, ` +
			`${kilobytes(tarball.size)} packed, ${kilobytes(tarball.unpackedSize)} unpacked`,
	);
	return [
		...(ofN8n.shasum === tarball.shasum
			? []
			: ['n8n-node build: the package differs from that of npm run build']),
		...(await scan(scanner, 'package scan of the sources', root, scanner.SOURCE_FILE_PATTERNS)),
		...(await scan(scanner, 'package scan of the tarball', unpacked, ['**/*.js', 'package.json'])),
		...checkFiles(new Set(tarball.files.map((file) => file.path))),
		...checkManifest(unpacked),
		...checkLicences(unpacked),
	];
}

// Inside the checkout, so that the unpacked nodes find n8n-workflow as in n8n.
mkdirSync(path.join(root, '.cache'), { recursive: true });
const scratch = mkdtempSync(path.join(root, '.cache', 'package-'));
try {
	const findings = await main(scratch);
	for (const finding of findings) console.error(finding);
	console.log(findings.length === 0 ? 'Package scan passed.' : 'Package scan failed.');
	process.exitCode = findings.length === 0 ? 0 : 1;
} finally {
	rmSync(scratch, { recursive: true, force: true });
}
