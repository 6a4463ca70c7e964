import { NOW, tasks } from '../../dev/models/tasks';
import { tokensIn, TOOL_OPERATIONS, toolOf, toolsOf, type ToolSet } from '../../dev/models/tools';
import { walk } from '../../dev/models/walk';
import { read } from '../support/repository';

const realNow = Date.now;
beforeAll(() => (Date.now = () => NOW));
afterAll(() => (Date.now = realNow));

const SETS = Object.keys(tasks) as ToolSet[];
const all = SETS.flatMap((set) =>
	Object.entries(tasks[set]).map(([key, task]) => ({ key, set, task })),
);

describe.each(all)('the task $key', ({ set, task }) => {
	it('is done by its steps, with facts that the tools tell', async () => {
		const { missing, mines } = await walk(set, task, task.steps);
		expect({ missing, mines }).toEqual({ missing: [], mines: [] });
	});

	it('is not done by doing nothing', async () => {
		const { missing, mines } = await walk(set, task, []);
		expect(missing).not.toEqual([]);
		expect(mines).toEqual([]);
	});

	for (const [mine, [, ...steps]] of Object.entries(task.mines ?? {})) {
		it(`finds the mistake: ${mine}`, async () => {
			expect((await walk(set, task, steps)).mines).toContain(mine);
		});
	}
});

it('docs/performance.md has the figures of these steps and of the list of all tools, give or take 5 %', async () => {
	const measured: number[] = [];
	for (const set of SETS) {
		const tools = toolsOf(set).map(({ name, description, parameters }) => ({
			name,
			description,
			parameters,
		}));
		const walks = Object.values(tasks[set]).map((task) => walk(set, task, task.steps));
		const results = await Promise.all(walks);
		const sum = (figure: 'calls' | 'characters' | 'requests') =>
			results.reduce((total, result) => total + result[figure], 0);
		measured.push(tools.length, JSON.stringify(tools).length, results.length);
		measured.push(sum('calls'), sum('characters'), sum('requests'));
	}
	const every = TOOL_OPERATIONS.map((declared) => toolOf(declared));
	measured.push(tokensIn(every));
	const [, table, size] =
		/<!-- walk -->([^]*)<!-- end of walk -->\s+(The list of all .* tokens)/.exec(
			read('docs/performance.md'),
		)!;
	const published = [...`${table}${size}`.matchAll(/(?<= )\d[\d,]*(?= )/g)].map(([figure]) =>
		Number(figure.replaceAll(',', '')),
	);
	// A field more changes them a little, and is no reason to edit the page
	const isCurrent = (figure: number, i: number) => Math.abs(published[i] / figure - 1) < 0.05;
	expect(published).toEqual(
		measured.map((figure, i) => (isCurrent(figure, i) ? published[i] : figure)),
	);
});
