import { createRequire } from 'node:module';

import { NODE_CLASSES } from '../../dev/engine/types';
import { published } from './published';
import { FOR_NOTHING, SEARCHES } from './searches';

/** The search of n8n's node panel. Its types are those of an ES module. */
const { sublimeSearch } = createRequire(__filename)('@n8n/utils/search/sublime-search') as {
	sublimeSearch: <Item>(
		search: string,
		items: Item[],
		keys: Array<{ key: string; weight: number }>,
	) => Array<{ item: Item }>;
};

/** As many as no node of n8n's own has, so that a list is read, not stuffed. */
const MOST = 20;

/** The panel shows a node and its trigger as one entry. */
const entries = published().nodes.filter(({ title }) => !title.endsWith(' Trigger'));

/** The display names of the nodes that a search finds, in the order of the panel with the weights of n8n's editor. */
function found(search: string): string[] {
	const items = entries.map(({ title, codex }) => ({
		properties: { displayName: title, codex },
	}));
	const keys = [
		{ key: 'properties.displayName', weight: 1.3 },
		{ key: 'properties.codex.alias', weight: 1 },
	];
	return sublimeSearch(search, items, keys).map(({ item }) => item.properties.displayName);
}

test('every node has searches that should find it', () => {
	expect(SEARCHES.map(([node]) => node).sort()).toEqual(entries.map(({ title }) => title).sort());
	expect(entries).toHaveLength(NODE_CLASSES.length);
});

test.each(entries.map(({ title, codex }) => [title, codex.alias ?? []] as const))(
	'%s has few search words, none of them twice',
	(_title, alias) => {
		expect(alias.length).toBeGreaterThan(0);
		expect(alias.length).toBeLessThanOrEqual(MOST);
		expect(alias).toEqual([...new Set(alias)]);
	},
);

describe.each(SEARCHES)('%s is among the first two nodes of the package', (node, searches) => {
	test.each(searches)('for "%s"', (search) => {
		expect(found(search).slice(0, 2)).toContain(node);
	});
});

test.each(FOR_NOTHING)('no node is found for "%s"', (search) => {
	expect(found(search)).toEqual([]);
});
