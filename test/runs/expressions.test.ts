import { Expression } from 'n8n-workflow';

import { expressionEngine } from '../../dev/engine/expressions';
import { useService } from '../support/useService';

/** n8n's engine of expressions, which jest.config.js names for each project. */

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
