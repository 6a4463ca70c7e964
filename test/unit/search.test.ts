import { AREAS } from '../../dev/areas';
import { aliasesOf, finds, searchOf, split } from '../../dev/areas/search';
import { DECLARED, eventsOf } from '../../dev/engine/operations';

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
