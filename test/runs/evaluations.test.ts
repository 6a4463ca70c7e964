import { ExecuteContext, SupplyDataContext } from 'n8n-core';
import {
	createRunExecutionData,
	Expression,
	type IDataObject,
	type IExecuteFunctions,
	type INode,
	type INodeExecutionData,
	type INodeParameters,
	type ITaskDataConnections,
	NodeConnectionTypes,
	Workflow,
} from 'n8n-workflow';

import { additionalData } from '../../dev/engine/runNode';
import { NODES, nodeTypes } from '../../dev/engine/types';
import { pathOfDragged } from '../../nodes/shared/values/dragged';
import { RunParameters } from '../../nodes/shared/values/runParameters';
import { fc, seedOf } from '../support/random';
import { useService } from '../support/useService';

/**
 * Evaluating an expression takes n8n more time than everything the node does with an item (half a millisecond in its engine
 * `vm`), so no expression is evaluated more than once for an item, and a field that was dragged from the input only for the
 * first item.
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
			keyword: '={{ $json.text.trim() }}',
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
			updateFields: { title: '={{ $json.text }}', text: '={{ $json["due"] }}' },
			options: { validateOnly: true },
		},
	],
];

it.each(OPERATIONS)(
	'%s evaluates no dragged field after the first item, and other expressions once for an item',
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
			countsOf(
				written.flatMap((each) => Array<string>(pathOfDragged(each) ? 1 : COUNT).fill(each)),
			),
		);
	},
);

/** How often each text comes. */
function countsOf(texts: string[]): Record<string, number> {
	const counts: Record<string, number> = {};
	for (const text of texts) counts[text] = (counts[text] ?? 0) + 1;
	return counts;
}

it.each<[stored: unknown, path: string[] | undefined]>([
	['={{ $json.a }}', ['a']],
	['={{$json.a}}', ['a']],
	['={{\u00a0\n$json.a_$1.b\t}}', ['a_$1', 'b']],
	[
		"={{ $json['a b']['it\\'s'][\"c.d\"][0]['größe'][''] }}",
		['a b', "it's", 'c.d', '0', 'größe', ''],
	],
	...[
		'{{ $json.a }}',
		'={{ $json }}',
		'={{ $json.a }} ',
		'=Text {{ $json.a }}',
		'={{ $json.a }}{{ $json.b }}',
		'={{ $json.a + 1 }}',
		'={{ $json.a() }}',
		'={{ $json?.a }}',
		'={{ $json .a }}',
		'={{ $json.größe }}',
		'={{ $json.1a }}',
		'={{ $json[00] }}',
		'={{ $json[-1] }}',
		'={{ $json[1e3] }}',
		'={{ $json[a] }}',
		"={{ $json['a\\n'] }}",
		"={{ $('Input').item.json.a }}",
		'={{ $jsonx.a }}',
		'={{ $item.a }}',
		3,
		undefined,
		['={{ $json.a }}'],
	].map((stored): [unknown, undefined] => [stored, undefined]),
])('the path of %j as a dragged field is %j', (stored, path) => {
	expect(pathOfDragged(stored)).toEqual(path);
});

describe('a dragged field', () => {
	it('has the value that n8n gives it, whatever the item', async () => {
		let own = 0;
		const seed = seedOf('dragged fields');
		const evaluate = jest.spyOn(Expression.prototype, 'resolveSimpleParameterValue');
		await WORKFLOW.expression.acquireIsolate();
		fc.assert(
			fc.property(DRAGGED, ({ expression, items, field, surroundings }) => {
				const { context, node } = contextOf(field(expression), items, surroundings);
				const path = PATHS.get(field)!;
				const parameters = new RunParameters(context, node);
				for (const i of items.keys()) {
					evaluate.mockClear();
					const read = outcomeOf(() => parameters.of(i).getNodeParameter(path));
					if (evaluate.mock.calls.length === 0) own++;
					expect(read).toEqual(outcomeOf(() => context.getNodeParameter(path, i)));
				}
			}),
			{ seed, numRuns: 200 },
		);
		await WORKFLOW.expression.releaseIsolate();
		evaluate.mockRestore();
		// Otherwise the property would hold without a field that was read here
		expect(own).toBeGreaterThan(60);
	});

	it('is in no field whose value n8n would change after it has evaluated it', () => {
		// In any depth of the descriptions
		for (const { description } of NODES)
			expect(JSON.stringify(description.properties)).not.toMatch(/"validateType":/);
	});
});

/** The fields of a node to which an expression is given: alone, in a locator and in a collection. */
const FIELDS: Array<[path: string, field: (expression: string) => INodeParameters]> = [
	['title', (title) => ({ operation: 'create', title })],
	['record.value', (value) => ({ operation: 'get', record: { __rl: true, mode: 'id', value } })],
	['updateFields.text', (text) => ({ operation: 'update', updateFields: { text } })],
];
const PATHS = new Map(FIELDS.map(([path, field]) => [field, path]));

/** Keys that n8n, JavaScript or a prototype treats in a way of its own, beside usual ones. */
const KEYS = [
	...[
		'a',
		'b',
		'a b',
		'a.b',
		"it's",
		'say "x"',
		'größe',
		'0',
		'1',
		'00',
		'1e3',
		'-1',
		'',
		'$',
		'_',
	],
	...['__proto__', 'constructor', 'prototype', 'length', 'toString', 'valueOf', 'hasOwnProperty'],
	...[
		'arguments',
		'caller',
		'binding',
		'map',
		'then',
		'toJSON',
		'isProxy',
		'class',
		'x.constructor',
	],
	...['__isArray', '__isObject', '__isError', '}}', '{{', '\\', '\n', 'x.first(1)', 'json', 'item'],
];
const key = fc.oneof(
	{ weight: 4, arbitrary: fc.constantFrom('a', 'b', '0') },
	fc.constantFrom(...KEYS),
);

const step = (each: string) => {
	const quoted = `['${each.replace(/'/g, "\\'")}']`;
	const isName = /^[a-z_$][\w$]*$/i.test(each);
	return fc.constantFrom(isName ? `.${each}` : quoted, quoted, quoted, `["${each}"]`, `[${each}]`);
};
const blank = fc.constantFrom('', ' ', ' ', '\n\t', '\u00a0');

class Own {
	constructor(each: string, value: unknown) {
		Object.defineProperty(this, each, { value, enumerable: true });
	}
}

/** Values around a value: usual ones, and others that only a node of the same process could give. */
const AROUND: Array<(each: string, value: unknown) => unknown> = [
	(each, value) => Object.fromEntries([[each, value]]),
	(each, value) =>
		Object.assign(Object.create(null), Object.fromEntries([[each, value]])) as object,
	(each, value) =>
		Object.fromEntries([
			['other', 1],
			[each, value],
			['__isError', true],
		]),
	(each, value) => (/^\d$/.test(each) ? [...Array<number>(Number(each)).fill(7), value] : [value]),
	// The length of a list is a number
	(each, value) => (each === 'length' ? [value] : Object.assign([1, 2], { [each]: value })),
	(each, value) => Object.assign(new Date(0), Object.fromEntries([[each, value]])),
	(each, value) => new Own(each, value),
	(each, value) => Object.create({ [each]: value }) as object,
	(each, value) => Object.defineProperty({}, each, { get: () => value, enumerable: true }),
	(each) =>
		Object.defineProperty({}, each, {
			get: () => {
				throw new TypeError('No value');
			},
		}),
	(each, value) => Object.defineProperty({}, each, { value, enumerable: false }),
	(each, value) => new Proxy(Object.fromEntries([[each, value]]), {}),
	() => [, 1],
	() => 'text',
	() => null,
	() => new Map([['a', 1]]),
	() => Buffer.from('abc'),
];
const around = fc.oneof(
	{ weight: 8, arbitrary: fc.constantFrom(...AROUND.slice(0, 3)) },
	fc.constantFrom(...AROUND),
);

const leaf = fc.oneof(
	fc.string({ unit: 'binary' }),
	fc.double(),
	fc.boolean(),
	fc.constantFrom<unknown>(
		...[
			'',
			'=',
			'={{ 1 }}',
			'=a',
			'{{ $json.a }}',
			'true',
			'5',
			' ',
			'\u0000',
			'\ud800',
			'2026-01-01T00:00:00Z',
		],
		...[0, -0, NaN, Infinity, -Infinity, 2 ** 53, 1e21, true, false],
		...[null, undefined, 10n, new Date(0), {}, [], () => 1, Symbol('s'), Object('boxed')],
	),
);

/** An expression of the form of a dragged field, and items that have a value at its path, or something else. */
const DRAGGED = fc
	.record({
		keys: fc.array(key, { minLength: 1, maxLength: 3 }),
		field: fc.constantFrom(...FIELDS.map(([, field]) => field)),
		surroundings: fc.constantFrom('plain', 'once', 'second input', 'tool', 'tool of an agent'),
		blanks: fc.tuple(blank, blank, fc.constantFrom('', '', '', '', '', '', '', ' ', 'x')),
	})
	.chain(({ keys, blanks: [before, after, end], ...others }) =>
		fc.record({
			expression: fc
				.tuple(...keys.map(step))
				.map((steps) => `={{${before}$json${steps.join('')}${after}}}${end}`),
			items: fc.array(
				fc
					.tuple(leaf, fc.array(around, { minLength: keys.length, maxLength: keys.length }))
					.map(([value, wrappers]) =>
						keys.reduceRight((inner, each, i) => wrappers[i](each, inner), value),
					),
				{ minLength: 3, maxLength: 6 },
			),
			field: fc.constant(others.field),
			surroundings: fc.constant(others.surroundings),
		}),
	);

const NODE: INode = {
	id: 'svc',
	name: 'Svc',
	type: 'n8n-nodes-svc.svcRecords',
	typeVersion: 1,
	position: [0, 0],
	parameters: {},
};
const WORKFLOW = new Workflow({ nodes: [NODE], connections: {}, active: false, nodeTypes });

/** n8n's own context for a run of a node, with items that came in one of several ways. */
function contextOf(parameters: INodeParameters, given: unknown[], surroundings: string) {
	const node = { ...NODE, parameters: { resource: 'record', ...parameters } };
	const items = given.map((json) => ({ json }) as INodeExecutionData);
	const calls: INodeExecutionData[][] = [items.map(() => items[0])];
	const inputs: Record<string, ITaskDataConnections> = {
		plain: { main: [items] },
		once: { main: [items.slice(0, 1)] },
		'second input': { main: [[], items] },
		tool: { main: [items], [NodeConnectionTypes.AiTool]: calls },
		'tool of an agent': { [NodeConnectionTypes.AiTool]: calls },
	};
	const input = inputs[surroundings];
	const data = additionalData({ baseUrl: '', apiKey: '' });
	const executeData = { node, data: input, source: null };
	const run = [WORKFLOW, node, data, 'manual', createRunExecutionData(), 0, items, input] as const;
	const context =
		surroundings === 'tool of an agent'
			? new SupplyDataContext(...run, NodeConnectionTypes.AiTool, executeData, [])
			: new ExecuteContext(...run, executeData, []);
	return { context: context as unknown as IExecuteFunctions, node };
}

/** The value that a function returns, or the error that it throws. */
function outcomeOf(read: () => unknown): IDataObject {
	try {
		return { value: read() } as IDataObject;
	} catch (error) {
		return { thrown: (error as Error).message };
	}
}
