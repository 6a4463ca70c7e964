import axios from 'axios';
import { NodeConnectionTypes, type INodeParameters } from 'n8n-workflow';
import { titleOf } from '../../dev/engine/operations';
import { TOOL_OPERATIONS } from '../../dev/models/tools';
import { itemsOf } from '../../dev/n8n/execution';
import { agentWorkflow, subNode, toolNode } from './agents';
import { needing } from './features';
import { Group } from './examples/group';
import { chatTrigger, review, reviewNode, say, svcReviewNode } from './humanReview';
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
async function wantedTool(title: string, channel = reviewNode('Review')) {
	const { made, node, resource, operation, parameters } = writeCases(world)[title]();
	const tool = toolNode(world, 'Tool', node, {
		resource,
		operation,
		...(parameters as INodeParameters),
	});
	const wish = { toolParameters: {}, hitlParameters: {} };
	model = await startOpenAi([[['Tool', wish]]]);
	const file = await agentWorkflow(world, 3.1, model, [channel]);
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

needing('humanReview').test.each([true, false])(
	'a review in a chat of the service, approved: %s',
	async (approved) => {
		const group = new Group(world, 'Studio team');
		const { id, made } = await wantedTool('Chat: Message > Send', svcReviewNode(world, 'Review'));
		await world.n8n.waitForPerson(id, 'Review');
		const [text, ...others] = await group.untilSent(1);
		expect(others).toEqual([]);
		expect(text).toMatch(/^The agent wants to run \S+\n\n/);
		const [yes, no] = text.match(/http\S+/g)!;
		await axios.post(approved ? yes : no, undefined, { proxy: false });
		const execution = await world.n8n.waitForExecution(id);
		expect(itemsOf(execution, 'Agent')).toEqual([{ output: 'Done.' }]);
		expect(made()).toBe(approved ? 1 : 0);
		expect(model.results[0].includes('rejected')).toBe(!approved);
	},
);
