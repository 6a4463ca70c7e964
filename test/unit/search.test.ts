import { createRequire } from 'node:module';

import { AREAS } from '../../dev/areas';
import { nodeNamed } from '../../dev/engine/types';
import { aliasesOf, finds, searchOf, split } from '../../dev/areas/search';
import { DECLARED, eventsOf } from '../../dev/engine/operations';

/** The search of n8n's node panel. Its types are those of an ES module. */
const { sublimeSearch } = createRequire(__filename)('@n8n/utils/search/sublime-search') as {
	sublimeSearch: <Item>(
		search: string,
		items: Item[],
		keys: Array<{ key: string; weight: number }>,
	) => Array<{ item: Item }>;
};

/** Searches for what no node can do. */
const BEYOND =
	'voicemail, fax, invoice, payment, email, newsletter, calendar event, spreadsheet, translate, password, survey, ' +
	'weather, database, payroll, refund, upload file, send file, screenshot, send sms, make a call, delete call, ' +
	'start recording, delete recording, assign task, create contact, add member, invite member, schedule message, ' +
	'forward message, like post';

describe.each(AREAS.map(({ name }) => name))('%s', (area) => {
	const search = searchOf(area);
	const aliases = aliasesOf(search);
	const isFound = (phrase: string) => aliases.some((alias) => finds(phrase, alias));

	it('has search words for each operation, and for nothing that is not there', () => {
		const operations = DECLARED.filter((each) => each.area === area).map(
			({ resource, operation }) => `${resource.value} > ${operation.value}`,
		);
		expect(Object.keys(search.operations).sort()).toEqual(operations.sort());
		const events = eventsOf(area).map(({ value }) => value);
		// The panel also finds the name of an event
		expect(events).toEqual(expect.arrayContaining(Object.keys(search.events ?? {})));
	});

	it('is found for nearly all searches that the words were written with', () => {
		const seen = split(search.searches.seen);
		const found = seen.filter(isFound);
		expect(found.length).toBeGreaterThanOrEqual(0.9 * seen.length);
	});

	it('is not found for what it cannot do', () => {
		expect(BEYOND.split(', ').filter(isFound)).toEqual([]);
	});
});

describe("the order in n8n's node panel", () => {
	const panel = AREAS.map(({ name }) => {
		const { displayName, codex } = {
			...nodeNamed(`svc${name}`).description,
			codex: { alias: aliasesOf(searchOf(name)) },
		};
		return { properties: { displayName, codex } };
	});
	/** The weights of n8n's editor. */
	const keys = [
		{ key: 'properties.displayName', weight: 1.3 },
		{ key: 'properties.codex.alias', weight: 1 },
	];

	it.each([
		['send message', 'Svc Chat', 'Svc Bots'],
		['send messages', 'Svc Chat', 'Svc Bots'],
		['send a message', 'Svc Chat', 'Svc Bots'],
		['send new message', 'Svc Chat', 'Svc Bots'],
		['post message', 'Svc Chat', 'Svc Bots'],
		['message', 'Svc Chat', 'Svc Bots'],
		['messages', 'Svc Chat', 'Svc Bots'],
		['chat message', 'Svc Chat', 'Svc Bots'],
		['group message', 'Svc Chat', 'Svc Bots'],
		['send alert', 'Svc Chat', 'Svc Bots'],
		['notify', 'Svc Chat', 'Svc Bots'],
		['read messages', 'Svc Chat', 'Svc Bots'],
		['send message as bot', 'Svc Bots', 'Svc Chat'],
		['bot message', 'Svc Bots', 'Svc Chat'],
	])('for "%s" has %s before %s', (search, first, later) => {
		const found = sublimeSearch(search, panel, keys).map(({ item }) => item.properties.displayName);
		const place = (name: string) => (found.includes(name) ? found.indexOf(name) : Infinity);
		expect(place(first)).toBeLessThan(place(later));
	});
});
