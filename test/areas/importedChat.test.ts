import type { IDataObject } from 'n8n-workflow';

import { jsonOf, nodeOf, useService } from '../support/useService';
import { uid } from '../../dev/contract/choices';

const fixture = useService();

const account = () => fixture.service.account('a');
const node = nodeOf('svcImportedChat');
const conversations = () =>
	[...account().importedConversations.values()].filter(({ unreadable }) => !unreadable);
const busiest = () => [...conversations()].sort((a, b) => b.message_count - a.message_count)[0];

describe('Conversation', () => {
	it('lists all conversations over irregular pages, latest message first', async () => {
		fixture.service.paging = 'irregular';
		const { items } = await fixture.run(
			node('conversation', 'getAll', { returnAll: true, simplify: false }),
		);
		expect(items).toHaveLength(conversations().length);
		const times = jsonOf(items).flatMap(({ last_sent_at }) => Number(last_sent_at ?? 0));
		expect(times).toEqual([...times].sort((a, b) => b - a));
	});

	it('filters by the latest message: start inclusive, end exclusive', async () => {
		const times = conversations()
			.flatMap(({ last_sent_at }) => last_sent_at ?? [])
			.sort((a, b) => a - b);
		const { items } = await fixture.run(
			node('conversation', 'getAll', {
				returnAll: true,
				period: 'custom',
				after: times[2],
				before: times[6],
			}),
		);
		expect(items).toHaveLength(times.filter((time) => time >= times[2] && time < times[6]).length);
	});

	it('finds conversations of one kind by name', async () => {
		const group = conversations().find(({ kind }) => kind === 'group')!;
		const { items } = await fixture.run(
			node('conversation', 'find', {
				query: group.display_name,
				returnAll: true,
				filters: { kind: 'group' },
			}),
		);
		expect(jsonOf(items).map((row) => row.conversation_uid)).toContain(group.conversation_uid);
		expect(jsonOf(items).every(({ kind }) => kind === 'group')).toBe(true);
	});

	it('reads by UID and reports missing ones', async () => {
		const { items } = await fixture.run({
			...node('conversation', 'get', {
				conversation: uid('={{ $json.uid }}'),
				options: { ifNotFound: 'output' },
			}),
			items: [{ uid: busiest().conversation_uid }, { uid: 'nobody' }],
		});
		expect(jsonOf(items)).toMatchObject([
			{ conversation_uid: busiest().conversation_uid, found: true },
			{ conversation_uid: 'nobody', found: false },
		]);
	});
});

describe('Message', () => {
	it.each(['plain', 'irregular'] as const)(
		'returns each message with its own sender on every page (%s pages)',
		async (paging) => {
			fixture.service.paging = paging;
			const { conversation_uid } = busiest();
			const { items } = await fixture.run(
				node('message', 'getAll', { conversation: uid(conversation_uid), returnAll: true }),
			);
			expect(items).toHaveLength(busiest().message_count);
			for (const row of jsonOf(items)) {
				const { sender } = account().importedMessages.get(String(row.message_uid))!;
				const { display_name, is_self } = sender;
				expect(row).toMatchObject({
					conversation_uid,
					sender_name: display_name,
					sender_is_self: is_self,
				});
				expect(row).not.toHaveProperty('sender');
				expect(row).not.toHaveProperty('sender_index');
			}
			const times = jsonOf(items).map(({ sent_at }) => Date.parse(String(sent_at)));
			expect(times).toEqual([...times].sort((a, b) => b - a));
		},
	);

	it('reads by UID, with the sender', async () => {
		const uids = [...account().importedMessages.keys()].slice(0, 25);
		const { items } = await fixture.run({
			...node('message', 'get', {
				messageUid: '={{ $json.uid }}',
				options: { ifNotFound: 'output' },
			}),
			items: uids.map((value) => ({ uid: value })),
		});
		expect(fixture.requests).toHaveLength(2);
		expect(jsonOf(items).map(({ message_uid }) => message_uid)).toEqual(uids);
	});

	it('fails for a conversation that cannot be read, instead of returning nothing', async () => {
		const { error } = await fixture.run(node('message', 'getAll', { conversation: uid('nobody') }));
		expect(error?.message).toBe(
			'The conversation "nobody" does not exist or is not readable with this key',
		);
	});
});

describe('Group Member', () => {
	const members = (conversation: string, options: IDataObject = {}) =>
		node('groupMember', 'getAll', { conversation: uid(conversation), returnAll: true, options });

	it('lists the imported roster', async () => {
		fixture.service.paging = 'irregular';
		const group = conversations().find(
			({ kind, members: roster }) => kind === 'group' && roster?.length,
		)!;
		const { items } = await fixture.run(members(group.conversation_uid));
		expect(
			jsonOf(items)
				.map(({ display_name }) => display_name)
				.sort(),
		).toEqual(group.members!.map(({ display_name }) => display_name).sort());
		expect(jsonOf(items)[0]).toMatchObject({ roster_state: 'available' });
	});

	it.each([
		['not_group', /is not a group/],
		['unavailable', /member list of the group is not available/],
	])('never takes %s for an empty roster', async (state, message) => {
		const { conversation_uid } = conversations().find(({ kind, members: roster }) =>
			state === 'not_group' ? kind === 'direct' : kind === 'group' && !roster,
		)!;
		const { error } = await fixture.run(members(conversation_uid));
		expect(error?.message).toMatch(message);
		const { items } = await fixture.run(members(conversation_uid, { ifNotFound: 'output' }));
		expect(jsonOf(items)).toEqual([{ conversation_uid, roster_state: state }]);
	});
});

it('reports an unknown roster state', async () => {
	const data = { conversation_uid: 'c', roster_state: 'constructor', items: [], has_more: false };
	const body = JSON.stringify({ code: 200, message: 'ok', request_id: 'r', data });
	fixture.service.faults.add({ status: 200, body });
	const { error } = await fixture.run(
		nodeOf('svcImportedChat')('groupMember', 'getAll', {
			conversation: { __rl: true, mode: 'id', value: 'c' },
		}),
	);
	expect(error?.message).toBe("The member list of the group has the state 'constructor'");
});
