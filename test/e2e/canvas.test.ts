import { node, connect } from './workflows';
import { useEditor } from './editor';

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
		['Notes', 'Get many records (notes and from chats) · any time'],
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
