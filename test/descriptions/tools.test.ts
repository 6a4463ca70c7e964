import { nodeNameToToolName } from 'n8n-workflow';

import { TOOL_OPERATIONS } from '../../dev/contract/offered';
import { TOOLS } from '../../dev/engine/types';
import { shownDescriptions, toolDescription, toolName } from '../support/toolWords';

const operations = TOOL_OPERATIONS.map(({ node, resource, operation }) => ({
	name: `${node.description.displayName}: ${resource} > ${String(operation.value)}`,
	text: toolDescription(node.description.name, resource, String(operation.value)),
	tool: toolName(node.description.name, resource, String(operation.value)),
	operation: operation.name,
	reads: /^(get|find|search)/.test(String(operation.value)),
}));

const NODE_ENDINGS = TOOLS.map(({ description }) =>
	nodeNameToToolName(`_in_${String(description.defaults.name)}`),
);

describe('What a model is told about each operation as a tool', () => {
	it.each(operations)('$name: says what it does, returns, and when to use it', ({ text }) => {
		expect(text).toMatch(/^[A-Z][a-z]+s /);
		expect(text).toMatch(/ Returns /);
		expect(text).toMatch(/ Use it /);
		// The most that models of several makers take
		expect(text.length).toBeLessThanOrEqual(1024);
	});

	it('tells no two operations in the same words', () => {
		const texts = operations.map(({ text }) => text);
		expect(new Set(texts).size).toBe(texts.length);
		const firsts = texts.map((text) => text.split('. ')[0]);
		expect(new Set(firsts).size).toBe(firsts.length);
	});

	it.each(operations.filter(({ reads }) => !reads))(
		'$name: says after when to use it what it changes',
		({ text }) => {
			const [, use] = text.split(' Use it ');
			expect(use.split('. ').length).toBeGreaterThan(1);
			expect(text.trimEnd()).toMatch(/\.$/);
		},
	);

	it.each(
		operations.filter(({ operation }) => /^(Delete|Publish|Remove|Withdraw)/.test(operation)),
	)('$name: says that it is dangerous, or what undoes it', ({ text }) => {
		expect(text).toMatch(/ DANGEROUS: | undoes it\./);
	});
});

/** The choices on which the words of a tool depend, with each value. */
const FIXED = TOOL_OPERATIONS.flatMap(({ node, resource, operation }) => {
	const { name, properties } = node.description;
	const own = properties.filter(
		({ displayOptions: { show } = {} }) =>
			show?.['@tool'] &&
			show.resource?.includes(resource) &&
			show.operation?.includes(String(operation.value)),
	);
	const general = own.find(({ displayOptions, name: each }) => {
		const [[values] = []] = Object.values(displayOptions?.hide ?? {});
		return each === 'toolDescription' && typeof values === 'string';
	});
	return Object.entries(general?.displayOptions?.hide ?? {}).flatMap(([choice, values]) =>
		(values as string[]).map((value) => ({
			title: `${node.description.displayName}: ${resource} > ${String(operation.value)} with ${choice} = ${value}`,
			of: [name, resource, String(operation.value)] as const,
			choice,
			value,
		})),
	);
});

describe('What a model is told about a tool of which a person has fixed a choice', () => {
	it('is a text of its own for each value of the choices that decide', () => {
		const choices = new Set(FIXED.map(({ choice }) => choice));
		expect([...choices].sort()).toEqual(
			[
				'by',
				'container',
				'destination',
				'due',
				'findBy',
				'period',
				'scope',
				'sendTo',
				'status',
			].sort(),
		);
		expect(FIXED.length).toBeGreaterThan(80);
	});

	it.each(FIXED)('$title', ({ of, choice, value }) => {
		const open = '={{ $fromAI("choice", "", "string") }}';
		const left = shownDescriptions(...of, { [choice]: open });
		const fixed = shownDescriptions(...of, { [choice]: value });
		expect([left.length, fixed.length]).toEqual([1, 1]);
		expect(toolDescription(...of)).toBe(left[0]);
		expect(toolDescription(...of, { [choice]: value })).toBe(fixed[0]);
		expect(fixed[0]).not.toBe(left[0]);
		expect(fixed[0].length).toBeLessThanOrEqual(1024);
	});

	it.each([
		['completed', /^Completes /, /[Rr]eopen/],
		['following', /^Reopens /, /[Cc]omplete/],
	])('says of the status %s what that does, and nothing else', (status, does, other) => {
		const text = toolDescription('svcArrangements', 'arrangement', 'setStatus', { status });
		expect(text).toMatch(does);
		expect(text).not.toMatch(other);
	});
});

describe('The name that n8n gives to each operation as a tool', () => {
	it.each(operations)('$name: is whole within 64 characters', ({ tool }) => {
		// n8n cuts longer names; a name that ends in its node is whole
		expect(tool).toMatch(/^[A-Za-z0-9_-]{1,64}$/);
		expect(NODE_ENDINGS.some((ending) => tool.endsWith(ending))).toBe(true);
	});

	it('is the name of no other operation', () => {
		const names = operations.map(({ tool }) => tool);
		expect(new Set(names).size).toBe(names.length);
	});
});
