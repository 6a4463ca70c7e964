import { pages } from './pages';
import { Runs } from './runs';
import { servers } from './servers';
import { pagesWithParts } from './tables';

/**
 * The pages about the nodes in docs/nodes, the MCP servers in examples, and the pages with parts that say what the code says,
 * by path.
 */
export async function docsFiles(): Promise<Map<string, string>> {
	const runs = await Runs.start();
	const ofPages = await pages(runs).finally(async () => await runs.close());
	return new Map([
		...inFolder('docs/nodes', ofPages),
		...inFolder('examples', await servers()),
		...(await pagesWithParts()),
	]);
}

/** The files with the path of their folder. */
function inFolder(folder: string, files: Map<string, string>): Array<[string, string]> {
	return [...files].map(([name, text]) => [`${folder}/${name}`, text]);
}
