import type { IDataObject } from 'n8n-workflow';

import { rowsOf } from '../../dev/engine/toolRows';
import { callTool } from '../../dev/engine/runTool';
import { assistant } from '../../dev/docs/assistant';
import { toolOfNode } from '../../dev/models/tools';
import { useService } from '../support/useService';

const fixture = useService({ now: Date.UTC(2026, 1, 2, 8) });

const account = () => fixture.service.account('a');
const tools = assistant().nodes.filter(({ type }) => /^n8n-nodes-svc\..*Tool$/.test(type));

/** Lists without a start begin some days before today, when nothing has happened. */
const SOME_DAY = '2025-06-01';

/** What a model gives at least, by the name of the tool. */
const LEAST: Record<string, () => IDataObject> = {
	Find_People: () => ({ query: [...account().people.values()][0].nickname }),
	Find_Conversations: () => ({ query: 'Studio team' }),
	List_Conversations_by_Last_Message: () => ({ last_message_after: SOME_DAY }),
	List_Messages: () => ({ conversations: 'Studio team', after: SOME_DAY }),
	// Other conversations have the name of the group in theirs
	Send_Message: () => ({
		conversation: group('Studio team'),
		name: 'Studio team',
		text: 'The kiln is free',
	}),
	List_Calls: () => ({ after: SOME_DAY }),
	Get_Transcript_of_One_Call: () => ({
		call: [...account().calls.values()].find(
			({ transcript_state }) => transcript_state === 'ready',
		)!.call_uid,
	}),
	List_Recordings: () => ({}),
	Get_Transcript_of_One_Recording: () => ({
		recording: [...account().recordings.values()].find(
			({ transcript_state }) => transcript_state === 'ready',
		)!.recording_uid,
	}),
	Search_Records: () => ({ keyword: 'the' }),
	Create_Record: () => ({ text: 'Cobalt needs 1220 degrees' }),
	List_Tasks: () => ({}),
	Create_Task: () => ({ title: 'Empty the kiln' }),
	Update_Task: () => ({ arrangement: following(), title: 'Empty the kiln' }),
	Set_Task_Status: () => ({ arrangement: following(), status: 'completed' }),
};
const group = (name: string) =>
	[...account().conversations.values()].find((each) => each.name === name)!.chat_session_uid;
const following = () =>
	[...account().arrangements.values()].find(({ status }) => status === 'following')!
		.arrangement_uid;

describe.each(tools.map((node) => ({ node, tool: toolOfNode(node) })))(
	"The tool for one person's day $tool.name",
	({ tool }) => {
		it('needs no more than a model gives at least, and returns rows', async () => {
			const given = LEAST[tool.name]();
			expect(Object.keys(given)).toEqual(expect.arrayContaining(tool.parameters.required));
			const [{ result, failed }] = await callTool({
				node: tool.node,
				parameters: tool.settings,
				credential: fixture.credential,
				calls: [given],
			});
			expect(failed).toBeUndefined();
			const rows = rowsOf(result!);
			expect(rows.length).toBeGreaterThan(0);
			expect(Object.keys(rows[0])).not.toEqual(['hint']);
		});
	},
);

it.each([
	['the topic that a model names', (topic: string) => ({ topic }), 'topic'],
	['no topic without one', () => ({}), 'unclassified'],
	['no topic for the word null', () => ({ topic: 'null' }), 'unclassified'],
] as const)('the tool that creates a record files it in %s', async (_what, more, kind) => {
	const tool = toolOfNode(tools.find(({ name }) => name === 'Create Record')!);
	const { topic_uid } = [...account().topics.values()].find(({ valid }) => valid)!;
	const [{ failed }] = await callTool({
		node: tool.node,
		parameters: tool.settings,
		credential: fixture.credential,
		calls: [{ text: 'Ash glaze', ...more(topic_uid) }],
	});
	expect(failed).toBeUndefined();
	const items = fixture.bodies.at(-1)!.items as Array<{ container: unknown }>;
	const container = kind === 'topic' ? { kind, topic_uid } : { kind };
	expect(items.map((item) => item.container)).toEqual([container]);
});
