import { readFileSync } from 'node:fs';

import { version } from '../../package.json';
import { digestsOf, FREEZES, VERSIONS } from './frozen';

it('files of a published version stay as they are: users have workflows and triggers like them', () => {
	const digests = JSON.parse(readFileSync(FREEZES, 'utf8')) as Record<string, string>;
	const now = Object.assign({}, ...VERSIONS.map(digestsOf)) as Record<string, string>;
	const names = [...new Set([...Object.keys(digests), ...Object.keys(now)])];
	// A changed file hides what users would lose: put it back, and record the new version with record.ts
	expect(names.filter((name) => digests[name] !== now[name])).toEqual([]);
	expect(names.length).toBeGreaterThan(50);
});

it('the version in package.json is recorded: `npx tsx test/compatibility/record.ts`', () => {
	expect(VERSIONS).toContain(version);
});
