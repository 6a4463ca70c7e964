import type { IDataObject } from 'n8n-workflow';

import { overrideLimits } from '../../dev/limits';
import { searchConversations } from '../../nodes/shared/form';
import { searchTargets } from '../../nodes/Chat/locators/target';
import { loadOptionsContext } from '../../dev/engine/loadOptions';
import { iso } from '../support/times';
import { addConversation } from '../../dev/areas/Chat/events';
import { jsonOf, linesOf, linksOf, nodeOf, useService } from '../support/useService';
import { takesPart } from '../../dev/areas/Chat/handlers/access';
import type { StoredChat } from '../../dev/areas/Chat/data';
import type { StoredMessage } from '../../dev/areas/Chat/data';
import { day } from '../../dev/fake-service/data/seeding';
import { chatsById, filterBy, peopleById, uid } from '../../dev/contract/choices';

const fixture = useService();

beforeAll(() => overrideLimits({ firstBackoff: 10 }));

const account = () => fixture.service.account('a');
const self = () => account().profile.user_ref;
const node = nodeOf('svcChat');
const { asked } = fixture;
const sentItems = (operation = 'sendChatMessages') => fixture.itemsOf(operation);
const operationsSent = () => fixture.requests.map(({ operation }) => operation);
const chats = () => [...account().conversations.values()];
const readableChats = () => chats().filter((chat) => takesPart(chat, self()));
const others = () => [...account().people.keys()].filter((user_ref) => user_ref !== self());
const alone = { settings: { onError: 'continueErrorOutput' as const } };

/** An empty group of the account. */
function newGroup(chat_session_uid: string, facts: Partial<StoredChat> = {}): string {
	const name = `Group ${chat_session_uid}`;
	return addConversation(account(), others()[0], { chat_session_uid, name, ...facts });
}
const newGroups = (length: number) =>
	Array.from({ length }, (_, i) => newGroup(`chat_${String(i).padStart(3, '0')}`));

/** Adds a message of somebody else to a conversation and returns its sequence. */
function say(chat_session_uid: string, facts: Partial<StoredMessage> = {}): number {
	const sequence = account().messages.lastOf(chat_session_uid) + 1;
	account().messages.add({
		chat_session_uid,
		sequence,
		sender: { sender_kind: 'user', sender_user_ref: others()[0], sender_name: 'Somebody' },
		message_at: fixture.service.now(),
		record_state: 'available',
		text_content: 'A word',
		...facts,
	});
	return sequence;
}

/** Messages sent by a test, by conversation and in order. */
const arrived = (chat_session_uid?: string) =>
	[...account().messages.values()]
		.filter((row) => /^message \d+$/.test(row.text_content))
		.filter((row) => !chat_session_uid || row.chat_session_uid === chat_session_uid)
		.sort((a, b) => a.sequence - b.sequence)
		.map(({ text_content }) => text_content);
const text = (i: number) => `message ${i}`;
/** Items for a number of messages, to the conversations in turn. */
const messagesTo = (uids: string[], length: number) =>
	Array.from({ length }, (_, i) => ({ to: uids[i % uids.length], text: text(i) }));
const send = (parameters: IDataObject = {}) =>
	node('message', 'send', {
		conversation: uid('={{ $json.to }}'),
		text: '={{ $json.text }}',
		...parameters,
	});

describe('Message > Send', () => {
	/** Checks that every conversation has its messages, each once, in input order. */
	function expectAllInOrder(items: Array<{ to: string; text: string }>): void {
		for (const chat of new Set(items.map(({ to }) => to))) {
			expect(arrived(chat)).toEqual(items.filter(({ to }) => to === chat).map((item) => item.text));
		}
	}

	it('sends 30 messages to 3 conversations in 10 requests, each conversation in input order', async () => {
		const items = messagesTo(newGroups(3), 30);
		const outcome = await fixture.run({ ...send(), items });
		expect(linksOf(outcome.items)).toEqual(items.map((_item, i) => i));
		expect(sentItems().map((part) => part.length)).toEqual(Array(10).fill(3));
		for (const part of sentItems()) {
			expect(new Set(part.map(({ chat_session_uid }) => chat_session_uid)).size).toBe(3);
		}
		expectAllInOrder(items);
		const times = sentItems()
			.flat()
			.sort((a, b) => Number(a.item_id) - Number(b.item_id))
			.map(({ send_at }) => Number(send_at));
		times.slice(1).forEach((time, i) => expect(time).toBeGreaterThan(times[i]));
		jsonOf(outcome.items).forEach(({ chat_session_uid, sequence }, i) => {
			const message = account().messages.at(String(chat_session_uid), Number(sequence));
			expect(message?.text_content).toBe(text(i));
		});
	});

	it.each(['before', 'after'] as const)(
		'sends no message twice and keeps the order if the connection is lost %s the second request is processed',
		async (drop) => {
			fixture.service.faults.add({ operation: 'sendChatMessages', drop, after: 1 });
			const items = messagesTo(newGroups(3), 30);
			const outcome = await fixture.run({ ...send(), items });
			expect(outcome.items).toHaveLength(30);
			expect(arrived()).toHaveLength(30);
			expectAllInOrder(items);
			expect(sentItems()).toHaveLength(11);
			expect(sentItems()[2]).toEqual(sentItems()[1]);
		},
	);

	it('sends 30 messages to 30 conversations in 3 requests', async () => {
		const items = messagesTo(newGroups(30), 30);
		await fixture.run({ ...send(), items });
		expect(sentItems().map((part) => part.length)).toEqual([10, 10, 10]);
		expectAllInOrder(items);
	});

	it('sends ten messages per request with Keep Order off', async () => {
		const [chat] = newGroups(1);
		await fixture.run({
			...send({ options: { keepOrder: false } }),
			items: messagesTo([chat], 30),
		});
		expect(sentItems().map((part) => part.length)).toEqual([10, 10, 10]);
		expect(arrived(chat).sort()).toEqual(Array.from({ length: 30 }, (_, i) => text(i)).sort());
	});

	it('fails only the pending conversation and sends to the other nine', async () => {
		fixture.expectViolations();
		const pending = chats().find(({ kind }) => kind === 'pending')!.chat_session_uid;
		const to = newGroups(10).map((chat, i) => (i === 4 ? pending : chat));
		const { items, errors } = await fixture.run({ ...send(), items: messagesTo(to, 10), ...alone });
		expect(linksOf(items)).toEqual([0, 1, 2, 3, 5, 6, 7, 8, 9]);
		expect(jsonOf(errors)).toMatchObject([
			{
				to: pending,
				error: expect.stringMatching(
					/^The service refused the request: .*not a conversation that can be sent to/,
				) as string,
				details: { http_status: 400 },
			},
		]);
		expect(linksOf(errors)).toEqual([4]);
		expect(arrived()).toHaveLength(9);
	});

	it.each([
		['stop', 'sends nothing after it', {}, [0, 1]],
		['continue', 'sends the others', alone, [0, 1, 3, 4]],
	] as const)(
		'if a message fails with On Error = %s, in its conversation it %s',
		async (_mode, _what, settings, expected) => {
			fixture.service.faults.add({
				operation: 'sendChatMessages',
				match: ({ body }) => body?.items[0].text_content === text(2),
				status: 400,
			});
			const [chat] = newGroups(1);
			const { error } = await fixture.run({ ...send(), items: messagesTo([chat], 5), ...settings });
			expect(arrived(chat)).toEqual(expected.map(text));
			if (error) {
				expect(error.message).toContain(
					'(2 of 5 items were written; retrying sends only the rest) [item 3 of 5]',
				);
			}
		},
	);

	it('accepts 10000 emoji and refuses one more before sending', async () => {
		const [to] = newGroups(1);
		const items = [10_000, 10_001].map((count) => ({ to, text: '😀'.repeat(count) }));
		const failing = send({ options: { ifTooLong: 'fail' } });
		const outcome = await fixture.run({ ...failing, items, ...alone });
		expect(linksOf(outcome.items)).toEqual([0]);
		expect(jsonOf(outcome.errors)[0].error).toBe(
			"'Text' takes at most 10000 characters, not 10001 [item 2 of 2]",
		);
		expect([...account().messages.at(to, 1)!.text_content]).toHaveLength(10_000);
		expect(sentItems().flat()).toHaveLength(1);
	});

	it('returns for each message whether it waits for a review', async () => {
		const [chat] = newGroups(1);
		const { items } = await fixture.run({ ...send(), items: messagesTo([chat], 4) });
		expect(jsonOf(items).map(({ audit_pending }) => audit_pending)).toEqual([
			undefined,
			undefined,
			undefined,
			true,
		]);
		expect(jsonOf(items)[0]).toMatchObject({
			chat_session_uid: chat,
			sequence: 1,
			target_kind: 'group',
			target_name: `Group ${chat}`,
			record_uid: expect.any(String) as string,
		});
		expect(jsonOf(items)[0]).not.toHaveProperty('item_id');
	});

	it('sends a message once per order and time, even from another execution', async () => {
		const keyed = send({ options: { writeOncePer: 'order-1042', sendAt: '2026-01-01T00:00:00Z' } });
		const items = messagesTo(newGroups(1), 1);
		const first = await fixture.run({ ...keyed, items });
		const second = await fixture.run({ ...keyed, items });
		expect(arrived()).toEqual([text(0)]);
		expect(jsonOf(second.items)).toEqual(jsonOf(first.items));
		expect(sentItems()[1]).toEqual(sentItems()[0]);
		expect(sentItems()[0][0]).toMatchObject({
			idempotency_key: expect.stringMatching(/^once-/) as string,
			send_at: Date.UTC(2026, 0, 1),
		});
	});

	it('reports that a message without an answer may have been sent', async () => {
		fixture.service.faults.add({ operation: 'sendChatMessages', drop: 'after', times: 5 });
		const { errors } = await fixture.run({
			...send(),
			items: messagesTo(newGroups(1), 1),
			...alone,
		});
		expect(jsonOf(errors)[0].error).toMatch(
			/closed the connection without an answer; the message may have been written/,
		);
		expect(arrived()).toHaveLength(1);
	});
});

describe('Message > Send with bot mentions', () => {
	const mention = (facts: IDataObject = {}) => ({
		mention: {
			botUid: '={{ $json.bot }}',
			mentionText: '={{ $json.mention }}',
			occurrence: '',
			...facts,
		},
	});
	const speak = (botMentions: IDataObject) => send({ options: { botMentions } });

	/** A group with a bot in it. */
	function withBot(): { to: string; bot: string } {
		const [to] = newGroups(1);
		const [bot] = account().bots.keys();
		const [binding] = account().botBindings.values();
		account().botBindings.set(`${to} ${bot}`, { ...binding, chat_session_uid: to, bot_uid: bot });
		return { to, bot };
	}

	it.each([
		['@Kiln Bot, fire it up', '@Kiln Bot', undefined],
		['＠Kiln Bot, fire it up', '＠Kiln Bot', undefined],
		['@Kiln, not you @Kiln, but you', '@Kiln', 2],
	])('sends "%s" with a mention of "%s"', async (message, mentionText, occurrence) => {
		const { to, bot } = withBot();
		const { items, error } = await fixture.run({
			...speak(mention(occurrence ? { occurrence } : {})),
			items: [{ to, bot, text: message, mention: mentionText }],
		});
		expect(error).toBeUndefined();
		expect(items).toHaveLength(1);
		expect(sentItems()[0][0].bot_mentions).toEqual([
			{ bot_uid: bot, mention_text: mentionText, ...(occurrence && { occurrence }) },
		]);
		expect(account().messages.at(to, 1)?.text_content).toBe(message);
	});

	it.each([
		['Fire it up', '@Kiln', undefined, "'Mention Text' does not occur in 'Text': \"@Kiln\""],
		['Kiln, up', 'Kiln', undefined, '\'Mention Text\' must start with an @ sign: "Kiln"'],
		['＠Kiln, up', '@Kiln', undefined, "'Mention Text' does not occur in 'Text': \"@Kiln\""],
		[
			'@Kiln @Kiln',
			'@Kiln',
			undefined,
			"'Occurrence' is empty, but \"@Kiln\" occurs 2 times in 'Text'",
		],
		['@Kiln @Kiln', '@Kiln', 3, "'Occurrence' is 3, but \"@Kiln\" occurs only 2 times in 'Text'"],
	])(
		'refuses "%s" with a mention of "%s" (%s) before sending',
		async (message, text, occurrence, words) => {
			const { to, bot } = withBot();
			const { errors } = await fixture.run({
				...speak(mention(occurrence ? { occurrence } : {})),
				items: [{ to, bot, text: message, mention: text }],
				...alone,
			});
			expect(jsonOf(errors)[0].error).toBe(`${words}`);
			expect(fixture.requests).toEqual([]);
		},
	);

	it('fails only the message that mentions a bot outside its group', async () => {
		fixture.expectViolations();
		const { bot } = withBot();
		const [binding] = account().botBindings.values();
		const to = newGroups(10);
		for (const chat_session_uid of to.slice(0, 9)) {
			const installed = { ...binding, chat_session_uid, bot_uid: bot };
			account().botBindings.set(`${chat_session_uid} ${bot}`, installed);
		}
		const { items, errors } = await fixture.run({
			...speak(mention()),
			items: to.map((chat) => ({ to: chat, bot, text: '@Kiln, up', mention: '@Kiln' })),
			...alone,
		});
		expect(linksOf(items)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8]);
		expect(linksOf(errors)).toEqual([9]);
		expect(jsonOf(errors)[0].error).toMatch(/not a bot installed in the group/);
	});
});

describe('Message > Send to people', () => {
	const toPeople = node('message', 'send', {
		sendTo: 'person',
		person: uid('={{ $json.to }}'),
		text: '={{ $json.text }}',
	});
	/** Private chats with a person. */
	const privateChats = (user_ref: string) =>
		chats().filter(({ kind, members }) => kind === 'direct' && members.has(user_ref));
	const strangers = () => others().filter((user_ref) => privateChats(user_ref).length === 0);

	it('creates the private chat first, then sends to it', async () => {
		const people = strangers().slice(0, 3);
		const { items } = await fixture.run({ ...toPeople, items: messagesTo(people, 3) });
		expect(operationsSent()).toEqual(['createPrivateChats', 'sendChatMessages']);
		people.forEach((person, i) => {
			const [{ chat_session_uid }] = privateChats(person);
			expect(arrived(chat_session_uid)).toEqual([text(i)]);
			expect(jsonOf(items)[i]).toMatchObject({ chat_session_uid, target_kind: 'direct' });
		});
	});

	it('creates one private chat for two messages to the same person, and keeps their order', async () => {
		const [person] = strangers();
		await fixture.run({ ...toPeople, items: messagesTo([person], 2) });
		expect(privateChats(person)).toHaveLength(1);
		expect(arrived(privateChats(person)[0].chat_session_uid)).toEqual([text(0), text(1)]);
	});

	it('uses an existing private chat', async () => {
		const chat = chats().find(({ kind, bot_uid }) => kind === 'direct' && !bot_uid)!;
		const person = [...chat.members.keys()].find((user_ref) => user_ref !== self())!;
		const { items } = await fixture.run({ ...toPeople, items: messagesTo([person], 1) });
		expect(jsonOf(items)[0].chat_session_uid).toBe(chat.chat_session_uid);
	});

	it('repeats the request for a private chat with an unknown outcome, then sends', async () => {
		const people = strangers().slice(0, 10);
		fixture.service.settings.unknownOutcomes[people[3]] = { times: 1, done: true };
		const { items } = await fixture.run({ ...toPeople, items: messagesTo(people, 10) });
		expect(items).toHaveLength(10);
		const [first, second] = sentItems('createPrivateChats');
		expect(first).toHaveLength(10);
		expect(second).toEqual([first[3]]);
		expect(privateChats(people[3])).toHaveLength(1);
		expect(arrived()).toHaveLength(10);
	});

	it('fails the item whose private chat stays unknown, and sends to the other nine', async () => {
		const people = strangers().slice(0, 10);
		fixture.service.settings.unknownOutcomes[people[3]] = { times: Infinity, done: false };
		const { items, errors } = await fixture.run({
			...toPeople,
			items: messagesTo(people, 10),
			...alone,
		});
		expect(linksOf(items)).toEqual([0, 1, 2, 4, 5, 6, 7, 8, 9]);
		expect(linksOf(errors)).toEqual([3]);
		expect(jsonOf(errors)[0]).toMatchObject({
			error: expect.stringMatching(/^The service does not know whether the private chat/) as string,
			details: { reason: 'unknown' },
		});
		const keys = sentItems('createPrivateChats')
			.flat()
			.filter(({ target_user_ref }) => target_user_ref === people[3])
			.map(({ idempotency_key }) => idempotency_key);
		expect(keys).toHaveLength(3);
		expect(new Set(keys).size).toBe(1);
		expect(arrived()).not.toContain(text(3));
	});

	it('sends nothing at all with On Error = stop if a private chat stays unknown', async () => {
		const people = strangers().slice(0, 3);
		fixture.service.settings.unknownOutcomes[people[1]] = { times: Infinity, done: false };
		const { error } = await fixture.run({ ...toPeople, items: messagesTo(people, 3) });
		expect(error?.message).toMatch(/^The service does not know whether the private chat/);
		expect(operationsSent()).not.toContain('sendChatMessages');
	});
});

describe('Message > Send with Only To', () => {
	const OWNER = 'usr_owner';
	const direct = (kind: string, person: string) =>
		addConversation(account(), person, {
			chat_session_uid: `chat_${kind}`,
			kind: 'direct',
			scopes: ['private_chat'],
			...({ participant_user_ref: person } as object),
		});
	beforeEach(() => {
		const [like] = account().people.values();
		for (const user_ref of [OWNER, 'usr_other', 'usr_new']) {
			account().people.set(user_ref, { ...like, user_ref, nickname: user_ref, svc_id: user_ref });
		}
		direct('owner', OWNER);
		direct('other', 'usr_other');
		addConversation(account(), OWNER, { chat_session_uid: 'chat_alerts' });
		addConversation(account(), OWNER, { chat_session_uid: 'chat_crew' });
	});

	const toChat = (chat: string) => ({ conversation: uid(chat) });
	const toPerson = (person: string) => ({ sendTo: 'person', person: uid(person) });
	/** Those that are allowed, who shall get a message, and whether one is sent. */
	const cases: Array<[allowed: string[], recipient: IDataObject, isSent: boolean]> = [
		[['chat_alerts'], toChat('chat_alerts'), true],
		[['chat_crew', 'chat_alerts'], toChat('chat_alerts'), true],
		[['chat_crew'], toChat('chat_alerts'), false],
		[['chat_owner'], toPerson(OWNER), true],
		[[OWNER], toPerson(OWNER), true],
		[['usr_new'], toPerson('usr_new'), true],
		[['chat_alerts'], toPerson('usr_new'), false],
		[['chat_owner'], toPerson('usr_other'), false],
		[['chat_owner'], toChat('chat_other'), false],
		[['chat_alert'], toChat('chat_alerts'), false],
	];

	describe.each(['svcChat', 'svcChatTool'])('of %s', (kind) => {
		const run = async (own: IDataObject, options: IDataObject) =>
			await fixture.run({
				node: kind,
				parameters: { ...node('message', 'send', { text: text(0) }).parameters, ...own, options },
			} as never);

		it.each(cases)('%j: a message to %j is sent: %s', async (allowed, recipient, isSent) => {
			const [first, ...more] = allowed.map(uid);
			const { error } = await run(recipient, { onlyTo: filterBy('conversation', first, ...more) });
			expect(arrived()).toEqual(isSent ? [text(0)] : []);
			if (isSent) expect(error).toBeUndefined();
			else expect(error?.message).toMatch(/^'(Only To|only_to)' does not have this recipient/);
			for (const items of sentItems()) {
				for (const item of items) expect(item).not.toHaveProperty('chat_session_uids');
			}
		});

		it.each(['', [], null])('without a value, %j, allows nobody', async (value) => {
			const empty = `={{ ${JSON.stringify(value)} }}`;
			const onlyTo = filterBy('conversation', uid(empty));
			const { error } = await run(toChat('chat_alerts'), { onlyTo });
			expect(error?.message).toMatch(/^'(Only To|only_to)' /);
			expect(operationsSent()).toEqual([]);
		});
	});

	it('sends nothing to anybody with On Error = stop, and to the others with continue', async () => {
		const items = ['chat_alerts', 'chat_crew'].map((to, i) => ({ to, text: text(i) }));
		const options = { onlyTo: filterBy('conversation', uid('chat_alerts')) };
		const stopped = await fixture.run({ ...send({ options }), items });
		expect(stopped.error?.message).toContain("'Only To' does not have this recipient");
		expect(arrived()).toEqual([]);
		const { errors } = await fixture.run({ ...send({ options }), items, ...alone });
		expect(linksOf(errors)).toEqual([1]);
		expect(arrived()).toEqual([text(0)]);
	});

	it('is checked by Validate Only, which shows no request to others', async () => {
		const options = { onlyTo: filterBy('conversation', uid('chat_alerts')), validateOnly: true };
		const items = [{ to: 'chat_crew', text: 'x' }];
		const { error } = await fixture.run({ ...send({ options }), items });
		expect(error?.message).toContain("'Only To' does not have this recipient");
	});
});

describe('Conversation > Create Private Chat', () => {
	const create = node('conversation', 'createPrivate', { person: uid('={{ $json.to }}') });

	it('creates 12 in 2 requests, each once, and sends nothing', async () => {
		const people = others().slice(0, 12);
		const items = people.map((to) => ({ to }));
		const first = await fixture.run({ ...create, items });
		const again = await fixture.run({ ...create, items });
		expect(operationsSent()).toEqual(Array(4).fill('createPrivateChats'));
		expect(jsonOf(first.items).map(({ target_user_ref }) => target_user_ref)).toEqual(people);
		expect(jsonOf(again.items)).toEqual(jsonOf(first.items));
	});

	const [ALLOWED, NEW] = ['usr_allowed', 'usr_new'];
	it.each(
		[true, false].flatMap((isAllowed) =>
			['svcChat', 'svcChatTool'].flatMap((kind) =>
				[true, false].map((validateOnly) => ({ isAllowed, kind, validateOnly })),
			),
		),
	)(
		'with Only To opens a chat with chosen people alone: %j',
		async ({ isAllowed, kind, validateOnly }) => {
			const [like] = account().people.values();
			for (const user_ref of [ALLOWED, NEW])
				account().people.set(user_ref, { ...like, user_ref, nickname: user_ref });
			const onlyTo = filterBy('person', uid(ALLOWED));
			const { parameters } = node('conversation', 'createPrivate', {
				person: uid(isAllowed ? ALLOWED : NEW),
				options: { onlyTo, validateOnly },
			});
			const { items, error } = await fixture.run({ node: kind, parameters } as never);
			const isSent = isAllowed && !validateOnly;
			expect(operationsSent()).toEqual(isSent ? ['createPrivateChats'] : []);
			for (const [item] of sentItems('createPrivateChats'))
				expect(item).not.toHaveProperty('chat_session_uids');
			if (isAllowed) expect(items).toHaveLength(1);
			else expect(error?.message).toMatch(/^'(Only To|only_to)' does not have this recipient/);
		},
	);

	it('fails only the item that is not a real person', async () => {
		fixture.expectViolations();
		const [bot] = account().bots.keys();
		const [one, two] = others();
		const { items, errors } = await fixture.run({
			...create,
			items: [{ to: one }, { to: bot }, { to: two }],
			...alone,
		});
		expect(linksOf(items)).toEqual([0, 2]);
		expect(linksOf(errors)).toEqual([1]);
	});

	it('reports in the end that the outcome is unknown to the service', async () => {
		const [person] = others();
		fixture.service.settings.unknownOutcomes[person] = { times: Infinity, done: true };
		const { error } = await fixture.run({ ...create, items: [{ to: person }] });
		expect(error?.message).toMatch(/^The service does not know whether the private chat/);
		expect(error?.description).toContain('A retry repeats the same request');
		const keys = sentItems('createPrivateChats').map(([{ idempotency_key }]) => idempotency_key);
		expect(keys).toEqual([keys[0], keys[0], keys[0]]);
	});
});

describe('Message > Get Many', () => {
	const YEARS = 3 * 365 * day;
	const WINDOW = 366 * day;
	let start: number;
	let end: number;
	let uids: string[];

	/**
	 * Messages of 250 conversations over three years, with equal times, on every bound of a window, and by renamed
	 * people.
	 */
	beforeEach(() => {
		end = Math.floor(fixture.service.now() / 1000) * 1000 - day;
		start = end - YEARS;
		uids = newGroups(250);
		const bounds = [start, start + WINDOW - 1, start + WINDOW, end - WINDOW, end - 1];
		const people = others().slice(0, 7);
		uids.forEach((chat, i) => {
			const times = [...bounds, start - 1, end];
			for (let k = 0; k < 6; k++) times.push(start + ((i * 7919 + k * 104_729) % 1095) * day);
			times.push(times[times.length - 1]);
			times.sort((a, b) => a - b);
			times.forEach((message_at, k) => {
				const person = people[(i + k) % people.length];
				const sender_name = message_at < end - 200 * day ? `Old ${person}` : `New ${person}`;
				const sender = { sender_kind: 'user' as const, sender_user_ref: person, sender_name };
				say(chat, { message_at, sender, text_content: `${chat} ${k}` });
			});
		});
	});

	it('returns messages dated in the future if the span includes them, however long it is', async () => {
		const ahead = fixture.service.now() + 500 * day;
		say(uids[0], { message_at: ahead, text_content: 'from a clock that is ahead' });
		const { items } = await fixture.run(
			node('message', 'getAll', {
				conversations: chatsById(uids[0]),
				period: 'custom',
				after: ahead - 3 * WINDOW,
				before: ahead + 1,
				returnAll: true,
			}),
		);
		expect(jsonOf(items)[0]).toMatchObject({ message_at: iso(ahead) });
	});

	it('refuses a span of more than 500 years', async () => {
		const { error } = await fixture.run(
			node('message', 'getAll', {
				conversations: chatsById(uids[0]),
				period: 'custom',
				after: '2026-01-01',
				before: '9999-01-01',
			}),
		);
		expect(error?.message).toBe("'After' and 'Before' are more than 500 years apart");
		expect(fixture.requests).toEqual([]);
	});

	/** The messages of these conversations and this time in the service, in the order of the contract. */
	function whole(descending: boolean): StoredMessage[] {
		const rows = [...account().messages.values()].filter(
			({ chat_session_uid, message_at }) =>
				chat_session_uid.length === 8 && message_at >= start && message_at < end,
		);
		const compare = (a: StoredMessage, b: StoredMessage) =>
			a.chat_session_uid === b.chat_session_uid
				? a.message_at - b.message_at || a.sequence - b.sequence
				: a.chat_session_uid < b.chat_session_uid
					? -1
					: 1;
		rows.sort(compare);
		return descending ? rows.reverse() : rows;
	}
	const shown = (rows: Array<Record<string, unknown>>) =>
		rows.map(({ chat_session_uid, sequence, sender_kind, sender_user_ref, sender_name }) => ({
			chat_session_uid,
			sequence,
			sender_kind,
			sender_user_ref,
			sender_name,
		}));
	const stored = (rows: StoredMessage[]) =>
		rows.map(({ chat_session_uid, sequence, sender }) => ({
			chat_session_uid,
			sequence,
			...sender,
		}));
	const orders = ['session_time_asc', 'session_time_desc'] as const;
	const getAll = (order: string, parameters: IDataObject) =>
		node('message', 'getAll', {
			conversations: chatsById(`={{ ${JSON.stringify(uids)} }}`),
			period: 'custom',
			after: iso(start),
			before: iso(end),
			options: { order },
			...parameters,
		});

	it.each(orders.flatMap((order) => [[order, 'plain'] as const, [order, 'irregular'] as const]))(
		'exports 3 years of 250 conversations completely, each message once, with its sender (%s, %s pages)',
		async (order, paging) => {
			fixture.service.paging = paging;
			const { items } = await fixture.run(getAll(order, { returnAll: true }));
			const expected = whole(order === 'session_time_desc');
			expect(expected).toHaveLength(250 * 12);
			expect(shown(jsonOf(items))).toEqual(stored(expected));
			expect(linksOf(items)).toEqual(items.map(() => 0));
			for (const body of asked('queryChatMessages')) {
				expect(body.chat_session_uids.length).toBeLessThanOrEqual(100);
				expect(body.end_at - body.start_at).toBeLessThanOrEqual(WINDOW);
			}
			// Three groups of conversations, three windows each
			if (paging === 'plain') expect(fixture.requests.length).toBeLessThanOrEqual(12);
		},
	);

	/** Messages of all conversations by time; those of one time in the order of the contract. */
	const byTime = (descending: boolean) =>
		whole(descending).sort((a, b) =>
			descending ? b.message_at - a.message_at : a.message_at - b.message_at,
		);

	it.each(orders)(
		'returns with Limit the first messages of all conversations by time (%s, several windows)',
		async (order) => {
			const { items } = await fixture.run(getAll(order, { limit: 30 }));
			const expected = byTime(order === 'session_time_desc').slice(0, 30);
			expect(shown(jsonOf(items))).toEqual(stored(expected));
			// One window of three, for each group of conversations
			expect(fixture.requests).toHaveLength(3);
		},
	);

	it.each(orders)('continues with Limit in the next window (%s)', async (order) => {
		const limit = 1500;
		const { items } = await fixture.run(getAll(order, { limit }));
		const expected = byTime(order === 'session_time_desc').slice(0, limit);
		const [first, last] = [expected[0], expected[limit - 1]].map(({ message_at }) => message_at);
		expect(Math.abs(last - first)).toBeGreaterThan(WINDOW);
		expect(shown(jsonOf(items))).toEqual(stored(expected));
		expect(fixture.requests.length).toBeLessThanOrEqual(6);
	});

	it.each(orders)(
		'halves a window with more messages than a page until Limit is reached (%s)',
		async (order) => {
			const some = uids.slice(0, 3);
			for (let i = 0; i < 2000; i++) {
				say(some[i % 3], { message_at: end - WINDOW + i * (WINDOW / 2000), text_content: `${i}` });
			}
			start = end - WINDOW;
			uids = some;
			const { items } = await fixture.run(getAll(order, { limit: 100 }));
			const expected = byTime(order === 'session_time_desc')
				.filter(({ chat_session_uid }) => some.includes(chat_session_uid))
				.slice(0, 100);
			expect(shown(jsonOf(items))).toEqual(stored(expected));
			expect(fixture.requests.length).toBeLessThanOrEqual(6);
			for (const { limit } of asked('queryChatMessages')) expect(limit).toBeLessThanOrEqual(500);
		},
	);

	it.each(orders)(
		'applies Limit to messages, not to groups, over irregular pages (%s)',
		async (order) => {
			fixture.service.paging = 'irregular';
			start = end - WINDOW;
			const { items } = await fixture.run(getAll(order, { limit: 101 }));
			const expected = byTime(order === 'session_time_desc').slice(0, 101);
			expect(shown(jsonOf(items))).toEqual(stored(expected));
		},
	);

	it('reads a conversation only once if it is given twice', async () => {
		const { items } = await fixture.run(
			getAll('session_time_asc', {
				conversations: chatsById(`${uids[1]}, ${uids[0]}`, uids[1]),
				returnAll: true,
			}),
		);
		expect(shown(jsonOf(items))).toEqual(stored(whole(false).slice(0, 24)));
	});

	it('returns only messages of the chosen people', async () => {
		const [person] = others();
		const { items } = await fixture.run(
			getAll('session_time_asc', { returnAll: true, filters: { senders: peopleById(person) } }),
		);
		const expected = whole(false).filter(({ sender }) => sender.sender_user_ref === person);
		expect(expected.length).toBeGreaterThan(100);
		expect(shown(jsonOf(items))).toEqual(stored(expected));
	});

	it('shows each message of a renamed person with the name at that time', async () => {
		const [chat] = newGroups(1);
		const [person] = others();
		const names = ['Ada', 'Ada Stone', 'Ada', undefined];
		account().messages.clear();
		const sequences = names.map((sender_name, i) =>
			say(chat, {
				sender: { sender_kind: 'user', sender_user_ref: person, sender_name },
				message_at: end - 100 + i,
			}),
		);
		const { items } = await fixture.run(
			getAll('session_time_asc', { conversations: chatsById(chat), returnAll: true }),
		);
		expect(jsonOf(items).map(({ sequence }) => sequence)).toEqual(sequences);
		expect(jsonOf(items).map(({ sender_name }) => sender_name ?? undefined)).toEqual(names);
		expect(jsonOf(items).some((row) => 'sender_index' in row)).toBe(false);
	});

	it('returns record_state, and whether a text is truncated', async () => {
		const [chat] = newGroups(1);
		const states = ['available', 'missing', 'unavailable', 'protected'] as const;
		const message_at = end - 1;
		const sequences = states.map((record_state) => say(chat, { record_state, message_at }));
		const long = say(chat, { text_content: 'x'.repeat(1000), message_at });
		const { items } = await fixture.run(
			getAll('session_time_desc', { conversations: chatsById(chat), limit: 5 }),
		);
		const rows = jsonOf(items);
		expect(rows.map(({ sequence }) => sequence)).toEqual([long, ...sequences.reverse()]);
		expect(rows[0]).toMatchObject({ content_truncated: true });
		expect(rows.slice(1).map(({ record_state }) => record_state)).toEqual([...states].reverse());
		expect(rows.slice(1).map(({ text_content }) => text_content)).toEqual([
			null,
			null,
			null,
			'A word',
		]);
	});

	it.each([
		[{ after: iso(2000), before: iso(1000) }, /^'Before' must be later than 'After'/],
		[{ after: iso(2000), before: iso(2000) }, /^'Before' must be later than 'After'/],
		[
			{ filters: { senders: peopleById('={{ Array.from({ length: 101 }, (_, i) => "u" + i) }}') } },
			/^'Senders' takes at most/,
		],
	])('refuses %j before sending', async (parameters, message) => {
		const { error } = await fixture.run(getAll('session_time_asc', parameters as IDataObject));
		expect(error?.message).toMatch(message);
		expect(fixture.requests).toEqual([]);
	});
});

describe('Message > Search', () => {
	const search = (parameters: IDataObject) =>
		node('message', 'search', { keyword: 'xylophone', returnAll: true, ...parameters });

	it.each(['plain', 'irregular'] as const)(
		'finds words in title and text, best hit first, over %s pages',
		async (paging) => {
			fixture.service.paging = paging;
			const [one, two] = newGroups(2);
			const inText = say(one, { text_content: 'The xylophone is here' });
			const inBoth = say(two, { title: 'Xylophone', text_content: 'A xylophone' });
			say(two, { text_content: 'Nothing' });
			for (let i = 0; i < 60; i++) say(one, { text_content: `A xylophone, no ${i}` });
			const { items } = await fixture.run(
				search({ conversations: chatsById(one, two), outputAs: 'jsonLines' }),
			);
			const hits = linesOf(items);
			expect(hits).toHaveLength(62);
			expect(hits[0]).toMatchObject({
				chat_session_uid: two,
				sequence: inBoth,
				matched_fields: ['title', 'body'],
			});
			const ofOne = hits.filter(({ chat_session_uid }) => chat_session_uid === one);
			expect(ofOne.find(({ sequence }) => sequence === inText)).toMatchObject({
				matched_fields: ['body'],
				sender_user_ref: others()[0],
				snippet: expect.stringContaining('xylophone') as string,
			});
			expect(new Set(hits.map((row) => `${row.chat_session_uid} ${row.sequence}`)).size).toBe(62);
		},
	);

	it('searches all conversations with messages in the period, 100 at a time, and names them', async () => {
		const chats = newGroups(120);
		const at = fixture.service.now() - day;
		for (const chat of chats) say(chat, { message_at: at, text_content: 'A xylophone' });
		const before = fixture.requests.length;
		const { items } = await fixture.run(search({ period: 'last7Days', conversations: {} }));
		expect(new Set(jsonOf(items).map((row) => row.chat_session_uid))).toEqual(new Set(chats));
		expect(jsonOf(items).every(({ conversation_kind: kind }) => kind === 'group')).toBe(true);
		const asked = fixture.requests.slice(before).map(({ operation }) => operation);
		const searches = asked.filter((operation) => operation === 'searchChatMessages');
		const pages = Math.ceil(items.length / 50);
		// Two groups of conversations, of which both may end with a short page
		expect([pages, pages + 1]).toContain(searches.length);
		const { items: three } = await fixture.run({
			...search({ returnAll: false, limit: 3, period: 'last7Days', conversations: {} }),
		});
		expect(three).toHaveLength(3);
	});

	it('includes the start, excludes the end, and filters by senders', async () => {
		const [chat] = newGroups(1);
		const at = fixture.service.now() - day;
		const sequences = [0, 1, 2].map((i) =>
			say(chat, { message_at: at + i, text_content: 'xylophone' }),
		);
		const times = { period: 'custom', after: iso(at), before: iso(at + 2) };
		const sequencesOf = async (senders: IDataObject) => {
			const found = search({ conversations: chatsById(chat), ...times, filters: senders });
			return jsonOf((await fixture.run(found)).items).map(({ sequence }) => sequence);
		};
		expect(await sequencesOf({})).toEqual(sequences.slice(0, 2));
		expect(await sequencesOf({ senders: peopleById(others()[0]) })).toHaveLength(2);
		expect(await sequencesOf({ senders: peopleById(others()[1]) })).toEqual([]);
	});

	it.each([
		[{ keyword: 'x'.repeat(101) }, /^'Keyword' takes at most 100 characters, not 101/],
		[
			{ period: 'custom', after: iso(2000), before: iso(1000) },
			/^'Before' must be later than 'After'/,
		],
	])('refuses %j before sending', async (parameters, message) => {
		const { error } = await fixture.run(search({ conversations: chatsById('c'), ...parameters }));
		expect(error?.message).toMatch(message);
		expect(fixture.requests).toEqual([]);
	});
});

describe('Message > Get', () => {
	const get = (parameters: IDataObject = {}) =>
		node('message', 'get', {
			conversation: uid('={{ $json.chat }}'),
			sequence: '={{ $json.sequence }}',
			...parameters,
		});

	it('reads 24 messages in 3 requests, each coordinate once, and returns each to its item', async () => {
		const uids = newGroups(8);
		const coordinates = Array.from({ length: 24 }, (_, i) => {
			const chat = uids[i % 8];
			return { chat, sequence: say(chat, { text_content: `text ${i}` }) };
		});
		const items = [...coordinates, coordinates[3], coordinates[0]];
		const outcome = await fixture.run({ ...get(), items });
		expect(fixture.requests).toHaveLength(3);
		expect(jsonOf(outcome.items).map(({ text_content }) => text_content)).toEqual(
			[...Array(24).keys(), 3, 0].map((i) => `text ${i}`),
		);
		expect(linksOf(outcome.items)).toEqual(items.map((_item, i) => i));
	});

	it('returns the full text, and the record of an own message that can be changed', async () => {
		const [chat] = newGroups(1);
		const long = 'long '.repeat(500);
		const sent = await fixture.run({ ...send(), items: [{ to: chat, text: long }] });
		const [{ record_uid, sequence }] = jsonOf(sent.items);
		const { items } = await fixture.run({
			...get({ simplify: false }),
			items: [{ chat, sequence } as IDataObject],
		});
		expect(jsonOf(items)).toMatchObject([
			{ chat_session_uid: chat, sequence, record_uid, record_version: 1, mutable: true },
		]);
		expect(jsonOf(items)[0].text_content).toBe(long);
	});

	it('fails only the item whose message does not exist', async () => {
		const [chat] = newGroups(1);
		const there = say(chat);
		const withdrawn = say(chat, { withdrawn_at: fixture.service.now() });
		const { items, errors } = await fixture.run({
			...get(),
			items: [there, 999, withdrawn].map((sequence) => ({ chat, sequence })),
			...alone,
		});
		expect(linksOf(items)).toEqual([0]);
		expect(linksOf(errors)).toEqual([1, 2]);
		for (const { error } of jsonOf(errors)) {
			expect(error).toMatch(/^The message .*does not exist or is not readable with this key/);
		}
	});
});

describe('Message > Get Context', () => {
	const context = (chat: string, sequences: string, parameters: IDataObject = {}) =>
		node('message', 'getContext', { conversation: uid(chat), sequences, ...parameters });

	it('returns the messages around the given ones with their senders, and names those not found', async () => {
		const [chat] = newGroups(1);
		for (let i = 0; i < 20; i++) {
			const sender_user_ref = others()[i % 3];
			say(chat, { sender: { sender_kind: 'user', sender_user_ref } });
		}
		const { items } = await fixture.run(context(chat, '10, 999, 11'));
		expect(jsonOf(items).map(({ sequence }) => sequence)).toEqual([7, 8, 9, 10, 11, 12, 13, 14]);
		for (const row of jsonOf(items)) {
			expect(row).toMatchObject({
				chat_session_uid: chat,
				anchor_sequences: [10, 11],
				missing_sequences: [999],
				sender_user_ref: others()[(Number(row.sequence) - 1) % 3],
			});
		}
	});

	it('does not mention missing sequences if all were found', async () => {
		const [chat] = newGroups(1);
		const sequence = say(chat);
		const { items } = await fixture.run(context(chat, String(sequence)));
		expect(jsonOf(items)).toHaveLength(1);
		expect(jsonOf(items)[0]).not.toHaveProperty('missing_sequences');
	});

	it('returns the context as of a given time', async () => {
		const [chat] = newGroups(1);
		const at = fixture.service.now() - day;
		const first = say(chat, { message_at: at });
		say(chat, { message_at: at + 1 });
		const { items } = await fixture.run(
			context(chat, String(first), { options: { snapshotAt: iso(at) } }),
		);
		expect(jsonOf(items).map(({ sequence }) => sequence)).toEqual([first]);
	});

	it('fails if no message was found', async () => {
		const { error } = await fixture.run(context(newGroups(1)[0], '999'));
		expect(error?.message).toMatch(/^The message does not exist or is not readable/);
	});

	it.each([
		[
			`={{ [...Array(81).keys()].map((i) => i + 1) }}`,
			"'Message Numbers' takes at most 80 entries, not 81",
		],
		['4, 5, 4', "'Message Numbers' names 4 twice"],
		['4, x', '\'Message Numbers\' must be a whole number, not "x"'],
		['0', "'Message Numbers' must be at least 1, not 0"],
	])('refuses %s before sending', async (sequences, message) => {
		const { error } = await fixture.run(context('chat', sequences));
		expect(error?.message).toBe(`${message}`);
		expect(fixture.requests).toEqual([]);
	});
});

describe('Conversation and Member lists', () => {
	const group = () => chats().find(({ name }) => name === 'Studio team')!.chat_session_uid;
	const lists: Array<[string, () => ReturnType<typeof node>]> = [
		['Conversation > Get Many', () => node('conversation', 'getAll', { returnAll: true })],
		[
			'Conversation > Get Many by Last Message',
			() =>
				node('conversation', 'getAllByLastMessage', {
					returnAll: true,
					period: 'anyTime',
				}),
		],
		['Conversation > Find', () => node('conversation', 'find', { returnAll: true, query: 'i' })],
		[
			'Conversation > Find Chats to Send To',
			() => node('conversation', 'findTargets', { returnAll: true, query: 'i' }),
		],
		[
			'Member > Get Many',
			() => node('member', 'getAll', { returnAll: true, conversation: uid(group()) }),
		],
	];

	it.each(lists)(
		'%s returns all rows once and in order over irregular pages',
		async (_name, list) => {
			const plain = await fixture.run(list());
			expect(plain.items.length).toBeGreaterThan(5);
			fixture.service.paging = 'irregular';
			const irregular = await fixture.run(list());
			expect(jsonOf(irregular.items)).toEqual(jsonOf(plain.items));
		},
	);

	it.each(lists)('%s stops at its limit', async (_name, list) => {
		const { items } = await fixture.run(list());
		fixture.service.paging = 'irregular';
		const { node: name, parameters } = list();
		const limited = { ...(parameters as IDataObject), returnAll: false, limit: 4 } as never;
		const outcome = await fixture.run({ node: name, parameters: limited });
		expect(jsonOf(outcome.items)).toEqual(jsonOf(items).slice(0, 4));
	});

	it('lists every conversation that the account can read', async () => {
		const { items } = await fixture.run(node('conversation', 'getAll', { returnAll: true }));
		expect(jsonOf(items).map(({ chat_session_uid }) => chat_session_uid)).toEqual(
			readableChats()
				.map(({ chat_session_uid }) => chat_session_uid)
				.sort(),
		);
	});

	it('lists the conversations of a scope with a given participant', async () => {
		const person = [...account().conversations.get(group())!.members.values()].find(
			({ user_ref, status }) => user_ref !== self() && status === 'active',
		)!.user_ref;
		const { items } = await fixture.run(
			node('conversation', 'getAll', {
				returnAll: true,
				filters: { participant: uid(person), scopes: ['group_chat'] },
			}),
		);
		const expected = readableChats().filter(
			(chat) => chat.scopes.includes('group_chat') && takesPart(chat, person),
		);
		expect(jsonOf(items).map(({ chat_session_uid }) => chat_session_uid)).toEqual(
			expected.map(({ chat_session_uid }) => chat_session_uid).sort(),
		);
		expect(expected.length).toBeGreaterThan(0);
	});

	it('includes a last message at the start of the span, but not at its end', async () => {
		const at = fixture.service.now() + day;
		const uids = newGroups(4);
		uids.forEach((chat, i) => {
			say(chat, { message_at: at - 1000 });
			say(chat, { message_at: at - 1 + i });
		});
		const { items } = await fixture.run(
			node('conversation', 'getAllByLastMessage', {
				period: 'custom',
				lastMessageAfter: iso(at),
				lastMessageBefore: iso(at + 2),
			}),
		);
		expect(
			jsonOf(items).map(({ chat_session_uid, last_message_at }) => [
				chat_session_uid,
				last_message_at,
			]),
		).toEqual([
			[uids[2], iso(at + 1)],
			[uids[1], iso(at)],
		]);
	});

	it('names the conversation of each member', async () => {
		const { items } = await fixture.run(
			node('member', 'getAll', { returnAll: true, conversation: uid(group()) }),
		);
		const present = [...account().conversations.get(group())!.members.values()].filter(
			({ status }) => status === 'active',
		);
		expect(jsonOf(items)).toHaveLength(present.length);
		for (const row of jsonOf(items)) expect(row.chat_session_uid).toBe(group());
	});
});

describe('Conversation > Find Chats to Send To', () => {
	it('finds groups and private chats by name, 12 names in 2 requests', async () => {
		const uids = newGroups(12);
		const { items } = await fixture.run({
			...node('conversation', 'findTargets', { query: '={{ $json.name }}' }),
			items: uids.map((chat) => ({ name: `Group ${chat}` })),
		});
		expect(fixture.requests).toHaveLength(2);
		expect(jsonOf(items).map(({ chat_session_uid }) => chat_session_uid)).toEqual(uids);
		expect(linksOf(items)).toEqual(uids.map((_uid, i) => i));
	});

	it('finds the private chat of a person, but no pending one', async () => {
		const direct = chats().find(({ kind, bot_uid }) => kind === 'direct' && !bot_uid)!;
		const pending = chats().find(({ kind }) => kind === 'pending')!;
		const personOf = ({ members }: StoredChat) => [...members.keys()].find((ref) => ref !== self());
		const { items } = await fixture.run({
			...node('conversation', 'findTargets', { findBy: 'person', person: uid('={{ $json.ref }}') }),
			items: [{ ref: personOf(direct) }, { ref: personOf(pending) }],
		});
		expect(jsonOf(items)).toMatchObject([
			{ chat_session_uid: direct.chat_session_uid, kind: 'direct' },
		]);
		expect(linksOf(items)).toEqual([0]);
		const [first, second] = sentItems('resolveChatTargets')[0];
		expect(first).not.toHaveProperty('query');
		expect(second).toMatchObject({ target_user_ref: personOf(pending) });
	});

	it('refuses a name of over 100 characters before sending', async () => {
		const { error } = await fixture.run(
			node('conversation', 'findTargets', { query: 'x'.repeat(101) }),
		);
		expect(error?.message).toMatch(/takes at most 100 characters, not 101/);
		expect(fixture.requests).toEqual([]);
	});
});

describe('lists to choose from', () => {
	const context = () => loadOptionsContext('svcChat', fixture.credential);
	const listOf = async (search: typeof searchTargets, filter?: string) => {
		const values: unknown[] = [];
		let cursor: string | undefined;
		do {
			const page = await search.call(context(), filter, cursor);
			values.push(...page.results.map(({ value }) => value));
			cursor = page.paginationToken as string | undefined;
		} while (cursor);
		return values;
	};
	const uidsOf = (rows: StoredChat[]) =>
		rows.map(({ chat_session_uid }) => chat_session_uid).sort();
	const pendingOnes = () => readableChats().filter(({ kind }) => kind === 'pending');

	it.each(['plain', 'irregular'] as const)(
		'offer all conversations for reading, and those that are not pending for sending, over %s pages',
		async (paging) => {
			fixture.service.paging = paging;
			newGroups(120);
			const sendable = readableChats().filter(({ kind }) => kind !== 'pending');
			expect(pendingOnes().length).toBeGreaterThan(0);
			expect((await listOf(searchConversations)).sort()).toEqual(uidsOf(readableChats()));
			expect((await listOf(searchTargets)).sort()).toEqual(uidsOf(sendable));
		},
	);

	it('find conversations by name, pending contacts only for reading', async () => {
		const [chat] = newGroups(1);
		expect(await listOf(searchTargets, `Group ${chat}`)).toEqual([chat]);
		const [pending] = pendingOnes();
		const person = [...pending.members.keys()].find((user_ref) => user_ref !== self())!;
		const { nickname } = account().people.get(person)!;
		expect(await listOf(searchConversations, nickname)).toContain(pending.chat_session_uid);
		expect(await listOf(searchTargets, nickname)).not.toContain(pending.chat_session_uid);
	});
});
