/**
 * Writes the owner's facts to every file that has them: the repository, the author, and the name of the service.
 * `npm run brand -- --help` shows the options. With `--check` nothing is written: it fails while a placeholder is left.
 */
import { Command } from 'commander';
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const ROOT = path.join(__dirname, '../..');

const PLACEHOLDERS = [
	'github.com/n8n-nodes-svc/',
	'githubusercontent.com/n8n-nodes-svc/',
	'n8n-nodes-svc maintainers',
	'@n8n-nodes-svc.example',
];

interface Facts {
	/** Owner and name of the repository on GitHub: `owner/name` */
	repo: string;
	/** Name of the author, who owns the package on npm too */
	name: string;
	email: string;
	/** Name of the service in n8n's editor and in the docs */
	service: string;
}

const textOf = (file: string) => readFileSync(path.join(ROOT, file), 'utf8');

/** All text files of the repository. */
function files(): string[] {
	const listed = execFileSync('git', ['grep', '-Il', '--untracked', '', '--', '.'], { cwd: ROOT });
	// What is recorded of a version never changes
	const ignored = /^dev\/scripts\/brand\.ts$|package-lock\.json$|^test\/compatibility\/\d/;
	return String(listed)
		.trim()
		.split('\n')
		.filter((file) => !ignored.test(file));
}

/** The facts as the repository has them now. */
function current(): Facts {
	const { repository, author } = JSON.parse(textOf('package.json'));
	const repo = /github\.com\/(.+)\.git$/.exec(repository.url)![1];
	const service = /displayName = '(.+) API'/.exec(textOf('credentials/SvcApi.credentials.ts'))![1];
	return { repo, ...author, service };
}

/** A word of its own: no part of a file name, an identifier or a type. */
function word(name: string): RegExp {
	const escaped = name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
	return new RegExp(`(?<![\\w/.-])${escaped}(?![\\w$[|]|<[A-Z])`, 'g');
}

/**
 * Relative paths of pictures for dark mode. They are right until the repository exists, and on GitHub, but npm's page resolves
 * only those of an `img`.
 */
const DARK = 'srcset="docs/';

function rewritten(text: string, from: Facts, to: Facts): string {
	const files = `https://raw.githubusercontent.com/${to.repo}/main`;
	return text
		.replaceAll(DARK, to.repo === from.repo ? DARK : `srcset="${files}/docs/`)
		.replaceAll(`github.com/${from.repo}`, `github.com/${to.repo}`)
		.replaceAll(`githubusercontent.com/${from.repo}`, `githubusercontent.com/${to.repo}`)
		.replaceAll(from.email, () => to.email)
		.replaceAll(from.name, () => to.name)
		.replaceAll(word(from.service), () => to.service);
}

/** Writes the facts, and all files that are generated from them. */
function brand(to: Facts): void {
	const from = current();
	const changed = files().filter((file) => {
		const text = textOf(file);
		const branded = rewritten(text, from, to);
		if (branded !== text) writeFileSync(path.join(ROOT, file), branded);
		return branded !== text;
	});
	const run = (command: string, ...rest: string[]) =>
		execFileSync(command, rest, { cwd: ROOT, stdio: 'inherit' });
	if (changed.length > 0)
		run('npx', 'prettier', '--write', '--ignore-unknown', '--log-level=warn', ...changed);
	run('npm', 'run', '--silent', 'generate');
	console.log(`Changed ${changed.length} files. Run npm test, and npm run screenshots.`);
}

function check(): void {
	const left = files().filter((file) => PLACEHOLDERS.some((text) => textOf(file).includes(text)));
	if (left.length === 0) return;
	console.error(`Placeholders are left in ${left.join(', ')}. Write the facts: npm run brand`);
	process.exitCode = 1;
}

const AUTHOR = /^(?<name>[^<>]+) <(?<email>[^<>\s]+@[^<>\s]+)>$/;

function valid(options: Record<string, string | undefined>): Partial<Facts> {
	const { repo, author, service } = options;
	if (repo !== undefined && !/^[\w.-]+\/[\w.-]+$/.test(repo))
		throw new Error('--repo: write owner/name');
	const parts = author === undefined ? undefined : AUTHOR.exec(author)?.groups;
	if (author !== undefined && !parts) throw new Error('--author: write "Name <address>"');
	return { ...(repo && { repo }), ...parts, ...(service && { service }) };
}

const program = new Command('npm run brand --')
	.option('--repo <owner/name>', 'the repository on GitHub')
	.option('--author <text>', 'who owns the package on npm: "Name <address>"')
	.option('--service <name>', 'the name of the service in the editor and in the docs')
	.option('--check', 'write nothing, and fail while a placeholder is left')
	.parse();
const { check: isCheck, ...options } = program.opts();

try {
	const facts = valid(options);
	if (isCheck) check();
	else if (Object.keys(facts).length === 0) program.help();
	else brand({ ...current(), ...facts });
} catch (error) {
	console.error((error as Error).message);
	process.exitCode = 1;
}
