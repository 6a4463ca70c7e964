import { begin } from '../../dev/models/attempt';
import { NOW, tasks } from '../../dev/models/tasks';
import { perfect, walk, wrong } from '../../dev/models/walks';

const realNow = Date.now;
beforeAll(() => (Date.now = () => NOW));
afterAll(() => (Date.now = realNow));

describe.each(tasks)('the task $key', (task) => {
	it('is done by the perfect walk, with facts that the tools tell', async () => {
		const { steps, answer, concluded = [] } = perfect[task.key];
		const { missing, mines, calls } = await walk(await begin(task), steps, answer);
		expect({ missing, mines }).toEqual({ missing: [], mines: [] });
		const told = calls.map(({ text }) => text).join('\n');
		for (const [i, fact] of (task.says ?? []).entries()) {
			if (!concluded.includes(i)) expect(told).toMatch(fact);
		}
	});

	it('is not done by doing nothing', async () => {
		const { passed, mines } = await walk(await begin(task), [], '');
		expect(passed).toBe(false);
		expect(mines).toEqual([]);
	});

	const mistakes = Object.entries(wrong[task.key] ?? {});
	it('has a wrong walk into each of its mines', () => {
		const mines = Object.keys(task.mines ?? {});
		expect(mistakes.map(([mine]) => mine)).toEqual(expect.arrayContaining(mines));
	});

	for (const [mine, steps] of mistakes) {
		it(`finds the mistake: ${mine}`, async () => {
			const result = await walk(await begin(task), steps, perfect[task.key].answer);
			expect(result.mines).toContain(mine);
			expect(result.passed).toBe(false);
		});
	}
});
