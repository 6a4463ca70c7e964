import { readdirSync } from 'node:fs';
import path from 'node:path';

import type { WorkflowFile } from '../../dev/n8n/client';
import { read, ROOT } from '../support/repository';

/** File names of the examples. */
export const exampleFiles = readdirSync(path.join(ROOT, 'examples')).filter((file) =>
	file.endsWith('.json'),
);

/** An example as in its file. */
export const readExample = (file: string) => JSON.parse(read(`examples/${file}`)) as WorkflowFile;
