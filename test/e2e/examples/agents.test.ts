import axios from 'axios';
import type { IDataObject } from 'n8n-workflow';
import { rowsOf } from '../../../dev/engine/toolRows';
import { DateTime } from 'luxon';
import { randomUUID } from 'node:crypto';
import { ASSISTANT, REVIEWS } from '../../../dev/docs/assistant';
import { toolOfNode } from '../../../dev/models/tools';
import type { WorkflowFile } from '../../../dev/n8n/client';
import { modelCredential } from '../agents';
import { needing } from '../features';
import { review, say } from '../humanReview';
import { mcpServer, type McpServer } from '../mcpServer';
import { startOpenAi, type FakeOpenAi, type Turn } from '../openAi';
import { TIME_ZONE } from '../setup';
import { exampleWith, readExample } from '../workflows';
import { useWorld } from '../world';
import { Group } from './group';

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

needing('humanReview').describe.each(Object.keys(REVIEWS))('examples/%s', (file) => {
	let model: FakeOpenAi;
	let group: Group;

	beforeEach(() => (group = new Group(world, 'Studio team')));
	afterEach(async () => await model.close());

	/** Starts a chat with the assistant, and returns the ID of its execution. */
	async function ask(...turns: Turn[]): Promise<string> {
		model = await startOpenAi(turns);
		const credentials = await modelCredential(world.n8n, model.url);
		const example = edited(exampleWith(world.credential, file), {
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

	/** Answers the question of the review, in the chat with the agent or by a link in one of the service. */
	async function decide(id: string, approved: boolean): Promise<void> {
		if (file === ASSISTANT) return await review(world.n8n, id, 'Ask Before Sending', approved);
		await world.n8n.waitForPerson(id, 'Ask Before Sending');
		const [text] = await group.untilSent(1);
		await axios.post(text.match(/http\S+/g)![approved ? 0 : 1], undefined, { proxy: false });
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
				['List_Tasks', {}],
				['List_Calls', { after: '2020-01-01', participants: '' }],
				['List_Recordings', {}],
				['Find_Conversations', { query: 'Studio team' }],
				['List_Conversations_by_Last_Message', { last_message_after: '2020-01-01' }],
				['List_Messages', { conversations: 'Studio team', after: '2020-01-01' }],
				['Search_Records', { keyword: 'kiln' }],
			],
			(results) => {
				const [{ call_uid }] = rowsOf(JSON.parse(results[2]) as IDataObject[]);
				const [{ recording_uid }] = rowsOf(JSON.parse(results[3]) as IDataObject[]);
				return [
					['Create_Task', { title: 'Thank Vera', description: '', due_at: '2030-05-04T09:00' }],
					['Create_Record', { text: 'Vera likes cobalt' }],
					['Get_Transcript_of_One_Call', { call: call_uid, part: 1 }],
					['Get_Transcript_of_One_Recording', { recording: recording_uid }],
				];
			},
		);
		expect(await world.n8n.waitForPerson(id, 'Reply')).toContain('Done.');
		const [people, tasks, calls, recordings, chats, latest, messages, notes] = model.results;
		const [, , ...transcripts] = model.results.slice(8);
		expect(people).toContain(user_ref);
		expect(tasks).toContain('next_cursor');
		expect(rowsOf(JSON.parse(calls) as IDataObject[])[0]).toHaveProperty('with');
		expect(rowsOf(JSON.parse(recordings) as IDataObject[])[0]).toHaveProperty('start_at');
		expect(chats).toContain('Studio team');
		expect(rowsOf(JSON.parse(latest) as IDataObject[])[0]).toHaveProperty('last_message_at');
		expect(rowsOf(JSON.parse(messages) as IDataObject[])[0]).toHaveProperty('sender_name');
		expect(rowsOf(JSON.parse(notes) as IDataObject[])[0]).toHaveProperty('snippet');
		expect(transcripts).toHaveLength(2);
		for (const transcript of transcripts) expect(transcript).toContain('transcript_state');
		const created = [...account().arrangements.values()].filter(
			({ title }) => title === 'Thank Vera',
		);
		expect(created).toHaveLength(1);
		const written = [...account().records.values()].filter(
			({ text_content }) => text_content === 'Vera likes cobalt',
		);
		expect(written).toHaveLength(1);
	});

	test('shows a message before it sends it, and sends it once when that is agreed', async () => {
		vera();
		const id = await ask(sending('The kiln is free'));
		const question = await world.n8n.waitForPerson(id, 'Ask Before Sending');
		expect(question).toContain('Send this to Vera Lamp?\\n\\nThe kiln is free');
		expect(sent('The kiln is free')).toEqual([]);
		await decide(id, true);
		await world.n8n.waitForPerson(id, 'Reply');
		expect(sent('The kiln is free')).toHaveLength(1);
	});

	test('sends nothing when that is refused', async () => {
		vera();
		const id = await ask(sending('The kiln is free'));
		await decide(id, false);
		await world.n8n.waitForPerson(id, 'Reply');
		expect(sent('The kiln is free')).toEqual([]);
		expect(model.results[0]).toContain('rejected');
	});
});

const token = 'a long random token';

/** Serves the tools of an example to those who know the token. */
async function served(file: string): Promise<{ server: McpServer; url: string }> {
	const { id, name } = await world.n8n.createCredential('Token', 'httpBearerAuth', { token });
	const path = randomUUID();
	const example = edited(exampleWith(world.credential, file), {
		'Svc Server': ({ parameters, ...trigger }) => ({
			...trigger,
			parameters: { ...parameters, path },
			webhookId: path,
			credentials: { httpBearerAuth: { id, name } },
		}),
	});
	await world.n8n.activate(await world.n8n.createWorkflow(example));
	const url = `${world.n8n.url}/mcp/${path}`;
	return { server: mcpServer(url, token), url };
}

describe('examples/mcp-server-assistant.json', () => {
	test('offers the tools whose size is measured', async () => {
		const { server } = await served('mcp-server-assistant.json');
		const listed = (await server.tools()).map(({ name, description, inputSchema }) => {
			const { properties = {}, required = [] } = inputSchema;
			return { name, description, parameters: { properties, required } };
		});
		const measured = readExample('mcp-server-assistant.json')
			.nodes.filter(({ type }) => /^n8n-nodes-svc\..*Tool$/.test(type))
			.map((node) => {
				const { name, description, parameters } = toolOfNode(node);
				const { properties, required } = parameters;
				return { name, description, parameters: { properties, required } };
			});
		expect(listed).toHaveLength(measured.length);
		expect(listed).toEqual(expect.arrayContaining(measured));
	});
});

describe('examples/mcp-server-read-and-write.json', () => {
	let server: McpServer;
	let url: string;

	beforeAll(async () => ({ server, url } = await served('mcp-server-read-and-write.json')));

	test('offers what reads and what can be undone, to those who know the token', async () => {
		const names = (await server.tools()).map(({ name }) => name);
		const writes = names.filter((name) => !/^(Get|Find|List|Search)_/.test(name));
		expect(names.length - writes.length).toBeGreaterThan(40);
		expect(writes.sort()).toEqual([
			'Append_Text_to_Record',
			'Complete_Task',
			'Create_Record',
			'Create_Task',
			'Move_Record',
			'Set_Task_Status',
			'Update_Task',
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
			expect(await rows('Find_People', { query: 'Vera Lamp' })).toMatchObject([{ user_ref }]);
			expect(await rows('List_Tasks', {})).toHaveLength(10);
			await rows('Create_Task', { title: 'Empty the kiln' });
			await rows('Create_Record', { text: 'Cobalt needs 1220 degrees' });
			const notes = await rows('Search_Records', { keyword: 'Cobalt needs' });
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
