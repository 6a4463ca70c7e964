import { readFileSync } from 'node:fs';
import path from 'node:path';

import { instrument } from './instrument';

/** Importing this file lets tsx load the files of nodes/ instrumented; it has to be the first import. */

const NODES = path.join(__dirname, '../../nodes/');

// n8n's engine logs every failed node
process.env.N8N_LOG_LEVEL = 'silent';

globalThis.entered = () => {};

const load = require.extensions['.ts']!;
require.extensions['.ts'] = (module, filename) => {
	if (!filename.startsWith(NODES)) return load(module, filename);
	const code = instrument(readFileSync(filename, 'utf8'), path.relative(NODES, filename));
	(module as unknown as { _compile: (code: string, name: string) => void })._compile(
		code,
		filename,
	);
};
