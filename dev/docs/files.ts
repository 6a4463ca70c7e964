import { readFileSync } from 'node:fs';
import path from 'node:path';
import { format, resolveConfig } from 'prettier';

import type { WorkflowFile } from '../n8n/client';
import { assistant, REVIEWS } from './assistant';
import { pages } from './pages';
import { Runs } from './runs';
import { servers } from './servers';
import { PAGES, withParts } from './tables';

const ROOT = path.join(__dirname, '../..');

/**
 * The pages about the nodes in docs/nodes, the workflows with ready tools in examples, and the pages with parts that say what
 * the code says, by path.
 */
export async function docsFiles(): Promise<Map<string, string>> {
	const runs = await Runs.start();
	const ofPages = await pages(runs).finally(async () => await runs.close());
	return new Map([
		...inFolder('docs/nodes', ofPages),
		...inFolder('examples', await agents()),
		...(await pagesWithParts()),
	]);
}

/** Workflows with ready tools, by the names of their files. */
async function agents(): Promise<Map<string, string>> {
	const assistants = Object.keys(REVIEWS).map((file) => [file, assistant(file)] as const);
	const workflows = [...assistants, ...servers()];
	return new Map(
		await Promise.all(workflows.map(async ([name, file]) => [name, await textOf(file)] as const)),
	);
}

/** The files with the path of their folder. */
function inFolder(folder: string, files: Map<string, string>): Array<[string, string]> {
	return [...files].map(([name, text]) => [`${folder}/${name}`, text]);
}

/** The text of the file of a workflow. */
async function textOf(workflow: WorkflowFile): Promise<string> {
	const config = await resolveConfig(__filename);
	return await format(JSON.stringify(workflow), { ...config, parser: 'json' });
}

/** The pages with parts between markers, by path. */
async function pagesWithParts(): Promise<Map<string, string>> {
	return new Map(
		await Promise.all(
			PAGES.map(async (page): Promise<[string, string]> => {
				const file = path.join(ROOT, page);
				const text = withParts(readFileSync(file, 'utf8'), page);
				const options = await resolveConfig(file);
				return [page, await format(text, { ...options, filepath: file })];
			}),
		),
	);
}
