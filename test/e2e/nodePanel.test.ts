import { AREAS } from '../../dev/areas';
import type { Area } from '../../dev/areas/area';
import { nodeNamed } from '../../dev/engine/types';
import { useEditor } from './editor';
import { chain } from './workflows';

/** Phrases with the node that each should find. */
const phrases = (kind: keyof Area['phrases']) =>
	AREAS.flatMap(({ name, phrases: all }) =>
		(all[kind]?.split(', ') ?? []).map((phrase) => [
			phrase,
			nodeNamed(`svc${name}`).description.displayName,
		]),
	);

/** Phrases that name something else: no node of the package is among the first five. */
const ELSEWHERE = ['gmail', 'slack', 'google tasks', 'microsoft teams', 'notion', 'code', 'set'];

describe("n8n's node panel", () => {
	const { world, editor } = useEditor();

	describe('for a further step', () => {
		beforeAll(async () => {
			await editor.openWorkflow(await world.n8n.createWorkflow(chain('Node panel')));
			await editor.openNodePanel();
		});

		test.each(phrases('withSvc'))('finds for "%s" first %s', async (phrase, node) => {
			const found = await editor.searchNodes(phrase);
			expect(found[0]).toBe(node);
		});

		test.each(phrases('everyday'))(
			'finds for "%s" among the first five %s',
			async (phrase, node) => {
				const found = await editor.searchNodes(phrase);
				expect(found.slice(0, 5)).toContain(node);
			},
		);

		test.each(ELSEWHERE)('finds for "%s" another node first', async (phrase) => {
			const found = (await editor.searchNodes(phrase)).slice(0, 5);
			expect(found).not.toEqual([]);
			expect(found.filter((name) => name.startsWith('Svc '))).toEqual([]);
		});
	});

	describe('for the first step', () => {
		beforeAll(async () => {
			await editor.openNewWorkflow();
			await editor.openNodePanel();
		});

		test.each(phrases('firstStep'))(
			'finds for "%s" among the first five %s',
			async (phrase, node) => {
				const found = await editor.searchNodes(phrase);
				expect(found.slice(0, 5)).toContain(node);
			},
		);
	});
});
