import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import { outputSchemas } from '../dev/outputSchemas/outputSchemas';

/** Writes the schemas of all outputs beside the built nodes, where n8n reads them. */

const BUILT_NODES = path.join(__dirname, '../dist/nodes');

async function main(): Promise<void> {
	for (const { file, schema } of await outputSchemas()) {
		const target = path.join(BUILT_NODES, file);
		mkdirSync(path.dirname(target), { recursive: true });
		writeFileSync(target, JSON.stringify(schema));
	}
}

main().catch((error: Error) => {
	console.error(error.message);
	process.exitCode = 1;
});
