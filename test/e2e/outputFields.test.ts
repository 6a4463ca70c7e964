import { useEditor } from './editor';
import { chain, node } from './workflows';

/** Output fields of a node that the editor offers before the node has run. */

const { world, editor } = useEditor();

test('the fields of calls can be dragged into the next node before any run', async () => {
	const { n8n, service, credential } = world;
	const schema = await n8n.file('/schemas/n8n-nodes-svc.svcCalls/1.0.0/call/getAll.json');
	const fields = Object.keys(JSON.parse(schema.text).properties);
	expect(fields).toContain('call_uid');

	const { id, name } = credential;
	const calls = node(
		'Calls',
		'n8n-nodes-svc.svcCalls',
		1,
		{ resource: 'call', operation: 'getAll' },
		{ credentials: { svcApi: { id, name } } },
	);
	const next = node('Edit Fields', 'n8n-nodes-base.set', 3.4, {});
	const workflow = await n8n.createWorkflow(chain('Fields of calls', calls, next));
	await editor.openNode(workflow, 'Edit Fields');

	const { page } = editor;
	const field = (name: string) =>
		page.getByTestId('ndv-input-panel').locator(`[data-name="${name}"]`).first();
	for (const name of fields.slice(0, 5)) await field(name).waitFor();
	await field(fields[0]).dragTo(page.getByTestId('drop-area'));
	await page.getByTestId('assignment').getByText(`$json.${fields[0]}`).waitFor();
	expect(service.log).toEqual([]);
});
