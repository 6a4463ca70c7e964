import { jsonOf, useService } from '../support/useService';

/** Operations that find objects by name: what they say about inputs without a hit, and what marks exact names. */

const fixture = useService();
const account = () => fixture.service.account('a');

/** The operations, each with a name that exists. `marks` is false if the service finds exact names alone. */
const FINDS: Array<
	[title: string, node: string, resource: string, name: () => string, marks: boolean]
> = [
	['people', 'svcPeople', 'person', () => account().profile.nickname, true],
	['conversations', 'svcChat', 'conversation', () => nameOfGroup(), true],
	['chats to send to', 'svcChat', 'conversation', () => nameOfGroup(), true],
	['topics', 'svcRecords', 'topic', () => [...account().topics.values()][0].title, true],
	['teams', 'svcTeams', 'team', () => [...account().teams.values()][0].name, false],
	[
		'imported conversations',
		'svcImportedChat',
		'conversation',
		() => [...account().importedConversations.values()][0].display_name,
		true,
	],
	[
		'speakers',
		'svcRecordings',
		'speaker',
		() => [...account().speakerLabels.values()][0].display_name,
		true,
	],
];

function nameOfGroup(): string {
	return [...account().conversations.values()].find(({ kind, name }) => kind === 'group' && name)!
		.name!;
}

const find = async (
	[title, node, resource]: readonly [string, string, string, ...unknown[]],
	queries: string[],
	more: object = {},
	settings = {},
) =>
	await fixture.run({
		node,
		parameters: {
			resource,
			operation: title === 'chats to send to' ? 'findTargets' : 'find',
			query: '={{ $json.query }}',
			...more,
		} as never,
		items: queries.map((query) => ({ query })),
		settings,
	});

const VAIN = 'Xylophon Nobody';
const WORDS = 'Nothing was found for';

describe.each(FINDS)('finding %s', (...operation) => {
	const [, , , name, marks] = operation;

	it.each([
		['one of two', 1, `${WORDS} 1 item: "${VAIN}".`],
		['two alike', 2, `${WORDS} 2 items: "${VAIN}".`],
	])('hints %s inputs without a hit', async (_what, count, words) => {
		const vain = Array<string>(count).fill(VAIN);
		const { hints, items } = await find(operation, [...vain, name()]);
		expect(items.length).toBeGreaterThan(0);
		expect(hints.filter((hint) => hint.startsWith(WORDS))).toEqual([words]);
	});

	it('hints nothing of the kind if all are found, or for a single input', async () => {
		const all = await find(operation, [name(), name()]);
		const single = await find(operation, [VAIN]);
		expect([...all.hints, ...single.hints].filter((hint) => hint.startsWith(WORDS))).toEqual([]);
	});

	it.each([
		['simplified', { simplify: true }, '', true],
		['raw', { simplify: false }, '', false],
		['simplified for a model', { toolOutput: 'simplified' }, 'Tool', true],
		['raw for a model', { toolOutput: 'raw' }, 'Tool', false],
	])('marks exact names in %s rows: %j %s %s', async (_what, more, tool, isMarked) => {
		const [title, node, ...rest] = operation;
		const { items } = await find([title, `${node}${tool}`, ...rest], [name()], more);
		const rows = jsonOf(items).filter((row) => !('more' in row) && !('hint' in row));
		expect(rows.length).toBeGreaterThan(0);
		const text = JSON.stringify(rows);
		expect(/"match"/.test(text)).toBe(isMarked && marks);
	});
});

it('lists at most five texts', async () => {
	const { hints } = await find(
		FINDS[0],
		Array.from({ length: 8 }, (_, i) => `Nobody ${i}`),
	);
	expect(hints).toContain(
		`${WORDS} 8 items: "Nobody 0", "Nobody 1", "Nobody 2", "Nobody 3", "Nobody 4" and 3 more.`,
	);
});

it('does not count items that failed', async () => {
	const { hints } = await find(
		FINDS[0],
		['x'.repeat(101), VAIN, account().profile.nickname],
		{},
		{
			onError: 'continueRegularOutput',
		},
	);
	expect(hints).toContain(`${WORDS} 1 item: "${VAIN}".`);
});

it.each([
	['Ada\u00a0Fields', 'exact'],
	['ada  fields', 'exact'],
	['Ada', 'similar'],
])('compares %j as a name by which something is chosen', async (query, match) => {
	const { user_ref } = account().profile;
	Object.assign(account().people.get(user_ref)!, { nickname: 'Ada Fields' });
	fixture.service.faults.add({
		operation: 'resolvePeople',
		rewrite: (envelope) => ({
			...envelope,
			data: {
				items: [
					{
						item_id: '0',
						candidates: [{ user_ref, display_name: 'Ada Fields', relationships: ['self'] }],
						has_more: false,
					},
				],
			},
		}),
	});
	const { items } = await find(FINDS[0], [query]);
	expect(jsonOf(items)).toMatchObject([{ match }]);
});
