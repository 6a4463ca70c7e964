import { searchArrangements } from '../../nodes/Arrangements/locators/arrangement';
import { searchCalls, searchConnectedCalls } from '../../nodes/Calls/locators/call';
import { searchRecordings } from '../../nodes/Recordings/locators/recording';
import { searchSpeakers } from '../../nodes/Recordings/locators/speaker';
import { searchSummaries } from '../../nodes/Recordings/locators/summary';
import { searchTeams } from '../../nodes/Teams/locators/team';
import { overrideLimits } from '../../dev/limits';
import { searchPublishable, searchRecords } from '../../nodes/shared/form/locators/record';
import { searchConversations } from '../../nodes/shared/form/locators/conversation';
import { searchTargets } from '../../nodes/Chat/locators/target';
import { searchOtherPeople, searchPeople } from '../../nodes/shared/form/locators/person';
import { searchTopics } from '../../nodes/shared/form/locators/topic';
import { loadOptionsContext } from '../../dev/engine/loadOptions';
import { startService } from '../../dev/fake-service/index';
import { useService } from '../support/useService';

const fixture = useService();

/** A page of a list, as n8n's editor asks for it. */
const page = async (
	list: typeof searchTopics,
	{ filter, cursor, credential = fixture.credential, zone }: Asked = {},
) => await list.call(loadOptionsContext('svcRecords', credential, zone), filter, cursor);

interface Asked {
	filter?: string;
	cursor?: string;
	credential?: typeof fixture.credential;
	zone?: string;
}

const search = async (asked?: Asked) => await page(searchTopics, asked);

const namesOf = async (list: typeof searchTopics, asked?: Asked) =>
	(await page(list, asked)).results.map(({ name }) => name);

const topics = () => [...fixture.service.account('a').topics.values()].filter(({ valid }) => valid);

it('lists all topics in the order of their paths, over several pages', async () => {
	fixture.service.paging = 'irregular';
	const { results, paginationToken } = await search();
	expect(paginationToken).toBeUndefined();
	expect(fixture.requests.length).toBeGreaterThan(1);
	const paths = topics().map(({ display_path }) => display_path);
	expect(results.map(({ name }) => name)).toEqual(paths.sort((a, b) => a.localeCompare(b)));
});

it.each([
	['people', searchPeople, 'a'],
	['people to write to', searchOtherPeople, 'a'],
	['speaker labels', searchSpeakers, 'a'],
	['topics', searchTopics, 'o'],
	['teams', searchTeams, undefined],
] as const)('lists %s in the order of their names, over several pages', async (_, list, filter) => {
	fixture.service.paging = 'irregular';
	const { results, paginationToken } = await page(list, { filter });
	const names = results.map(({ name }) => name.replace(/( \([^()]*\))?( · \w{5})?$/, ''));
	expect(names.length).toBeGreaterThan(2);
	expect(names).toEqual([...names].sort((a, b) => a.localeCompare(b)));
	expect(paginationToken).toBeUndefined();
	expect(fixture.requests.length).toBeGreaterThan(1);
});

it('tells people of one name apart by public ID and relationships', async () => {
	const [one, other] = [...fixture.service.account('a').people.values()].slice(-2);
	Object.assign(one, { nickname: 'Kit Moss', svc_id: 'kit', relationships: ['contact'] });
	const known = ['private_chat', 'shared_group'];
	Object.assign(other, { nickname: 'Kit Moss', svc_id: undefined, relationships: known });
	expect((await namesOf(searchPeople, { filter: 'kit moss' })).sort()).toEqual([
		'Kit Moss (kit, contact)',
		'Kit Moss (private chat, shared group)',
	]);
});

it('finds topics by name', async () => {
	const [{ title, topic_uid }] = topics();
	const { results } = await search({ filter: title });
	expect(results.map(({ value }) => value)).toContain(topic_uid);
	expect(fixture.requests[0].operation).toBe('resolveRecordContainers');
});

describe('the list of conversations', () => {
	it('is sorted by name, over all pages, with unnamed conversations last', async () => {
		fixture.service.paging = 'irregular';
		const { results, paginationToken } = await page(searchConversations);
		expect(paginationToken).toBeUndefined();
		expect(fixture.requests.length).toBeGreaterThan(1);
		const names = results.map(({ name }) => name);
		const unnamed = names.filter((name) => name.startsWith('Unnamed '));
		const named = names.filter((name) => !name.startsWith('Unnamed '));
		expect(unnamed.length).toBeGreaterThan(1);
		expect(named.length).toBeGreaterThan(10);
		expect(names).toEqual([...[...named].sort((a, b) => a.localeCompare(b)), ...unnamed]);
	});

	it('names the kind of each conversation', async () => {
		const { results } = await page(searchConversations);
		for (const { name, value } of results) {
			const words = /^Unnamed /.test(name)
				? new RegExp(
						`^Unnamed (private chat|group|contact without a chat) · ${String(value).slice(-5)}$`,
					)
				: /. \((private chat|group chat|contact without a chat)\)( · \w{5})?$/;
			expect(name).toMatch(words);
		}
	});

	it('contains only conversations that can be written to, if messages are sent', async () => {
		const { results } = await page(searchTargets);
		expect(results.length).toBeGreaterThan(5);
		expect(results.filter(({ name }) => name.includes('without a chat'))).toEqual([]);
	});

	it('continues after twenty pages if the user asks for more', async () => {
		let number = 0;
		const body = () =>
			answer({
				items: [
					{ chat_session_uid: `chat_${number}`, kind: 'group', display_name: `${99 - number}` },
				],
				has_more: ++number < 25,
				next_page_cursor: `${number}`,
			});
		fixture.service.faults.add({ status: 200, times: Infinity, body });
		const first = await page(searchConversations);
		expect(first.results).toHaveLength(20);
		expect(first.results[0].name).toBe('80 (group chat)');
		const cursor = first.paginationToken as string;
		const rest = await page(searchConversations, { cursor });
		expect(rest.results).toHaveLength(5);
		expect(rest.paginationToken).toBeUndefined();
	});
});

it('excludes the user from the list of people to write to', async () => {
	const { nickname, user_ref } = fixture.service.account('a').profile;
	const everybody = await page(searchPeople, { filter: nickname });
	const others = await page(searchOtherPeople, { filter: nickname });
	const self = expect.objectContaining({ value: user_ref });
	expect(everybody.results).toContainEqual(self);
	expect(others.results).not.toContainEqual(self);
	expect(others.results).toHaveLength(everybody.results.length - 1);
});

it('explains why the list cannot be read', async () => {
	fixture.service.deleteKey('a');
	await expect(search()).rejects.toThrow('The service did not accept the API key');
});

it.each([
	['calls', searchCalls],
	['recordings', searchRecordings],
	['summaries', searchSummaries],
] as const)('shows times of %s as texts have them, in the time zone of n8n', async (_, list) => {
	const { calls, recordings, summaries } = fixture.service.account('a');
	const at = Date.parse('2024-06-30T18:15:00Z');
	for (const each of calls.values()) each.started_at = at;
	for (const each of [...recordings.values(), ...summaries.values()]) each.start_at = at;
	const names = await namesOf(list, { zone: 'Asia/Tokyo' });
	expect(names.length).toBeGreaterThan(0);
	for (const name of names) expect(name).toContain('Mon 1 Jul 2024, 03:15');
});

it.each([
	['recordings', searchRecordings],
	['connected calls', searchConnectedCalls],
] as const)('marks %s whose transcript is not ready', async (_, list) => {
	const { recordings, calls } = fixture.service.account('a');
	const all = [...recordings.values(), ...calls.values()];
	for (const each of all) each.transcript_state = 'ready';
	const unmarked = await namesOf(list);
	for (const each of all) each.transcript_state = 'processing';
	expect(await namesOf(list)).toEqual(unmarked.map((name) => `${name}, transcript processing`));
});

const answer = (data: object) =>
	JSON.stringify({ code: 200, message: 'ok', request_id: 'r', data });
const records = async (asked: Asked) => await page(searchRecords, asked);

describe('the list of records', () => {
	const AT = Date.parse('2024-06-30T18:15:00Z');
	const ORIGINS = ['self', 'topic', 'private_chat', 'group_chat'] as const;
	/** One record of each origin, with a word that a search finds. */
	const addRecords = () => {
		const { records: all, profile } = fixture.service.account('a');
		const [one] = all.values();
		all.clear();
		for (const origin of ORIGINS)
			all.set(origin, {
				...one,
				record_uid: origin,
				creator_user_ref: profile.user_ref,
				state: 'available',
				origin,
				title: `Xylophone ${origin}`,
				text_content: 'Text',
				send_at: AT,
			});
	};
	const when = 'Mon 1 Jul 2024, 03:15';
	const PUBLISHABLE = [`Xylophone self (${when})`, `Xylophone topic (${when})`];
	const CHATS = [
		`Xylophone group_chat (${when}, chat message)`,
		`Xylophone private_chat (${when}, chat message)`,
	];

	it.each([
		['all records, newest first', searchRecords, undefined, [...PUBLISHABLE, ...CHATS]],
		['all records, by keyword', searchRecords, 'xylophone', [...PUBLISHABLE, ...CHATS]],
		['records to publish, newest first', searchPublishable, undefined, PUBLISHABLE],
		['records to publish, by keyword', searchPublishable, 'xylophone', PUBLISHABLE],
	])('shows date and origin of %s', async (_what, list, filter, expected) => {
		addRecords();
		const names = await namesOf(list, { filter, zone: 'Asia/Tokyo' });
		expect(names.sort()).toEqual([...expected].sort());
	});

	it.each([
		['time', { send_at: undefined }, 'Xylophone self'],
		['origin', { origin: undefined }, `Xylophone self (${when})`],
		['time and origin', { send_at: undefined, origin: undefined }, 'Xylophone self'],
	])('says no more than the service does of a record without %s', async (_what, facts, name) => {
		const body = answer({
			items: [
				{
					record_uid: 'self',
					state: 'available',
					origin: 'self',
					send_at: AT,
					title: 'Xylophone self',
					...facts,
				},
			],
			has_more: false,
		});
		fixture.service.faults.add({ status: 200, body });
		expect(await namesOf(searchRecords, { zone: 'Asia/Tokyo' })).toEqual([name]);
	});

	it.each([
		['chat', [], ['Xylophone (chat message)']],
		['record', ['Xylophone'], ['Xylophone']],
		['topic', ['Xylophone'], ['Xylophone']],
	])(
		'tells a hit of the search without its origin by its source: %s',
		async (kind, publishable, all) => {
			const hit = { record: { record_uid: 'r', title: 'Xylophone' }, source: { kind } };
			const body = answer({ items: [hit], has_more: false, refinement_required: false });
			fixture.service.faults.add({ status: 200, times: 2, body });
			expect(await namesOf(searchPublishable, { filter: 'xylophone' })).toEqual(publishable);
			expect(await namesOf(searchRecords, { filter: 'xylophone' })).toEqual(all);
		},
	);

	it('reads on for records to publish while a page has chat messages alone', async () => {
		const { records: all } = fixture.service.account('a');
		addRecords();
		for (let i = 0; i < 120; i++)
			all.set(`chat_${i}`, { ...all.get('group_chat')!, record_uid: `chat_${i}` });
		fixture.service.paging = 'irregular';
		for (const filter of [undefined, 'xylophone']) {
			const found: string[] = [];
			let cursor: string | undefined;
			do {
				const { results, paginationToken } = await page(searchPublishable, { filter, cursor });
				found.push(...results.map(({ value }) => String(value)));
				cursor = paginationToken as string | undefined;
			} while (cursor);
			expect(found.sort()).toEqual(['self', 'topic']);
		}
	});
});

it.each([
	['repeats its cursor', 'same', "repeats a 'next_page_cursor'"],
	['lacks its cursor', undefined, "has no 'next_page_cursor'"],
])('ends if an empty page %s', async (_what, next_page_cursor, message) => {
	const body = answer({ items: [], has_more: true, next_page_cursor });
	fixture.service.faults.add({ status: 200, times: Infinity, body });
	await expect(search()).rejects.toThrow(message);
	expect(fixture.requests.length).toBeLessThanOrEqual(2);
});

it('explains that a search for records is too broad', async () => {
	const refused = { refinement_required: true, refinement_reasons: ['keyword_too_short'] };
	const body = answer({ items: [], has_more: false, ...refused });
	fixture.service.faults.add({ status: 200, body });
	await expect(records({ filter: 'a' })).rejects.toThrow('The search is too broad for the service');
});

it.each([
	['records', records],
	['topics', search],
])('refuses to search for %s with a text that is too long for the service', async (_what, look) => {
	await expect(look({ filter: 'ü'.repeat(101) })).rejects.toThrow(
		'The search text can have at most 100 characters, not 101',
	);
	expect(fixture.requests).toEqual([]);
	await expect(look({ filter: 'ü'.repeat(100) })).resolves.toMatchObject({ results: [] });
});

it('stops searching a list without a match after 200 pages', async () => {
	let number = 0;
	const body = () =>
		answer({
			items: [{ arrangement_uid: 'arrangement_1', title: 'Kiln', status: 'following' }],
			has_more: true,
			next_page_cursor: `${number++}`,
		});
	fixture.service.faults.add({ status: 200, times: Infinity, body });
	await expect(page(searchArrangements, { filter: 'heron' })).rejects.toThrow(
		'No match in the first 200 pages of the list',
	);
	expect(fixture.requests).toHaveLength(200);
});

it('gives up on a service that does not answer, even without a configured timeout', async () => {
	// A service of its own: a request that it receives late takes no answer of another test
	const service = await startService();
	const restore = overrideLimits({ firstBackoff: 1, answerTimeout: 50 });
	service.faults.add({ delayMs: Infinity, times: Infinity });
	const credential = { baseUrl: service.url, apiKey: service.keys.a };
	await expect(search({ credential })).rejects.toThrow('did not answer in time');
	restore();
	await service.close();
});

it('does not offer an entry that cannot be chosen', async () => {
	const body = answer({ items: [{ display_path: 'Kiln', container: {} }], has_more: false });
	fixture.service.faults.add({ status: 200, body });
	await expect(search()).rejects.toThrow("The answer of the service has no text 'topic_uid'");
});

it('pages through a filtered list of teams, with each cursor for its own operation', async () => {
	const { teams } = fixture.service.account('a');
	const [some] = teams.values();
	for (let i = 0; i < 250; i++) {
		const team_ref = `team_${i}`;
		teams.set(team_ref, { ...some, team_ref, name: `Kiln ${i}`, svc_id: `kiln-${i}` });
	}
	fixture.service.paging = 'irregular';
	const found: string[] = [];
	let cursor: string | undefined;
	do {
		const { results, paginationToken } = await page(searchTeams, { filter: 'KILN-', cursor });
		found.push(...results.map(({ value }) => String(value)));
		cursor = paginationToken as string | undefined;
	} while (cursor);
	expect(new Set(found).size).toBe(250);
	expect(found).toHaveLength(250);
});

describe('the own account in lists of people', () => {
	const me = () => fixture.service.account('a').profile;

	it.each<[string, () => string]>([
		['me', () => 'me'],
		['Me', () => 'Me'],
		['the own name', () => me().nickname],
		['the own name in other letters', () => me().nickname.toUpperCase()],
		['the first word of the own name', () => me().nickname.split(' ')[0]],
		['the own public ID', () => me().svc_id],
	])('is found by %s', async (_what, filter) => {
		const { results } = await page(searchPeople, { filter: filter() });
		const own = results.find(({ value }) => value === me().user_ref);
		expect(own?.name).toContain('yourself');
	});
});
