import { FOR_N8N, FOR_NOTHING, SEARCHES } from '../descriptions/searches';
import { useEditor } from './editor';
import { chain } from './workflows';

/** Of the searches for a node, those that are tried in the browser: test/descriptions/searches.test.ts tries all. */
const EACH = 6;

describe("n8n's node panel", () => {
	const { world, editor } = useEditor();
	const isOurs = (name: string) => name.startsWith('Svc ');

	describe('for a further step', () => {
		beforeAll(async () => {
			await editor.openWorkflow(await world.n8n.createWorkflow(chain('Node panel')));
			await editor.openNodePanel();
		});

		describe.each(SEARCHES)('shows %s among the first five', (node, searches) => {
			test.each(searches.slice(0, EACH))('for "%s"', async (search) => {
				expect((await editor.searchNodes(search)).slice(0, 5)).toContain(node);
			});
		});

		test.each(FOR_N8N)('shows for "%s" a node of n8n first', async (search) => {
			const found = await editor.searchNodes(search);
			expect(found).not.toEqual([]);
			expect(isOurs(found[0])).toBe(false);
		});

		test.each(FOR_NOTHING.slice(0, EACH))(
			'shows for "%s" no node of the package',
			async (search) => {
				expect((await editor.searchNodes(search)).filter(isOurs)).toEqual([]);
			},
		);
	});

	describe('for the first step', () => {
		beforeAll(async () => {
			await editor.openNewWorkflow();
			await editor.openNodePanel();
		});

		test.each([
			['new message', 'Svc Chat'],
			['missed call', 'Svc Calls'],
			['new recording', 'Svc Recordings'],
			['new note', 'Svc Records'],
			['overdue', 'Svc Tasks'],
			['new reply', 'Svc World'],
		])('shows for "%s" the trigger of %s among the first five', async (search, node) => {
			expect((await editor.searchNodes(search)).slice(0, 5)).toContain(node);
		});
	});
});
