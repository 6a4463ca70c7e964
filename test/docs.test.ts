import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { INode } from 'n8n-workflow';

import { REVIEWS } from '../dev/docs/assistant';
import { servers } from '../dev/docs/servers';
import { PAGES, withParts } from '../dev/docs/tables';
import { LIMITS } from '../dev/limits';
import { Statuses } from '../nodes/shared/polling/statusChanges';
import { NODE_CLASSES, TRIGGER_CLASSES } from '../dev/engine/types';
import { filesIn } from './support/repository';

const root = path.resolve(__dirname, '..');

/** Hand-written pages: all but docs/nodes, which is generated. */
const WRITTEN = [
	...['.', '.github', 'docs', 'examples'].flatMap(pagesIn),
	'bench/README.md',
	'contract/README.md',
	'dev/fake-service/README.md',
];

function pagesIn(folder: string): string[] {
	return readdirSync(path.join(root, folder))
		.filter((name) => name.endsWith('.md'))
		.map((name) => path.join(folder, name));
}

const { repository } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
const ADDRESS = repository.url.replace(/^git\+|\.git$/g, '');

const RAW = ADDRESS.replace('github.com', 'raw.githubusercontent.com');

function textOf(page: string): string {
	return readFileSync(path.join(root, page), 'utf8');
}

/** Path from the root, with its anchor, of a link that leads into this repository by path or address. */
function targetOf(link: string, page: string): string | undefined {
	for (const start of [`${ADDRESS}/blob/main/`, `${RAW}/main/`])
		if (link.startsWith(start)) return link.slice(start.length);
	if (link.startsWith(`${ADDRESS}#`)) return `README.md${link.slice(ADDRESS.length)}`;
	if (/^[a-z]+:/.test(link)) return undefined;
	return link.startsWith('#') ? `${page}${link}` : path.join(path.dirname(page), link);
}

describe('parts that npm run generate writes', () => {
	const marked = [...WRITTEN, ...filesIn('.github')].filter((page) =>
		/(<!-- |# )Written by/.test(textOf(page)),
	);

	it('are on the pages that it knows, and on no other', () => {
		expect(marked.sort()).toEqual([...PAGES].sort());
	});

	it.each(PAGES)('are up to date in %s', (page) => {
		const words = (text: string) => text.replace(/[\s|-]+/g, ' ');
		expect(words(withParts(textOf(page), page))).toBe(words(textOf(page)));
	});

	it.each(PAGES)(
		'stop the generation if %s loses them, or the name in a marker changes',
		(page) => {
			const text = textOf(page);
			const broken = [
				text.replace(/Written by npm run generate/g, 'Written'),
				text.replace('npm run generate: ', 'npm run docs: '),
				text.replace(/(<!-- |# )end of \w+/, '$1end of another'),
				text.replace(/ *(<!-- |# )end of \w+.*\n/, ''),
			];
			for (const without of broken) expect(() => withParts(without, page)).toThrow(page);
		},
	);
});

it('links the page of every node from its documentation link in n8n', () => {
	for (const nodeClass of [...NODE_CLASSES, ...TRIGGER_CLASSES]) {
		const { displayName, name } = new nodeClass().description;
		const area = name.replace(/^svc|Trigger$/g, '');
		const codex = path.join(root, `nodes/${area}/Svc${name.slice(3)}.node.json`);
		const { resources } = JSON.parse(readFileSync(codex, 'utf8'));
		const page = `docs/nodes/${pageOf(displayName.replace(' Trigger', ''))}`;
		expect(resources.primaryDocumentation).toEqual([{ url: `${ADDRESS}/blob/main/${page}` }]);
		expect(existsSync(path.join(root, page))).toBe(true);
	}
});

/** File of a node's page: `imported-chat.md`. */
function pageOf(displayName: string): string {
	return `${displayName.replace('Svc ', '').toLowerCase().replace(/ /g, '-')}.md`;
}

it('links a test from each promise of SECURITY.md', () => {
	const promises = textOf('.github/SECURITY.md')
		.split('## In scope')[1]
		.split('\n## ')[0]
		.split('\n- ');
	expect(promises.length).toBeGreaterThan(5);
	expect(promises.slice(1).filter((text) => !/\]\(\.\.\/(test|dev\/scripts)\//.test(text))).toEqual(
		[],
	);
});

it('lists every example in examples/README.md', () => {
	const files = readdirSync(path.join(root, 'examples')).filter((name) => name.endsWith('.json'));
	const list = readFileSync(path.join(root, 'examples/README.md'), 'utf8');
	files.push(...readdirSync(path.join(root, 'examples/pairs')).map((name) => `pairs/${name}`));
	expect(files.length).toBeGreaterThan(10);
	expect(files.filter((file) => !list.includes(`| [${path.basename(file)}](${file}) `))).toEqual(
		[],
	);
});

it('has an MCP server that writes only tasks and notes, as its description says', () => {
	const { nodes } = servers().get('mcp-server-read-and-write.json')!;
	const tools = nodes.filter(({ type }) => /^n8n-nodes-svc\./.test(type));
	const writes = tools.filter(({ name }) => !/^(Get|Find|List|Search) /.test(name));
	expect(tools.length - writes.length).toBeGreaterThan(40);
	expect([...new Set(writes.map(({ type }) => type))].sort()).toEqual([
		'n8n-nodes-svc.svcArrangementsTool',
		'n8n-nodes-svc.svcRecordsTool',
	]);
});

it('has at most 19 written examples of on average at most 6 nodes and 6 expressions', () => {
	const files = readdirSync(path.join(root, 'examples')).filter((name) => name.endsWith('.json'));
	// What has ready tools is generated
	const generated = [...Object.keys(REVIEWS), ...servers().keys()];
	const read = files.filter((file) => !generated.includes(file));
	expect(read.length).toBeLessThanOrEqual(19);
	const sizes = read.map(sizeOf);
	const total = (of: keyof (typeof sizes)[0]) => sizes.reduce((sum, size) => sum + size[of], 0);
	expect(total('nodes') / read.length).toBeLessThanOrEqual(6);
	expect(total('expressions') / read.length).toBeLessThanOrEqual(6);
});

it.each(readdirSync(path.join(root, 'examples/pairs')))(
	'has %s with two to five nodes and at most 3 expressions',
	(file) => {
		const { nodes, expressions } = sizeOf(`pairs/${file}`);
		expect([2, 3, 4, 5]).toContain(nodes);
		expect(expressions).toBeLessThanOrEqual(3);
	},
);

/** Number of an example's nodes, without notes, and of their fields with an expression. */
function sizeOf(file: string) {
	const example = JSON.parse(textOf(`examples/${file}`)) as { nodes: INode[] };
	const nodes = example.nodes.filter(({ type }) => type !== 'n8n-nodes-base.stickyNote');
	const expressions = nodes.flatMap(
		({ parameters }) => JSON.stringify(parameters).match(/"=/g) ?? [],
	);
	return { nodes: nodes.length, expressions: expressions.length };
}

describe('links', () => {
	const pages = [...WRITTEN, ...pagesIn('docs/nodes')];
	/** Files that n8n shows links of: codex files and the credential */
	const linking = [
		...filesIn('nodes').filter((file) => file.endsWith('.node.json')),
		'credentials/SvcApi.credentials.ts',
	];

	it.each(pages)('of %s lead to files and headings that exist', (page) => {
		const links = [...textOf(page).matchAll(/\](?:\(|: )([^)\s]+)|(?:href|src)="([^"]+)"/g)];
		expect(links.filter(([, link, other]) => isBroken(link ?? other, page))).toEqual([]);
	});

	it.each(linking)('of %s in n8n lead to pages and headings that exist', (file) => {
		const links = [...textOf(file).matchAll(/["'](https:[^"']+)["']/g)].map(([, link]) => link);
		const own = links.filter((link) => targetOf(link, file) !== undefined);
		expect(own.length).toBeGreaterThan(0);
		expect(own.filter((link) => isBroken(link, file))).toEqual([]);
	});

	function isBroken(link: string, page: string): boolean {
		const target = targetOf(link, page);
		if (target === undefined) return false;
		const [file, anchor] = target.split('#');
		if (!existsSync(path.join(root, file))) return true;
		return anchor !== undefined && !anchorsOf(file).includes(anchor);
	}

	/** Anchors that GitHub gives the headings of a page. */
	const anchorsOf = (page: string) =>
		[...textOf(page).matchAll(/^#+ (.+)$/gm)].map(([, heading]) =>
			heading
				.replace(/[^\w -]/g, '')
				.toLowerCase()
				.replace(/ /g, '-'),
		);
});

it.each(['README.md', 'docs/install.md'])('%s installs the version that npm pack makes', (page) => {
	const archives = [...textOf(page).matchAll(/n8n-nodes-svc-[\w.-]+?\.tgz/g)].map(([name]) => name);
	const { version } = JSON.parse(textOf('package.json')) as { version: string };
	expect([...new Set(archives)]).toEqual([`n8n-nodes-svc-${version}.tgz`]);
});

it('shows every picture of docs/images and docs/charts on a page, and only those', () => {
	const shown = WRITTEN.flatMap((page) =>
		[...textOf(page).matchAll(/!\[[^\]]*\]\(([^)]+)\)|src(?:set)?="([^"]+)"/g)].map(
			([, file, source]) => targetOf(file ?? source, page),
		),
	);
	const pictures = ['docs/images', 'docs/charts'].flatMap((folder) =>
		readdirSync(path.join(root, folder)).map((name) => path.join(folder, name)),
	);
	expect(pictures.length).toBeGreaterThan(2);
	expect([...new Set(shown)].sort()).toEqual(pictures.sort());
});

it.each(WRITTEN)('%s has no table with lines of more than 160 characters', (page) => {
	const rows = textOf(page)
		.split('\n')
		.filter((line) => /^ *\|/.test(line));
	expect(rows.filter((line) => line.length > 160)).toEqual([]);
});

/** Paths of the repository in the code spans of a page, except those with placeholders such as `<Area>`. */
function pathsIn(page: string): string[] {
	const text = readFileSync(path.join(root, page), 'utf8');
	const tree = [...text.matchAll(/^```\n([^`]*)```/gm)].map(([, lines]) => lines).join('');
	const named = [...text.matchAll(/`((?:nodes|dev|test|docs|contract)\/[\w./-]+)`/g)];
	const listed = tree.matchAll(/^([\w./<>-]+\/),? {1,}([\w-]+\/)?/gm);
	return [
		...named.map(([, name]) => name),
		...[...listed].flatMap(([, one, other = '']) => [one, other]),
	].filter((name) => name !== '' && !name.includes('<'));
}

it.each(['docs/architecture.md', 'CONTRIBUTING.md'])('%s names only paths that exist', (page) => {
	const paths = pathsIn(page);
	expect(paths.length).toBeGreaterThan(10);
	const missing = paths.filter((name) =>
		[name, `${name}.ts`, `${name}.test.ts`].every((file) => !existsSync(path.join(root, file))),
	);
	expect(missing).toEqual([]);
});

it('lists every folder of tests and tools in docs/architecture.md', () => {
	const shown = pathsIn('docs/architecture.md');
	const folders = ['dev', 'test'].flatMap((parent) =>
		readdirSync(path.join(root, parent), { withFileTypes: true })
			.filter((entry) => entry.isDirectory() && !entry.name.startsWith('__'))
			.map(({ name }) => `${parent}/${name}/`),
	);
	expect(folders.filter((folder) => !shown.includes(folder))).toEqual([]);
});

describe('limits in the documentation agree with the code', () => {
	const words = 'no one two three four five six seven eight nine ten'.split(' ');
	const minutes = (milliseconds: number) => milliseconds / 60_000;
	const days = (milliseconds: number) => milliseconds / 86_400_000;
	const number = (value: number) => value.toLocaleString('en-US');
	const documents = (name: string) =>
		readFileSync(path.join(root, name), 'utf8').replace(/\s+/g, ' ');

	it.each([
		['docs/errors.md', `| size of an answer | ${LIMITS.maxAnswerBytes / 1e6} MB, unpacked |`],
		['docs/errors-in-depth.md', `${words[LIMITS.failuresToStop]} failed tries in a row`],
		['docs/errors-in-depth.md', `over at least ${words[LIMITS.outagePatience / 1000]} seconds`],
		[
			'docs/errors-in-depth.md',
			`every ${words[LIMITS.longestBackoff / 1000]} seconds until one succeeds`,
		],
		[
			'docs/errors-in-depth.md',
			`up to ${words[minutes(LIMITS.longestRateRecovery)]} minutes. 20 good`,
		],
		[
			'docs/errors-in-depth.md',
			`a tool call of a model end after ${LIMITS.patientCall / 1000} seconds`,
		],
		['docs/errors.md', `Request Options > Timeout, ${minutes(LIMITS.answerTimeout)} minute |`],
		['docs/errors.md', `${minutes(LIMITS.maxAnswerTime)} minutes, even if it trickles`],
		['docs/errors.md', `without anything new | ${number(LIMITS.maxEmptyPages)} |`],
		['docs/errors.md', `text of one summary | ${LIMITS.maxAnswerBytes / 1e6} million characters`],
		['docs/errors.md', `${number(LIMITS.maxFileRows)} rows, and ${LIMITS.maxFileBytes / 1e6} MB`],
		['docs/errors.md', `the message lists up to ${words[LIMITS.namedCandidates]} candidates`],
		['docs/write-safety.md', `at most ${LIMITS.maxParts} parts`],
		[
			'docs/triggers-in-depth.md',
			`The event waits for up to ${words[LIMITS.maxEnrichAttempts]} polls`,
		],
		[
			'docs/triggers.md',
			`can read in ${(LIMITS.maxPollTime - 5_000) / 1000} seconds, at most ${number(LIMITS.maxJoinedEvents)} events`,
		],
		[
			'docs/triggers-in-depth.md',
			`for each 100 conversations, at most ${LIMITS.maxNamePages}, in polls`,
		],
		['docs/architecture.md', `The first ${LIMITS.pagesBeforeParts} pages show`],
		['docs/errors.md', `in the editor without a hit | ${number(LIMITS.maxListPages)} |`],
		[
			'docs/errors.md',
			`first pause is ${LIMITS.firstPause / 1000} seconds. Each further one is twice as long, but never longer than ${minutes(LIMITS.longestPause)} minute.`,
		],
		['docs/errors.md', `in a message | ${number(LIMITS.maxServiceWords)} characters |`],
		[
			'docs/errors-in-depth.md',
			`up to ${words[LIMITS.maxTries]} tries, at most ${words[minutes(LIMITS.maxRequestTime)]} minutes`,
		],
		['docs/errors-in-depth.md', `at most ${LIMITS.maxRefusals} refusals`],
		['docs/errors-in-depth.md', `lowers it by ${100 * LIMITS.rateCut} %`],
		['docs/errors-in-depth.md', `${LIMITS.successesToRecover} good answers let one more`],
		['docs/errors-in-depth.md', `in ${LIMITS.rateRecovery / 1000} seconds of use`],
		['docs/write-safety.md', `It makes up to ${words[LIMITS.maxTries]} tries`],
		[
			'docs/write-safety.md',
			`the new whole text. It sends it ${words[LIMITS.maxOutdated]} times at most`,
		],
		['docs/triggers-in-depth.md', `all replies to at most ${LIMITS.maxWatchedPosts} posts`],
		['docs/triggers-in-depth.md', `Beyond ${number(LIMITS.maxUndated)} of them`],
		['docs/triggers-in-depth.md', `up to ${days(LIMITS.maxUnreadyAge)} days after its time`],
		['docs/triggers-in-depth.md', `at most ${LIMITS.maxUnready} objects at a time`],
		['docs/triggers-in-depth.md', `have more than ${words[LIMITS.freeListPages]} pages`],
		['docs/triggers-in-depth.md', `It keeps ${number(Statuses.most)} statuses`],
		['docs/triggers.md', `A poll takes at most ${(LIMITS.maxPollTime - 5_000) / 1000} seconds`],
		['docs/architecture.md', `at most ${words[LIMITS.maxInFlight]} in flight for a key`],
	])('%s: %s', (document, sentence) => {
		expect(documents(document).includes(sentence)).toBe(true);
	});
});
