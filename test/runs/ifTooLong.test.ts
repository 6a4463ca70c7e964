import type { IDataObject } from 'n8n-workflow';

import { uid } from '../../dev/contract/choices';
import { callTool } from '../../dev/engine/runTool';
import { boundsOf } from '../../nodes/shared/contract';
import { overrideLimits } from '../../dev/limits';
import { rowsOf } from '../support/repository';
import { jsonOf, linksOf, nodeOf, useService } from '../support/useService';

/** If Too Long: texts above the limits of the service. */

const fixture = useService();

beforeAll(() => overrideLimits({ firstBackoff: 1 }));

const account = () => fixture.service.account('a');
const groups = () => [...account().conversations.values()].filter(({ kind }) => kind === 'group');
/** A text of 25,000 characters: three parts of a message, six of a record. */
const line = (i: number) => `Line ${String(i).padStart(4, '0')} of a long text.`;
const LINES = Array.from({ length: 962 }, (_, i) => line(i));
const LONG = LINES.join('\n');

const send = (options: IDataObject = { ifTooLong: 'split' }, more: IDataObject = {}) =>
	nodeOf('svcChat')('message', 'send', {
		conversation: uid('={{ $json.to }}'),
		text: '={{ $json.text }}',
		options,
		...more,
	});
const note = (options: IDataObject, more: IDataObject = {}) =>
	nodeOf('svcRecords')('record', 'create', { text: '={{ $json.text }}', options, ...more });
const task = (more: IDataObject = {}) =>
	nodeOf('svcArrangements')('arrangement', 'create', { title: '={{ $json.title }}', ...more });
const sentTo = (chat: string, since: number) =>
	[...account().messages.values()]
		.filter((row) => row.chat_session_uid === chat && row.sequence > since)
		.sort((a, b) => a.sequence - b.sequence)
		.map(({ text_content }) => text_content);
const lastOf = (chat: string) => account().messages.lastOf(chat);
const keys = (operation: string) =>
	fixture
		.itemsOf(operation)
		.flatMap((items) => items.map(({ idempotency_key }) => idempotency_key));

describe('Message > Send', () => {
	it('refuses a long text with Fail, and names the option', async () => {
		const [{ chat_session_uid: to }] = groups();
		const { error } = await fixture.run({
			...send({ ifTooLong: 'fail' }),
			items: [{ to, text: LONG }],
		});
		expect(error?.message).toContain(`'Text' takes at most 10000 characters, not ${LONG.length}`);
		expect(error?.description).toContain('Options > If Too Long');
		expect(fixture.asked('sendChatMessages')).toEqual([]);
	});

	it('shortens it, and says so in the row', async () => {
		const [{ chat_session_uid: to }] = groups();
		const outcome = await fixture.run({
			...send({ ifTooLong: 'shorten' }),
			items: [
				{ to, text: LONG },
				{ to, text: 'short' },
			],
		});
		const [long, short] = jsonOf(outcome.items);
		expect(String(long.text_content)).toMatch(/…$/);
		expect(long).toMatchObject({ text_shortened: true });
		expect(short).not.toHaveProperty('text_shortened');
	});

	it.each([{}, { ifTooLong: 'split' }])(
		'splits it into messages that are sent in order, each with a row and a key of its own (%j)',
		async (options) => {
			const [one, two] = groups().map(({ chat_session_uid }) => chat_session_uid);
			const before = lastOf(one);
			const outcome = await fixture.run({
				...send(options),
				items: [
					{ to: one, text: LONG },
					{ to: two, text: 'elsewhere' },
					{ to: one, text: 'behind' },
				],
			});
			expect(linksOf(outcome.items)).toEqual([0, 0, 0, 1, 2]);
			const sent = sentTo(one, before);
			expect(sent).toHaveLength(4);
			expect(sent.slice(0, 3).join('\n')).toBe(LONG);
			expect(sent[3]).toBe('behind');
			const rows = jsonOf(outcome.items);
			expect(rows.map(({ part, parts }) => [part, parts])).toEqual([
				[1, 3],
				[2, 3],
				[3, 3],
				[undefined, undefined],
				[undefined, undefined],
			]);
			expect(rows.slice(0, 3).map(({ text_content }) => text_content)).toEqual(sent.slice(0, 3));
			expect(new Set(keys('sendChatMessages')).size).toBe(5);
		},
	);

	it.each(rowsOf('docs/write-safety.md', 'Texts that are too long'))(
		'does with %s what docs/write-safety.md says: %s',
		async (choice, told) => {
			const [{ chat_session_uid: to }] = groups();
			const { items, error } = await fixture.run({
				...send({ ifTooLong: choice.toLowerCase() }),
				items: [{ to, text: LONG }],
			});
			const rows = jsonOf(items);
			expect(error !== undefined).toBe(told.includes('The item fails, and nothing is written'));
			expect(rows.length > 1).toBe(told.includes('several messages'));
			const codes = [...told.matchAll(/`([^`]+)`/g)].map(([, code]) => code.split(': '));
			for (const row of rows)
				for (const [name, value] of codes) {
					if (name === '…') expect(row.text_content).toMatch(/\w…$/);
					else expect(row).toHaveProperty(name, value ? JSON.parse(value) : expect.any(Number));
				}
		},
	);

	it('splits for a person too', async () => {
		const person = [...account().people.values()].find(({ relationships }) =>
			relationships.includes('contact'),
		)!;
		const outcome = await fixture.run({
			...send(undefined, { sendTo: 'person', person: uid(person.user_ref) }),
			items: [{ text: LONG }],
		});
		expect(jsonOf(outcome.items).map(({ part }) => part)).toEqual([1, 2, 3]);
	});

	it('leaves a mention whole, and names it in its own part alone', async () => {
		const [{ chat_session_uid: to, bot_uid }] = account().botBindings.values();
		const text = `${'word '.repeat(1999)}@Kiln Bot and more words after it @Kiln Bot`;
		const botMentions = { mention: { botUid: bot_uid, mentionText: '@Kiln Bot', occurrence: 2 } };
		await fixture.run({ ...send({ ifTooLong: 'split', botMentions }), items: [{ to, text }] });
		const items = fixture.itemsOf('sendChatMessages').flat();
		expect(items.map(({ bot_mentions }) => bot_mentions)).toEqual([
			undefined,
			[{ bot_uid, mention_text: '@Kiln Bot', occurrence: 2 }],
		]);
		expect(String(items[1].text_content)).toMatch(/^@Kiln Bot/);
	});

	it('keeps the blank at the end of a mention at the end of a part', async () => {
		const [{ chat_session_uid: to, bot_uid }] = account().botBindings.values();
		const text = `${'word '.repeat(1998)}@Kiln afterwards`;
		const botMentions = { mention: { botUid: bot_uid, mentionText: '@Kiln ' } };
		const { error } = await fixture.run({
			...send({ ifTooLong: 'split', botMentions }),
			items: [{ to, text }],
		});
		expect(error).toBeUndefined();
		const [first, second] = fixture.itemsOf('sendChatMessages').flat();
		expect(first).toMatchObject({ bot_mentions: [{ bot_uid, mention_text: '@Kiln ' }] });
		expect(String(first.text_content)).toMatch(/word @Kiln $/);
		expect(second).toMatchObject({ text_content: 'afterwards' });
	});

	it('names the mention of a text that is too long by the white space around it', async () => {
		const [{ chat_session_uid: to, bot_uid }] = account().botBindings.values();
		const mention = { botUid: bot_uid, mentionText: '@Kiln ', occurrence: 2 };
		const text = `${'\n'.repeat(9_990)}@Kiln or @Kiln ${' '.repeat(20)}`;
		const sending = send({ botMentions: { mention } });
		const { error } = await fixture.run({ ...sending, items: [{ to, text }] });
		expect(error).toBeUndefined();
		expect(fixture.itemsOf('sendChatMessages').flat()).toMatchObject([
			{
				text_content: '@Kiln or @Kiln ',
				bot_mentions: [{ bot_uid, mention_text: '@Kiln ', occurrence: 2 }],
			},
		]);
	});

	it('shows the requests of all parts with Validate Only, and sends none', async () => {
		const [{ chat_session_uid: to }] = groups();
		const { items } = await fixture.run({
			...send({ ifTooLong: 'split', validateOnly: true }),
			items: [{ to, text: LONG }],
		});
		const [{ requests }] = jsonOf(items) as Array<{ requests: Array<{ body: IDataObject }> }>;
		const shown = requests.map(({ body }) => (body.items as IDataObject[])[0]);
		expect(shown.map(({ text_content }) => text_content).join('\n')).toBe(LONG);
		expect(new Set(shown.map(({ idempotency_key }) => idempotency_key)).size).toBe(3);
		expect(fixture.asked('sendChatMessages')).toEqual([]);
	});

	it('sends each part once in all executions with Write Once Per', async () => {
		const [{ chat_session_uid: to }] = groups();
		const before = lastOf(to);
		const items = [{ to, text: LONG, _event: { id: 'call_1', found_at: '2026-11-20T08:00:00Z' } }];
		const once = { ifTooLong: 'split', writeOncePer: '={{ $json._event.id }}' };
		const first = await fixture.run({ ...send(once), items });
		const second = await fixture.run({ ...send(once), items });
		expect(sentTo(to, before).join('\n')).toBe(LONG);
		expect(jsonOf(second.items)).toEqual(jsonOf(first.items));
	});

	it.each(['word '.repeat(200_001), `${'x'.repeat(6_000)}. `.repeat(101)])(
		'refuses a text of more than 100 parts',
		async (text) => {
			const [{ chat_session_uid: to }] = groups();
			const { error } = await fixture.run({ ...send(), items: [{ to, text }] });
			expect(error?.message).toContain('takes at most 100 parts of up to 10000 characters');
		},
	);

	it.each([
		['a lost answer', { drop: 'after' as const }],
		['a refusal', { status: 400 }],
	])('repeats no part if an agent calls it again, after %s', async (_what, fault) => {
		const [{ chat_session_uid: to }] = groups();
		const before = lastOf(to);
		fixture.service.faults.add({ operation: 'sendChatMessages', ...fault, after: 1, times: 20 });
		const setup = {
			...send(undefined, { conversation: uid(to), text: LONG }),
			node: 'svcChatTool',
			credential: fixture.credential,
			calls: [{}],
		};
		const [{ failed }] = await callTool(setup);
		expect(failed).toContain('1 of 3 messages were written');
		fixture.service.faults.clear();
		const [{ failed: again }] = await callTool(setup);
		expect(again).toBeUndefined();
		expect(sentTo(to, before).join('\n')).toBe(LONG);
	});
});

describe('a text that is too long by the white space around it alone', () => {
	const WORDS = 'word '.repeat(1_998).trim();
	const cases = [
		['9,989 characters and 20 line breaks', WORDS + '\n'.repeat(20), WORDS],
		['line breaks, blanks and 9,989 characters', `${'\n'.repeat(20)}   ${WORDS}`, WORDS],
		['paragraphs and 20 blanks', `${WORDS}\n\nend${' '.repeat(20)}`, `${WORDS}\n\nend`],
		['a word and 10,000 line breaks', `Hello${'\n'.repeat(10_000)}`, 'Hello'],
		['a word and more white space than 100 parts', `Hello${' '.repeat(1_000_001)}`, 'Hello'],
		['as many emojis as fit, and a blank', `${'😀'.repeat(10_000)} `, '😀'.repeat(10_000)],
	];
	const choices = [{}, { ifTooLong: 'split' }, { ifTooLong: 'shorten' }, { ifTooLong: 'fail' }];

	describe.each(choices)('with %j', (options) => {
		it.each(cases)('is sent without it: %s', async (_what, text, text_content) => {
			const [{ chat_session_uid: to }] = groups();
			const { items, error } = await fixture.run({ ...send(options), items: [{ to, text }] });
			expect(error).toBeUndefined();
			const [row, ...more] = jsonOf(items);
			expect(row.text_content).toBe(text_content);
			for (const key of ['part', 'text_shortened']) expect(row).not.toHaveProperty(key);
			expect(more).toEqual([]);
		});

		it('becomes one record', async () => {
			const items = [{ text: `Hello${'\n'.repeat(10_000)}` }];
			const { items: rows } = await fixture.run({ ...note(options), items });
			expect(jsonOf(rows).map(({ text_content }) => text_content)).toEqual(['Hello']);
		});
	});

	it('is no shortened title', async () => {
		const items = [{ title: `Hello${'\n'.repeat(200)}` }];
		const [row] = jsonOf((await fixture.run({ ...task(), items })).items);
		expect(row).toMatchObject({ title: 'Hello', description: null });
		expect(row).not.toHaveProperty('title_shortened');
	});

	it.each(['😀'.repeat(9_999) + '\n', `\n${'x'.repeat(9_998)}\n`])(
		'is none if it fits with the white space, which is sent',
		async (text) => {
			const [{ chat_session_uid: to }] = groups();
			await fixture.run({ ...send(), items: [{ to, text }] });
			expect(fixture.itemsOf('sendChatMessages').flat()).toMatchObject([{ text_content: text }]);
		},
	);
});

describe('a fault while parts are sent', () => {
	const faults = [
		['the answer is lost', { drop: 'after', times: 20 }],
		['the connection is lost', { drop: 'before', times: 20 }],
		['the service refuses it', { status: 400 }],
		['the service is down', { status: 503, times: 20 }],
	] as const;
	const cases = faults.flatMap(([what, fault]) =>
		[0, 1, 2].map((after) => ({ what, fault, after })),
	);

	/** Checks that both messages arrived, each part once and in order. */
	function expectAllOnce(to: string, before: number): void {
		const sent = sentTo(to, before);
		expect(sent).toHaveLength(4);
		expect(sent.slice(0, 3).join('\n')).toBe(LONG);
		expect(sent[3]).toBe('behind');
	}
	const start = () => {
		const [{ chat_session_uid: to }] = groups();
		const items = [
			{ to, text: LONG },
			{ to, text: 'behind' },
		];
		return { to, before: lastOf(to), items };
	};

	it.each(cases)(
		'after part $after, where $what, leads to each part once with Retry On Fail',
		async ({ fault, after }) => {
			const { to, before, items } = start();
			const status = 'status' in fault && fault.status === 400;
			// One try of the node uses up five tries of the request
			const times = status ? 1 : 5;
			fixture.service.faults.add({ operation: 'sendChatMessages', ...fault, after, times });
			const { items: rows, error } = await fixture.run({
				...send(),
				items,
				settings: { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 },
			});
			expect(error).toBeUndefined();
			expectAllOnce(to, before);
			expect(jsonOf(rows).map(({ part }) => part)).toEqual([1, 2, 3, undefined]);
			expect(jsonOf(rows).map(({ sequence }) => sequence)).toEqual(
				[1, 2, 3, 4].map((i) => before + i),
			);
		},
	);

	it.each(cases)(
		'after part $after, where $what, leads to each part once with "Retry execution"',
		async ({ fault, after }) => {
			const { to, before, items } = start();
			fixture.service.faults.add({ operation: 'sendChatMessages', ...fault, after });
			const failed = await fixture.run({ ...send(), items });
			expect(failed.error).toBeDefined();
			if (after > 0) expect(failed.error?.message).toContain(`${after} of 3 messages were written`);
			fixture.service.faults.clear();
			const { items: rows } = await fixture.retry(failed.run, { ...send(), items } as never);
			expectAllOnce(to, before);
			expect(jsonOf(rows).map(({ part }) => part)).toEqual([1, 2, 3, undefined]);
		},
	);

	it('does not mix two texts if the text was changed before "Retry execution"', async () => {
		const { to, before, items } = start();
		fixture.service.faults.add({ operation: 'sendChatMessages', status: 400, after: 1 });
		const failed = await fixture.run({ ...send(), items });
		fixture.service.faults.clear();
		const other = send(undefined, { text: '={{ $json.text + "!" }}' });
		const { error } = await fixture.retry(failed.run, { ...other, items } as never);
		expect(error?.message).toContain('An earlier try wrote the message with other content');
		expect(sentTo(to, before)).toHaveLength(1);
	});
});

describe('Record > Create', () => {
	const records = (title: string) =>
		[...account().records.values()].filter((record) => record.title === title);

	it.each([{}, { ifTooLong: 'split' }])(
		'splits a long text into several records, each with the title (%j)',
		async (options) => {
			const additionalFields = { title: 'Long' };
			const { items } = await fixture.run({
				...note(options, { additionalFields }),
				items: [{ text: LONG }],
			});
			const { maxLength } = boundsOf('/api/v1/record/records/create', 'text_content');
			const count = Math.ceil(LONG.length / maxLength!);
			expect(count).toBeGreaterThan(1);
			expect(jsonOf(items).map(({ part, parts }) => [part, parts])).toEqual(
				Array.from({ length: count }, (_, i) => [i + 1, count]),
			);
			expect(
				jsonOf(items)
					.map(({ text_content }) => text_content)
					.join('\n'),
			).toBe(LONG);
			expect(records('Long')).toHaveLength(count);
		},
	);

	it('shortens a long title without any option', async () => {
		const title = 'Title '.repeat(1000);
		const { items } = await fixture.run({
			...note({}, { additionalFields: { title } }),
			items: [{ text: 'short' }],
		});
		expect(jsonOf(items)).toEqual([expect.objectContaining({ title_shortened: true })]);
	});

	it('shortens title and text', async () => {
		const { items } = await fixture.run({
			...note({ ifTooLong: 'shorten' }, { additionalFields: { title: '={{ $json.text }}' } }),
			items: [{ text: LONG }],
		});
		expect(jsonOf(items)).toEqual([
			expect.objectContaining({ text_shortened: true, title_shortened: true }),
		]);
	});
});

describe('Task > Create', () => {
	const TITLE = 'Fire the kiln and '.repeat(20).trim();

	it('shortens a long title without any option, and keeps the whole text in the description', async () => {
		const items = [{ title: TITLE }, { title: 'short' }];
		const outcome = await fixture.run({ ...task(), items });
		const [long, short] = jsonOf(outcome.items);
		expect(long.title).toMatch(/^Fire the kiln and .*…$/);
		expect([...String(long.title)].length).toBeLessThanOrEqual(200);
		expect(long).toMatchObject({ description: TITLE, title_shortened: true });
		expect(short).toMatchObject({ title: 'short', description: null });
		expect(short).not.toHaveProperty('title_shortened');
	});

	it('leaves a description as it is', async () => {
		const outcome = await fixture.run({
			...task({ additionalFields: { description: 'Cone 6' } }),
			items: [{ title: TITLE }],
		});
		expect(jsonOf(outcome.items)).toEqual([
			expect.objectContaining({ description: 'Cone 6', title_shortened: true }),
		]);
	});

	it('shortens the description too, to its own limit', async () => {
		const outcome = await fixture.run({ ...task(), items: [{ title: LONG }] });
		const [{ description }] = jsonOf(outcome.items);
		expect(String(description)).toMatch(/^Line 0000 .*…$/s);
		expect([...String(description)].length).toBeLessThanOrEqual(5000);
	});

	it('refuses a long title with Fail, and a long description without an option', async () => {
		const failing = { ...task({ options: { ifTooLong: 'fail' } }), items: [{ title: TITLE }] };
		expect((await fixture.run(failing)).error?.message).toContain("'Title' takes at most 200");
		const additionalFields = { description: LONG };
		const long = { ...task({ additionalFields }), items: [{ title: 'short' }] };
		expect((await fixture.run(long)).error?.message).toContain("'Description' takes at most 5000");
	});

	it('says so of a task that an earlier try has written, too', async () => {
		fixture.service.faults.add({
			match: ({ body }) =>
				((body?.items ?? []) as IDataObject[]).some(({ title }) => title === 'no'),
			status: 400,
		});
		const items = [{ title: TITLE }, { title: 'no' }];
		const settings = { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 };
		const outcome = await fixture.run({ ...task(), items, settings });
		expect(jsonOf(outcome.items)[0]).toMatchObject({ title_shortened: true });
	});
});
