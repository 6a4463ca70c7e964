import { readFileSync } from 'node:fs';
import path from 'node:path';

import { CACHE, REPOSITORY } from '../dev/n8n/paths';
import { startScript } from './children';
import { medianOf } from './median';
import type { Setup } from './run';

/** Task of a loader process. */
export interface Loading {
	/** Node files */
	files: string[];
	/** Modules that n8n has already loaded */
	packages: string[];
}

/** Time to load the nodes, and length of their descriptions as JSON. */
export interface Loaded {
	ms: number;
	bytes: number;
}

/** Measurements by package. */
export type Loads = Record<'svc' | 'n8n', Loaded>;

/** Loads all nodes of this package, and n8n's Slack and Google Sheets nodes, each in a new process. */
export async function runLoad({ runs, node, modules, onProgress }: Setup): Promise<Loads> {
	const ofN8n = (name: string) => path.join(modules, 'n8n-nodes-base/dist/nodes', name);
	const workflowOf = (from: string) => require.resolve('n8n-workflow', { paths: [from] });
	const loadings: Record<keyof Loads, Loading> = {
		svc: { files: ownFiles(), packages: [workflowOf(REPOSITORY)] },
		n8n: {
			files: [ofN8n('Slack/Slack.node.js'), ofN8n('Google/Sheet/GoogleSheets.node.js')],
			packages: [workflowOf(path.join(modules, 'n8n-nodes-base'))],
		},
	};
	const found: Record<keyof Loads, Loaded[]> = { svc: [], n8n: [] };
	for (let run = 0; run < runs; run++) {
		for (const who of ['svc', 'n8n'] as const) {
			const loaded = await startScript('loader', loadings[who], node, []).next<Loaded>();
			found[who].push(loaded);
			onProgress(`  load ${who}: ${loaded.ms.toFixed()} ms`);
		}
	}
	return { svc: medianOf(found.svc), n8n: medianOf(found.n8n) };
}

/** The package's nodes as they are compiled for the bench: the same files as in dist. */
function ownFiles(): string[] {
	const manifest = readFileSync(path.join(REPOSITORY, 'package.json'), 'utf8');
	const { nodes } = JSON.parse(manifest).n8n as { nodes: string[] };
	return nodes.map((file) => path.join(CACHE, 'bench', file.replace(/^dist\//, '')));
}
