import { readdirSync } from 'node:fs';
import { createRequire } from 'node:module';

import type { Area } from './area';

const load = createRequire(__filename);

/** All areas, as their folders export them. Their names are those of the folders, as in nodes. */
export const AREAS = readdirSync(__dirname, { withFileTypes: true })
	.filter((entry) => entry.isDirectory())
	.map(({ name }) => ({ name, ...(load(`./${name}/index`) as { area: Area }).area }));
