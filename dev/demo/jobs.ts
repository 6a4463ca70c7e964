import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { INode } from 'n8n-workflow';

import type { WorkflowFile } from '../n8n/client';
import { REPOSITORY } from '../n8n/paths';
import jobs from './jobs.json';

/** The jobs of README, with the file of each in `examples`. */
export const JOBS = jobs;

export const EXAMPLES = path.join(REPOSITORY, 'examples');

/** The workflow in a file of `examples`. */
export function exampleIn(file: string): WorkflowFile {
	return JSON.parse(readFileSync(path.join(EXAMPLES, file), 'utf8')) as WorkflowFile;
}

/** The nodes of a workflow without its notes, the trigger first. */
export function stepsOf({ nodes }: { nodes: INode[] }): INode[] {
	return nodes.filter(({ type }) => !type.endsWith('.stickyNote'));
}
