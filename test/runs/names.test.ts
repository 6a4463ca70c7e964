import type { INodePropertyMode } from 'n8n-workflow';

import { callTool } from '../../dev/engine/runTool';
import { overrideLimits } from '../../dev/limits';
import { flat, OFFERED } from '../../dev/contract/offered';
import { leavesOf, OPERATIONS } from '../../dev/contract/operations';
import { byName, filterBy, uid } from '../../dev/contract/choices';
import { jsonOf, linksOf, nodeOf, useService } from '../support/useService';

const fixture = useService();
const account = () => fixture.service.account('a');

/** Gives a visible person other than the user a name. */
function namePerson(nickname: string, position = 0, svc_id?: string): string {
	const others = [...account().people.values()].filter(
		({ relationships }) =>
			relationships.length > 0 && !relationships.includes('self') && relationships.length < 4,
	);
	const person = others[position];
	Object.assign(person, { nickname, remark: undefined, svc_id });
	return person.user_ref;
}

const lookups = () => fixture.requests.filter(({ path }) => path.endsWith('/resolve'));
const bodiesOf = (operation: string) =>
	fixture.requests
		.filter((request) => request.operation === operation)
		.map(({ body }) => body as { items: Array<Record<string, unknown>> });

const TEXT = 'Water the kale';
const sending = (person: unknown, text = TEXT, node = 'svcChat') =>
	nodeOf(node)('message', 'send', { sendTo: 'person', person, text });
const send = (person: unknown, items: object[] = [{}], settings = {}, text = TEXT) =>
	fixture.run({ ...sending(person, text), items: items as never, settings });
const notesOf = (creators: unknown) =>
	fixture.run(nodeOf('svcRecords')('record', 'getAll', { filters: { creators } }));
const creatorsOf = (request = 0) =>
	(bodiesOf('queryRecordTimeline')[request] as unknown as Record<string, unknown>)
		.creator_user_refs;

const continues = { onError: 'continueRegularOutput' };

/** True for the record of a message: a list would show all records, of which few are messages. */
const isMessageRecord = (node: string, name: string) => node === 'svcChat' && name === 'record';

/** Identifiers that the contract's lookups by name find. */
const FOUND = OPERATIONS.flatMap(({ response }) =>
	leavesOf(response)
		.filter(({ path }) => path.includes('candidates'))
		.map(({ path }) => path.at(-1)!)
		.filter((name) => /_(uid|ref)$/.test(name)),
);

it('offers By Name exactly where the contract has a lookup by name', () => {
	const seen = { true: 0, false: 0 };
	for (const { node } of OFFERED)
		for (const { property } of node.description.properties.flatMap(flat)) {
			const inner = property.type === 'fixedCollection' ? property.options : [];
			const values = (inner ?? []).flatMap((group) => ('values' in group ? group.values : []));
			const sent = property.routing?.send?.property?.replace(/s$/, '');
			for (const { type, modes = [], name } of [property, ...values]) {
				if (type !== 'resourceLocator') continue;
				const names = (modes as INodePropertyMode[]).map((mode) => mode.displayName);
				const has = names.includes('By Name');
				expect(names).toEqual([
					...(isMessageRecord(node.description.name, name) ? [] : ['From List']),
					...(has ? ['By Name'] : []),
					'By ID',
				]);
				if (!sent) continue;
				expect([name, has]).toEqual([name, FOUND.some((id) => sent.endsWith(id))]);
				seen[`${has}`]++;
			}
		}
	expect(seen.true).toBeGreaterThan(20);
	expect(seen.false).toBeGreaterThan(10);
});

describe('a person by name', () => {
	it.each(['Wren Okapi', '  wren OKAPI ', 'wren-okapi'])('is found as %j', async (name) => {
		const mira = namePerson('Wren Okapi', 3, 'wren-okapi');
		const { items } = await send(byName(name));
		expect(items).toHaveLength(1);
		expect(bodiesOf('createPrivateChats')[0].items[0].target_user_ref).toBe(mira);
	});

	it('is found on a later page', async () => {
		fixture.service.paging = 'irregular';
		const mira = namePerson('Mira', 3);
		for (const [i, other] of ['Mirabel', 'Mira Bell', 'Miranda', 'Mira Ray'].entries())
			namePerson(other, 4 + i);
		const { items } = await send(byName('Mira'));
		expect(items).toHaveLength(1);
		expect(bodiesOf('createPrivateChats')[0].items[0].target_user_ref).toBe(mira);
		expect(lookups().length).toBeGreaterThan(1);
	});

	it('is looked up once for all items, ten names a request', async () => {
		const names = Array.from({ length: 12 }, (_, i) => `Person ${String.fromCharCode(65 + i)}`);
		const refs = names.map((name, i) => namePerson(name, i));
		const rows = [...names, ...names].map((name) => ({ name }));
		const { items } = await send(byName('={{ $json.name }}'), rows);
		expect(linksOf(items)).toEqual(rows.map((_, i) => i));
		expect(bodiesOf('resolvePeople').map(({ items: queries }) => queries.length)).toEqual([10, 2]);
		const asked = bodiesOf('createPrivateChats').flatMap(({ items: all }) => all);
		expect(asked.map(({ target_user_ref }) => target_user_ref).sort()).toEqual(refs.sort());
	});

	it('fails only its own item if several people have the name, and lists them', async () => {
		const [one, two] = [namePerson('Ada Stone', 3), namePerson('ada stone', 4)];
		namePerson('Wren Okapi', 5);
		const rows = [{ name: 'Ada Stone' }, { name: 'Wren Okapi' }];
		const { items } = await send(byName('={{ $json.name }}'), rows, continues);
		const [failed, sent] = jsonOf(items);
		expect(failed.error).toBe('\'Person\' matches 2 people: "Ada Stone" [item 1 of 2]');
		const { description } = failed.details as { description: string };
		expect(description).toContain(
			`"Ada Stone" (contact, private chat, shared group, ${one}), "ada stone" (private chat, ${two}).`,
		);
		expect(description).toContain('Choose From List or By ID');
		expect(sent.chat_session_uid).toEqual(expect.any(String));
		expect(linksOf(items)).toEqual([0, 1]);
	});

	it('ends the node before anything is written if nobody has the name', async () => {
		namePerson('Wren Okapi', 5);
		const rows = [{ name: 'Wren Okapi' }, { name: 'Nobody at All' }];
		const { error } = await send(byName('={{ $json.name }}'), rows);
		expect(error?.message).toBe('\'Person\' matches no person: "Nobody at All" [item 2 of 2]');
		expect(error?.description).toContain('Nothing similar was found');
		expect(fixture.requests.map(({ operation }) => operation)).toEqual(['resolvePeople']);
	});

	it.each([
		['Okapi, Wren', true],
		['Wren Okapi', false],
	])('is one name as a whole: for %s, the advice on several names is %s', async (name, told) => {
		const { error } = await notesOf(filterBy('person', byName(name)));
		expect(error?.message).toContain(`'Creators' matches no person: "${name}"`);
		const advice = 'For several names, add an entry for each, or give an array from an expression.';
		expect(error?.description?.includes(advice)).toBe(told);
	});

	it('is told from similar ones by public ID, relationship and ID', async () => {
		const mira = namePerson('Mirabel Potter', 5, 'mira-potter');
		const { error } = await send(byName('Mirabel'));
		expect(error?.message).toContain('matches no person: "Mirabel"');
		expect(error?.description).toMatch(
			new RegExp(
				`^Nothing was sent\\. Similar: "Mirabel Potter" \\(mira-potter, contact, shared group, ${mira}\\)\\. Choose`,
			),
		);
	});

	it('lists at most five candidates', async () => {
		for (let i = 0; i < 7; i++) namePerson('Kit Moss', i);
		const { error } = await send(byName('Kit Moss'));
		expect(error?.message).toContain('matches 7 people');
		expect(error?.description?.match(/usr_/g)).toHaveLength(5);
		expect(error?.description).toContain('and 2 more');
	});

	it.each(['me', ' ME '])('is the user themselves for %j', async (name) => {
		namePerson('Esme Meadows', 4);
		await notesOf(filterBy('person', byName(name)));
		expect(creatorsOf()).toEqual([account().profile.user_ref]);
	});

	it.each(['me', 'the own name'])(
		'is refused for a message to the user themselves, as %s',
		async (name) => {
			const { nickname } = account().profile;
			const { error } = await send(byName(name === 'me' ? name : nickname));
			expect(error?.message).toBe(
				"'Person' is yourself: there is no private chat with your own account. Create a task or a record instead",
			);
			expect(error?.description).not.toContain('Choose');
			expect(bodiesOf('createPrivateChats')).toEqual([]);
		},
	);

	it('is looked up only after the values of all items are checked', async () => {
		namePerson('Wren Okapi', 5);
		const items = [{ text: 'Water the kale' }, { text: '' }];
		const { error } = await send(byName('Wren Okapi'), items, {}, '={{ $json.text }}');
		expect(error?.message).toBe("'Text' is empty [item 2 of 2]");
		expect(fixture.requests).toEqual([]);
	});

	it('can be chosen by an expression for the mode', async () => {
		const mira = namePerson('Wren Okapi', 3);
		const rows = [
			{ mode: 'name', value: 'Wren Okapi' },
			{ mode: 'id', value: mira },
		];
		const name = { __rl: true, mode: '={{ $json.mode }}', value: '={{ $json.value }}' };
		const { items } = await send(name, rows);
		expect(items).toHaveLength(2);
		expect(bodiesOf('resolvePeople').map(({ items: queries }) => queries.length)).toEqual([1]);
	});

	it('has at most 100 characters', async () => {
		const { error } = await send(byName('😀'.repeat(101)));
		expect(error?.message).toBe("'Person' takes at most 100 characters, not 101");
		expect(fixture.requests).toEqual([]);
	});

	it.each(['a tool of an agent before version 3', 'n8n’s routing'])(
		'is found by %s',
		async (how) => {
			const mira = namePerson('Wren Okapi', 3);
			if (how === 'n8n’s routing')
				await fixture.run(sending(byName('Wren Okapi'), TEXT, 'svcChatRouted'));
			else
				await callTool({
					...sending(byName("={{ $fromAI('who', '', 'string') }}"), TEXT, 'svcChatTool'),
					credential: fixture.credential,
					calls: [{ who: 'Wren Okapi' }],
				});
			expect(bodiesOf('createPrivateChats')[0].items[0].target_user_ref).toBe(mira);
		},
	);

	it.each(['Retry On Fail', 'Retry execution'])(
		'is the person of the first try even if somebody else has the name by then (%s)',
		async (how) => {
			overrideLimits({ firstBackoff: 1 });
			const first = namePerson('Wren Okapi', 3);
			const before = new Set([...account().messages.values()].map(({ record_uid }) => record_uid));
			fixture.service.faults.add({ operation: 'sendChatMessages', drop: 'after', times: 5 });
			const stop = fixture.service.listen(({ operation, processed }) => {
				if (operation !== 'sendChatMessages' || !processed) return;
				namePerson('Somebody', 3);
				namePerson('Wren Okapi', 4);
			});
			const again = { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 };
			const settings = how === 'Retry On Fail' ? again : undefined;
			let outcome = await send(byName('Wren Okapi'), [{}], settings);
			if (how === 'Retry execution') {
				expect(outcome.error?.message).toContain('may have been written');
				outcome = await fixture.retry(outcome.run, sending(byName('Wren Okapi')));
			}
			stop();
			expect(outcome.error?.message).toBeUndefined();
			const sent = [...account().messages.values()].filter(
				({ record_uid }) => !before.has(record_uid),
			);
			const people = sent.map(
				({ chat_session_uid }) => account().conversations.get(chat_session_uid)!.members,
			);
			expect(people.map((members) => members.has(first))).toEqual([true]);
		},
	);

	it('is looked up again by the next execution', async () => {
		overrideLimits({ firstBackoff: 1 });
		namePerson('Wren Okapi', 3);
		await send(byName('Wren Okapi'));
		namePerson('Somebody', 3);
		const second = namePerson('Wren Okapi', 4);
		await send(byName('Wren Okapi'));
		expect(bodiesOf('createPrivateChats')[1].items[0].target_user_ref).toBe(second);
	});

	it('reports a failed lookup, and writes nothing', async () => {
		overrideLimits({ firstBackoff: 1 });
		namePerson('Wren Okapi', 3);
		fixture.service.faults.add({ operation: 'resolvePeople', status: 503, times: Infinity });
		const { items } = await send(byName('Wren Okapi'), [{}], continues);
		expect(jsonOf(items)[0].error).toContain('The service is not available for now');
		expect(bodiesOf('createPrivateChats')).toEqual([]);
	});
});

describe('an ID', () => {
	it.each([
		['Person', () => send(uid('Wren Okapi')), 'Choose By Name to look up a name'],
		['Creators', () => notesOf(filterBy('person', uid('usr_1, Wren Okapi'))), 'Choose By Name'],
		[
			'Record',
			() => fixture.run(nodeOf('svcRecords')('record', 'get', { record: uid('Wren Okapi') })),
			'An ID contains no spaces and no quotation marks',
		],
	])('of %s must not contain blanks', async (field, run, advice) => {
		const { error } = await run();
		expect(error?.message).toContain(`'${field}' is not an ID: "Wren Okapi". ${advice}`);
		expect(fixture.requests).toEqual([]);
	});

	it.each([
		['svcImportedChat', 'message', 'get', { messageUid: 'xm_1 xm_2' }],
		['svcArrangements', 'arrangement', 'getAll', { filters: { arrangementUids: 'arr_1 arr_2' } }],
	])(
		'in a text field of %s must not contain blanks either',
		async (node, resource, operation, parameters) => {
			const { error } = await fixture.run(nodeOf(node)(resource, operation, parameters));
			expect(error?.message).toContain('must be an ID without blanks');
			expect(fixture.requests).toEqual([]);
		},
	);

	it('may have blanks around it, which are removed', async () => {
		await fixture.run(
			nodeOf('svcImportedChat')('message', 'get', { messageUid: '\u200b xm_1\u00a0\n' }),
		);
		expect(fixture.bodies).toEqual([{ message_uids: ['xm_1'] }]);
		await notesOf(filterBy('person', uid(' usr_1 \n, usr_2')));
		expect(creatorsOf()).toEqual(['usr_1', 'usr_2']);
	});
});

describe('several people', () => {
	it('are combined from entries of different kinds, each person once', async () => {
		const [mira, kit] = [namePerson('Wren Okapi', 3), namePerson('Kit Moss', 4)];
		await notesOf(
			filterBy(
				'person',
				{ ...uid('usr_1'), mode: 'list' },
				byName('={{ ["Wren Okapi", "Kit Moss", "wren okapi"] }}'),
				uid(`usr_2,${kit}`),
				uid('usr_1'),
			),
		);
		expect(creatorsOf()).toEqual(['usr_1', mira, kit, 'usr_2']);
	});

	it('are counted together', async () => {
		const list = (letter: string) =>
			uid(`={{ Array.from({ length: 60 }, (_, i) => "${letter}" + i) }}`);
		const { error } = await notesOf(filterBy('person', list('a'), list('b')));
		expect(error?.message).toBe("'Creators' takes at most 100 entries, not 120");
		await notesOf(filterBy('person', list('a'), list('a')));
		expect(creatorsOf()).toHaveLength(60);
	});
});

describe('other things by name', () => {
	/** The names of a thing, which the fields of its request show then. */
	type Naming = () => { names: string[]; shown: object };

	it.each<[what: string, where: string, field: string, asked: string, Naming]>([
		[
			'are only groups if a group is required',
			'svcChat joinRestriction getAll',
			'group',
			'listGroupJoinRestrictions',
			() => {
				const chats = [...account().conversations.values()];
				const group = chats.find(({ kind, members }) => kind === 'group' && members.size > 1)!;
				group.name = 'Wren Okapi';
				namePerson('Wren Okapi', 0);
				fixture.expectViolations();
				return { names: ['wren okapi'], shown: { chat_session_uid: group.chat_session_uid } };
			},
		],
		[
			'are topics by title or path',
			'svcRecords record getAll',
			'topic',
			'queryRecordTimeline',
			() => {
				const topic = [...account().topics.values()].find(({ valid }) => valid)!;
				Object.assign(topic, { title: 'Ash Glazes', display_path: 'Studio / Ash Glazes' });
				const container = { kind: 'topic', topic_uid: topic.topic_uid };
				return { names: ['ash glazes', 'Studio / Ash Glazes'], shown: { container } };
			},
		],
		[
			'are teams by name or public ID',
			'svcTeams member getAll',
			'team',
			'listTeamMembers',
			() => {
				const [team] = account().teams.values();
				team.name = 'Okapi Crew';
				return { names: [team.name, team.svc_id], shown: { team_ref: team.team_ref } };
			},
		],
		[
			'are imported conversations by remark',
			'svcImportedChat message getAll',
			'conversation',
			'queryXchatImportMessages',
			() => {
				const [one] = account().importedConversations.values();
				one.remark = 'Kiln Repairs';
				const { conversation_uid } = one;
				return { names: ['Kiln Repairs'], shown: { conversation_uid } };
			},
		],
	])('%s', async (_what, where, field, asked, naming) => {
		const { names, shown } = naming();
		const [node, resource, operation] = where.split(' ');
		for (const name of names) {
			// The choice beside which a topic is given
			const parameters = { container: 'topic', [field]: byName(name) };
			const settings = continues as never;
			await fixture.run({ ...nodeOf(node)(resource, operation, parameters), settings });
		}
		expect(bodiesOf(asked)).toMatchObject(names.map(() => shown));
	});

	it.each([
		['conversations', 'svcChat', { operation: 'getContext', sequences: '1' }, 'group chat'],
		['imported conversations', 'svcImportedChat', { operation: 'getAll' }, 'group chat'],
	])('are told apart by their kind if they are %s', async (many, node, more, kind) => {
		const chats = [...account().conversations.values()].filter((chat) => chat.kind === 'group');
		for (const chat of chats.slice(0, 2)) chat.name = 'Kiln Repairs';
		const imported = [...account().importedConversations.values()];
		for (const each of imported.slice(0, 2))
			Object.assign(each, { display_name: 'Kiln Repairs', kind: 'group' });
		const { operation, ...fields } = { conversation: byName('Kiln Repairs'), ...more };
		const { error } = await fixture.run(nodeOf(node)('message', operation, fields));
		expect(error?.message).toContain(`matches 2 ${many}`);
		const entry = `"Kiln Repairs" \\(${kind}(, [^;]+)?, \\w+\\)`;
		expect(error?.description).toMatch(
			new RegExp(`^Nothing was sent\\. Found: ${entry}, ${entry}\\. Choose`),
		);
	});

	describe('to whom a message goes', () => {
		const to = (conversation: unknown, node = 'svcChat', name = '') =>
			fixture.run(nodeOf(node)('message', 'send', { conversation, name, text: TEXT }));
		const chatsOf = (who: string) =>
			[...account().conversations.values()].filter(
				({ kind, members }) => kind === 'direct' && members.has(who),
			);
		const sentTo = () => bodiesOf('sendChatMessages').flatMap(({ items }) => items);

		it('are people too: without a private chat by name and by public ID', async () => {
			const without = [...account().people.values()].find(
				({ user_ref, relationships }) =>
					relationships.length > 0 &&
					!relationships.includes('self') &&
					chatsOf(user_ref).length === 0,
			)!;
			Object.assign(without, { nickname: 'Wren Okapi', remark: undefined, svc_id: 'wren-9' });
			expect((await to(byName('wren okapi'))).error).toBeUndefined();
			expect((await to(byName('wren-9'))).error).toBeUndefined();
			const opened = bodiesOf('createPrivateChats').flatMap(({ items }) => items);
			expect(opened.map(({ target_user_ref }) => target_user_ref)).toEqual([
				without.user_ref,
				...(opened.length > 1 ? [without.user_ref] : []),
			]);
			const [chat] = chatsOf(without.user_ref);
			expect(sentTo().map((item) => item.chat_session_uid)).toEqual([
				chat.chat_session_uid,
				chat.chat_session_uid,
			]);
		});

		it('are refused if two people, or a group and a person, have the name', async () => {
			const one = namePerson('Wren Okapi', 3, 'wren-1');
			const two = namePerson('Wren Okapi', 4, 'wren-2');
			const { error } = await to(byName('Wren Okapi'));
			expect(error?.message).toMatch(
				/^'Conversation' matches 2 conversations or people: "Wren Okapi"/,
			);
			for (const [uid, name] of [
				[one, 'wren-1'],
				[two, 'wren-2'],
			]) {
				const chats = chatsOf(uid).map(({ chat_session_uid }) => chat_session_uid);
				const shown = [uid, name, ...chats];
				expect(shown.some((fact) => error?.description?.includes(fact))).toBe(true);
			}
			namePerson('Somebody', 4);
			[...account().conversations.values()].find(({ kind }) => kind === 'group')!.name =
				'Wren Okapi';
			expect((await to(byName('Wren Okapi'))).error?.description).toContain('(group chat, ');
			expect(sentTo()).toEqual([]);
		});

		it('are the account itself for nobody', async () => {
			const { error } = await to(byName(account().profile.nickname));
			expect(error?.message).toMatch(/^'Conversation' is yourself: /);
			expect(sentTo()).toEqual([]);
		});

		it('are no person by ID: a refusal says where that goes', async () => {
			fixture.expectViolations();
			const [, person] = account().people.keys();
			for (const node of ['svcChat', 'svcChatTool']) {
				const by = node === 'svcChat' ? uid : byName;
				const { error } = await to(by(person), node, person);
				expect(`${error?.message} ${error?.description}`).toMatch(/goes into '[Pp]erson'/);
			}
			expect(sentTo().length).toBe(2);
		});
	});

	it('are told apart by their public IDs if they are teams', async () => {
		const teams = [...account().teams.values()].slice(0, 2);
		for (const team of teams) team.name = 'Okapi Crew';
		const members = nodeOf('svcTeams')('member', 'getAll', { team: byName('Okapi Crew') });
		const { error } = await fixture.run(members);
		for (const { svc_id, team_ref } of teams)
			expect(error?.description).toContain(`"Okapi Crew" (${svc_id}, ${team_ref})`);
	});
});
