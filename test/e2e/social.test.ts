import { itemsOf, runOf } from '../../dev/n8n/execution';
import type { StoredChat } from '../../dev/fake-service/data/chats';
import type { StoredMessage } from '../../dev/fake-service/data/messages';
import type { StoredRecord } from '../../dev/fake-service/data/records';
import { localTime } from './clock';
import { assignmentsOf, connect, exampleWith, node, type Edits } from './workflows';
import { openWorld, type World } from './world';

/** Chat, teams and world: the output of the examples is compared with the data of the service. */

let world: World;

beforeAll(async () => (world = await openWorld()));
beforeEach(() => world.service.reset());
afterEach(() => expect(world.service.violations).toEqual([]));
afterAll(async () => await world.close());

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
		'My Message': (parameters) => {
			parameters.jsonOutput = JSON.stringify({ text, chats: chats.map((name) => ({ name })) });
		},
	});

	test.each(['plain', 'irregular'] as const)(
		'sends the text once to each chat of the list and to no other, with %s pages',
		async (paging) => {
			world.service.paging = paging;
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
			expect(itemsOf(execution, 'Not Found')).toEqual([]);
		},
	);

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
		expect(itemsOf(execution, 'Not Found')).toEqual(
			['Nobody Here', 'Night Shift', 'Kiln'].map((name) => ({ name })),
		);
	});

	test('sends nothing at all if no name is right, and says so', async () => {
		const execution = await world.runExample(file, listing(['Nobody Here']));
		expect(execution.status).toBe('success');
		expect(world.requests('sendChatMessages')).toEqual([]);
		expect(itemsOf(execution, 'Not Found')).toEqual([{ name: 'Nobody Here' }]);
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
		'withdraws exactly what the sender wrote yesterday in the group, with %s pages',
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

			const execution = await world.runExample(file, really);
			const withdrawn = messages().filter(
				({ withdrawn_at }, i) => withdrawn_at !== before[i].withdrawn_at,
			);
			expect(withdrawn).toEqual(already);
			expect(itemsOf(execution, 'Withdrawn')).toEqual(
				already.map(({ sequence, message_at, withdrawn_at }) => ({
					sequence,
					written: localTime(message_at).slice(0, 16),
					withdrawn: localTime(withdrawn_at!).slice(0, 16),
				})),
			);
		},
	);

	test('only lists messages until told to withdraw them', async () => {
		const { start } = await yesterday();
		const message = addMessage(start);
		const execution = await world.runExample(file);
		expect(itemsOf(execution, 'Can Be Withdrawn').map(({ sequence }) => sequence)).toContain(
			message.sequence,
		);
		expect(world.requests('withdrawGroupMessages')).toEqual([]);
		expect(message.withdrawn_at).toBeUndefined();
	});

	test('stops if several members have the name', async () => {
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
		world.onceAnswered('queryGroupMessageModerationTargets', () => (gone.fixed = true));
		const execution = await world.runExample(file, really);
		expect(there.withdrawn_at).toBeDefined();
		expect(itemsOf(execution, 'Not Withdrawn')).toMatchObject([
			{ sequence: gone.sequence, reason: 'invalid_message_state' },
		]);
	});
});

describe('export of team rosters', () => {
	const file = 'export-team-rosters.json';

	test.each(['plain', 'irregular'] as const)(
		'makes an Excel file with a row for every membership of own teams, with %s pages',
		async (paging) => {
			world.service.paging = paging;
			const { credential } = world;
			const example = exampleWith(credential, file);
			const reader = node('Read Back', 'n8n-nodes-base.extractFromFile', 1.1, {
				operation: 'xlsx',
			});
			const inRow = connect('Export and read back', [
				...example.nodes.filter(({ type }) => !type.endsWith('stickyNote')),
				reader,
			]);
			const execution = await world.run(inRow);

			const [{ binary }] = runOf(execution, 'Convert to Excel').outputs[0];
			expect(binary?.data.fileName).toMatch(/^team-rosters-\d{4}-\d{2}-\d{2}\.xlsx$/);
			const teams = itemsOf(execution, 'Get My Teams').map(({ team_ref }) =>
				account().teams.get(team_ref as string)!,
			);
			const own = [...account().teams.values()].filter(
				({ active, members }) => active && members.has(self()),
			);
			expect(new Set(teams)).toEqual(new Set(own));
			const rows = itemsOf(execution, 'Read Back');
			const expected = teams.flatMap((team) =>
				[...team.members.values()]
					.sort(
						(a, b) =>
							Number(b.role === 'owner') - Number(a.role === 'owner') ||
							a.joined_at - b.joined_at ||
							(a.user_ref < b.user_ref ? -1 : 1),
					)
					.map((member) => ({ team, member })),
			);
			expect(rows).toHaveLength(expected.length);
			for (const [i, { team, member }] of expected.entries()) {
				const unknown = member.identity_state === 'unavailable';
				const profile = unknown ? undefined : account().people.get(member.user_ref);
				expect(rows[i]).toMatchObject({
					Team: team.name,
					'Team ID': team.svc_id,
					Role: member.role,
					Joined: localTime(member.joined_at).slice(0, 10),
					Profile: member.identity_state,
					'User Ref': member.user_ref,
				});
				expect(rows[i].Name ?? '').toBe(profile?.nickname ?? '');
				expect(rows[i]['Public ID'] ?? '').toBe(profile?.svc_id ?? '');
			}
		},
	);
});

describe('publishing approved records', () => {
	const file = 'publish-approved-records.json';
	const posts = () => account().world.posts;
	const approved = () => {
		const topics = [...account().topics.values()];
		const { topic_uid } = topics.find(
			({ display_path }) => display_path === 'Work / Workshops / Ideas',
		)!;
		return [...account().records.values()].filter(
			({ container, state }) =>
				container.kind === 'topic' &&
				container.topic_uid === topic_uid &&
				['available', 'protected'].includes(state),
		);
	};
	const canBePublished = ({ state, creator_user_ref, locked, text_content }: StoredRecord) =>
		state === 'available' && creator_user_ref === self() && !locked && text_content !== '';
	const uidsOf = (rows: Array<{ record_uid?: unknown }>) =>
		rows.map(({ record_uid }) => record_uid).sort();

	test.each(['plain', 'irregular'] as const)(
		'publishes own records of the topic once, and reports the others, with %s pages',
		async (paging) => {
			world.service.paging = paging;
			const before = structuredClone([...posts().values()]);
			const open = approved().filter(({ record_uid }) => !posts().has(record_uid));
			const [can, cannot] = [true, false].map((wanted) =>
				open.filter((record) => canBePublished(record) === wanted),
			);
			expect(can.length).toBeGreaterThan(3);
			expect(cannot.length).toBeGreaterThan(0);

			const execution = await world.runExample(file);
			expect(uidsOf(itemsOf(execution, 'Published'))).toEqual(uidsOf(can));
			for (const { record_uid, title, text_content } of can) {
				expect(posts().get(record_uid)).toMatchObject({ state: 'published', text_content });
				expect(itemsOf(execution, 'Published')).toContainEqual({
					record_uid,
					title: title ?? '',
					status: 'published',
				});
			}
			expect([...posts().values()].slice(0, before.length)).toEqual(before);
			expect(posts().size).toBe(before.length + can.length);

			const reported = itemsOf(execution, 'Not Published');
			expect(uidsOf(reported)).toEqual(uidsOf(cannot));
			for (const { record_uid, why, reason, what_to_do } of reported) {
				const { creator_user_ref } = cannot.find((record) => record.record_uid === record_uid)!;
				expect(reason).toBe(creator_user_ref === self() ? 'source_unavailable' : 'unavailable');
				expect(why).toMatch(/^The (post|record)\b.* \[item \d+\]$/);
				expect(what_to_do).toContain(`Reason: ${String(reason)}.`);
			}
		},
	);

	test('publishes nothing on a second run, even if a post was withdrawn after the first', async () => {
		const first = await world.runExample(file);
		const [one] = itemsOf(first, 'Published');
		const post = posts().get(String(one.record_uid))!;
		const publication_version = account().world.nextWatermark();
		posts().set(
			post.record_uid,
			Object.assign(post, { state: 'unpublished', publication_version }),
		);
		const second = await world.runExample(file);
		expect(itemsOf(second, 'Not Published')).toHaveLength(itemsOf(first, 'Not Published').length);
		expect(second.runs.Published?.flatMap(({ outputs }) => outputs[0]) ?? []).toEqual([]);
		expect(post.state).toBe('unpublished');
	});

	test('does not publish a record that was changed after it was listed', async () => {
		let changed: StoredRecord | undefined;
		world.onceAnswered('queryRecordTimeline', () => {
			changed = approved().find(
				(record) => canBePublished(record) && !posts().has(record.record_uid),
			)!;
			changed.text_content += ' And not for everybody.';
			changed.version++;
		});
		const execution = await world.runExample(file);
		expect(posts().has(changed!.record_uid)).toBe(false);
		expect(itemsOf(execution, 'Not Published')).toContainEqual(
			expect.objectContaining({ record_uid: changed!.record_uid, reason: 'source_unavailable' }),
		);
	});

	test('reports that a post waits for a review', async () => {
		world.service.settings.world.review = true;
		const execution = await world.runExample(file);
		const published = itemsOf(execution, 'Published');
		expect(published.length).toBeGreaterThan(3);
		for (const { status } of published) expect(status).toBe('pending');
	});
});
