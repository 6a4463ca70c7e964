import { parse } from 'csv-parse/sync';
import type { StoredCall } from '../../../dev/areas/Calls/data';
import type { StoredImportedMessage } from '../../../dev/areas/ImportedChat/data';
import { runOf, type Execution } from '../../../dev/n8n/execution';
import { PATIENCE_MS } from '../activeTrigger';
import { localTime } from '../clock';
import { filesOf, type OutputFile } from '../files';
import { type Edits } from '../workflows';
import { useWorld } from '../world';
import { Group } from './group';
import { usePublished } from './published';

jest.setTimeout(2 * PATIENCE_MS);

const TRANSCRIPTS = 'export-last-weeks-call-transcripts.json';
const CHAT = 'export-imported-chat.json';

const world = useWorld();
const publish = usePublished(world);

const account = () => world.service.account('a');
const importedConversations = () =>
	[...account().importedConversations.values()].filter(({ unreadable }) => !unreadable);

/** The imported messages of the service, latest first. */
function importedMessages(): StoredImportedMessage[] {
	return [...account().importedMessages.values()].sort(
		(a, b) => b.sent_at - a.sent_at || (a.message_uid < b.message_uid ? 1 : -1),
	);
}

/** The files of all items of a node. */
async function filesOfNode(execution: Execution, name: string): Promise<OutputFile[]> {
	const files: OutputFile[] = [];
	for (const item of runOf(execution, name).outputs[0]) {
		files.push(...Object.values(await filesOf(world.n8n, item)));
	}
	return files;
}

describe('export of call transcripts', () => {
	test('makes a Markdown file of each transcript that became ready, and says how many', async () => {
		const group = new Group(world, 'Studio team');
		const trigger = await publish(TRANSCRIPTS, { startFrom: 'last', itemCount: 5 });
		expect(await group.untilSent(1)).toEqual(['Call transcripts exported: 5']);
		const [execution, ...others] = await trigger.executions();
		expect(others).toEqual([]);
		expect(execution).toMatchObject({ status: 'success', error: undefined });
		const files = await filesOfNode(execution, 'Markdown Files');
		expect(files).toHaveLength(5);
		for (const { name, bytes } of files) {
			const [, day, uid] = /^(\d{4}-\d\d-\d\d) (\w+)\.md$/.exec(name)!;
			const call = account().calls.get(uid)!;
			expect(localTime(call.started_at).slice(0, 10)).toBe(day);
			expectMarkdown(bytes.toString(), call);
		}
	});

	/** The name of a speaker, with a mark unless it is that of a certain person. */
	function nameOf({ display_name = '', resolution }: StoredCall['speakers'][number]): string {
		const marks: Record<string, string> = { participant_side: '(side)', unknown: '(unknown)' };
		return `${display_name} ${marks[resolution] ?? ''}`.trim();
	}

	/** Checks that a file has every sentence with its speaker and time, in order, and nothing else. */
	function expectMarkdown(markdown: string, { utterances, speakers }: StoredCall): void {
		const parts = markdown.split(/^\*\*(?:(.*), )?(\d\d:\d\d:\d\d)\*\*\n\n/m);
		expect(parts.shift()).toBe('');
		const said = utterances.map((_utterance, i) => {
			const [speaker, time, text] = parts.slice(i * 3);
			return { speaker: speaker?.replace(/\\(.)/g, '$1'), time, text: text.trimEnd() };
		});
		expect(parts).toHaveLength(said.length * 3);
		expect(said).toEqual(
			utterances.map(({ start_ms, speaker, text }) => ({
				// Without a name there is only the time
				speaker: nameOf(speakers[speaker]) || undefined,
				time: new Date(start_ms).toISOString().slice(11, 19),
				text: text.trimEnd(),
			})),
		);
	}
});

describe('export of imported chat', () => {
	const choosing = (query: string): Edits => ({
		'Find Conversations': (parameters) => (parameters.query = query),
	});

	/** Checks that there is a file for each conversation with messages, with all of them, latest first. */
	function expectFiles(files: OutputFile[], messages: StoredImportedMessage[]): void {
		const uids = new Set(messages.map(({ conversation_uid }) => conversation_uid));
		expect(files).toHaveLength(uids.size);
		for (const { conversation_uid, display_name } of importedConversations()) {
			if (!uids.has(conversation_uid)) continue;
			const own = files.find(({ name }) => name === `${display_name} ${conversation_uid}.csv`)!;
			const expected = messages.filter((each) => each.conversation_uid === conversation_uid);
			expect(own.mimeType).toBe('text/csv');
			const rows: object[] = parse(own.bytes, { columns: true, bom: true });
			expect(rows).toHaveLength(expected.length);
			expect(rows).toMatchObject(
				expected.map((message) => ({
					message_uid: message.message_uid,
					sent_at: localTime(message.sent_at).slice(0, 19),
					sender_name: message.sender.display_name,
					kind: message.kind,
				})),
			);
		}
	}

	test.each(['plain', 'irregular'] as const)(
		'has a row for every message of the conversations with that name, with %s pages',
		async (paging) => {
			world.service.paging = paging;
			const execution = await world.runExample(CHAT);
			const found = importedConversations().filter(({ remark, nickname, kind, display_name }) =>
				[remark, nickname, kind === 'group' ? display_name : undefined].some((name) =>
					name?.includes('Choir'),
				),
			);
			expect(found.length).toBeGreaterThan(2);
			const uids = found.map(({ conversation_uid }) => conversation_uid);
			const messages = importedMessages().filter((each) => uids.includes(each.conversation_uid));
			expect(messages.length).toBeGreaterThan(600);
			expectFiles(await filesOfNode(execution, 'Messages as CSV'), messages);
		},
	);

	test('makes no file if no conversation has the name', async () => {
		const execution = await world.runExample(CHAT, choosing('Nobody Here'));
		expect(execution.status).toBe('success');
		expect(execution.runs).not.toHaveProperty('Messages as CSV');
	});
});
