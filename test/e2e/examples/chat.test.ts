import type { StoredChat } from '../../../dev/areas/Chat/data';
import type { StoredMessage } from '../../../dev/areas/Chat/data';
import { itemsOf } from '../../../dev/n8n/execution';
import { localTime } from '../clock';
import { assignmentsOf, type Edits } from '../workflows';
import { useWorld } from '../world';
import { Group } from './group';
import { twice } from './twice';

/** Messages to several chats, and messages that are withdrawn. */

const world = useWorld();

const account = () => world.service.account('a');
const self = () => account().profile.user_ref;
const groups = () => [...account().conversations.values()].filter(({ kind }) => kind === 'group');
const groupNamed = (wanted: string) => groups().find(({ name }) => name === wanted)!;
const messages = () => [...account().messages.values()];

describe('broadcast to several chats', () => {
	const file = 'broadcast-to-chats.json';
	const text = 'The workshop is closed on Monday.';
	const names = ['Kiln Studio', 'Night Shift', 'Choir Thursday'];
	const sent = () => messages().filter(({ text_content }) => text_content === text);
	const uidsOf = (chats: StoredChat[]) => chats.map(({ chat_session_uid }) => chat_session_uid);
	const chatsOf = (rows: StoredMessage[]) => rows.map(({ chat_session_uid }) => chat_session_uid);
	const listing = (chats: string[]): Edits => ({
		'My Message': (parameters) => (parameters.jsonOutput = JSON.stringify({ text, chats })),
	});

	test('sends the text once to each chat of the list and to no other', async () => {
		const before = messages().length;
		const execution = await world.runExample(file);
		const expected = names.map(groupNamed);
		expect(chatsOf(sent()).sort()).toEqual(uidsOf(expected).sort());
		expect(messages()).toHaveLength(before + names.length);
		for (const { sender } of sent()) expect(sender.sender_user_ref).toBe(self());
		expect(itemsOf(execution, 'Sent')).toEqual(
			expected.map(({ name, chat_session_uid }) => ({
				chat: name,
				chat_session_uid,
				sequence: sent().find((row) => row.chat_session_uid === chat_session_uid)!.sequence,
			})),
		);
		expect(world.requests('sendChatMessages')).toHaveLength(1);
		expect(execution.runs).not.toHaveProperty('Write the Report');
	});

	test('sends nothing twice if it is run again within the hour', async () => {
		const longer = listing([...names, 'Boat Club 🚣']);
		const { executions, texts } = await twice(world, file, [{}, longer]);
		const chats = (node: string) => itemsOf(executions[1], node).map(({ chat }) => chat);
		expect(texts).toEqual([text]);
		expect(chats('Sent')).toEqual(['Boat Club 🚣']);
		expect(chats('Not Sent')).toEqual(names);
	});

	test('sends each message once if the answers are lost', async () => {
		world.service.faults.add({ operation: 'sendChatMessages', drop: 'after', times: 2 });
		const execution = await world.runExample(file);
		expect(itemsOf(execution, 'Sent')).toHaveLength(3);
		expect(sent()).toHaveLength(3);
	});

	test('sends nothing for unknown and ambiguous names, and reports them', async () => {
		const [twin] = groups().filter(({ name }) => name === 'Boat Club 🚣');
		twin.name = 'Night Shift';
		const listed = ['Nobody Here', 'Night Shift', 'Kiln', 'Choir Thursday', 'Choir Thursday'];
		const execution = await world.runExample(file, listing(listed));
		expect(chatsOf(sent())).toEqual(uidsOf([groupNamed('Choir Thursday')]));
		const [{ subject, text: report }] = itemsOf(execution, 'Write the Report');
		expect(subject).toBe('Not sent to 3 chats');
		expect(report).toBe(
			[
				'• Nobody Here: \'Conversation\' matches no conversation or person: "Nobody Here"',
				'• Night Shift: \'Conversation\' matches 2 conversations or people: "Night Shift"',
				'• Kiln: \'Conversation\' matches no conversation or person: "Kiln"',
			].join('\n'),
		);
	});

	test('reports messages that cannot be sent', async () => {
		world.service.faults.add({ operation: 'sendChatMessages', status: 401 });
		const execution = await world.runExample(file);
		expect(sent()).toEqual([]);
		const reported = itemsOf(execution, 'Not Sent');
		expect(reported.map(({ chat }) => chat)).toEqual(names);
		for (const { why, what_to_do } of reported) {
			expect(why).toMatch(/^The service did not accept the API key/);
			expect(what_to_do).toContain("Check 'API Key'");
		}
	});
});

describe("withdrawing yesterday's messages", () => {
	const file = 'withdraw-yesterdays-messages.json';
	const really: Edits = {
		'What to Withdraw': ({ assignments }) => (assignmentsOf(assignments)[2].value = true),
	};
	const group = () => groupNamed('Kiln Studio');
	const senderRef = () =>
		[...account().people.values()].find(
			({ nickname, user_ref }) => nickname === 'Ada Fields' && group().members.has(user_ref),
		)!.user_ref;

	/** Adds a message of the sender to the group at a time. */
	function addMessage(message_at: number, facts: Partial<StoredMessage> = {}): StoredMessage {
		const { chat_session_uid } = group();
		const message: StoredMessage = {
			chat_session_uid,
			sequence: account().messages.lastOf(chat_session_uid) + 1,
			sender: { sender_kind: 'user', sender_user_ref: senderRef(), sender_name: 'Ada Fields' },
			message_at,
			record_state: 'available',
			text_content: 'Buy one, get three',
			...facts,
		};
		account().messages.add(message);
		return message;
	}

	/** Yesterday in the time zone of n8n: its first moment, and that of today. */
	async function yesterday(): Promise<{ start: number; end: number }> {
		await world.runExample(file);
		const { start_at, end_at } = world.requests('queryGroupMessageModerationTargets')[0]
			.body as Record<string, number>;
		expect(localTime(start_at)).toMatch(/ 00:00:00.000$/);
		expect(localTime(end_at)).toMatch(/ 00:00:00.000$/);
		expect(localTime(end_at - 1).slice(0, 10)).toBe(localTime(start_at).slice(0, 10));
		expect(localTime(end_at).slice(0, 10)).toBe(localTime(Date.now()).slice(0, 10));
		return { start: start_at, end: end_at };
	}

	test.each(['plain', 'irregular'] as const)(
		'withdraws exactly what the sender wrote yesterday in the group, and says how many, with %s pages',
		async (paging) => {
			const { start, end } = await yesterday();
			world.service.paging = paging;
			const other = [...group().members.keys()].find(
				(ref) => ref !== senderRef() && ref !== self(),
			);
			const meant = [addMessage(start), addMessage(start + 3_600_000), addMessage(end - 1)];
			addMessage(start - 1);
			addMessage(end);
			addMessage(start + 1, { sender: { sender_kind: 'user', sender_user_ref: other } });
			addMessage(start + 1, { fixed: true });
			addMessage(start + 1, { withdrawn_at: start + 2 });
			const { chat_session_uid } = groupNamed('Boat Club 🚣');
			const sequence = account().messages.lastOf(chat_session_uid) + 1;
			addMessage(start + 1, { chat_session_uid, sequence });
			const already = messages().filter(({ sender, message_at, ...row }) => {
				const inTime = message_at >= start && message_at < end;
				const ofSender = sender.sender_user_ref === senderRef();
				const here = row.chat_session_uid === group().chat_session_uid;
				return inTime && ofSender && here && !row.fixed && row.withdrawn_at === undefined;
			});
			expect(already).toEqual(expect.arrayContaining(meant));
			const before = structuredClone(messages());
			const told = new Group(world, 'Kiln Studio');

			const execution = await world.runExample(file, really);
			const withdrawn = messages().filter(
				({ withdrawn_at }, i) => withdrawn_at !== before[i]?.withdrawn_at,
			);
			expect(withdrawn).toEqual(already);
			expect(itemsOf(execution, 'Withdrawn')).toMatchObject(
				already.map(({ sequence: own, message_at, withdrawn_at }) => ({
					sequence: own,
					written: localTime(message_at).slice(0, 16),
					withdrawn: localTime(withdrawn_at!).slice(0, 16),
				})),
			);
			expect(told.sent()).toEqual([
				expect.stringMatching(
					`^${already.length} messages were withdrawn\n\nAda Fields wrote them in Kiln Studio on \\d+ \\w+\\.$`,
				),
			]);
		},
	);

	test('only lists messages until told to withdraw them, and sends nothing', async () => {
		const { start } = await yesterday();
		const message = addMessage(start);
		const told = new Group(world, 'Kiln Studio');
		const execution = await world.runExample(file);
		expect(itemsOf(execution, 'Can Be Withdrawn').map(({ sequence }) => sequence)).toContain(
			message.sequence,
		);
		expect(world.requests('withdrawGroupMessages')).toEqual([]);
		expect(message.withdrawn_at).toBeUndefined();
		expect(told.sent()).toEqual([]);
	});

	test('withdraws nothing if several members have the name', async () => {
		const { start } = await yesterday();
		addMessage(start);
		const namesake = [...group().members.values()].find(
			({ user_ref, status }) =>
				status === 'active' && user_ref !== senderRef() && user_ref !== self(),
		)!;
		namesake.nickname = 'Ada Fields';
		await world.runExample(file, really);
		expect(world.requests('withdrawGroupMessages')).toEqual([]);
	});

	test('reports messages that can no longer be withdrawn, and withdraws the others', async () => {
		const { start } = await yesterday();
		const [gone, there] = [addMessage(start), addMessage(start + 1)];
		const told = new Group(world, 'Kiln Studio');
		world.onceAnswered('queryGroupMessageModerationTargets', () => (gone.fixed = true));
		const execution = await world.runExample(file, really);
		expect(there.withdrawn_at).toBeDefined();
		expect(itemsOf(execution, 'Not Withdrawn')).toMatchObject([
			{ sequence: gone.sequence, reason: 'invalid_message_state' },
		]);
		const [text] = told.sent();
		expect(text).toContain('\n1 could not be withdrawn:\n• ');
	});
});
