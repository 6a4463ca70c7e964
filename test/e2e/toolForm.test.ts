import { toolNode } from './agents';
import { useEditor } from './editor';
import { chain } from './workflows';

const { world, editor } = useEditor();

/** Opens the form of a tool that lists tasks, as it is added. */
async function openTool() {
	const file = chain('Tools');
	const choice = { resource: 'arrangement', operation: 'getAll' };
	file.nodes.push(toolNode(world, 'Tasks', 'svcArrangements', choice));
	await editor.openNode(await world.n8n.createWorkflow(file), 'Tasks');
	return editor.page.getByTestId('ndv');
}

test('the form of a tool shows that its fields and filters are left to the model, and what they mean', async () => {
	const form = await openTool();
	// Limit, Part, and four filters; choices show their expression
	const overrides = form.getByTestId('fromAI-override-field');
	await overrides.nth(5).waitFor();
	const texts = await form.locator('textarea').all();
	const meanings = await Promise.all(texts.map(async (each) => await each.inputValue()));
	expect(meanings).toContain('Only tasks in this topic: full name or topic_uid');
});
