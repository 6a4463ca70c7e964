import { readdirSync } from 'node:fs';
import path from 'node:path';

import type { WorkflowFile } from '../../dev/n8n/client';
import { read, ROOT } from '../support/repository';

/** Paths of the examples; those in `pairs/` have a node of another system. */
export const exampleFiles = readdirSync(path.join(ROOT, 'examples'), {
	encoding: 'utf8',
	recursive: true,
}).filter((file) => file.endsWith('.json'));

/** True for an example with another system. */
export const isPair = (file: string) => file.startsWith('pairs/');

/** An example as in its file. */
export const readExample = (file: string) => JSON.parse(read(`examples/${file}`)) as WorkflowFile;
