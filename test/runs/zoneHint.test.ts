import type { IDataObject } from 'n8n-workflow';

import { jsonOf, useService } from '../support/useService';

/** A run by hand says which days a period meant, where nobody has chosen the time zone. */

// The evening of 26 November in New York, which is the 27th in Berlin
const NOW = Date.parse('2026-11-27T01:00:00Z');
const fixture = useService({ now: NOW });

beforeEach(() => jest.spyOn(Date, 'now').mockReturnValue(NOW));
afterEach(() => jest.restoreAllMocks());

const ZONE =
	" in the time zone America/New_York, which is n8n's default. To have the days of another time zone, set Timezone in the settings of the workflow.";

const list = (resource: string, more: IDataObject = {}) => ({
	resource,
	operation: 'getAll',
	...more,
});
const calls = (period: string, more: IDataObject = {}) => list('call', { period, ...more });
const tasks = (due: string) => list('arrangement', { due });
const search = (more: IDataObject) => ({
	resource: 'record',
	operation: 'search',
	keyword: 'glaze',
	period: 'today',
	...more,
});

type Run = Partial<Parameters<typeof fixture.run>[0]>;
/** A node with its parameters, what else is special about its run, and the hint. */
const CASES: Array<
	[what: string, node: string, parameters: IDataObject, hint?: string, run?: Run]
> = [
	['Today', 'svcCalls', calls('today'), "'Period' means 26 November 2026"],
	['Yesterday', 'svcCalls', calls('yesterday'), "'Period' means 25 November 2026"],
	['Last 7 Days', 'svcCalls', calls('last7Days'), "'Period' means 20 November to 26 November 2026"],
	['a default', 'svcCalls', list('call'), "'Period' means 28 October to 26 November 2026"],
	['This Week', 'svcCalls', calls('thisWeek'), "'Period' means 23 November to 29 November 2026"],
	['Today in Due', 'svcArrangements', tasks('today'), "'Due' means 26 November 2026"],
	[
		'Today and Overdue',
		'svcArrangements',
		tasks('todayAndOverdue'),
		"'Due' means the time until the end of 26 November 2026",
	],
	['a period of a search', 'svcRecords', search({}), "'Period' means 26 November 2026"],
	[
		'the first of several items',
		'svcCalls',
		calls('={{ $json.period }}'),
		"'Period' means 26 November 2026",
		{ items: [{ period: 'today' }, { period: 'yesterday' }] },
	],
	['Overdue, which has no days', 'svcArrangements', tasks('overdue')],
	['Any Time', 'svcCalls', calls('anyTime')],
	['a start of the user’s', 'svcCalls', calls('custom', { after: '2026-11-26' })],
	['a time zone of the search', 'svcRecords', search({ filters: { timezone: 'Europe/Berlin' } })],
	[
		'a time zone of the workflow',
		'svcCalls',
		calls('today'),
		undefined,
		{ timezone: 'Europe/Berlin' },
	],
	['New York, chosen', 'svcCalls', calls('today'), undefined, { timezone: 'America/New_York' }],
	['a run of a published workflow', 'svcCalls', calls('today'), undefined, { mode: 'trigger' }],
	['a tool', 'svcCallsTool', calls('today')],
];

it.each(CASES.map(([what, ...each]) => ({ what, each })))('$what', async ({ each }) => {
	const [node, parameters, hint, run] = each;
	const all = { node, parameters: parameters as never, timezone: null, ...run };
	const { error, hints, items } = await fixture.run(all);
	expect(error).toBeUndefined();
	const told = [...hints, ...jsonOf(items).map((row) => String(row.hint))];
	expect(told.filter((text) => text.includes(' means '))).toEqual(hint ? [hint + ZONE] : []);
});
