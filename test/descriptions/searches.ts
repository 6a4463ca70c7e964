import { readFileSync } from 'node:fs';
import path from 'node:path';
import { load } from 'js-yaml';

const file = path.join(__dirname, 'searches.yaml');
const texts = load(readFileSync(file, 'utf8')) as Record<string, string>;
const split = (text: string) => text.trim().split(/,\s+/);

const { n8n, nothing, ...byNode } = texts;

/** Searches of people, by the display name of the node that they should find. */
export const SEARCHES = Object.entries(byNode).map(
	([node, text]) => [node, split(text)] as [node: string, searches: string[]],
);

/** Searches for which n8n's own node comes before those of the package. */
export const FOR_N8N = split(n8n);

/** Searches for what no node can do. */
export const FOR_NOTHING = split(nothing);
