import { AREAS } from '../../dev/areas';
import { searchOf, split } from '../../dev/areas/search';
import { nodeNamed } from '../../dev/engine/types';
import { useEditor } from './editor';
import { chain } from './workflows';

type Group = keyof ReturnType<typeof searchOf>['searches'];

/** The first searches of each area, with the nodes that each should find: one of them is enough. */
function searches(group: Group, most = Infinity): Map<string, string[]> {
	const found = new Map<string, string[]>();
	for (const { name } of AREAS) {
		const { displayName } = nodeNamed(`svc${name}`).description;
		for (const phrase of split(searchOf(name).searches[group]).slice(0, most)) {
			found.set(phrase, [...(found.get(phrase) ?? []), displayName]);
		}
	}
	return found;
}

/** Searches of each area that are tried in the browser: what it shows at all is computed in test/unit/search.test.ts. */
const EACH = 20;

/** Searches that name something else: no node of the package is among the first five. */
const ELSEWHERE = ['gmail', 'slack', 'google tasks', 'microsoft teams', 'notion', 'code', 'set'];

/** Searches for what no node can do; test/unit/search.test.ts has more. */
const BEYOND = ['voicemail', 'fax', 'invoice', 'upload file'];

describe("n8n's node panel", () => {
	const { world, editor } = useEditor();

	describe('for a further step', () => {
		beforeAll(async () => {
			await editor.openWorkflow(await world.n8n.createWorkflow(chain('Node panel')));
			await editor.openNodePanel();
		});

		test.each([...searches('first')])('finds for "%s" first %s', async (phrase, nodes) => {
			const found = await editor.searchNodes(phrase);
			expect(nodes).toContain(found[0]);
		});

		test.each([
			['that the search words were written with', 'seen', 0.95, 0.95],
			['of people who had not read the search words', 'unseen', 0.9, 0.75],
		] as const)(
			'finds the node for most searches %s',
			async (_which, group, anywhere, amongFive) => {
				const places: number[] = [];
				for (const [phrase, nodes] of searches(group, EACH)) {
					const found = await editor.searchNodes(phrase);
					const place = found.findIndex((name) => nodes.includes(name));
					places.push(place < 0 ? Infinity : place);
					if (place < 0 || place >= 5) tell(`${phrase}: ${found.slice(0, 5).join(', ')}`);
				}
				const share = (most: number) =>
					places.filter((place) => place < most).length / places.length;
				tell(`${group}: ${places.length}, found ${share(Infinity)}, among five ${share(5)}`);
				expect(share(Infinity)).toBeGreaterThanOrEqual(anywhere);
				expect(share(5)).toBeGreaterThanOrEqual(amongFive);
			},
			300_000,
		);

		test.each(BEYOND)('finds for "%s" no node of the package', async (phrase) => {
			const found = await editor.searchNodes(phrase);
			expect(found.filter((name) => name.startsWith('Svc '))).toEqual([]);
		});

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

		test.each([...searches('firstStep')])(
			'finds for "%s" among the first five %s',
			async (phrase, nodes) => {
				const found = (await editor.searchNodes(phrase)).slice(0, 5);
				expect(nodes.filter((node) => found.includes(node))).not.toEqual([]);
			},
		);
	});
});

/** Lists the searches that do not find the node, with what stands before it, and the shares of those that do. */
function tell(line: string): void {
	process.stdout.write(`  ${line}\n`);
}
