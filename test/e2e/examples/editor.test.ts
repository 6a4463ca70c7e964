import { exampleFiles, exampleWith } from '../workflows';
import { useEditor } from '../editor';

/** The examples as the editor shows them after an import. */

const { world, editor } = useEditor();

test.each(exampleFiles)(
	'%s has notes that show their whole text, and no warnings',
	async (file) => {
		const example = exampleWith(world.credential, file);
		await editor.openWorkflow(await world.n8n.createWorkflow(example));
		expect(await editor.cutNotes()).toEqual([]);
		// The model of an agent, and the token of an MCP server, are the user's to add
		const finished = example.nodes.filter(
			({ disabled, type }) => !disabled && !/\.(lmChat|mcpTrigger|stickyNote)/.test(type),
		);
		expect(await editor.warned(finished.map(({ name }) => name))).toEqual([]);
	},
);
