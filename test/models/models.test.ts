import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { begin } from '../../dev/models/attempt';
import { converse } from '../../dev/models/chat';
import { startDesk, tell } from '../../dev/models/desk';
import { load, report, sizeOfAll, walkAll } from '../../dev/models/report';
import { NOW, tasks } from '../../dev/models/tasks';
import { toolsOf } from '../../dev/models/tools';
import { startOpenAi, type Turn } from '../e2e/openAi';

const realNow = Date.now;
beforeAll(() => (Date.now = () => NOW));
afterAll(() => (Date.now = realNow));

const SEND = toolsOf('office').find(({ name }) => name.startsWith('Send_message_in_'))!.name;
const TEXT = 'Tomas comes on Monday at 8 and changes the element.';
const task = tasks.find(({ key }) => key === 'team-message')!;

async function answerOf(...turns: Turn[]) {
	const model = await startOpenAi(turns);
	try {
		return { ...(await converse(await begin(task), { url: model.url, name: 'fake' })), model };
	} finally {
		await model.close();
	}
}

describe('a model at an endpoint', () => {
	it('does a task by its tool calls, and is told what the tools answer', async () => {
		const result = await answerOf(
			[[SEND, { conversation: 'Studio', text: TEXT }]],
			[[SEND, { conversation: 'Studio team', text: TEXT }]],
		);
		const { model, passed, calls, answer } = result;
		expect(passed).toBe(true);
		expect(answer).toBe('Done.');
		expect(calls.map(({ text }) => text)).toEqual(model.results);
		expect(model.results[0]).toContain("'conversation' matches no conversation or person");
		expect(model.tools).toHaveLength(20);
		expect(model.tools.find(({ name }) => name === SEND)!.parameters.required).toEqual(['text']);
	});

	it('hears of a tool that there is not, and ends without an answer after thirty turns', async () => {
		const turn: Turn = [['Send', {}]];
		const result = await answerOf(...new Array<Turn>(40).fill(turn));
		expect(result).toMatchObject({ passed: false, answer: '' });
		expect(result.calls).toHaveLength(30);
		expect(result.calls[0].text).toBe('There is no tool Send.');
	});
});

describe('a desk for others', () => {
	let folder: string;
	let desk: Awaited<ReturnType<typeof startDesk>>;
	beforeAll(async () => {
		folder = mkdtempSync(path.join(tmpdir(), 'models-'));
		desk = await startDesk(folder);
	});
	afterAll(async () => {
		await desk.close();
		rmSync(folder, { recursive: true });
	});
	const say = (command: string, name: string, ...words: string[]) =>
		tell(desk.url, { command, name, words });

	it('keeps attempts apart, and reports pass^k and mistakes', async () => {
		expect(await say('list', 'team-message.1')).toContain(task.request);
		for (const name of ['team-message.1', 'team-message.2']) {
			const conversation = name.endsWith('1') ? 'Studio team' : 'Spring fair';
			await say('call', name, SEND, JSON.stringify({ conversation, text: TEXT }));
			expect(await say('answer', name, 'Sent.')).toBe('Thank you.');
		}
		expect(await say('call', 'team-message.1', SEND)).toBe('team-message.1 has been answered');
		expect(await say('list', 'nothing.1')).toMatch(/^There is no task nothing.1: sign-ins /);
		expect(report(load(folder)).split('\n')).toEqual([
			'team-message: failed',
			'  missing: message to the team',
			'  MISTAKE: message to another group',
			'passed: 1 of 2 attempts',
			'pass^2: 0 of 1 tasks, 0.00',
			'mistakes: 1',
			'calls: 2',
			expect.stringMatching(/^characters of results: \d+$/) as string,
			expect.stringMatching(/^requests to the service: \d+$/) as string,
		]);
	});
});

it('docs/performance.md has the figures of the perfect walk and of the list of all tools, give or take 5 %', async () => {
	const page = readFileSync(path.join(__dirname, '../../docs/performance.md'), 'utf8');
	const [, table] = /<!-- walk -->\n\n([^]*?)\n\n<!-- end of walk -->/.exec(page)!;
	const [size] = /The list of all .* tokens/.exec(page)!;
	const figuresIn = (text: string) =>
		[...text.matchAll(/[\d,]+(?= |$)/gm)].map(([figure]) => Number(figure.replaceAll(',', '')));
	const measured = [...figuresIn((await walkAll()).table), ...figuresIn(sizeOfAll())];
	const published = [...figuresIn(table), ...figuresIn(size)];
	expect(published).toHaveLength(measured.length);
	expect(published.length).toBeGreaterThan(12);
	// A field more changes them a little, and is no reason to edit the page
	const outdated = published.filter((figure, i) => Math.abs(figure / measured[i] - 1) > 0.05);
	expect(outdated).toEqual([]);
});
