import type { IDataObject } from 'n8n-workflow';

import { uid } from '../../dev/contract/choices';
import { callTool } from '../../dev/engine/runTool';
import type { StoredMessage } from '../../dev/areas/Chat/data';
import { overrideLimits } from '../../dev/limits';
import { jsonOf, linksOf, nodeOf, useService } from '../support/useService';

/** Message > Update: own messages are changed through their records, others are never sent. */

const fixture = useService();

beforeAll(() => overrideLimits({ firstBackoff: 1 }));

const READ = 'batchGetChatMessages';
const WRITE = 'updateRecords';
const account = () => fixture.service.account('a');
const recordOf = ({ record_uid = '' }: StoredMessage) => account().records.get(record_uid)!;
const messages = () => [...account().messages.values()];
const own = () =>
	messages().filter((message) => {
		const record = recordOf(message);
		const isMine = record?.creator_user_ref === account().profile.user_ref;
		return isMine && record.state === 'available' && !record.locked;
	});
const foreign = () =>
	messages().find(({ sender, record_state }) => {
		const isMine = sender.sender_user_ref === account().profile.user_ref;
		return !isMine && record_state === 'available';
	})!;
const bySequence = {
	conversation: uid('={{ $json.chat }}'),
	sequence: '={{ $json.sequence }}',
	text: '={{ $json.text }}',
};
const byRecord = { by: 'record', record: uid('={{ $json.record }}'), text: '={{ $json.text }}' };
const update = (parameters: IDataObject = bySequence) => ({
	node: 'svcChat',
	parameters: { resource: 'message', operation: 'update', ...parameters } as never,
});
const itemOf = (message: StoredMessage, text = 'Kiln is cold') => ({
	chat: message.chat_session_uid,
	sequence: message.sequence,
	record: message.record_uid,
	text,
});
const { itemsOf: sentTo } = fixture;
const onItsOwn = { settings: { onError: 'continueErrorOutput' as const } };

/** The service answers the exact read of messages with other fields. */
function answerWith(change: (message: IDataObject) => IDataObject): void {
	fixture.service.faults.add({
		operation: READ,
		rewrite: (envelope) => {
			const data = envelope.data as { items: IDataObject[] };
			const items = data.items.map(({ message, ...item }) => ({
				...item,
				message: change(message as IDataObject),
			}));
			return { ...envelope, data: { ...data, items } };
		},
	});
}

describe('changes the text of an own message', () => {
	it('by conversation and sequence, with the record and version of the message', async () => {
		const [message] = own();
		const record = recordOf(message);
		const { title, version } = record;
		const { items } = await fixture.run({ ...update(), items: [itemOf(message)] });
		expect(record).toMatchObject({ text_content: 'Kiln is cold', title, version: version + 1 });
		const { chat_session_uid, sequence, record_uid } = message;
		expect(jsonOf(items)).toEqual([
			{ chat_session_uid, sequence, record_uid, status: 'succeeded', version: version + 1 },
		]);
		expect(sentTo(READ)).toEqual([[{ item_id: '0', chat_session_uid, sequence }]]);
		expect(sentTo(WRITE)).toEqual([
			[
				{
					item_id: '0',
					record_uid,
					expected_version: version,
					text_content: 'Kiln is cold',
					edit_at: expect.any(Number),
					idempotency_key: expect.any(String),
				},
			],
		]);
	});

	it('by the UID of its record, as Send returns it, and its title', async () => {
		const { chat_session_uid } = own()[0];
		const send = nodeOf('svcChat')('message', 'send', {
			conversation: uid(chat_session_uid),
			text: 'Hello wrld',
		});
		const [{ record_uid, sequence }] = jsonOf((await fixture.run(send)).items);
		const options = { title: 'Greeting' };
		await fixture.run({
			...update({ ...byRecord, options }),
			items: [{ record: String(record_uid), text: 'Hello world' }],
		});
		const get = { ...send.parameters, operation: 'get', sequence };
		const [read] = jsonOf((await fixture.run({ node: 'svcChat', parameters: get as never })).items);
		expect(read).toMatchObject({ text_content: 'Hello world', title: 'Greeting' });
		expect(read.record_version).toBe(2);
	});

	it('in 3 reads and 3 writes for 25 messages', async () => {
		const some = own().slice(0, 25);
		expect(some).toHaveLength(25);
		const { items } = await fixture.run({
			...update(),
			items: some.map((message, i) => itemOf(message, `Text ${i}`)),
		});
		expect(linksOf(items)).toEqual(some.map((_message, i) => i));
		expect(some.map((message) => recordOf(message).text_content)).toEqual(
			some.map((_message, i) => `Text ${i}`),
		);
		expect([sentTo(READ), sentTo(WRITE)].map((sent) => sent.map(({ length }) => length))).toEqual([
			[10, 10, 5],
			[10, 10, 5],
		]);
	});

	it.each([
		['conversation and sequence', bySequence],
		['record', byRecord],
	])('one change after the other, in their order, by %s', async (_by, parameters) => {
		const [message] = own();
		const texts = ['one', 'two', 'three'];
		const { errors } = await fixture.run({
			...update(parameters),
			items: texts.map((text) => itemOf(message, text)),
		});
		expect(errors).toEqual([]);
		expect(sentTo(WRITE).map(([{ text_content }]) => text_content)).toEqual(texts);
		expect(recordOf(message).text_content).toBe('three');
	});

	it('as the tool of an agent, over n8n’s routing', async () => {
		const [message] = own();
		const { chat_session_uid, sequence } = message;
		const [{ result }] = await callTool({
			node: 'svcChatTool',
			parameters: {
				resource: 'message',
				operation: 'update',
				conversation: uid(chat_session_uid),
				sequence,
				text: 'Kiln is cold',
			},
			credential: fixture.credential,
			calls: [{}],
		});
		expect(result).toMatchObject([{ status: 'succeeded', chat_session_uid, sequence }]);
		expect(recordOf(message).text_content).toBe('Kiln is cold');
	});
});

describe('sends nothing for', () => {
	const failing = [
		['a message of somebody else', 'not_mutable', () => itemOf(foreign()), undefined],
		[
			'a message that does not say whether it can be changed',
			'not_mutable',
			() => itemOf(own()[0]),
			({ mutable: _mutable, ...message }: IDataObject) => message,
		],
		[
			'a message that cannot be changed',
			'not_mutable',
			() => itemOf(own()[0]),
			(message: IDataObject) => ({ ...message, mutable: false }),
		],
		[
			'a message without its record',
			'not_mutable',
			() => itemOf(own()[0]),
			({ record_uid: _uid, ...message }: IDataObject) => message,
		],
		[
			'a message that is not there',
			'record_not_found',
			() => ({ ...itemOf(own()[0]), sequence: 999_999 }),
			undefined,
		],
	] as const;

	it.each(failing)('%s, and says why (%s)', async (_what, reason, item, change) => {
		if (change) answerWith(change);
		const { errors } = await fixture.run({ ...update(), items: [item()], ...onItsOwn });
		const [{ json }] = errors;
		expect(json.error).toMatch(/^The message (cannot be changed|does not exist)/);
		expect(json.details).toMatchObject({
			reason,
			description: expect.stringMatching(/^(Only|Check)/),
		});
		expect(sentTo(WRITE)).toEqual([]);
	});

	it.each(failing)(
		'%s, with If Rejected = Output Outcome: %s',
		async (_what, reason, item, change) => {
			if (change) answerWith(change);
			const { chat, sequence } = item();
			const { items } = await fixture.run({
				...update({ ...bySequence, options: { ifRejected: 'output' } }),
				items: [item()],
			});
			expect(jsonOf(items)).toEqual([
				{ status: 'rejected', reason, chat_session_uid: chat, sequence },
			]);
			expect(sentTo(WRITE)).toEqual([]);
		},
	);

	it('any message with Validate Only, and shows the request', async () => {
		const [message] = own();
		const { record_uid } = message;
		const { version, text_content } = recordOf(message);
		const { items, errors } = await fixture.run({
			...update({ ...bySequence, options: { validateOnly: true } }),
			items: [itemOf(message), itemOf(foreign())],
			...onItsOwn,
		});
		const [{ requests }] = jsonOf(items) as Array<{ requests: IDataObject[] }>;
		expect(requests).toEqual([
			{
				method: 'POST',
				path: '/api/v1/record/records/update',
				body: { items: [expect.objectContaining({ record_uid, expected_version: version })] },
			},
		]);
		expect(JSON.stringify(requests)).not.toContain('sequence');
		expect(errors).toHaveLength(1);
		expect(sentTo(WRITE)).toEqual([]);
		expect(recordOf(message).text_content).toBe(text_content);
	});
});

it('fails only the item that cannot be changed, or with On Error = Stop all of them', async () => {
	const [first, second] = own();
	const items = [itemOf(first), itemOf(foreign()), itemOf(second)];
	const { items: done, errors } = await fixture.run({ ...update(), items, ...onItsOwn });
	expect([linksOf(done), linksOf(errors)]).toEqual([[0, 2], [1]]);
	const { error } = await fixture.run({ ...update(), items: items.slice(1, 2) });
	expect(error?.message).toContain('cannot be changed');
});

it('expects the version that the user gives', async () => {
	const [message] = own();
	const { version } = recordOf(message);
	const options = { expectedVersion: version + 5 };
	const { errors } = await fixture.run({
		...update({ ...bySequence, options }),
		items: [itemOf(message)],
		...onItsOwn,
	});
	expect(errors[0].json.details).toMatchObject({ reason: 'stale_version' });
	expect(sentTo(WRITE)[0][0]).toMatchObject({
		record_uid: message.record_uid,
		expected_version: version + 5,
	});
});
