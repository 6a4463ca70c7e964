import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { uid } from '../../dev/contract/choices';
import type { Outcome } from '../../dev/engine/runNode';
import { HOUR } from '../../nodes/shared/durations';
import { LIMITS, overrideLimits } from '../../dev/limits';
import { LIMITERS } from '../../nodes/shared/transport/limiter';
import { SIMULATIONS } from '../support/effort';
import { randomOf } from '../support/random';
import { jsonOf, linksOf, nodeOf, useService } from '../support/useService';

/** Write Once Per: what an item is written once for, in all executions of a workflow. */

const fixture = useService();

beforeAll(() => overrideLimits({ firstBackoff: 1 }));

let restore: (() => void) | undefined;
afterEach(() => restore?.());
/** A node that sends a request so many times. */
const trying = (maxTries: number) => (restore = overrideLimits({ maxTries }));

const account = () => fixture.service.account('a');
const FOUND_AT = '2026-11-20T08:00:00.000+01:00';
const event = (id: string, more: object = {}) => ({ _event: { id, found_at: FOUND_AT }, ...more });
const once = { writeOncePer: '={{ $json._event.id }}' };
const note = (parameters: IDataObject = {}) =>
	nodeOf('svcRecords')('record', 'create', {
		text: '={{ $json.text }}',
		options: once,
		...parameters,
	});
const task = (parameters: IDataObject = {}) =>
	nodeOf('svcArrangements')('arrangement', 'create', {
		title: '={{ $json.title }}',
		options: once,
		...parameters,
	});
const notes = () =>
	[...account().records.values()].filter(({ text_content }) => text_content.startsWith('note'));
const tasks = () =>
	[...account().arrangements.values()].filter(({ title }) => title.startsWith('task'));

it('writes an event once, however often its execution is started, at the time it was found', async () => {
	const items = [event('call_1', { text: 'note 1' }), event('call_2', { text: 'note 2' })];
	const first = await fixture.run({ ...note(), items });
	const second = await fixture.run({ ...note(), items });
	expect(linksOf(second.items)).toEqual([0, 1]);
	expect(jsonOf(second.items)).toEqual(jsonOf(first.items));
	expect(notes().map(({ send_at }) => send_at)).toEqual(Array(2).fill(Date.parse(FOUND_AT)));
});

it('says what an earlier execution has written, also after this one has lost its first answers', async () => {
	const run = { ...task(), items: [event('call_1', { title: 'task 1' })] };
	await fixture.run(run);
	tasks()[0].created_at -= 2 * HOUR;
	const lost = { operation: 'createArrangements', drop: 'after' as const, times: LIMITS.maxTries };
	fixture.service.faults.add(lost);
	const settings = { retryOnFail: true, maxTries: 2, waitBetweenTries: 0 };
	const { items, error } = await fixture.run({ ...run, settings });
	expect(error).toBeUndefined();
	expect(fixture.asked('createArrangements')).toHaveLength(LIMITS.maxTries + 2);
	expect(jsonOf(items)).toMatchObject([{ already_written: true }]);
	expect(tasks()).toHaveLength(1);
});

/** A value that tells the items of one event apart. */
const each = { writeOncePer: '={{ $json._event.id }} {{ $json.text }}' };
const goOn = { onError: 'continueErrorOutput' as const };

/** The outcome of each item: its own row, the row of another one, or the message of its failure. */
function toldOf({ items, errors, error }: Outcome, count: number): string[] {
	if (error) return [error.message];
	const failed = linksOf(errors);
	return Array.from({ length: count }, (_, i) => {
		const rows = items.filter((_row, at) => linksOf(items)[at] === i);
		if (rows.length === 0) return String(errors[failed.indexOf(i)].json.error);
		return rows.every(({ json }) => json.already_written) ? 'known' : 'written';
	});
}

const REFUSED = expect.stringMatching(/^The service refused/) as string;
const FAILED = expect.any(String) as string;
const UNSENT = expect.stringMatching(
	/the same as for item 1, .*0 of 2 items were written/,
) as string;
/** The message of an item whose value another item has, with other content. */
const like = (first: string, itself?: string) =>
	`'Write Once Per' is the same as for ${first}, whose content is different${itself ? ` [${itself}]` : ''}`;

/** The texts of the messages, notes and tasks of these tests. */
const texts = () => {
	const { messages, records, arrangements } = account();
	const sent = new Set([...messages.values()].map(({ record_uid }) => record_uid));
	const noted = [...records.values()].filter(({ record_uid }) => !sent.has(record_uid));
	return [
		...[...messages.values(), ...noted].map(({ text_content }) => text_content),
		...[...arrangements.values()].map(({ title }) => title),
	].filter((text) => /^[A-Z]{3}$/.test(text));
};
const groups = () =>
	[...account().conversations.values()].filter(
		({ kind, dissolved }) => kind === 'group' && !dissolved,
	);
/** Two names of one private chat: the public ID of the person, and the name of the chat. */
const partner = () => {
	const { conversations, people, profile } = account();
	const directs = [...conversations.values()].filter(
		({ kind, bot_uid }) => kind === 'direct' && !bot_uid,
	);
	const others = directs.map(({ members }) =>
		people.get([...members.keys()].find((ref) => ref !== profile.user_ref)!)!,
	);
	const { svc_id, nickname } = others.find((each) => each.svc_id && !each.remark)!;
	return { person: svc_id!, chat: nickname };
};

/** The items of two starts of a run: the topic of the first item has a wrong name at first. */
const oneWithWrongName = () => {
	const [{ title }] = account().topics.values();
	return ['No such topic', title].map((topic) => [
		{ text: 'AAA', topic },
		{ text: 'BBB', topic: title },
	]);
};

const KINDS = {
	task: { ...task({ title: '={{ $json.text }}' }), operation: 'createArrangements' },
	note: { ...note(), operation: 'createRecords' },
	message: {
		...nodeOf('svcChat')('message', 'send', {
			conversation: uid('={{ $json.to }}'),
			text: '={{ $json.text }}',
			options: once,
		}),
		operation: 'sendChatMessages',
	},
	/** To a conversation or a person by name */
	either: {
		...nodeOf('svcChat')('message', 'send', {
			conversation: { __rl: true, mode: 'name', value: '={{ $json.to }}' },
			text: '={{ $json.text }}',
			options: once,
		}),
		operation: 'sendChatMessages',
	},
	named: {
		...nodeOf('svcRecords')('record', 'create', {
			text: '={{ $json.text }}',
			container: 'topic',
			topic: { __rl: true, mode: 'name', value: '={{ $json.topic }}' },
			options: once,
		}),
		operation: 'createRecords',
	},
};

/** Items of one event in several executions: what each of these makes of them, and what is there at the end. */
it.each<{
	what: string;
	kind: keyof typeof KINDS;
	starts: () => object[][];
	told: string[][];
	there: string[];
	options?: IDataObject;
	/** Groups of so many items */
	groups?: number;
	/** On Error = Stop */
	stops?: true;
	/** Number of requests of the write */
	requests?: number;
}>([
	{
		what: 'two, one of which had no conversation at first',
		kind: 'message',
		starts: () =>
			['', groups()[0].chat_session_uid].map((to) => [
				{ text: 'AAA', to },
				{ text: 'BBB', to: groups()[0].chat_session_uid },
			]),
		told: [
			[FAILED, 'written'],
			[REFUSED, like('item 1', 'item 2 of 2')],
		],
		there: ['BBB'],
	},
	{
		what: 'two that their texts tell apart, one of which had no conversation at first',
		kind: 'message',
		options: each,
		starts: () =>
			['', groups()[0].chat_session_uid].map((to) => [
				{ text: 'AAA', to },
				{ text: 'BBB', to: groups()[0].chat_session_uid },
			]),
		told: [
			[FAILED, 'written'],
			['written', 'written'],
		],
		there: ['AAA', 'BBB'],
	},
	{
		what: 'two that their texts tell apart, one of which had a wrong name at first',
		kind: 'named',
		options: each,
		starts: oneWithWrongName,
		told: [
			[FAILED, 'written'],
			['written', 'written'],
		],
		there: ['AAA', 'BBB'],
	},
	{
		what: 'two, one of which had a wrong name at first',
		kind: 'named',
		starts: oneWithWrongName,
		told: [
			[FAILED, 'written'],
			[REFUSED, like('item 1', 'item 2 of 2')],
		],
		there: ['BBB'],
	},
	{
		what: 'three, before which another one comes at the second start',
		kind: 'task',
		options: each,
		starts: () => [
			[{ text: 'AAA' }, { text: 'BBB' }, { text: 'CCC' }],
			[{ text: 'ZZZ' }, { text: 'AAA' }, { text: 'BBB' }, { text: 'CCC' }],
		],
		told: [Array(3).fill('written') as string[], Array(4).fill('written') as string[]],
		there: ['AAA', 'BBB', 'CCC', 'ZZZ'],
	},
	{
		what: 'several tasks that nothing tells apart',
		kind: 'task',
		starts: () => [
			[{ text: 'AAA' }, { text: 'BBB' }, { text: 'CCC' }],
			[{ text: 'BBB' }, { text: 'AAA' }],
		],
		told: [
			['written', like('item 1', 'item 2 of 3'), like('item 1', 'item 3 of 3')],
			[REFUSED, like('item 1', 'item 2 of 2')],
		],
		there: ['AAA'],
	},
	{
		what: 'several tasks that nothing tells apart, with On Error = Stop',
		kind: 'task',
		stops: true,
		starts: () => [[{ text: 'AAA' }, { text: 'BBB' }, { text: 'CCC' }]],
		told: [[`2 of 3 items are not valid: item 2: ${like('item 1')}; item 3: ${like('item 1')}`]],
		there: [],
		requests: 0,
	},
	{
		what: 'two that nothing tells apart, in groups',
		kind: 'task',
		groups: 1,
		stops: true,
		starts: () => [[{ text: 'AAA' }, { text: 'BBB' }]],
		told: [[like('item 1', 'item 2 of 2')]],
		there: [],
		requests: 0,
	},
	...(['task', 'note'] as const).map((kind) => ({
		what: 'equal ones',
		kind,
		starts: () => [[{ text: 'AAA' }, { text: 'AAA' }], [{ text: 'AAA' }]],
		told: [['written', 'known'], ['written']],
		there: ['AAA'],
		requests: 2,
	})),
	{
		what: 'equal ones in groups',
		kind: 'message',
		groups: 1,
		starts: () => [Array(3).fill({ text: 'AAA', to: groups()[0].chat_session_uid }) as object[]],
		told: [['written', 'known', 'known']],
		there: ['AAA'],
		requests: 1,
	},
	{
		what: 'one for each of two conversations',
		kind: 'message',
		starts: () =>
			[0, 1].map(() =>
				groups()
					.slice(0, 2)
					.map(({ chat_session_uid: to }) => ({ text: 'AAA', to })),
			),
		told: [
			['written', 'written'],
			['written', 'written'],
		],
		there: ['AAA', 'AAA'],
	},
	{
		what: 'equal ones to a person and to the private chat with them',
		kind: 'either',
		starts: () => {
			const { chat, person } = partner();
			return [
				[
					{ text: 'AAA', to: person },
					{ text: 'AAA', to: chat },
				],
				[{ text: 'AAA', to: chat }],
			];
		},
		told: [['written', 'known'], ['written']],
		there: ['AAA'],
	},
	...([true, undefined] as const).map((stops) => ({
		what: `different ones to a person and to the private chat with them${stops ? ', with On Error = Stop' : ''}`,
		kind: 'either' as const,
		stops,
		starts: () => {
			const { chat, person } = partner();
			return [
				[
					{ text: 'AAA', to: person },
					{ text: 'BBB', to: chat },
				],
			];
		},
		told: [stops ? [UNSENT] : ['written', like('item 1', 'item 2 of 2')]],
		there: stops ? [] : ['AAA'],
		requests: stops ? 0 : 1,
	})),
	{
		what: 'equal ones at different times, the first of which counts',
		kind: 'note',
		starts: () => [
			[
				{ text: 'AAA' },
				{ text: 'AAA', _event: { id: 'call_1', found_at: '2026-11-21T08:00:00Z' } },
			],
		],
		told: [['written', 'known']],
		there: ['AAA'],
		requests: 1,
	},
])('$what ($kind)', async (row) => {
	const { kind, starts, told, there, options = once, stops, requests, groups: size } = row;
	fixture.expectViolations();
	const { operation, parameters, node } = KINDS[kind];
	const batch = { batchSize: size, batchInterval: 1 };
	const requestOptions = size ? { batching: { batch } } : {};
	const outcomes: string[][] = [];
	for (const items of starts()) {
		const outcome = await fixture.run({
			node,
			parameters: { ...parameters, options, requestOptions } as INodeParameters,
			items: items.map((item) => event('call_1', item)),
			settings: stops ? {} : goOn,
		});
		outcomes.push(toldOf(outcome, items.length));
	}
	expect(outcomes).toEqual(told);
	expect(texts().sort()).toEqual(there);
	if (requests !== undefined) expect(fixture.asked(operation)).toHaveLength(requests);
});

describe('an item that is equal to one before it', () => {
	const items = ['one', 'two', 'one'].map((text) => event(text, { text: `note ${text}` }));

	it('shares its failure, and its outcome in a retry', async () => {
		fixture.service.faults.add({
			operation: 'createRecords',
			match: ({ body }) => JSON.stringify(body).includes('note one'),
			status: 400,
			times: 2,
		});
		const { errors } = await fixture.run({ ...note(), items, settings: goOn });
		expect(linksOf(errors)).toEqual([0, 2]);
		expect(jsonOf(errors)[1]).toMatchObject({ details: jsonOf(errors)[0].details });
		const sent = fixture.asked('createRecords').length;
		trying(1);
		fixture.service.faults.add({ operation: 'createRecords', drop: 'after', times: 1 });
		const again = { retryOnFail: true, maxTries: 2, waitBetweenTries: 0 };
		const outcome = await fixture.run({ ...note(), items, settings: again });
		expect(toldOf(outcome, 3)).toEqual(['written', 'written', 'known']);
		expect(fixture.asked('createRecords').slice(sent)).toHaveLength(2);
		expect(notes()).toHaveLength(2);
	});

	it('shares it in a retried execution as well', async () => {
		trying(1);
		fixture.service.faults.add({ operation: 'createRecords', drop: 'after', times: 1 });
		const { run, error } = await fixture.run({ ...note(), items });
		expect(error?.message).toContain('may have been written');
		const retried = await fixture.retry(run, { ...note(), items });
		expect(toldOf(retried, 3)).toEqual(['written', 'written', 'known']);
		expect(notes()).toHaveLength(2);
	});

	it('has all parts of a long text', async () => {
		const text = `note ${'word '.repeat(1500)}`;
		const outcome = await fixture.run({
			...note(),
			items: [event('e', { text }), event('e', { text })],
		});
		expect(outcome.items.map(({ json }) => [json.part, json.already_written])).toEqual([
			[1, undefined],
			[2, undefined],
			[1, true],
			[2, true],
		]);
		expect(notes()).toHaveLength(1);
		expect(fixture.itemsOf('createRecords').flat()).toHaveLength(2);
	});

	it('has its rejection, which is no write', async () => {
		const svcId = [...fixture.service.account('b').teams.values()][0].svc_id;
		const { items: rows } = await fixture.run({
			...nodeOf('svcTeams')('team', 'create', {
				name: 'Kilns',
				svcId,
				options: { ...once, ifRejected: 'output' },
			}),
			items: [event('e'), event('e')],
		});
		expect(jsonOf(rows)).toEqual(Array(2).fill(expect.objectContaining({ status: 'rejected' })));
		expect(jsonOf(rows)[1]).not.toHaveProperty('already_written');
		expect(fixture.itemsOf('createTeams').flat()).toHaveLength(1);
	});

	it('is none if it goes to another person, also with Validate Only', async () => {
		const { conversations, profile } = account();
		const chats = [...conversations.values()].filter(
			({ kind, bot_uid }) => kind === 'direct' && !bot_uid,
		);
		const people = chats.map(({ members }) => [...members.keys()]);
		const person = people.map((refs) => refs.find((ref) => ref !== profile.user_ref)!);
		const { items: rows } = await fixture.run({
			...nodeOf('svcChat')('message', 'send', {
				sendTo: 'person',
				person: uid('={{ $json.to }}'),
				text: 'AAA',
				options: { ...once, validateOnly: true },
			}),
			items: [0, 1, 0].map((i) => event('e', { to: person[i] })),
		});
		expect(rows.map(({ json }) => (json.requests as unknown[]).length)).toEqual([2, 2, 0]);
	});

	it('has no request with Validate Only, where different ones fail', async () => {
		const options = { ...once, validateOnly: true };
		const run = { ...task({ options }), settings: goOn };
		const given = ['task', 'task', 'other'].map((title) => event('e', { title }));
		const { items: rows, errors } = await fixture.run({ ...run, items: given });
		expect(rows.map(({ json }) => (json.requests as unknown[]).length)).toEqual([1, 0]);
		expect(jsonOf(errors)[0].error).toBe(like('item 1', 'item 3 of 3'));
	});
});

/** Turns of a loop: the same node, several times in one execution. */
describe('in later runs of a loop', () => {
	const additionalFields = { sendAt: '2026-01-01T00:00:00Z' };
	const job = (text: string, options: IDataObject = { writeOncePer: 'job' }) => ({
		...note({ text, additionalFields, options }),
		times: 3,
		settings: { onError: 'continueRegularOutput' as const },
	});
	/** The outcome of each run. */
	const toldOfRuns = ({ run }: Outcome) =>
		run.data.resultData.runData.Svc.map(({ data }) =>
			data!.main.flatMap((output) =>
				(output ?? []).map(({ json }) => json.error ?? json.already_written ?? 'written'),
			),
		);

	it('the same content is written once, and the row of the first run is the output', async () => {
		const outcome = await fixture.run(job('note'));
		expect(toldOfRuns(outcome)).toEqual([['written'], [true], [true]]);
		expect(notes()).toHaveLength(1);
		expect(fixture.asked('createRecords')).toHaveLength(1);
	});

	it('other content is refused, which names the item of the first run', async () => {
		const outcome = await fixture.run(job('=note {{ $runIndex }}'));
		const refused = [like('item 1 of run 1')];
		expect(toldOfRuns(outcome)).toEqual([['written'], refused, refused]);
		expect(notes().map(({ text_content }) => text_content)).toEqual(['note 0']);
	});

	it('content with a value of its own is written', async () => {
		const options = { writeOncePer: '=job {{ $runIndex }}' };
		await fixture.run(job('=note {{ $runIndex }}', options));
		expect(notes()).toHaveLength(3);
	});

	it('content is written that an earlier run could not write, whatever it is', async () => {
		fixture.service.faults.add({ operation: 'createRecords', status: 400, times: 1 });
		const outcome = await fixture.run(job('=note {{ $runIndex }}'));
		const [[first], ...others] = toldOfRuns(outcome);
		expect(first).toMatch(/refused/);
		expect(others).toEqual([['written'], [like('item 1 of run 2')]]);
		expect(notes().map(({ text_content }) => text_content)).toEqual(['note 1']);
	});

	it('content is sent again whose outcome is not known, and other content left to the service', async () => {
		trying(1);
		for (const text of ['note', '=note {{ $runIndex }}']) {
			fixture.expectViolations();
			fixture.service.faults.add({ operation: 'createRecords', drop: 'after', times: 1 });
			await fixture.run(job(text, { writeOncePer: text.slice(1) }));
		}
		expect(notes().map(({ text_content }) => text_content)).toEqual(['note', 'note 0']);
	});
});

it('writes nothing while the account is not known, which is a part of the key', async () => {
	const credential = { ...fixture.credential, apiKey: fixture.service.addKey('a') };
	const fault = { operation: 'getCurrentUserProfile', status: 401 };
	const run = { ...note(), items: [event('call_1', { text: 'note 1' })], credential };
	fixture.service.faults.add(fault);
	const { error } = await fixture.run(run);
	expect(error?.message).toMatch(/^'Write Once Per' needs the account/);
	expect(notes()).toEqual([]);
	fixture.service.faults.add(fault);
	const settings = { retryOnFail: true, maxTries: 2, waitBetweenTries: 0 };
	for (let start = 0; start < 2; start++) await fixture.run({ ...run, settings });
	expect(notes()).toHaveLength(1);
});

it('names the field if its expression yields an object without a text', async () => {
	const options = { writeOncePer: '={{ Object.create(null) }}' };
	const items = [event('call_1', { text: 'note 1' })];
	const { error } = await fixture.run({ ...note({ options }), items });
	expect(error!.message).toMatch(/^'Write Once Per' must be text/);
	expect(fixture.requests).toEqual([]);
});

it('needs the time of an event or of the user, and says so before anything is sent', async () => {
	const { error } = await fixture.run({
		...note(),
		items: [{ text: 'note', _event: { id: 'x' } }],
	});
	expect(error?.message).toBe(
		"'Write Once Per' also needs 'Time', since the input has no _event.found_at: the service recognizes a repeated write only if its time is the same",
	);
	expect(fixture.requests).toEqual([]);
	const timed = note({ additionalFields: { sendAt: '2026-01-01T00:00:00Z' } });
	const { items } = await fixture.run({ ...timed, items: [{ text: 'note', _event: { id: 'x' } }] });
	expect(items).toHaveLength(1);
});

describe('with other content than was written', () => {
	const all = () => Array.from({ length: 10 }, (_, i) => event(`call_${i}`, { text: `note ${i}` }));
	const changed = () => all().map((item, i) => (i === 4 ? { ...item, text: 'note other' } : item));
	const settings = { onError: 'continueErrorOutput' as const };

	it('fails that item alone, and says what may be the cause, if the service refuses it', async () => {
		fixture.expectViolations();
		await fixture.run({ ...note(), items: all() });
		const { items, errors } = await fixture.run({ ...note(), items: changed(), settings });
		expect(linksOf(items)).toEqual([0, 1, 2, 3, 5, 6, 7, 8, 9]);
		expect(String((jsonOf(errors)[0].details as IDataObject).description)).toContain(
			'If an earlier execution has written it with other content',
		);
		expect(notes()).toHaveLength(10);
	});

	it('outputs what was written, and says so, if the service repeats the first outcome', async () => {
		fixture.service.settings.keys = 'repeated';
		await fixture.run({ ...note(), items: all() });
		const { items } = await fixture.run({ ...note(), items: changed(), settings });
		expect(jsonOf(items)[4]).toMatchObject({ text_content: 'note 4', already_written: true });
		expect(jsonOf(items)[3]).not.toHaveProperty('already_written');
		expect(notes()).toHaveLength(10);
	});
});

it('says of a task that it existed already, if it is older than the request', async () => {
	const items = [event('call_1', { title: 'task 1' })];
	await fixture.run({ ...task(), items });
	fixture.service.advance(3_600_000);
	const { items: again } = await fixture.run({ ...task(), items });
	expect(jsonOf(again)).toMatchObject([{ title: 'task 1', already_written: true }]);
});

it('keeps key and time after a rejection, so that Retry On Fail writes the same', async () => {
	fixture.service.faults.add({ operation: 'createRecords', status: 503, times: 5 });
	const items = [event('call_1', { text: 'note 1' })];
	const settings = { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 };
	await fixture.run({ ...note(), items, settings });
	const sent = fixture.requests.flatMap(({ body }) => (body?.items ?? []) as IDataObject[]);
	const keyed = sent.filter(({ idempotency_key }) => idempotency_key);
	expect(new Set(keyed.map((item) => JSON.stringify(item))).size).toBe(1);
});

/** The text and target of an item of a series, and whether it can be written at all. */
interface Wish {
	value: string;
	to: string;
	text: string;
	valid: boolean;
}

/** Targets that do not exist. */
const NOWHERE = { message: '', named: 'No such topic' };

/** Kinds of writes, each with the two targets of its items. A topic is content: a note has no target. */
const SERIES = {
	message: {
		targets: () => groups().map(({ chat_session_uid }) => chat_session_uid),
		keyOf: ({ value, to }: Wish) => `${value} ${to}`,
		contentOf: ({ text }: Wish) => text,
		there: () =>
			[...account().messages.values()].map(({ chat_session_uid, text_content }) => {
				return { to: chat_session_uid, text: text_content };
			}),
	},
	named: {
		targets: () => [...account().topics.values()].map(({ title }) => title),
		keyOf: ({ value }: Wish) => value,
		contentOf: ({ text, to }: Wish) => `${text} ${to}`,
		there: () =>
			[...account().records.values()].map(({ container, text_content }) => {
				const topic = account().topics.get('topic_uid' in container ? container.topic_uid : '');
				return { to: topic?.title ?? '', text: text_content };
			}),
	},
	task: {
		targets: () => ['', ''],
		keyOf: ({ value }: Wish) => value,
		contentOf: ({ text }: Wish) => text,
		there: () => [...account().arrangements.values()].map(({ title }) => ({ to: '', text: title })),
	},
};

/**
 * Series of executions of one workflow in which values, targets, names and the items before differ, answers are lost
 * and executions are stopped, with a last execution without a fault. What is written is compared with what each item was told, and what an execution without a
 * fault says, with what is known to be there.
 */
it('random series of executions write each value once for each target, and say what was not written', async () => {
	fixture.expectViolations();
	trying(2);
	for (let number = 0; number < SIMULATIONS; number++) {
		fixture.service.reset();
		LIMITERS.clear();
		const random = randomOf('write once', number);
		const kind = random.pick(['message', 'named', 'task'] as const);
		const { targets, keyOf, contentOf, there } = SERIES[kind];
		const { node, operation, parameters } = KINDS[kind];
		const [one, two] = targets();
		/** Content of each key in the service */
		const written = () => {
			const found = new Map<string, string[]>();
			for (const { to, text } of there().filter((each) => /^e\d: [AB]$/.test(each.text))) {
				const wish = { value: text.slice(0, 2), to, text, valid: true };
				found.set(keyOf(wish), [...(found.get(keyOf(wish)) ?? []), contentOf(wish)]);
			}
			return found;
		};
		const wishOf = (): Wish => {
			const value = random.pick(['e1', 'e2']);
			const valid = random.chance(0.8);
			const to = random.pick([one, one, two]);
			const text = `${value}: ${random.pick(['A', 'A', 'B'])}`;
			if (valid) return { value, to, text, valid };
			return kind === 'task'
				? { value, to, text: '', valid }
				: { value, to: NOWHERE[kind], text, valid };
		};
		for (let start = 0; start < 5; start++) {
			const fault =
				start < 4 ? random.pick(['none', 'before', 'after', 'busy', 'stop'] as const) : 'none';
			const stops = start < 4 && random.chance(0.4);
			const wishes = Array.from({ length: random.int(1, 4) }, wishOf);
			const size = random.int(1, 2);
			const before = written();
			const asked = fixture.asked(operation).length;
			const outcome = await played(wishes);
			const now = written();
			const told = JSON.stringify({ number, start, kind, fault, stops, wishes });
			for (const [key, contents] of now)
				expect([told, key, contents.length]).toEqual([told, key, 1]);
			for (const [key, contents] of before) expect([told, now.get(key)]).toEqual([told, contents]);
			const items = linksOf(outcome.items);
			const failed = linksOf(outcome.errors);
			/** True for each item that is refused as long as nothing else fails */
			const first = new Map<string, string>();
			const invalid = wishes.map((wish) => {
				if (!wish.valid) return true;
				const content = first.get(keyOf(wish)) ?? contentOf(wish);
				first.set(keyOf(wish), content);
				return content !== contentOf(wish);
			});
			const refused = wishes.map(
				(wish, i) =>
					invalid[i] || (before.get(keyOf(wish)) ?? [contentOf(wish)])[0] !== contentOf(wish),
			);
			if (stops && invalid.includes(true))
				expect([told, fixture.asked(operation).length]).toEqual([told, asked]);
			for (const [i, wish] of wishes.entries()) {
				const isThere = now.get(keyOf(wish))?.[0] === contentOf(wish);
				if (items.includes(i)) expect([told, i, isThere]).toEqual([told, i, true]);
				if (outcome.error || fault === 'stop') continue;
				// Every item is written or fails
				expect([told, i, items.includes(i)]).toEqual([told, i, !failed.includes(i)]);
				if (fault === 'none') expect([told, i, failed.includes(i)]).toEqual([told, i, refused[i]]);
			}
			if (stops && fault === 'none')
				expect([told, outcome.error !== undefined]).toEqual([told, refused.includes(true)]);

			async function played(items: Wish[]): Promise<Outcome> {
				const times = random.int(1, 4);
				const kinds = {
					before: { drop: 'before' },
					after: { drop: 'after' },
					busy: { status: 503 },
				} as const;
				if (fault in kinds)
					fixture.service.faults.add({
						...kinds[fault as keyof typeof kinds],
						operation,
						times,
						after: random.int(0, 1),
					});
				const stopAt = random.int(0, 2);
				let requests = 0;
				let off = () => {};
				const setup = {
					node,
					parameters: {
						...parameters,
						options: { writeOncePer: '={{ $json.value }}' },
						requestOptions:
							size === 1 ? {} : { batching: { batch: { batchSize: size, batchInterval: 1 } } },
					} as INodeParameters,
					items: items.map((wish) => ({ ...event('', wish), topic: wish.to })),
					settings: {
						...(stops ? {} : goOn),
						...(random.chance(0.5) && { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 }),
					},
				};
				const first = await fixture.run({
					...setup,
					onStart(stop) {
						off = fixture.service.listen((entry) => {
							if (fault === 'stop' && entry.operation === operation && requests++ === stopAt)
								stop();
						});
					},
				});
				off();
				fixture.service.faults.clear();
				const again = first.error && fault !== 'stop' && random.chance(0.5);
				return again ? await fixture.retry(first.run, setup) : first;
			}
		}
	}
});
