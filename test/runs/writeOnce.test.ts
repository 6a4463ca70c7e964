import type { IDataObject } from 'n8n-workflow';

import { uid } from '../../dev/contract/choices';
import { HOUR } from '../../nodes/shared/durations';
import { LIMITS, overrideLimits } from '../../nodes/shared/limits';
import { jsonOf, linksOf, nodeOf, useService } from '../support/useService';

/** Write Once Per: what an item is written once for, in all executions of a workflow. */

const fixture = useService();

beforeAll(() => overrideLimits({ firstBackoff: 1 }));

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

it('writes five tasks of one event, and none of them again', async () => {
	const items = Array.from({ length: 5 }, (_, i) => event('call_1', { title: `task ${i}` }));
	for (let start = 0; start < 2; start++) {
		const { items: made } = await fixture.run({ ...task(), items });
		expect(made).toHaveLength(5);
	}
	expect(tasks()).toHaveLength(5);
});

it('writes all of an event, although one item of it was not valid at the first start', async () => {
	const settings = { onError: 'continueErrorOutput' as const };
	const items = [0, 1, 2].map((i) => event('call_1', { title: `task ${i}` }));
	const invalid = items.map((item, i) => (i === 0 ? { ...item, title: '' } : item));
	await fixture.run({ ...task(), items: invalid, settings });
	const { errors } = await fixture.run({ ...task(), items, settings });
	expect(errors).toEqual([]);
	expect(tasks().map(({ title }) => title)).toEqual(expect.arrayContaining(['task 0', 'task 2']));
	expect(tasks()).toHaveLength(3);
});

it('writes all of an event, although the topic of one item had another name at the first start', async () => {
	const [{ title }] = account().topics.values();
	const topic = { __rl: true, mode: 'name', value: '={{ $json.topic }}' };
	const items = [0, 1, 2].map((i) => event('call_1', { text: `note ${i}`, topic: title }));
	const unnamed = items.map((item, i) => (i === 0 ? { ...item, topic: 'No such topic' } : item));
	for (const each of [unnamed, items]) {
		const settings = { onError: 'continueErrorOutput' as const };
		await fixture.run({ ...note({ container: 'topic', topic }), items: each, settings });
	}
	expect(
		notes()
			.map(({ text_content }) => text_content)
			.sort(),
	).toEqual(['note 0', 'note 1', 'note 2']);
});

it('counts the messages of an event for each conversation, also while one is not valid', async () => {
	const chats = [...account().conversations.values()].filter(
		({ kind, dissolved }) => kind === 'group' && !dissolved,
	);
	const message = nodeOf('svcChat')('message', 'send', {
		conversation: uid('={{ $json.chat }}'),
		text: '={{ $json.text }}',
		options: once,
	});
	const items = [0, 0, 1].map((i, at) =>
		event('call_1', { chat: chats[i].chat_session_uid, text: `message ${at}` }),
	);
	const invalid = items.map((item, i) => (i === 0 ? { ...item, text: '' } : item));
	for (const each of [invalid, items])
		await fixture.run({ ...message, items: each, settings: { onError: 'continueErrorOutput' } });
	const sent = fixture.itemsOf('sendChatMessages').flat();
	const keyOf = (text: string) =>
		sent.filter(({ text_content }) => text_content === text).map((each) => each.idempotency_key);
	for (const text of ['message 1', 'message 2']) expect(new Set(keyOf(text)).size).toBe(1);
	expect(new Set(sent.map(({ idempotency_key }) => idempotency_key)).size).toBe(3);
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

it('writes in each run of a loop, and for each conversation', async () => {
	const additionalFields = { sendAt: '2026-01-01T00:00:00Z' };
	await fixture.run({
		...note({ text: 'note', additionalFields, options: { writeOncePer: 'job' } }),
		times: 3,
	});
	expect(notes()).toHaveLength(3);
	const groups = [...account().conversations.values()]
		.filter(({ kind, dissolved }) => kind === 'group' && !dissolved)
		.slice(0, 2);
	const { error, items } = await fixture.run({
		node: 'svcChat',
		parameters: {
			resource: 'message',
			operation: 'send',
			conversation: uid('={{ $json.chat }}'),
			text: 'note',
			options: once,
		} as never,
		items: groups.map(({ chat_session_uid: chat }) => event('call_1', { chat })),
	});
	expect(error).toBeUndefined();
	expect(items).toHaveLength(2);
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
