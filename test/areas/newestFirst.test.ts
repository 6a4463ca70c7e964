import type { IDataObject } from 'n8n-workflow';

import { chatsById } from '../../dev/contract/choices';
import { takesPart } from '../../dev/areas/Chat/handlers/access';
import { jsonOf, toldRows, nodeOf, useService } from '../support/useService';

/** Lists with times begin with the newest, and a Limit keeps the newest. */

const fixture = useService();
const account = () => fixture.service.account('a');

const chats = () =>
	[...account().conversations.values()]
		.filter((chat) => takesPart(chat, account().profile.user_ref))
		.map(({ chat_session_uid }) => chat_session_uid);

/** Messages of these conversations that the service shows, newest first. */
async function list(parameters: IDataObject, uids = chats(), node = 'svcChat') {
	const { items, error } = await fixture.run({
		node,
		parameters: {
			resource: 'message',
			operation: 'getAll',
			conversations: chatsById(...uids),
			period: 'anyTime',
			...parameters,
		} as never,
	});
	expect(error?.message).toBeUndefined();
	return toldRows(items);
}

const keyOf = ({ chat_session_uid, sequence }: IDataObject) => `${chat_session_uid} ${sequence}`;
const timeOf = ({ message_at }: IDataObject) => Date.parse(String(message_at));
const newest = (rows: IDataObject[]) => [...rows].sort((a, b) => timeOf(b) - timeOf(a));

describe('Message > Get Many with a Limit', () => {
	it.each([1, 7, 50, 600])('gives the %i newest of all conversations together', async (limit) => {
		const all = newest(await list({ returnAll: true }));
		const rows = await list({ limit });
		expect(rows.map(timeOf)).toEqual(all.slice(0, limit).map(timeOf));
		expect(new Set(rows.map(keyOf)).size).toBe(rows.length);
	});

	it('gives the oldest of all conversations with Order = Oldest First', async () => {
		const all = newest(await list({ returnAll: true })).reverse();
		const rows = await list({ limit: 30, options: { order: 'session_time_asc' } });
		expect(rows.map(timeOf)).toEqual(all.slice(0, 30).map(timeOf));
	});

	it('gives the newest of one conversation, and the same as a tool', async () => {
		const uid = chats()
			.map((each) => ({
				uid: each,
				count: [...account().messages.values()].filter(
					({ chat_session_uid }) => chat_session_uid === each,
				).length,
			}))
			.sort((a, b) => b.count - a.count)[0].uid;
		const all = newest(await list({ returnAll: true }, [uid]));
		const rows = await list({ limit: 5 }, [uid]);
		expect(rows.map(keyOf)).toEqual(all.slice(0, 5).map(keyOf));
		const told = await list({ limit: 5 }, [uid], 'svcChatTool');
		expect(told.slice(0, 5).map(keyOf)).toEqual(rows.map(keyOf));
	});

	it.each([20, 610])('takes %i messages of one moment', async (limit) => {
		const uids = chats().slice(0, 3);
		const moment = Date.now() - 60_000;
		const { messages } = account();
		const [some] = [...messages.values()].filter((each) => each.chat_session_uid === uids[0]);
		for (let i = 0; i < 620; i++)
			messages.add({ ...some, sequence: messages.lastOf(uids[0]) + 1, message_at: moment });
		const rows = await list({ limit }, uids);
		expect(rows.map(timeOf)).toEqual(Array(limit).fill(moment));
		expect(new Set(rows.map(keyOf)).size).toBe(limit);
	});

	it('reads a long history of many conversations in few requests', async () => {
		const before = fixture.requests.length;
		await list({ limit: 50, period: 'custom', after: '2000-01-01' });
		expect(fixture.requests.length - before).toBeLessThan(40);
	});
});

it('a file of messages begins with the oldest', async () => {
	const { items } = await fixture.run(
		nodeOf('svcChat')('message', 'getAll', {
			conversations: chatsById(chats()[0]),
			period: 'anyTime',
			outputAs: 'jsonLines',
		}),
	);
	const text = Buffer.from(items[0].binary!.data.data, 'base64').toString();
	const times = text
		.trimEnd()
		.split('\n')
		.map((line) => timeOf(JSON.parse(line) as IDataObject));
	expect(times.length).toBeGreaterThan(3);
	expect(times).toEqual([...times].sort((a, b) => a - b));
});

it.each(['svcRecordings', 'svcRecordingsTool'])('%s lists the newest recordings', async (node) => {
	const { items } = await fixture.run({
		node,
		parameters: { resource: 'recording', operation: 'getAll', limit: 3 },
	});
	const starts = [...account().recordings.values()].map(({ start_at }) => start_at);
	const expected = starts.sort((a, b) => b - a).slice(0, 3);
	expect(
		toldRows(items)
			.slice(0, 3)
			.map(({ start_at }) => Date.parse(String(start_at))),
	).toEqual(expected);
});

it('an empty list is a file with the header alone, where the user wants one', async () => {
	const run = async (outputAs: string, options: IDataObject) =>
		await fixture.run(
			nodeOf('svcRecords')('record', 'getAll', {
				period: 'custom',
				after: '2190-01-01',
				outputAs,
				options,
			}),
		);
	expect((await run('csv', {})).items).toEqual([]);
	const { items } = await run('csv', { ifEmpty: 'file' });
	expect(jsonOf(items)).toMatchObject([{ rows: 0, file: 1, files: 1, has_more: false }]);
	const text = Buffer.from(items[0].binary!.data.data, 'base64').toString();
	expect(text).toMatch(/^\uFEFFtitle,text_content,.*,other\r\n$/);
	expect((await run('jsonLines', { ifEmpty: 'file' })).items[0].json).toMatchObject({ rows: 0 });
});
