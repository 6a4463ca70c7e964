import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const SHARED = path.join(__dirname, '../../nodes/shared');

/** Texts that operations declare for their tools */
const DECLARED = ['operations/operation.ts'];

it('what is for models alone stands in tools/', () => {
	const files = readdirSync(SHARED, { recursive: true, encoding: 'utf8' })
		.filter((name) => name.endsWith('.ts') && !name.startsWith('tools/'))
		.filter((name) => !DECLARED.includes(name));
	expect(files.length).toBeGreaterThan(100);
	const mentions = files.filter((name) =>
		/\b(tools?|models?|agents?|mcp)\b/i.test(readFileSync(path.join(SHARED, name), 'utf8')),
	);
	expect(mentions).toEqual([]);
});
