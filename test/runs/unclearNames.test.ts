import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { pollNode } from '../../dev/engine/pollNode';
import { byName, filterBy } from '../../dev/contract/choices';
import type { Kind } from '../../dev/engine/types';
import { LIMITS } from '../../dev/limits';
import { ALIKE, DIFFERENT } from '../support/lookalikes';
import { useService } from '../support/useService';
import { share } from '../support/effort';

/**
 * When a name stands for an object, and when it is refused, since it may mean several. The lookups of the service are
 * answered by the tests: the contract does not say what the service finds for a name.
 */

const fixture = useService();

// The objects exist in the answers of the lookups alone
beforeEach(() => fixture.expectViolations());

/** A field that takes a name, and the candidates that its lookup answers. */
interface Place {
	/** Operation of the contract that looks the name up */
	lookup: string;
	/** Candidate with an identifier and a display name; the service found it by anything */
	candidate: (uid: string, name: string) => IDataObject;
	/** True if the candidates have names that the service finds but does not answer */
	hidesNames?: boolean;
	node: string;
	parameters: (name: Choice) => object;
}

const person = (uid: string, display_name: string): IDataObject => ({
	user_ref: uid,
	display_name,
	svc_id: `pub-${uid}`,
	relationships: ['contact'],
});
const group = (uid: string, display_name: string): IDataObject => ({
	chat_session_uid: uid,
	display_name,
	kind: 'group',
	scopes: ['group_chat'],
});

type Lookup = Pick<Place, 'lookup' | 'candidate' | 'hidesNames'>;
const PEOPLE: Lookup = { lookup: 'resolvePeople', candidate: person, hidesNames: true };
const CHATS: Lookup = { lookup: 'resolveChatConversations', candidate: group };
const TARGETS: Lookup = { lookup: 'resolveChatTargets', candidate: group };
const IMPORTED: Lookup = {
	lookup: 'resolveXchatImportConversations',
	hidesNames: true,
	candidate: (uid, display_name) => ({ conversation_uid: uid, display_name, kind: 'direct' }),
};
const TOPICS: Lookup = {
	lookup: 'resolveRecordContainers',
	candidate: (uid, title) => ({
		container: { kind: 'topic', topic_uid: uid },
		title,
		display_path: `Studio / ${title}`,
	}),
};
const TEAMS: Lookup = {
	lookup: 'resolveMyTeams',
	candidate: (uid, name) => ({
		team_ref: uid,
		name,
		svc_id: `pub-${uid}`,
		current_user_role: 'owner',
	}),
};
const LABELS: Lookup = {
	lookup: 'resolveRecordingSpeakers',
	candidate: (uid, display_name) => ({ speaker_uid: uid, display_name }),
};

type Choice = ReturnType<typeof byName>;
/** The place of a name in the parameters of an operation, which is a node, a resource and an operation. */
function at(lookup: Lookup, where: string, fields: (name: Choice) => object): Place {
	const [node, resource, operation] = where.split(' ');
	return { ...lookup, node, parameters: (name) => ({ resource, operation, ...fields(name) }) };
}
const someone = { __rl: true, mode: 'id', value: 'usr_445e0b1c93d7' };
const someTeam = { __rl: true, mode: 'id', value: 'team_30ce91f5b7d2' };
const SEND = 'svcChat message send';
const REMOVE = 'svcTeams member remove';

/** Fields of all kinds of objects that have names. */
const PLACES = {
	person: at(PEOPLE, 'svcRecords record getAll', (name) => ({
		filters: { creators: filterBy('person', name) },
	})),
	conversation: at(CHATS, 'svcChat member getAll', (conversation) => ({ conversation })),
	'imported conversation': at(IMPORTED, 'svcImportedChat message getAll', (conversation) => ({
		conversation,
	})),
	topic: at(TOPICS, 'svcRecords record getAll', (topic) => ({ container: 'topic', topic })),
	team: at(TEAMS, 'svcTeams member getAll', (team) => ({ team })),
	'speaker label': at(LABELS, 'svcRecordings recording getAll', (name) => ({
		filters: { speakerLabels: filterBy('speakerLabel', name) },
	})),
};

/** Fields of operations that send, open a chat or remove. */
const SOLE_PLACES = {
	'conversation to send to': at(TARGETS, SEND, (conversation) => ({ conversation, text: 'Hello' })),
	'person to send to': at(PEOPLE, SEND, (who) => ({
		sendTo: 'person',
		person: who,
		text: 'Hello',
	})),
	'person to chat with': at(PEOPLE, 'svcChat conversation createPrivate', (who) => ({
		person: who,
	})),
	'member to remove': at(PEOPLE, REMOVE, (member) => ({ team: someTeam, member })),
	'team to remove from': at(TEAMS, REMOVE, (team) => ({ team, member: someone })),
	'group to withdraw from': at(CHATS, 'svcChat message withdraw', (chosen) => ({
		group: chosen,
		sequence: 1,
	})),
};

const UID = 'thing_0123456789abcdef';
const others = (...names: string[]) => names.map((name, i) => [`thing_other_${i}`, name] as const);

/**
 * Candidates of the name Anna, and whether it stands for the first one: in each form, or a number of matches. What hides no
 * names is always chosen as in a form.
 */
type Expected = 'taken' | number;
type Forms = Record<'fixed' | 'expression' | 'tool' | 'sole', Expected>;
const inAll = (expected: Expected): Forms => {
	return { fixed: expected, expression: expected, tool: expected, sole: expected };
};
type Candidates = ReadonlyArray<readonly [uid: string, name: string]>;
const HER: Candidates = [[UID, 'Anna']];
const SITUATIONS: Array<[title: string, candidates: Candidates, expected: Forms]> = [
	['one has it', HER, inAll('taken')],
	[
		'one has it, others contain it',
		[...HER, ...others('Anna Catering', 'Joanna')],
		{ ...inAll('taken'), sole: 3 },
	],
	[
		'one has it, another was found by its nickname',
		[...HER, ...others('Bob Stone')],
		{ ...inAll(2), fixed: 'taken' },
	],
	[
		'one has it, another before it was found by its nickname, a third contains it',
		[...others('Bob Stone', 'Anna Catering'), ...HER],
		{ fixed: 'taken', expression: 2, tool: 2, sole: 3 },
	],
	['two have it', [...HER, ...others('anna')], inAll(2)],
	['thirteen have it', [...HER, ...others(...Array<string>(12).fill('Anna'))], inAll(13)],
	['none has it', others('Joanna'), inAll(0)],
	['none was found', [], inAll(0)],
];

/** Answers all lookups, at most five candidates a page. */
function answer(rowsOf: Record<string, IDataObject[]>) {
	const all = [...Object.values(PLACES), ...Object.values(SOLE_PLACES)];
	for (const operation of new Set(all.map(({ lookup }) => lookup))) {
		const rows = rowsOf[operation] ?? [];
		let items: Array<{ item_id: string; page_cursor?: string }> = [];
		const page = ({ item_id, page_cursor = '0' }: (typeof items)[number]) => {
			const end = Number(page_cursor) + 5;
			const has_more = rows.length > end;
			const candidates = rows.slice(Number(page_cursor), end);
			return { item_id, candidates, has_more, ...(has_more && { next_page_cursor: `${end}` }) };
		};
		fixture.service.faults.add({
			operation,
			times: Infinity,
			match: ({ body }) => Boolean(({ items } = body as { items: typeof items })),
			status: 200,
			body: () => {
				const data = { items: items.map(page) };
				return JSON.stringify({ code: 200, message: 'ok', request_id: 'r', data });
			},
		});
	}
}

/** Answers the lookup of a field with these candidates, and the others with none. */
function answering({ lookup, candidate }: Place, candidates: ReadonlyArray<readonly string[]>) {
	answer({ [lookup]: candidates.map(([uid, name]) => candidate(uid, name)) });
}

/** Runs the node, or another kind of it. Returns the error, and what it sent after its lookups. */
async function given(place: Place, name: string, kind: Kind = '') {
	const { node, parameters } = place;
	const { error } = await fixture.run({
		node: node + kind,
		parameters: parameters(byName(name)) as INodeParameters,
	});
	// Of the members of a group that a refusal names, only the first are read
	const isLookup = ({ path, body }: (typeof fixture.requests)[number]) =>
		path.endsWith('/resolve') || body?.limit === LIMITS.namedMembers + 1;
	const sent = fixture.requests.filter((request) => !isLookup(request));
	return { words: `${error?.message}\n${error?.description}`, sent };
}

function expectOutcome(
	expected: Expected,
	{ words, sent }: Awaited<ReturnType<typeof given>>,
	text = 'Anna',
) {
	if (expected === 'taken')
		expect([words, JSON.stringify(sent)]).toEqual([words, expect.stringContaining(UID)]);
	else {
		expect(words).toContain(`matches ${expected === 0 ? 'no' : expected} `);
		expect(words).toContain(`: "${text}"`);
		expect(sent).toEqual([]);
	}
}

/** Ways in which a name is given. Some callers run a node by n8n's routing. */
const WAYS: Array<[way: string, name: string, kind: Kind]> = [
	['fixed in a form', 'Anna', ''],
	['fixed in a form, by n8n’s routing', 'Anna', 'Routed'],
	['by an expression', '={{ "Anna" }}', ''],
	['by an expression, by n8n’s routing', '={{ "Anna" }}', 'Routed'],
	['fixed in the form of a tool', 'Anna', 'Tool'],
	['fixed in the form of a tool, by n8n’s routing', 'Anna', 'RoutedTool'],
	['from a model', '={{ "Anna" }}', 'Tool'],
	['from a model, by n8n’s routing', '={{ "Anna" }}', 'RoutedTool'],
];

describe.each([...Object.entries(PLACES), ...Object.entries(SOLE_PLACES)])(
	'the name of a %s',
	(title, place) => {
		const model = title in SOLE_PLACES ? 'sole' : 'tool';

		describe.each(WAYS)('%s', (_way, name, kind) => {
			const form = name === 'Anna' ? 'fixed' : kind.endsWith('Tool') ? model : 'expression';
			const column = place.hidesNames ? form : 'fixed';

			it.each(share(SITUATIONS))('if %s', async (_title, candidates, { [column]: expected }) => {
				answering(place, candidates);
				expectOutcome(expected, await given(place, name, kind));
			});
		});
	},
);

describe.each(Object.entries(PLACES))('the name of a %s', (_title, place) => {
	it.each(share(ALIKE))('is the same with %s', async (_what, text, name) => {
		answering(place, [[UID, name]]);
		const source = `={{ ${JSON.stringify(text)} }}`;
		expectOutcome('taken', await given(place, source));
	});

	it.each(share(DIFFERENT))('is another one: %s, %s', async (text, name) => {
		answering(place, [[UID, name]]);
		expectOutcome(0, await given(place, `={{ ${JSON.stringify(text)} }}`), text);
	});
});

it.each(
	ALIKE.filter(([what]) => !/in the name|around|case|Turkish|without|two letters|sigma/.test(what)),
)('is looked up as people write it too, with %s', async (_what, text, name) => {
	const place = PLACES.team;
	answering(place, []);
	await given(place, `={{ ${JSON.stringify(text)} }}`);
	const [items] = fixture.itemsOf('resolveMyTeams');
	expect(items.map(({ query }) => query)).toContain(name);
});

const direct = (uid: string, display_name: string, participant_user_ref?: string) => ({
	chat_session_uid: uid,
	display_name,
	kind: participant_user_ref ? 'direct' : 'pending',
	scopes: ['private_chat'],
	participant_user_ref,
});

/** A field that takes names, the names of its candidates, and the answers of lookups for candidates with such names. */
interface Named {
	place: Place;
	/** Names of a candidate, and those of the person of a private chat as `person.…` */
	names: string[];
	answers: (
		candidates: Array<{ uid: string; names: IDataObject }>,
	) => Record<string, IDataObject[]>;
}

/** Candidates with names of their own alone. */
const own = (place: Place, ...names: string[]): Named => ({
	place,
	names,
	answers: (candidates) => ({
		[place.lookup]: candidates.map(({ uid, names: given }, i) => ({
			...place.candidate(uid, `Kit ${i}`),
			...Object.fromEntries(names.map((name) => [name, `Kit ${i}`])),
			...given,
		})),
	}),
});

/** Private chats, whose candidates show the person in them. */
const chats = (place: Place): Named => ({
	place,
	names: ['display_name', 'person.display_name', 'person.svc_id'],
	answers: (candidates) => ({
		[place.lookup]: candidates.map(({ uid, names }, i) =>
			direct(uid, String(names.display_name ?? `Chat ${i}`), `usr_${i}`),
		),
		resolvePeople: candidates.map(({ names }, i) => ({
			...person(`usr_${i}`, String(names['person.display_name'] ?? `Kit ${i}`)),
			...('person.svc_id' in names && { svc_id: names['person.svc_id'] }),
		})),
	}),
});

const NAMED: Record<string, Named> = {
	person: own(PLACES.person, 'display_name', 'svc_id'),
	'person to send to': own(SOLE_PLACES['person to send to'], 'display_name', 'svc_id'),
	'imported conversation': own(
		PLACES['imported conversation'],
		'display_name',
		'remark',
		'nickname',
	),
	topic: own(PLACES.topic, 'title', 'display_path'),
	team: own(PLACES.team, 'name', 'svc_id'),
	'speaker label': own(PLACES['speaker label'], 'display_name'),
	'private chat': chats(PLACES.conversation),
	'private chat to send to': chats(SOLE_PLACES['conversation to send to']),
};

describe.each(Object.entries(NAMED))('the name of a %s', (title, { place, names, answers }) => {
	const pairs = names.flatMap((first) =>
		names.flatMap((second) => WAYS.map((way) => [first, second, ...way] as const)),
	);

	it.each(share(pairs))(
		'that is the %s of one and the %s of another one is refused, %s',
		async (first, second, _way, name, kind) => {
			answer(
				answers([
					{ uid: UID, names: { [first]: 'Anna' } },
					{ uid: 'thing_2', names: { [second]: 'anna' } },
				]),
			);
			const { words, sent } = await given(place, name, kind);
			expect(words).toContain('matches 2 ');
			// With what tells them apart, if a model may read it
			expect(words).toContain(UID);
			expect(words).toContain('thing_2');
			expect(sent).toEqual([]);
		},
	);

	// What a model sends to needs a name that nothing else has
	const ways = WAYS.filter(
		([, , kind]) => !(kind.endsWith('Tool') && title.endsWith('to send to')),
	);
	const similar = names.flatMap((first) =>
		names.flatMap((second) => ways.map((way) => [first, second, ...way] as const)),
	);

	it.each(share(similar.filter(([first, second]) => first === second)))(
		'that is the %s of one and in the %s of another one means the one, %s',
		async (first, second, _way, name, kind) => {
			answer(
				answers([
					{ uid: UID, names: { [first]: 'Anna' } },
					{ uid: 'thing_2', names: { [second]: 'Anna Catering' } },
				]),
			);
			expectOutcome('taken', await given(place, name, kind));
		},
	);
});

const CHAT = PLACES.conversation;
const TARGET = SOLE_PLACES['conversation to send to'];
const ANNA = '={{ "Anna" }}';
const one = person('usr_one', 'Anna');
const two = person('usr_two', 'Anna');
const annaOne = direct('chat_1', 'Anna', 'usr_one');
const annas = [annaOne, direct('chat_2', 'Anna', 'usr_two')];
const groups = [group('chat_1', 'Anna'), group('chat_2', 'Anna')];

/** Names with the objects that lookups find for them, and the outcome or the words of the refusal. */
interface Case {
	what: string;
	place: Place;
	text: string;
	kind?: Kind;
	found: IDataObject[];
	people?: IDataObject[];
	/** Operation that the service refuses */
	refused?: string;
	expected: Expected | string[];
}

async function expectCase({ place, text, kind, found, people = [], refused, expected }: Case) {
	fixture.service.faults.clear();
	if (refused) fixture.service.faults.add({ operation: refused, times: Infinity, status: 400 });
	answer({ resolvePeople: people, [place.lookup]: found });
	const outcome = await given(place, text, kind);
	if (!Array.isArray(expected)) return expectOutcome(expected, outcome, /\w[\w ]*/.exec(text)![0]);
	for (const words of expected) expect(outcome.words).toContain(words);
	expect(outcome.sent).toEqual([]);
}

const apart =
	'"Anna" (private chat, pub-usr_one, contact, usr_one, chat_1), "Anna" (private chat, pub-usr_two, contact, usr_two, chat_2)';
const both = { found: annas, people: [one, two], expected: ['matches 2 ', apart] };

describe('what a refusal says', () => {
	it.each<Case>([
		{ what: 'tells conversations apart by who is in them', place: CHAT, text: ANNA, ...both },
		{ what: 'tells conversations to send to apart', place: TARGET, text: ANNA, ...both },
		{ what: 'tells conversations to send to apart, fixed', place: TARGET, text: 'Anna', ...both },
		{
			what: 'names the person of a conversation that has another name',
			place: CHAT,
			text: ANNA,
			found: [annaOne, direct('chat_2', 'Catering', 'usr_two')],
			people: [one, two],
			expected: ['"Catering" (private chat, "Anna", pub-usr_two, contact, usr_two, chat_2)'],
		},
		{
			what: 'says only what is known of a person whom the lookup of people does not find',
			place: CHAT,
			text: 'Anna',
			found: [annaOne, direct('chat_2', 'Anna')],
			expected: ['"Anna" (private chat, usr_one, chat_1), "Anna" (contact without a chat, chat_2)'],
		},
		{
			what: 'does not take a contact without a chat for a person',
			place: CHAT,
			text: 'Anna',
			found: [annaOne, { ...direct('chat_2', 'Anna'), participant_user_ref: 'usr_two' }],
			people: [one, two],
			expected: ['"Anna" (contact without a chat, chat_2)'],
		},
		{
			what: 'stays the same if people cannot be looked up',
			place: CHAT,
			text: 'Anna',
			found: annas,
			refused: 'resolvePeople',
			expected: ['matches 2 conversations: "Anna"', '"Anna" (private chat, usr_two, chat_2)'],
		},
		{
			what: 'takes no name if the people cannot be looked up who may have it',
			place: CHAT,
			text: 'Anna',
			found: [annaOne, direct('chat_2', 'Anna B', 'usr_two')],
			refused: 'resolvePeople',
			expected: ['The service refused the request'],
		},
		{
			what: 'tells of groups without their members if those cannot be read',
			place: CHAT,
			text: 'Anna',
			found: groups,
			refused: 'listChatMembers',
			expected: ['"Anna" (group chat, chat_1), "Anna" (group chat, chat_2)'],
		},
	])('$what', expectCase);

	it.each([
		['none', [], ''],
		['one', ['Ada'], 'with "Ada", '],
		['three', ['Ada', 'Bo', 'Kit'], 'with "Ada", "Bo", "Kit", '],
		['four', ['Ada', 'Bo', 'Kit', 'Mira'], 'with "Ada", "Bo", "Kit" and others, '],
		['one without a name', [undefined], 'with usr_0, '],
	])('tells groups of one name apart by their members: %s', async (_count, names, words) => {
		const items = names.map((display_name, i) => {
			return { user_ref: `usr_${i}`, display_name, role: 'participant', joined_at: 0 };
		});
		const envelope = {
			code: 200,
			message: 'ok',
			request_id: 'r',
			data: { items, has_more: false },
		};
		const body = JSON.stringify(envelope);
		const members = { operation: 'listChatMembers', times: Infinity, status: 200, body };
		answer({ resolveChatConversations: groups });
		fixture.service.faults.add(members);
		const { words: said } = await given(CHAT, 'Anna');
		expect(said).toContain(
			`"Anna" (group chat, ${words}chat_1), "Anna" (group chat, ${words}chat_2)`,
		);
		expect(fixture.asked('listChatMembers')).toHaveLength(2);
	});

	it('looks nobody up for a name that is clear, or for groups', async () => {
		for (const resolveChatConversations of [[annaOne], groups]) {
			fixture.service.faults.clear();
			answer({ resolveChatConversations, resolvePeople: [one] });
			await given(CHAT, 'Anna');
		}
		expect(fixture.asked('resolvePeople')).toEqual([]);
	});

	it.each(['={{ "pub-usr_one" }}', '={{ "usr_445e0b1c93d7" }}'])(
		'tells a model what works: %s',
		async (text) => {
			const place = SOLE_PLACES['person to chat with'];
			const found = [one, person('usr_two', 'Anna Catering')];
			const expected = ['Ask which one is meant, and give its ID.'];
			await expectCase({ what: '', place, text: ANNA, kind: 'Tool', found, expected });
			fixture.service.faults.clear();
			answer({ resolvePeople: text.includes('pub') ? [one] : [] });
			const { sent } = await given(place, text, 'Tool');
			expect(sent.map(({ operation }) => operation)).toContain('createPrivateChats');
		},
	);
});

describe.each(['conversation to send to', 'person to send to'] as const)(
	'the name that a model gives beside the ID of a %s',
	(title) => {
		const place = SOLE_PLACES[title];
		const missing = "is an ID without 'name' beside it";
		/** Arguments of the model, the candidates of the name, and whether the message is sent, or the words of the refusal. */
		const rows: Array<[string, string, string, Candidates, string]> = [
			['is its name', UID, 'Anna', HER, 'taken'],
			['is its name in other letters', UID, 'ANNA', HER, 'taken'],
			['is that of others, too', UID, 'Anna', [...others('Anna'), ...HER], 'taken'],
			[
				'is that of another',
				UID,
				'Anna',
				[[UID, 'Bob Stone'], ...others('Anna')],
				`${UID}, which does not have the name "Anna"`,
			],
			['is not its whole name', UID, 'Anna', [[UID, 'Anna B']], `Found: "Anna B" (`],
			['is that of nobody', UID, 'Anna', [], 'Nothing similar was found.'],
			['is missing', UID, '', HER, missing],
			['is missing, as the word null', UID, 'null', HER, missing],
			['is the ID again', UID, UID, [], 'taken'],
			['is a name like an ID', 'crew_2026', 'crew_2026', [[UID, 'crew_2026']], 'taken'],
			['is the name that stands for it', 'Anna', 'anna', HER, 'taken'],
			['is not needed beside a name', 'Anna', '', HER, 'taken'],
			['differs from the name for it', 'Ben', 'Anna', [[UID, 'Ben']], "and 'name' differ"],
		];

		it.each(
			share(rows).flatMap((row) =>
				['Tool' as const, 'RoutedTool' as const].map((kind) => [...row, kind] as const),
			),
		)(
			'%s: %s and %j, candidates %j: %s, %s',
			async (_what, text, name, candidates, expected, kind) => {
				answering(place, candidates);
				const { parameters } = place;
				const named = {
					...place,
					parameters: (choice: Parameters<typeof parameters>[0]) => ({
						...parameters(choice),
						name: `={{ ${JSON.stringify(name)} }}`,
					}),
				};
				const outcome = await given(named, `={{ ${JSON.stringify(text)} }}`, kind);
				if (expected === 'taken') {
					expectOutcome(expected, outcome);
					const items = fixture.bodies.flatMap((body) => (body.items ?? []) as IDataObject[]);
					for (const item of items) expect(item).not.toHaveProperty('name');
					const lookups = fixture.requests.filter(({ path }) => path.endsWith('/resolve'));
					expect(lookups.length).toBeLessThanOrEqual(title.startsWith('person') ? 1 : 2);
				} else {
					expect(outcome.words).toContain(expected);
					expect(outcome.sent).toEqual([]);
				}
			},
		);

		it.each(['Tool', 'RoutedTool'] as const)(
			'is not needed where a person has fixed a name that looks like an ID: %s',
			async (kind) => {
				answering(place, [[UID, 'crew_2026']]);
				expectOutcome('taken', await given(place, 'crew_2026', kind));
			},
		);
	},
);

describe('more of a name', () => {
	const course = {
		place: TARGET,
		text: '={{ "Evening course" }}',
		found: [group(UID, 'Evening course'), direct('chat_2', 'Kit Moss', 'usr_2')],
		people: [person('usr_2', 'Kit Moss'), person('usr_3', 'Mira Vale')],
	};

	it.each<Case>([
		{
			what: 'takes a public ID although names of others contain it, or their public IDs',
			place: PLACES.person,
			text: '={{ "wren" }}',
			found: [
				{ ...person(UID, 'Mira'), svc_id: 'wren' },
				{ ...person('usr_2', 'Wren Okapi'), svc_id: 'okapi' },
				{ ...person('usr_3', 'Kit Moss'), svc_id: 'wren-9' },
			],
			expected: 'taken',
		},
		{
			what: 'takes the word me although it is in the remark of somebody',
			place: PLACES.person,
			text: '={{ "me" }}',
			found: [{ ...person(UID, 'Ada'), relationships: ['self'] }, person('usr_2', 'Kit Moss')],
			expected: 'taken',
		},
		{ what: 'is a group, whoever has a nickname with it', ...course, expected: 'taken' },
		// What a model sends cannot be taken back
		{ what: 'is no group for a model if others may have it', ...course, kind: 'Tool', expected: 3 },
		{
			what: 'is no person whom a nickname hides, although a group has it in its name',
			place: TARGET,
			text: ANNA,
			found: [direct(UID, 'Anna', 'usr_1'), group('chat_2', 'Annas choir')],
			people: [person('usr_1', 'Anna'), person('usr_2', 'Kit Moss')],
			expected: 2,
		},
	])('$what', expectCase);

	it('is one person who is found as a chat and as a person, by different names', async () => {
		const chat = direct(UID, 'Anna Catering', 'usr_one');
		answer({ resolveChatTargets: [chat], resolvePeople: [one] });
		expectOutcome('taken', await given(TARGET, ANNA, 'Tool'));
		expect(fixture.asked('createPrivateChats')).toEqual([]);
	});

	it.each([
		['fixed', 'Anna', 'taken'],
		['by an expression', '={{ "Anna" }}', 2],
	] as const)('of a trigger that is %s', async (_how, text, expected) => {
		const place = PLACES.person;
		answering(place, [[UID, 'Anna'], ...others('Bob Stone')]);
		const { error } = await pollNode({
			node: 'svcRecordsTrigger',
			parameters: {
				event: 'newRecord',
				filters: { creators: filterBy('person', byName(text)) },
			} as never,
			credential: fixture.credential,
		});
		if (expected === 'taken') expect(error).toBeUndefined();
		else expect(error?.message).toContain(`matches ${expected} people: "Anna"`);
	});

	it('is judged entry by entry: one that is fixed beside one by an expression', async () => {
		const filters = (first: string, ...rest: string[]) => ({
			...PLACES.person,
			parameters: () => ({
				resource: 'record',
				operation: 'getAll',
				filters: { creators: filterBy('person', byName(first), ...rest.map(byName)) },
			}),
		});
		answering(PLACES.person, [[UID, 'Anna'], ...others('Bob Stone')]);
		const { words } = await given(filters('Anna', '={{ "Joan" }}'), '');
		expect(words).toContain('matches no person: "Joan"');
		expectOutcome(2, await given(filters('Anna', '={{ "Anna" }}'), ''));
	});
});
