import { Expression } from 'n8n-workflow';

import {
	expressionEngine,
	startExpressionEngine,
	stopExpressionEngine,
} from '../../dev/engine/expressions';
import { pollNode } from '../../dev/engine/pollNode';
import type { Outcome } from '../../dev/engine/runNode';
import { jsonOf, useService } from '../support/useService';

/** n8n's engine of expressions, which jest.config.js names for each project, and expressions that it cannot evaluate. */

declare const EXPRESSION_ENGINE: 'legacy' | 'vm';

const fixture = useService();

/** The engine `vm` as n8n-workflow keeps it; it has none while the older engine evaluates. */
const { vmEvaluator } = Expression as unknown as {
	vmEvaluator?: { evaluate(code: string): unknown };
};

const creating = (text: string) => ({
	node: 'svcRecords',
	parameters: { resource: 'record', operation: 'create', text } as never,
	settings: { onError: 'continueErrorOutput' as const },
});

it('is the one that the project names', () => {
	expect(expressionEngine()).toBe(EXPRESSION_ENGINE);
});

it('evaluates the parameters of a node', async () => {
	const evaluated = vmEvaluator && jest.spyOn(vmEvaluator, 'evaluate');
	const { error } = await fixture.run({
		...creating("={{ 'text of ' + $json.name }}"),
		items: [{ name: 'an item' }],
	});
	expect(error).toBeUndefined();
	expect(JSON.stringify(fixture.bodies)).toContain('text of an item');
	const byVm = evaluated?.mock.calls.map(([code]) => code) ?? [];
	evaluated?.mockRestore();
	expect(byVm.some((code) => code.includes('$json.name'))).toBe(EXPRESSION_ENGINE === 'vm');
});

/** Message and advice of each failed item. */
const saidBy = ({ errors }: Outcome) =>
	jsonOf(errors).map(({ error, details }) => {
		const { description } = details as { description: string };
		return `${String(error)} ${description.replace('Nothing was sent for this item. ', '')}`;
	});

const NOT_COPIED =
	"'Text' could not be evaluated: its value is or contains a function, an iterator or the like, which n8n cannot copy Correct the expression. Call a function with (), and turn an iterator into a list: [...iterator].";
const ENDLESS =
	"'Text' could not be evaluated: it, or its value, refers to itself without end Correct the expression.";
const INVALID = "'Text' could not be evaluated: invalid syntax Correct the expression.";
const notText = (value: string, advice = DRAG_INSIDE) =>
	`'Text' must be text, not ${value} ${advice}Correct the value or its expression.`;
const DRAG_INSIDE =
	'Give one value of the object or list: drag the field inside of it, not the whole. ';

/** What, its expression, and the error of each engine; none where an engine would go on forever. */
const WITHOUT_VALUE: Array<[string, string, { legacy?: string; vm: string }]> = [
	[
		'a function',
		'() => 1',
		{
			legacy:
				"'Text' could not be evaluated: this is a function, please add () Correct the expression.",
			vm: NOT_COPIED,
		},
	],
	['a function in a list', '[() => 1]', { legacy: notText('[null]'), vm: NOT_COPIED }],
	['a function in an object', '({ then: () => 1 })', { legacy: notText('{}'), vm: NOT_COPIED }],
	['a symbol', 'Symbol("s")', { legacy: notText('Symbol(s)', ''), vm: NOT_COPIED }],
	['a symbol in a list', '[Symbol("s")]', { legacy: notText('[null]'), vm: NOT_COPIED }],
	['an iterator', '[1, 2].values()', { legacy: notText('{}'), vm: NOT_COPIED }],
	['a generator', '(function* () { yield 1; })()', { legacy: notText('{}'), vm: NOT_COPIED }],
	['a WeakMap', 'new WeakMap()', { legacy: notText('{}'), vm: NOT_COPIED }],
	[
		'an object that contains itself',
		'(() => { const a = {}; a.self = a; return a; })()',
		{ legacy: ENDLESS, vm: ENDLESS },
	],
	[
		'a list that contains itself',
		'(() => { const a = []; a.push(a); return a; })()',
		{ legacy: ENDLESS, vm: ENDLESS },
	],
	['the parameters, with this one', '$parameter', { legacy: ENDLESS, vm: ENDLESS }],
	['a getter', '({ get a() { return 1; } })', { legacy: INVALID, vm: INVALID }],
	[
		'a loop without end',
		'(() => { while (true); })()',
		{
			vm: "'Text' could not be evaluated: it takes longer than n8n allows, by default 5 seconds Correct the expression. N8N_EXPRESSION_ENGINE_TIMEOUT sets another limit, in milliseconds.",
		},
	],
];

describe('an error of an expression without a value names the field, what is wrong and what helps', () => {
	const cases = WITHOUT_VALUE.filter(([, , said]) => said[EXPRESSION_ENGINE] !== undefined);

	it.each(cases)('%s', async (_what, expression, said) => {
		const outcome = await fixture.run(creating(`={{ ${expression} }}`));
		expect(saidBy(outcome)).toEqual([said[EXPRESSION_ENGINE]]);
		expect(fixture.requests).toEqual([]);
	});

	it('in a trigger', async () => {
		const { error } = await pollNode({
			node: 'svcCallsTrigger',
			credential: fixture.credential,
			parameters: { event: 'newCall', startFrom: 'date', startDate: '={{ [() => 1] }}' },
		});
		const { legacy, vm } = {
			legacy: /^'Start Date' is not a date: \[null\]/,
			vm: /^'Start Date' could not be evaluated: its value is or contains a function, an iterator/,
		};
		expect(error?.message).toMatch(EXPRESSION_ENGINE === 'vm' ? vm : legacy);
	});

	it.each([
		['a function that is called', '(() => "text")()', 'text'],
		['an iterator that is a list', '[...["te", "xt"].values()].join("")', 'text'],
	])('and its advice helps: %s', async (_what, expression, text) => {
		const { items } = await fixture.run(creating(`={{ ${expression} }}`));
		expect(items).toHaveLength(1);
		expect(JSON.stringify(fixture.bodies)).toContain(text);
	});
});

/** Expressions about other nodes, n8n's words on them, and what its editor makes more words of. */
const ABOUT_NODES: Array<
	[what: string, expression: string, words: RegExp, key: string | undefined]
> = [
	['a node that is not there', "$('Kiln').item.json.a", /evaluated: .*: 'Kiln' /, 'nodeNotFound'],
	[
		'a node without a way back to it',
		"$('Again').item.json.a",
		/evaluated: No path back .*: 'Again' /,
		'pairedItemNoConnection',
	],
	[
		'a node that has not run',
		"$('Again').first().json.a",
		/evaluated: Node 'Again' hasn't .* \$if\( \$\("Again"\)\.isExecuted, </,
		'pairedItemNoConnection',
	],
	[
		// n8n's other engine lets $input.first(1) pass, which n8n's first engine refuses
		'wrong arguments',
		'$jmespath(1)',
		/evaluated: expected two arguments \(Object, string\) for this function .*Correct/,
		undefined,
	],
];

describe('n8n itself explains a failed expression about', () => {
	it.each(ABOUT_NODES)('%s', async (_what, expression, words, descriptionKey) => {
		const { error } = await fixture.run({ ...creating(`={{ ${expression} }}`), settings: {} });
		expect(`${error?.message} ${error?.description}`).toMatch(words);
		const [, cause] = /\('(.*)'\)/.exec(expression) ?? [];
		expect([error?.context.descriptionKey, error?.context.nodeCause]).toEqual([
			descriptionKey,
			cause,
		]);
	});
});

const describeVm = EXPRESSION_ENGINE === 'vm' ? describe : () => {};

describeVm('an expression that takes more memory than n8n allows', () => {
	// A small limit is reached soon, on a busy machine too
	beforeAll(async () => {
		await stopExpressionEngine();
		await startExpressionEngine({ bridgeMemoryLimit: 24, bridgeTimeout: 100_000 });
	});

	it('fails with the limit, and the items after it with the cause', async () => {
		const outcome = await fixture.run({
			...creating('={{ $json.size ? Array($json.size).fill(1.5).map((x) => ({ x })) : "text" }}'),
			items: [{ size: 3_000_000 }, {}],
		});
		expect(saidBy(outcome)).toEqual([
			"'Text' could not be evaluated: it takes more memory than n8n allows, by default 128 MB [item 1 of 2] Correct the expression. N8N_EXPRESSION_ENGINE_MEMORY_LIMIT sets another limit, in MB.",
			"'Text' could not be evaluated: an earlier expression of this execution took more memory than n8n allows, which ends all that follow [item 2 of 2] Correct the earlier expression: the error of its item or node says which one it is.",
		]);
	});
});
