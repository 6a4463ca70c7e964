import type { IDataObject } from 'n8n-workflow';

import { byName, chatsById, several, uid } from '../../dev/contract/choices';
import { takesPart } from '../../dev/areas/Chat/handlers/access';
import { jsonOf, linksOf, useService } from '../support/useService';

/** Lists and exact reads as texts. */

const fixture = useService();
const list = (area: string, resource: string, parameters: IDataObject) => ({
	node: `svc${area}`,
	timezone: 'Europe/Berlin',
	parameters: { resource, operation: 'getAll', ...parameters } as never,
});
const tasks = (parameters: IDataObject) =>
	list('Arrangements', 'arrangement', { limit: 5, ...parameters });

const lines = (text: unknown) => String(text).split('\n');

describe('Output As > Text', () => {
	it('makes one item of the rows, which says that there are more', async () => {
		const { items: rows } = await fixture.run(tasks({}));
		const { items } = await fixture.run(tasks({ outputAs: 'text' }));
		expect(jsonOf(items)).toEqual([{ text: expect.any(String), rows: 5, has_more: true }]);
		expect(linksOf(items)).toEqual([0]);
		expect(items[0].binary).toBeUndefined();
		const shown = lines(items[0].json.text);
		expect(shown.slice(-2)).toEqual(['', '... and more']);
		for (const [i, { json }] of rows.entries())
			expect(shown[i].startsWith(`- ${String(json.title)}`)).toBe(true);
	});

	it('has the times of due and overdue tasks in the zone of the workflow', async () => {
		const due = { due: 'overdue', returnAll: true, outputAs: 'text', groupBy: 'day' };
		const { items } = await fixture.run(tasks(due));
		const text = String(items[0].json.text);
		expect(text).toMatch(/^(Mon|Tue|Wed|Thu|Fri|Sat|Sun) \d+ \w{3}( \d{4})?\n- .+ · \d\d:\d\d$/m);
		expect(items[0].json.has_more).toBe(false);
	});

	it('says how many more there are where the service tells', async () => {
		const { items: all } = await fixture.run(list('Teams', 'team', { returnAll: true }));
		const { items } = await fixture.run(list('Teams', 'team', { limit: 2, outputAs: 'text' }));
		expect(lines(items[0].json.text).pop()).toBe(`... and ${all.length - 2} more`);
	});

	it('has the sentence for a list without rows, and no item without one', async () => {
		const none = { due: 'custom', dueAfter: '2190-01-01', outputAs: 'text' };
		const { items } = await fixture.run(tasks({ ...none, textIfEmpty: 'Nothing is due.' }));
		expect(jsonOf(items)).toEqual([{ text: 'Nothing is due.', rows: 0, has_more: false }]);
		expect((await fixture.run(tasks(none))).items).toEqual([]);
	});

	it('gives each input item a text of its own', async () => {
		const { items } = await fixture.run({
			...tasks({ limit: '={{ $json.limit }}', outputAs: 'text' }),
			items: [{ limit: 1 }, { limit: 3 }],
		});
		expect(items.map(({ json }) => json.rows)).toEqual([1, 3]);
		expect(linksOf(items)).toEqual([0, 1]);
	});

	it('has the fields of an expression, and refuses one that the output has not', async () => {
		const named = (textFields: string | string[]) => tasks({ outputAs: 'text', textFields });
		const { items } = await fixture.run(named("={{ ['status'] }}"));
		expect(lines(items[0].json.text)[0]).toMatch(/^- (identified|following|completed)$/);
		const { error } = await fixture.run(named(['titel']));
		expect(error?.message).toContain("'Text Fields' must be one of");
	});

	it('has the days of another language, and refuses what is no language', async () => {
		const spoken = (language: string) =>
			list('Records', 'record', { limit: 1, outputAs: 'text', options: { language } });
		const { items } = await fixture.run(spoken('de'));
		expect(String(items[0].json.text)).toMatch(/^- (Mo|Di|Mi|Do|Fr|Sa|So)\.?, \d/);
		const { error } = await fixture.run(spoken('deutsch sprache'));
		expect(error?.message).toContain("'Language' is not a language");
	});

	it('is made of simplified rows, also where Simplify was off before', async () => {
		const { items } = await fixture.run(tasks({ outputAs: 'text' }));
		const { items: raw } = await fixture.run(tasks({ outputAs: 'text', simplify: false }));
		expect(jsonOf(raw)).toEqual(jsonOf(items));
	});

	it('has the transcripts of calls if they are chosen', async () => {
		const { items } = await fixture.run(
			list('Calls', 'call', {
				limit: 40,
				after: '2020-01-01',
				outputAs: 'text',
				textFields: ['started_at', 'transcript'],
			}),
		);
		expect(String(items[0].json.text)).toMatch(/^- \w{3} \d+ \w{3}.* · .+: .+$/m);
		expect(fixture.asked('queryCallTranscript').length).toBeGreaterThan(0);
	});
});

describe('a text says what selects its rows', () => {
	const account = () => fixture.service.account('a');
	const topic = () => [...account().topics.values()].find(({ valid }) => valid)!;
	const inTopic = async () => ({ name: topic().title, id: topic().topic_uid });
	const inChat = async () => {
		const { items } = await fixture.run(list('Chat', 'conversation', { returnAll: true }));
		const { json } = items.find((each) => each.json.kind === 'group' && each.json.display_name)!;
		return { name: String(json.display_name), id: String(json.chat_session_uid) };
	};
	type Choice = ReturnType<typeof uid>;

	/** Names of the fields in the item, the selecting object, and the parameters with the choice of it */
	const SELECTING: Array<
		[
			string,
			string[],
			() => Promise<{ name: string; id: string }>,
			(choice: Choice) => ReturnType<typeof list>,
		]
	> = [
		[
			'tasks of a topic',
			['topic', 'topic_uid'],
			inTopic,
			(choice) => tasks({ filters: { statuses: [], topic: choice } }),
		],
		[
			'records of a topic',
			['topic', 'topic_uid'],
			inTopic,
			(choice) => list('Records', 'record', { container: 'topic', topic: choice }),
		],
		[
			'messages of a conversation',
			['conversation_name', 'chat_session_uid'],
			inChat,
			(choice) => list('Chat', 'message', { conversations: several('conversation', choice) }),
		],
		[
			'members of a conversation',
			['conversation_name', 'chat_session_uid'],
			inChat,
			(choice) => list('Chat', 'member', { conversation: choice }),
		],
		[
			'posts of an author',
			['author_name', 'author_user_ref'],
			async () => ({ name: account().profile.nickname, id: account().profile.user_ref }),
			(choice) => list('World', 'post', { scope: 'author', author: choice }),
		],
	];
	const ways = ({ name, id }: { name: string; id: string }) => ({
		'By Name': byName(name),
		'From List': { ...uid(id), mode: 'list' as const, cachedResultName: name },
		'By ID': uid(id),
		expression: uid(`={{ '${id}' }}`),
	});

	it.each(SELECTING)('%s', async (_what, [nameKey, idKey], of, parametersOf) => {
		const selecting = await of();
		for (const [way, choice] of Object.entries(ways(selecting))) {
			const { parameters, ...own } = parametersOf(choice);
			const asText = { ...(parameters as object), outputAs: 'text', textIfEmpty: 'None.' };
			const { items, error } = await fixture.run({ ...own, parameters: asText });
			if (error) throw error;
			const { text, rows, has_more, ...selection } = items[0].json;
			const isKnown = !way.match(/ID|expression/) || nameKey === 'author_name';
			expect({ way, ...selection }).toEqual({
				way,
				...(isKnown && { [nameKey]: selecting.name }),
				[idKey]: selecting.id,
			});
			expect([typeof text, typeof rows, typeof has_more]).toEqual(['string', 'number', 'boolean']);
		}
	});

	it('but does not name one of several', async () => {
		const [one, other] = account().conversations.values();
		const chosen = chatsById(one.chat_session_uid, other.chat_session_uid);
		const both = { conversations: chosen, outputAs: 'text', textIfEmpty: 'None.' };
		const { items } = await fixture.run(list('Chat', 'message', both));
		expect(Object.keys(items[0].json)).toEqual(['text', 'rows', 'has_more']);
	});
});

describe('a text of messages', () => {
	const messages = (parameters: IDataObject) => {
		const { conversations, profile } = fixture.service.account('a');
		const uids = [...conversations.values()]
			.filter((chat) => takesPart(chat, profile.user_ref))
			.map(({ chat_session_uid }) => chat_session_uid);
		return list('Chat', 'message', {
			conversations: chatsById(...uids),
			after: Date.now() - 300 * 86_400_000,
			limit: 30,
			...parameters,
		});
	};

	it('has the newest ones in reading order', async () => {
		const { items: rows } = await fixture.run(messages({}));
		const chosen = { outputAs: 'text', textFields: ['sequence'] };
		const { items } = await fixture.run(messages(chosen));
		expect(lines(items[0].json.text).slice(0, 30)).toEqual(
			rows.map(({ json }) => `- ${String(json.sequence)}`).reverse(),
		);
	});

	it('looks up the names of conversations that are headings', async () => {
		const { items } = await fixture.run(
			messages({ outputAs: 'text', groupBy: 'conversation', textFields: ['text_content'] }),
		);
		expect(fixture.asked('listChatConversations').length).toBeGreaterThan(0);
		const all = await fixture.run(list('Chat', 'conversation', { returnAll: true }));
		const names = all.items.map(({ json }) => json.display_name ?? json.chat_session_uid);
		const headings = lines(items[0].json.text).filter((line) => names.includes(line));
		expect(headings.length).toBeGreaterThan(1);
		expect(names).toContain(lines(items[0].json.text)[0]);
	});
});

describe('a text of an object', () => {
	const record = (parameters: IDataObject, uid: string) => ({
		...list('Records', 'record', {
			record: { __rl: true, mode: 'id', value: uid },
			outputAs: 'text',
			...parameters,
			operation: 'get',
		}),
	});

	it('has its time, title and text', async () => {
		const { items: rows } = await fixture.run(list('Records', 'record', { limit: 50 }));
		const [{ json }] = rows.filter(({ json }) => json.title && json.text_content);
		const { items, error } = await fixture.run(record({}, String(json.record_uid)));
		if (error) throw error;
		const text = String(json.text_content).trim();
		expect(items[0].json).toEqual({ text: expect.stringContaining(String(json.title)) });
		expect(String(items[0].json.text).endsWith(`\n\n${text}`)).toBe(true);
	});

	it('tells of an object that is not there as without a text', async () => {
		const ifNotFound = { options: { ifNotFound: 'output' } };
		const { items } = await fixture.run(record(ifNotFound, 'rec_000000000000'));
		expect(jsonOf(items)).toEqual([{ record_uid: 'rec_000000000000', found: false }]);
	});
});
