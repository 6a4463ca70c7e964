import { useEditor } from './editor';
import { chain } from './workflows';

/** Phrases that name the product: the node of the right area comes first. */
const WITH_SVC: Record<string, string[]> = {
	'Svc Account': ['svc account', 'svc profile'],
	'Svc People': ['svc people', 'svc person', 'svc contact', 'svc user'],
	'Svc Chat': [
		'svc chat',
		'svc message',
		'svc send',
		'svc group',
		'svc conversation',
		'svc chat history',
		// "trigger" is not tested: it finds all nodes of the package, sorted by the length of their names.
		'svc',
		'svc trigger',
	],
	'Svc Imported Chat': ['svc imported', 'svc import', 'svc archive'],
	'Svc Recordings': [
		'svc recording',
		'svc transcript',
		'svc summary',
		'svc meeting',
		'svc audio',
		'svc voice memo',
		'svc subtitles',
	],
	'Svc Calls': ['svc call', 'svc phone', 'svc missed call', 'svc call transcript'],
	'Svc Records': ['svc record', 'svc note', 'svc notes', 'svc topic'],
	'Svc Tasks': ['svc task', 'svc arrangement', 'svc to-do', 'svc reminder', 'svc due'],
	'Svc Teams': ['svc team', 'svc member', 'svc organisation'],
	'Svc World': ['svc world', 'svc post', 'svc publish', 'svc reply'],
	'Svc Bots': ['svc bot', 'svc webhook'],
};

/** Phrases of everyday speech: the node is among the first five. */
const EVERYDAY: Record<string, string[]> = {
	'Svc Account': ['my profile', 'my account', 'who am i'],
	'Svc People': ['contact lookup', 'find person', 'find user', 'people search', 'address book'],
	'Svc Chat': [
		'send message',
		'edit message',
		'new message',
		'group chat',
		'group members',
		'private message',
		'direct message',
		'chat message',
		'chat history',
		'search messages',
		'moderation',
		'remove member',
	],
	'Svc Imported Chat': [
		'import chat',
		'chat import',
		'chat history',
		'imported messages',
		'chat export',
		'chat archive',
	],
	'Svc Recordings': [
		'voice memo',
		'voice recording',
		'audio recording',
		'meeting recording',
		'dictation',
		'transcript',
		'transcription',
		'subtitles',
		'speaker',
		'meeting summary',
		'daily summary',
		'who talked most',
		'recording transcript',
	],
	'Svc Calls': [
		'phone call',
		'voicemail',
		'export calls',
		'call log',
		'call history',
		'call recording',
		'call transcript',
		'call summary',
		'missed call',
		'who spoke most',
		'speaking time',
	],
	'Svc Records': [
		'meeting notes',
		'take a note',
		'create note',
		'save note',
		'search notes',
		'personal notes',
		'notebook',
		'timeline',
	],
	'Svc Tasks': [
		'to-do',
		'todo list',
		'task list',
		'create task',
		'task due',
		'due today',
		'due date',
		'reminder',
		'overdue',
		'overdue task',
		'deadline',
	],
	'Svc Teams': ['join team', 'create team', 'team members', 'organisation'],
	'Svc World': ['publish post', 'public post', 'social post', 'reply', 'comment', 'feed'],
	'Svc Bots': ['bot message', 'chatbot', 'chat bot', 'webhook'],
};

/** Phrases for the first step of a workflow: a trigger is found by the names of its events. */
const FIRST_STEP: Record<string, string[]> = {
	'Svc Chat': ['svc message', 'new message'],
	'Svc Recordings': ['svc recording', 'transcript', 'new recording'],
	'Svc Calls': ['svc call', 'missed call', 'new call'],
	'Svc Records': ['svc note', 'new note'],
	'Svc Tasks': ['svc task', 'overdue', 'due soon', 'new task'],
	'Svc World': ['svc post', 'new reply'],
};

/** Phrases that name something else: no node of the package is among the first five. */
const ELSEWHERE = ['gmail', 'slack', 'google tasks', 'microsoft teams', 'notion', 'code', 'set'];

/** Rows of a table: phrase, node. */
function rows(phrases: Record<string, string[]>): Array<[phrase: string, node: string]> {
	return Object.entries(phrases).flatMap(([node, list]) =>
		list.map((phrase): [string, string] => [phrase, node]),
	);
}

describe("n8n's node panel", () => {
	const { world, editor } = useEditor();

	describe('for a further step', () => {
		beforeAll(async () => {
			await editor.openWorkflow(await world.n8n.createWorkflow(chain('Node panel')));
			await editor.openNodePanel();
		});

		test.each(rows(WITH_SVC))('finds for "%s" first %s', async (phrase, node) => {
			const found = await editor.searchNodes(phrase);
			expect(found[0]).toBe(node);
		});

		test.each(rows(EVERYDAY))('finds for "%s" among the first five %s', async (phrase, node) => {
			const found = await editor.searchNodes(phrase);
			expect(found.slice(0, 5)).toContain(node);
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

		test.each(rows(FIRST_STEP))('finds for "%s" among the first five %s', async (phrase, node) => {
			const found = await editor.searchNodes(phrase);
			expect(found.slice(0, 5)).toContain(node);
		});
	});
});
