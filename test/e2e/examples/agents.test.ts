import type { IDataObject } from 'n8n-workflow';
import { rowsOf } from '../../../dev/engine/toolRows';
import { DateTime } from 'luxon';
import { randomUUID } from 'node:crypto';
import type { WorkflowFile } from '../../../dev/n8n/client';
import { modelCredential } from '../agents';
import { needing } from '../features';
import { review, say } from '../humanReview';
import { mcpServer, type McpServer } from '../mcpServer';
import { startOpenAi, type FakeOpenAi, type Turn } from '../openAi';
import { TIME_ZONE } from '../setup';
import { exampleWith } from '../workflows';
import { useWorld } from '../world';

const world = useWorld();

const account = () => world.service.account('a');

/** A person with an invented name whom the user can write to. */
function vera() {
	const contacts = [...account().people.values()].filter(({ relationships }) =>
		relationships.includes('contact'),
	);
	return Object.assign(contacts[0], { nickname: 'Vera Lamp', remark: undefined });
}

const sent = (text: string) =>
	[...account().messages.values()].filter(({ text_content }) => text_content === text);

needing('humanReview').describe('examples/assistant.json', () => {
	let model: FakeOpenAi;

	afterEach(async () => await model.close());

	/** Starts a chat with the assistant, and returns the ID of its execution. */
	async function ask(...turns: Turn[]): Promise<string> {
		model = await startOpenAi(turns);
		const credentials = await modelCredential(world.n8n, model.url);
		const example = edited(exampleWith(world.credential, 'assistant.json'), {
			'When a Message Arrives': ({ parameters, ...chat }) => ({
				...chat,
				parameters: { ...parameters, public: true },
				webhookId: randomUUID(),
			}),
			Model: ({ parameters, ...node }) => ({
				...node,
				// The stand-in answers the older of OpenAI's interfaces
				parameters: { ...parameters, responsesApiEnabled: false },
				credentials,
			}),
		});
		const workflow = await world.n8n.createWorkflow(example);
		await world.n8n.activate(workflow);
		return await say(world.n8n, workflow, 'Do it');
	}

	/** Messages wait behind a review, which takes their values in an object of its own. */
	const sending = (text: string): Turn => [
		['Send_Message', { toolParameters: { conversation: 'Vera Lamp', text }, hitlParameters: {} }],
	];

	test('uses every tool that reads or creates, and answers in the chat', async () => {
		const { user_ref } = vera();
		const id = await ask(
			[
				['Find_People', { query: 'Vera Lamp' }],
				['List_Tasks', { due: '' }],
				['List_Calls', { after: '2020-01-01', participants: '' }],
			],
			(results) => {
				const [{ call_uid }] = rowsOf(JSON.parse(results[2]) as IDataObject[]);
				return [
					['Create_Task', { title: 'Thank Vera', description: '', due_at: '2030-05-04T09:00' }],
					['Read_Call', { call: call_uid, part: 1 }],
				];
			},
		);
		expect(await world.n8n.waitForPerson(id, 'Reply')).toContain('Done.');
		const [people, tasks, calls, , transcript] = model.results;
		expect(people).toContain(user_ref);
		expect(tasks).toContain('There may be more results than these 10: give part 2 for the next');
		expect(rowsOf(JSON.parse(calls) as IDataObject[])[0]).toHaveProperty('with');
		expect(transcript).not.toBe('[]');
		const created = [...account().arrangements.values()].filter(
			({ title }) => title === 'Thank Vera',
		);
		expect(created).toHaveLength(1);
	});

	test('shows a message before it sends it, and sends it once when that is agreed', async () => {
		vera();
		const id = await ask(sending('The kiln is free'));
		const question = await world.n8n.waitForPerson(id, 'Ask Before Sending');
		expect(question).toContain('Send this to Vera Lamp?\\n\\nThe kiln is free');
		expect(sent('The kiln is free')).toEqual([]);
		await review(world.n8n, id, 'Ask Before Sending', true);
		await world.n8n.waitForPerson(id, 'Reply');
		expect(sent('The kiln is free')).toHaveLength(1);
	});

	test('sends nothing when that is refused', async () => {
		vera();
		const id = await ask(sending('The kiln is free'));
		await review(world.n8n, id, 'Ask Before Sending', false);
		await world.n8n.waitForPerson(id, 'Reply');
		expect(sent('The kiln is free')).toEqual([]);
		expect(model.results[0]).toContain('rejected');
	});
});

describe('examples/mcp-server-read-and-write.json', () => {
	const token = 'a long random token';
	let server: McpServer;
	let url: string;

	beforeAll(async () => {
		const { id, name } = await world.n8n.createCredential('Token', 'httpBearerAuth', { token });
		const path = randomUUID();
		const example = edited(exampleWith(world.credential, 'mcp-server-read-and-write.json'), {
			'Svc Server': ({ parameters, ...trigger }) => ({
				...trigger,
				parameters: { ...parameters, path },
				webhookId: path,
				credentials: { httpBearerAuth: { id, name } },
			}),
		});
		await world.n8n.activate(await world.n8n.createWorkflow(example));
		url = `${world.n8n.url}/mcp/${path}`;
		server = mcpServer(url, token);
	});

	test('offers what reads and what can be undone, to those who know the token', async () => {
		const names = (await server.tools()).map(({ name }) => name);
		const writes = names.filter((name) => !/^(Get|Find|Search)_/.test(name));
		expect(names.length - writes.length).toBeGreaterThan(40);
		expect(writes.sort()).toEqual([
			'Append_text_to_record_in_Svc_Records',
			'Complete_task_in_Svc_Tasks',
			'Create_record_in_Svc_Records',
			'Create_task_in_Svc_Tasks',
			'Move_record_in_Svc_Records',
			'Set_task_status_in_Svc_Tasks',
			'Update_task_in_Svc_Tasks',
		]);
		await expect(mcpServer(url, 'another token').tools()).rejects.toThrow();
		await expect(mcpServer(url).tools()).rejects.toThrow();
	});

	test('tells the time, reads and writes as a client asks', async () => {
		const { user_ref } = vera();
		const session = await server.connect();
		const rows = async (tool: string, input: IDataObject) =>
			rowsOf(JSON.parse(await session.call(tool, input)) as IDataObject[]);
		try {
			const now = DateTime.now().setZone(TIME_ZONE);
			expect(session.instructions).toContain(`Now it is ${now.toFormat('cccc')}`);
			expect(await rows('Find_people_in_Svc_People', { query: 'Vera Lamp' })).toMatchObject([
				{ user_ref },
			]);
			expect(await rows('Get_many_tasks_in_Svc_Tasks', {})).toHaveLength(10 + 1);
			await rows('Create_task_in_Svc_Tasks', { title: 'Empty the kiln' });
			await rows('Create_record_in_Svc_Records', { text: 'Cobalt needs 1220 degrees' });
			const notes = await rows('Search_records_in_Svc_Records', { keyword: 'Cobalt needs' });
			expect(notes).toMatchObject([{ text_content: 'Cobalt needs 1220 degrees' }]);
		} finally {
			await session.close();
		}
		const tasks = [...account().arrangements.values()];
		expect(tasks.filter(({ title }) => title === 'Empty the kiln')).toHaveLength(1);
	});
});

/** The workflow with some of its nodes changed, by their names. */
function edited(
	file: WorkflowFile,
	edits: Record<string, (node: WorkflowFile['nodes'][number]) => WorkflowFile['nodes'][number]>,
): WorkflowFile {
	return { ...file, nodes: file.nodes.map((node) => edits[node.name]?.(node) ?? node) };
}
