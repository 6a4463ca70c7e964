import { readFileSync } from 'node:fs';
import path from 'node:path';
import prettier from 'prettier';

import { AREAS } from '../areas';
import { aliasesOf, searchOf } from '../areas/search';

const ROOT = path.join(__dirname, '../..');

/** The codex files of the action nodes, with the search words of their areas, by path. */
export async function codexFiles(): Promise<Map<string, string>> {
	const files = AREAS.map(async ({ name }): Promise<[string, string]> => {
		const file = `nodes/${name}/Svc${name}.node.json`;
		const at = path.join(ROOT, file);
		const codex = { ...JSON.parse(readFileSync(at, 'utf8')), alias: aliasesOf(searchOf(name)) };
		const options = await prettier.resolveConfig(at);
		return [file, await prettier.format(JSON.stringify(codex), { ...options, parser: 'json' })];
	});
	return new Map(await Promise.all(files));
}
