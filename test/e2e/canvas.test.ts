import type { INodeParameters } from 'n8n-workflow';
import { itemsOf } from '../../dev/n8n/execution';
import { useEditor } from './editor';
import { Group } from './examples/group';
import { ASK, askNode } from './questions';
import { chain, connect, node, START } from './workflows';

const both = { values: { approvalType: 'double' } };

describe('nodes on the canvas', () => {
	const { world, editor } = useEditor();

	beforeAll(async () => {
		const workflow = connect('Canvas', [
			node('When Ready', 'n8n-nodes-svc.svcCallsTrigger', 1, { event: 'transcriptReady' }),
			node('Notes', 'n8n-nodes-svc.svcRecords', 1, { resource: 'record', operation: 'getAll' }),
			// Nothing chosen: n8n omits values that equal the defaults
			node('Me', 'n8n-nodes-svc.svcAccount', 1, {}),
		]);
		await editor.openWorkflow(await world.n8n.createWorkflow(workflow));
	});

	test.each([
		['When Ready', 'Call transcript ready'],
		['Notes', 'Get many records (notes and chat texts) · any time'],
		['Me', 'Get profile'],
	])('%s is subtitled "%s"', async (name, subtitle) => {
		await editor.node(name).getByText(subtitle, { exact: true }).waitFor();
	});

	test.each([
		['When Ready', 'calls.svg'],
		['Notes', 'records.svg'],
		['Me', 'account.svg'],
	])('%s has the icon of its area, %s', async (name, file) => {
		await editor.node(name).locator(`img[src$="/icons/${file}"]`).waitFor();
	});
});

/** With the mouse and keyboard of people, who see what a wrong answer lacks. */
describe('the pages of a question in a browser', () => {
	const { world, editor } = useEditor();

	test.each<[string, INodeParameters, number, string[], object]>([
		['approves', { approvalOptions: both }, 0, [], { approved: true }],
		['declines', { approvalOptions: both }, 1, [], { approved: false }],
		['takes a text', { responseType: 'freeText' }, 0, ['Ja, um 9'], { text: 'Ja, um 9' }],
		[
			'takes a form',
			{
				responseType: 'customForm',
				formFields: { values: [{ fieldLabel: 'Why', requiredField: true }, { fieldLabel: 'Who' }] },
			},
			0,
			['Cold', 'Me'],
			{ Why: 'Cold', Who: 'Me' },
		],
	])('%s', async (_what, parameters, chosen, texts, expected) => {
		const { n8n } = world;
		const group = new Group(world, 'Studio team');
		const workflow = await n8n.createWorkflow(chain('Question', askNode(world, parameters)));
		const id = await n8n.run(workflow, { trigger: START });
		const [text] = await group.untilSent(1);
		await n8n.waitForPerson(id, ASK);
		const { page } = editor;
		await page.goto(text.match(/http\S+/g)![chosen]);
		await page.getByText('The workflow “Question” asks:').waitFor();
		for (const [i, value] of texts.entries()) await page.getByRole('textbox').nth(i).fill(value);
		await page.getByRole('button').click();
		await page.getByRole('status').getByText('Your answer was recorded').waitFor();
		const execution = await n8n.waitForExecution(id);
		expect(itemsOf(execution, ASK)).toMatchObject([{ data: expected }]);
	});
});
