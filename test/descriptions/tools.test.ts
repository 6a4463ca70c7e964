import { nodeNameToToolName } from 'n8n-workflow';

import { TOOL_OPERATIONS } from '../../dev/contract/offered';
import { TOOLS } from '../../dev/engine/types';
import { toolDescription, toolName } from '../support/toolWords';

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
