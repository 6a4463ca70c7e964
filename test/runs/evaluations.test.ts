import { Expression, type INodeParameters } from 'n8n-workflow';

import { useService } from '../support/useService';

/**
 * Evaluating an expression takes n8n more time than everything the node does with an item (half a millisecond in its engine
 * `vm`), so no expression is evaluated more than once for an item.
 */

const fixture = useService();
const COUNT = 30;

const OPERATIONS: Array<[title: string, node: string, parameters: INodeParameters]> = [
	[
		'an exact read',
		'svcCalls',
		{
			resource: 'call',
			operation: 'get',
			call: { __rl: true, mode: 'id', value: '={{ $json.id }}' },
		},
	],
	[
		'a search with a filter',
		'svcRecords',
		{
			resource: 'record',
			operation: 'search',
			keyword: '={{ $json.text }}',
			limit: '={{ 2 }}',
			filters: { timezone: '={{ "Europe/Berlin" }}' },
		},
	],
	[
		'a lookup by name',
		'svcPeople',
		{ resource: 'person', operation: 'find', query: '={{ $json.text }}' },
	],
	[
		'a create with options',
		'svcArrangements',
		{
			resource: 'arrangement',
			operation: 'create',
			title: '={{ $json.text }}',
			dueAt: '={{ $json.due }}',
			options: { validateOnly: '={{ true }}', writeOncePer: '={{ $json.id }}' },
		},
	],
	[
		'an update',
		'svcRecords',
		{
			resource: 'record',
			operation: 'update',
			record: { __rl: true, mode: 'id', value: '={{ $json.id }}' },
			updateFields: { title: '={{ $json.text }}', text: '={{ $json.due }}' },
			options: { validateOnly: true },
		},
	],
];

it.each(OPERATIONS)(
	'%s evaluates each expression once for an item',
	async (_title, node, parameters) => {
		const evaluate = jest.spyOn(Expression.prototype, 'resolveSimpleParameterValue');
		await fixture.run({
			node,
			parameters,
			items: Array.from({ length: COUNT }, (_each, i) => ({
				id: `id_${i}_of_some_object`,
				text: `Text ${i}`,
				due: '2027-01-01T10:00:00Z',
			})),
			settings: { onError: 'continueRegularOutput' },
		});
		const written = [...JSON.stringify(parameters).matchAll(/"(=\{\{.*?\}\})"/g)].map(
			([, each]) => JSON.parse(`"${each}"`) as string,
		);
		const evaluated = evaluate.mock.calls.filter(([value]) => String(value).startsWith('='));
		evaluate.mockRestore();
		expect(countsOf(evaluated.map(([value]) => String(value)))).toEqual(
			countsOf(written.flatMap((each) => Array<string>(COUNT).fill(each))),
		);
	},
);

/** How often each text comes. */
function countsOf(texts: string[]): Record<string, number> {
	const counts: Record<string, number> = {};
	for (const text of texts) counts[text] = (counts[text] ?? 0) + 1;
	return counts;
}
