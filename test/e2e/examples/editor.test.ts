import { exampleFiles, exampleWith } from '../workflows';
import { useEditor } from '../editor';

/** The examples as the editor shows them after an import. */

const { world, editor } = useEditor();

test.each(exampleFiles)(
	'%s has notes that show their whole text, and no warnings',
	async (file) => {
		const example = exampleWith(world.credential, file);
		await editor.openWorkflow(await world.n8n.createWorkflow(example));
		const { page } = editor;
		await page.getByTestId('zoom-to-fit').click();
		for (const note of await editor.notes.all()) {
			const hidden = await note.evaluate((element) =>
				Math.max(
					...[element, ...element.querySelectorAll('*')].map(
						(part) => part.scrollHeight - part.clientHeight,
					),
				),
			);
			const text = await note.textContent();
			// A few pixels are margins
			expect([text, hidden < 8 ? 0 : hidden]).toEqual([text, 0]);
		}
		const warned: string[] = [];
		for (const { name, disabled, type } of example.nodes) {
			// The model of an agent, and the token of an MCP server, are the user's to add
			if (disabled || /\.(lmChat|mcpTrigger)/.test(type)) continue;
			if ((await editor.node(name).getByTestId('node-issues').count()) > 0) warned.push(name);
		}
		expect(warned).toEqual([]);
	},
);
