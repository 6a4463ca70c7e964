import { NodeConnectionTypes, type INodeParameters } from 'n8n-workflow';
import { titleOf } from '../../dev/engine/operations';
import { TOOL_OPERATIONS } from '../../dev/models/tools';
import { itemsOf } from '../../dev/n8n/execution';
import { agentWorkflow, subNode, toolNode } from './agents';
import { needing } from './features';
import { chatTrigger, review, reviewNode, say } from './humanReview';
import { startOpenAi, type FakeOpenAi } from './openAi';
import { START } from './workflows';
import { useWorld } from './world';
import { writeCases } from '../support/cases';

const world = useWorld();
let model: FakeOpenAi;

afterEach(async () => await model?.close());

/** What nothing undoes. */
const DANGEROUS = TOOL_OPERATIONS.filter(
	({ operation: { tool } }) => tool!.effect && !tool!.undo,
).map(titleOf);

/** Has an agent want to run a tool that a person reviews first. */
async function wantedTool(title: string) {
	const { made, node, resource, operation, parameters } = writeCases(world)[title]();
	const tool = toolNode(world, 'Tool', node, {
		resource,
		operation,
		...(parameters as INodeParameters),
	});
	const wish = { toolParameters: {}, hitlParameters: {} };
	model = await startOpenAi([[['Tool', wish]]]);
	const file = await agentWorkflow(world, 3.1, model, [reviewNode('Review')]);
	file.nodes.push(tool);
	subNode(file, 'Tool', NodeConnectionTypes.AiTool, 'Review');
	const trigger = chatTrigger(START);
	file.nodes = file.nodes.map((each) => (each.name === START ? trigger : each));
	const workflow = await world.n8n.createWorkflow(file);
	await world.n8n.activate(workflow);
	const before = made();
	const id = await say(world.n8n, workflow, 'Do it');
	return { id, made: () => made() - before };
}

needing('humanReview').describe('a tool that cannot be undone, with human review', () => {
	test.each(DANGEROUS)('%s: does nothing until and unless it is approved', async (title) => {
		const { id, made } = await wantedTool(title);
		await world.n8n.waitForPerson(id, 'Review');
		expect(world.service.log).toEqual([]);
		await review(world.n8n, id, 'Review', false);
		const execution = await world.n8n.waitForExecution(id);
		expect(itemsOf(execution, 'Agent')).toEqual([{ output: 'Done.' }]);
		expect(made()).toBe(0);
		expect(world.service.log).toEqual([]);
		expect(model.results[0]).toContain('rejected');
	});

	test.each(DANGEROUS)('%s: is done once when it is approved', async (title) => {
		const { id, made } = await wantedTool(title);
		await review(world.n8n, id, 'Review', true);
		const execution = await world.n8n.waitForExecution(id);
		expect(itemsOf(execution, 'Agent')).toEqual([{ output: 'Done.' }]);
		expect(made()).toBe(1);
	});
});
