import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import { leavesOf, OPERATIONS } from '../../dev/contract/operations';
import { CACHE } from '../../dev/n8n/paths';

/**
 * Request fields that the handlers of the fake service read in a run of all tests. A handler that ignores a field answers
 * as if it was not sent, and no test of the nodes would notice.
 */

const FOLDER = path.join(CACHE, 'reads');

/** Fields read, by operation. */
export type Reads = Map<string, Set<string>>;

/** Keeps the fields that handlers have read in a test file. */
export function keepReads(testPath: string, reads: Reads): void {
	mkdirSync(FOLDER, { recursive: true });
	const name = testPath.replaceAll(/\W+/g, '-').slice(-120);
	const lists = [...reads].map(([operation, fields]) => [operation, [...fields]]);
	writeFileSync(path.join(FOLDER, `${name}.json`), JSON.stringify(lists));
}

/** The documented fields that no handler has read since a time in Unix milliseconds. */
function unreadSince(since: number): string[] {
	const read: Reads = new Map();
	for (const file of readdirSync(FOLDER).map((name) => path.join(FOLDER, name))) {
		if (statSync(file).mtimeMs < since) continue;
		const lists = JSON.parse(readFileSync(file, 'utf8')) as Array<[string, string[]]>;
		for (const [operation, fields] of lists)
			read.set(operation, new Set([...(read.get(operation) ?? []), ...fields]));
	}
	return OPERATIONS.flatMap(({ id, request }) =>
		leavesOf(request)
			.map(({ path: keys }) => keys.join('.'))
			.filter((field) => field !== '' && !read.get(id)?.has(field))
			.map((field) => `${id}: ${field}`),
	);
}

// The reporter of jest is JavaScript, and asks in a process of its own
if (require.main === module) console.log(JSON.stringify(unreadSince(Number(process.argv[2]))));
