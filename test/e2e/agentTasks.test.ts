import { DateTime } from 'luxon';
import { rowsOf } from '../../dev/engine/toolRows';
import type { IDataObject, INode } from 'n8n-workflow';
import { byName, uid } from '../../dev/contract/choices';
import { itemsOf } from '../../dev/n8n/execution';
import { AGENT_VERSIONS, fromAi, runAgent, toolNode } from './agents';
import { needing } from './features';
import type { Turn } from './openAi';
import { TIME_ZONE } from './setup';
import { useWorld } from './world';

const world = useWorld();

const account = () => world.service.account('a');
const rowsIn = (result: string): IDataObject[] => {
	const rows = JSON.parse(result) as IDataObject[] | [{ response: IDataObject[] }];
	return rowsOf((rows[0]?.response as IDataObject[] | undefined) ?? rows);
};

/** People whom the user can write to, with invented names. */
function namePeople(...names: string[]) {
	const contacts = [...account().people.values()].filter(({ relationships }) =>
		relationships.includes('contact'),
	);
	return names.map((nickname, i) =>
		Object.assign(contacts[i], { nickname, remark: undefined, svc_id: undefined }),
	);
}

/** The texts of the messages in the private chat with a person. */
function textsTo(user_ref: string): string[] {
	const { conversations, messages } = account();
	return [...messages.values()]
		.filter(({ chat_session_uid }) => {
			const { kind, members } = conversations.get(chat_session_uid)!;
			return kind === 'direct' && members.has(user_ref);
		})
		.map(({ text_content }) => text_content);
}

const findPerson = () =>
	toolNode(world, 'Find Person', 'svcPeople', {
		resource: 'person',
		operation: 'find',
		query: fromAi('name'),
	});
const sendMessage = () =>
	toolNode(world, 'Send Message', 'svcChat', {
		resource: 'message',
		operation: 'send',
		sendTo: 'person',
		person: byName(fromAi('person')),
		text: fromAi('text'),
	});

describe.each(AGENT_VERSIONS)('an AI agent (version %s)', (version) => {
	/** Has the agent do a task; returns the results of its tools. */
	async function does(tools: INode[], ...turns: Turn[]): Promise<string[]> {
		const { execution, model } = await runAgent(world, version, tools, turns);
		expect(itemsOf(execution, 'Agent')).toEqual([{ output: 'Done.' }]);
		return model.results;
	}

	test('finds a person by name, and messages them by what it found', async () => {
		const [vera] = namePeople('Vera Lamp');
		await does(
			[findPerson(), sendMessage()],
			[['Find_Person', { name: 'vera lamp' }]],
			([found]) => {
				const [{ user_ref }] = rowsIn(found);
				return [
					['Send_Message', { person: user_ref, name: 'Vera Lamp', text: 'The kiln is free' }],
				];
			},
		);
		expect(textsTo(vera.user_ref).filter((text) => text === 'The kiln is free')).toHaveLength(1);
	});

	test("lists what is due today in the workflow's time zone", async () => {
		const today = DateTime.now().setZone(TIME_ZONE).startOf('day');
		const open = [...account().arrangements.values()].filter(
			({ status }) => status === 'following',
		);
		const times = {
			'Task at midnight': today,
			'Task in the evening': today.set({ hour: 23 }),
			'Task of tomorrow': today.plus({ days: 1 }),
			'Task of yesterday': today.minus({ hours: 1 }),
		};
		Object.entries(times).forEach(([title, time], i) =>
			Object.assign(open[i], { title, due_at: time.toMillis() }),
		);
		const tool = toolNode(world, 'List Tasks', 'svcArrangements', {
			resource: 'arrangement',
			operation: 'getAll',
			due: 'today',
			toolOutput: 'selected',
			outputFields: 'title, due_at',
		});
		const [result] = await does([tool], [['List_Tasks', {}]]);
		const ours = rowsIn(result).filter(({ title }) => String(title) in times);
		const dueAt = (time: DateTime) =>
			time.toISO({ suppressSeconds: true, suppressMilliseconds: true });
		expect(ours).toEqual([
			{ title: 'Task at midnight', due_at: dueAt(today) },
			{ title: 'Task in the evening', due_at: dueAt(today.set({ hour: 23 })) },
		]);
	});

	test('creates a task from the summary of a call', async () => {
		const calls = toolNode(world, 'List Calls', 'svcCalls', {
			resource: 'call',
			operation: 'getAll',
			period: 'anyTime',
			limit: fromAi('limit', 'number'),
		});
		const create = toolNode(world, 'Create Task', 'svcArrangements', {
			resource: 'arrangement',
			operation: 'create',
			title: fromAi('title'),
			dueAt: fromAi('due'),
			additionalFields: { description: fromAi('description') },
		});
		const [list, made] = await does([calls, create], [['List_Calls', { limit: 50 }]], ([found]) => {
			const call = rowsIn(found).find(({ summary }) => summary)!;
			const title = `Follow up with ${String(call.with)}`;
			return [['Create_Task', { title, description: call.summary, due: '2030-05-04' }]];
		});
		const { summary } = rowsIn(list).find((call) => call.summary)!;
		const [{ arrangement_uid }] = rowsIn(made);
		expect(account().arrangements.get(arrangement_uid as string)).toMatchObject({
			title: expect.stringMatching(/^Follow up with /),
			description: summary,
			due_at: DateTime.fromISO('2030-05-04', { zone: TIME_ZONE }).toMillis(),
		});
	});

	test('changes one field of a task, and leaves those that it fills with nothing', async () => {
		const task = [...account().arrangements.values()].find(
			({ status, description, due_at }) => status === 'following' && description && due_at,
		)!;
		const { description, due_at } = task;
		const update = toolNode(world, 'Update Task', 'svcArrangements', {
			resource: 'arrangement',
			operation: 'update',
			arrangement: uid(fromAi('task')),
			updateFields: {
				title: fromAi('title'),
				description: fromAi('description'),
				dueAt: fromAi('due'),
			},
		});
		const { arrangement_uid } = task;
		await does(
			[update],
			[
				[
					'Update_Task',
					{ task: arrangement_uid, title: 'Empty the kiln', description: '', due: '' },
				],
			],
		);
		expect(task).toMatchObject({ title: 'Empty the kiln', description, due_at });
	});

	// Agents before version 3 keep the words of a failed tool from the model
	if (version >= 3) {
		needing('agent31').test('does what a refusal tells it to do', async () => {
			const [, second] = namePeople('Vera Lamp', 'Vera Lamp');
			const [refusal] = await does(
				[sendMessage()],
				[['Send_Message', { person: 'Vera Lamp', text: 'The kiln is free' }]],
				([refused]) => {
					const refs = [...refused.matchAll(/Vera Lamp\\*" \([^)]*?(\w+)\)/g)].map(
						([, ref]) => ref,
					);
					expect(refs).toContain(second.user_ref);
					return [
						[
							'Send_Message',
							{ person: second.user_ref, name: 'Vera Lamp', text: 'The kiln is free' },
						],
					];
				},
			);
			expect(refusal).toContain('matches 2 people');
			expect(refusal).toContain('Ask which one is meant, and give its ID and its name.');
			expect(textsTo(second.user_ref).filter((text) => text === 'The kiln is free')).toHaveLength(
				1,
			);
			expect(world.requests('sendChatMessages')).toHaveLength(1);
		});
	}
});
