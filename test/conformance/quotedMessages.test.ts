import { readFileSync } from 'node:fs';
import path from 'node:path';

import { isSaidBy, quotedIn, textsOfCode } from './quotedMessages';

const texts = textsOfCode();
const PAGES = [
	'docs/errors.md',
	'docs/errors-in-depth.md',
	'docs/write-safety.md',
	'docs/agents.md',
];

const messages = PAGES.flatMap((page) => {
	const text = readFileSync(path.join(__dirname, '../..', page), 'utf8');
	return quotedIn(text).map((message) => [page, message] as const);
});

it('finds the messages', () => {
	const of = (page: string) => messages.filter(([each]) => each === page).length;
	expect(of('docs/errors.md')).toBeGreaterThan(20);
});

it.each(messages)('%s quotes a message of the code: %s', (_page, message) => {
	expect(texts.length).toBeGreaterThan(1_000);
	expect(isSaidBy(message, texts)).toBe(true);
});

it.each([
	'The service did not receive the entire request …',
	'The answer of the service is not XML',
	'The … cannot be found',
	'is not a number of weeks …',
	"'After' is not a date: … [item 3]",
	"'After' is not a moment: … [item 4 of 5]",
	"'Person' matches 2 persons: …",
	"'Person' matches many people: …",
])('knows that the code does not say: %s', (message) => {
	expect(isSaidBy(message, texts)).toBe(false);
});
