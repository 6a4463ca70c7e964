import { createRequire } from 'node:module';
import path from 'node:path';
import type { INodeType, INodeTypeDescription, IVersionedNodeType } from 'n8n-workflow';

import type { Loaded, Loading } from './load';

/** Loads node files as n8n does when it starts, in a process of its own. */
const { files, packages } = JSON.parse(process.argv[2]) as Loading;

const load = createRequire(__filename);

// n8n loads these before any node
for (const each of packages) load(each);

const start = performance.now();
const descriptions = files.flatMap((file): INodeTypeDescription[] => {
	const name = path.basename(file).split('.')[0];
	const node = new (load(file)[name])() as INodeType | IVersionedNodeType;
	return 'nodeVersions' in node
		? Object.values(node.nodeVersions).map(({ description }) => description)
		: [node.description];
});
const ms = performance.now() - start;

const loaded: Loaded = { ms, bytes: JSON.stringify(descriptions).length };
process.send!(loaded, () => process.exit());
