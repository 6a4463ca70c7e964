import { DateTime } from 'luxon';
import type { IDataObject } from 'n8n-workflow';

import { omit } from '../../nodes/shared/objects';
import { jsonOf, linesOf, linksOf, nodeOf, useService } from '../support/useService';
import { chatsById, peopleById, uid } from '../../dev/contract/choices';

const fixture = useService();

const account = () => fixture.service.account('a');
const self = () => account().profile.user_ref;
const group = () =>
	[...account().conversations.values()].find(({ name }) => name === 'Studio team')!
		.chat_session_uid;
const ZONES = ['UTC', 'Europe/London', 'America/Sao_Paulo', 'Asia/Kathmandu'];
/** Formats a time in a zone as Luxon does: with Z for UTC, and with the offset otherwise. */
const ISO = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}(Z|[+-]\d\d:\d\d)$/;

interface Step {
	node: string;
	parameters: IDataObject;
}

/** Runs one node and returns its output. */
async function rowsOf({ node, parameters }: Step, timezone = 'UTC', items?: IDataObject[]) {
	const outcome = await fixture.run({ node, parameters: parameters as never, timezone, items });
	expect(outcome.error?.message).toBeUndefined();
	return jsonOf(outcome.items) as IDataObject[];
}

/** Runs a list and returns its rows with all fields of the simplified form. */
async function wholeRowsOf({ node, parameters }: Step, timezone = 'UTC') {
	const all = { ...parameters, outputAs: 'jsonLines', returnAll: true };
	const outcome = await fixture.run({ node, parameters: all as never, timezone });
	expect(outcome.error?.message).toBeUndefined();
	return linesOf(outcome.items);
}

/** Runs a node with the output items of another and returns the request bodies of one operation. */
async function bodiesAfter(next: Step, items: IDataObject[], operation: string, timezone = 'UTC') {
	const before = fixture.requests.length;
	const { error } = await fixture.run({
		node: next.node,
		parameters: next.parameters as never,
		timezone,
		items,
	});
	expect(error?.message).toBeUndefined();
	return fixture.requests
		.slice(before)
		.filter((request) => request.operation === operation)
		.map(({ body }) => body as IDataObject);
}
const itemsIn = (bodies: IDataObject[]) =>
	bodies
		.flatMap(({ items }) => items as IDataObject[])
		.sort((a, b) => Number(a.item_id) - Number(b.item_id));

describe('times in outputs can be used in time fields', () => {
	const list = (resource: string, operation: string, more: IDataObject = {}): IDataObject => ({
		resource,
		operation,
		limit: 20,
		...more,
	});

	/** A list with a time, the field of the time, and the time field of a node that receives it. */
	const TRIPS: Array<{
		field: string;
		from: () => Step;
		to: (value: string) => Step;
		operation: string;
		property: string;
	}> = [
		...['due_at', 'updated_at', 'created_at', 'remind_at'].map((field) => ({
			field: `a task's ${field}`,
			from: () => ({ node: 'svcArrangements', parameters: list('arrangement', 'getAll') }),
			to: (value: string) => ({
				node: 'svcArrangements',
				parameters: list('arrangement', 'getAll', { filters: { updatedAfter: value } }),
			}),
			operation: 'queryArrangements',
			property: 'updated_start_at',
		})),
		{
			field: "a call's started_at",
			from: () => ({ node: 'svcCalls', parameters: list('call', 'getAll') }),
			to: (value) => ({
				node: 'svcCalls',
				parameters: list('call', 'getAll', { period: 'custom', after: value }),
			}),
			operation: 'queryCalls',
			property: 'start_at',
		},
		{
			field: "a record's send_at",
			from: () => ({ node: 'svcRecords', parameters: list('record', 'getAll') }),
			to: (value) => ({
				node: 'svcRecords',
				parameters: list('record', 'getAll', { period: 'custom', after: value }),
			}),
			operation: 'queryRecordTimeline',
			property: 'start_at',
		},
		...['start_at', 'end_at'].map((field) => ({
			field: `a recording's ${field}`,
			from: () => ({ node: 'svcRecordings', parameters: list('recording', 'getAll') }),
			to: (value: string) => ({
				node: 'svcRecordings',
				parameters: list('recording', 'getAll', { period: 'custom', after: value }),
			}),
			operation: 'queryRecordings',
			property: 'start_at',
		})),
		...['start_at', 'end_at', 'day_start_at', 'created_at'].map((field) => ({
			field: `a summary's ${field}`,
			from: () => ({ node: 'svcRecordings', parameters: list('summary', 'getAll') }),
			to: (value: string) => ({
				node: 'svcRecordings',
				parameters: list('summary', 'getAll', { period: 'custom', after: value }),
			}),
			operation: 'queryRecordingSummaries',
			property: 'start_at',
		})),
		{
			field: "a message's message_at",
			from: () => ({
				node: 'svcChat',
				parameters: list('message', 'getAll', {
					conversations: chatsById(group()),
					period: 'anyTime',
				}),
			}),
			to: (value) => ({
				node: 'svcChat',
				parameters: list('message', 'getAll', {
					conversations: chatsById(group()),
					period: 'custom',
					after: value,
				}),
			}),
			operation: 'queryChatMessages',
			property: 'start_at',
		},
		{
			field: "a conversation's last_message_at",
			from: () => ({
				node: 'svcChat',
				parameters: list('conversation', 'getAllByLastMessage', {
					period: 'anyTime',
				}),
			}),
			to: (value) => ({
				node: 'svcChat',
				parameters: list('conversation', 'getAllByLastMessage', {
					period: 'custom',
					lastMessageAfter: value,
				}),
			}),
			operation: 'queryChatConversations',
			property: 'last_message_from',
		},
		...['last_sent_at', 'first_sent_at', 'imported_at'].map((field) => ({
			field: `an imported conversation's ${field}`,
			from: () => ({ node: 'svcImportedChat', parameters: list('conversation', 'getAll') }),
			to: (value: string) => ({
				node: 'svcImportedChat',
				parameters: list('conversation', 'getAll', { period: 'custom', after: value }),
			}),
			operation: 'queryXchatImportConversations',
			property: 'start_at',
		})),
		{
			field: "a post's published_at",
			from: () => ({ node: 'svcWorld', parameters: list('post', 'getAll') }),
			to: (value) => ({
				node: 'svcWorld',
				parameters: list('post', 'getAll', { period: 'custom', after: value }),
			}),
			operation: 'queryWorldRecords',
			property: 'start_at',
		},
	];

	it.each(TRIPS)('a $field, in every zone', async ({ field, from, to, operation, property }) => {
		const name = field.split(' ').at(-1)!;
		const raw = await rowsOf({ ...from(), parameters: { ...from().parameters, simplify: false } });
		const there = raw.findIndex((row) => Boolean(row[name]));
		const stored = raw[there][name];
		const millis = typeof stored === 'string' ? Date.parse(stored) : Number(stored);
		for (const timezone of ZONES) {
			const rows = await wholeRowsOf(from(), timezone);
			// A table can have another order than the items
			const row = rows.find((each) => Date.parse(String(each[name])) === millis)!;
			expect(row[name]).toMatch(ISO);
			const node = to(`={{ $json.${name} }}`);
			const [body] = await bodiesAfter(node, [row], operation, timezone);
			expect(body[property]).toBe(millis);
		}
	});

	it('even in the repeated hour of a clock change, and as the due time of another task', async () => {
		const timezone = 'America/Sao_Paulo';
		const turn = Date.parse('2018-02-18T02:00:00Z');
		const times = [-3_600_000, -1_800_001, -1, 0, 1, 1_800_000, 3_599_999, 3_600_000].map(
			(offset) => turn + offset,
		);
		const [like] = account().arrangements.values();
		account().arrangements.clear();
		times.forEach((due_at, i) => {
			const arrangement_uid = `arr_${i}`;
			const row = { ...like, arrangement_uid, due_at, status: 'following' as const };
			account().arrangements.set(arrangement_uid, row);
		});
		const rows = await rowsOf(
			nodeOf('svcArrangements')('arrangement', 'getAll', {
				due: 'custom',
				dueAfter: '2018-02-17',
				dueBefore: '2018-02-19',
			}),
			timezone,
		);
		expect(new Set(rows.map(({ due_at }) => String(due_at).slice(0, 23))).size).toBeLessThan(8);
		const bodies = await bodiesAfter(
			nodeOf('svcArrangements')('arrangement', 'create', {
				title: '={{ $json.title }}',
				dueAt: '={{ $json.due_at }}',
			}),
			rows,
			'createArrangements',
			timezone,
		);
		expect(itemsIn(bodies).map(({ due_at }) => due_at)).toEqual(times);
	});
});

describe('identifiers, versions and states in outputs can be used in other nodes', () => {
	const arrangement = uid('={{ $json.arrangement_uid }}');
	const record = uid('={{ $json.record_uid }}');
	const arrangements = (): Step => ({
		node: 'svcArrangements',
		parameters: { resource: 'arrangement', operation: 'getAll', limit: 12, statuses: [] },
	});

	it('tasks can be updated with their listed versions', async () => {
		const rows = await rowsOf(arrangements());
		const bodies = await bodiesAfter(
			nodeOf('svcArrangements')('arrangement', 'update', {
				arrangement,
				updateFields: { title: '={{ $json.title }}!' },
				options: { expectedVersion: '={{ $json.version }}' },
			}),
			rows,
			'updateArrangements',
		);
		expect(itemsIn(bodies)).toMatchObject(
			rows.map(({ arrangement_uid, version, title }) => ({
				arrangement_uid,
				expected_version: version,
				title: `${String(title)}!`,
			})),
		);
	});

	it('tasks can be completed and deleted with their listed statuses', async () => {
		const rows = await rowsOf(arrangements());
		expect(new Set(rows.map(({ status }) => status)).size).toBe(3);
		const options = { expectedStatus: '={{ $json.status }}' };
		const open = rows.filter(({ status }) => status !== 'completed');
		const node = 'svcArrangements';
		const set = { resource: 'arrangement', operation: 'setStatus', arrangement, options };
		const after = await rowsOf({ node, parameters: set }, 'UTC', open);
		expect(after.map(({ status }) => status)).toEqual(open.map(() => 'completed'));
		expect(after.map(({ arrangement_uid }) => arrangement_uid)).toEqual(
			open.map(({ arrangement_uid }) => arrangement_uid),
		);
		const remove = { resource: 'arrangement', operation: 'delete', arrangement, options };
		const gone = await rowsOf({ node, parameters: remove }, 'UTC', after);
		expect(gone.map(({ deleted }) => deleted)).toEqual(after.map(() => true));
		// The items contain the expected values: nothing was read before the first move, and before the deletion
		const [moved, deleted] = ['transitionArrangements', 'deleteArrangements'].map((operation) =>
			fixture.requests.findIndex((request) => request.operation === operation),
		);
		for (const at of [moved, deleted]) {
			expect(fixture.requests[at - 1].operation).not.toBe('batchGetArrangements');
		}
		const expected = (at: number) =>
			itemsIn([fixture.bodies[at] as IDataObject]).map(({ expected_status }) => expected_status);
		expect(expected(moved)).toEqual(open.map(({ status }) => status));
		expect(expected(deleted)).toEqual(after.map(() => 'completed'));
	});

	it('records can be moved and updated with their listed containers and versions', async () => {
		const own = (row: IDataObject) => {
			const stored = account().records.get(String(row.record_uid))!;
			return stored.creator_user_ref === self() && stored.state === 'available' && !stored.locked;
		};
		const listed = await rowsOf({
			node: 'svcRecords',
			parameters: { resource: 'record', operation: 'getAll', returnAll: true },
		});
		const rows = ['topic', 'unclassified'].flatMap((container) =>
			listed
				.filter((row) => (row.container ?? 'topic') === container && row.topic_uid !== undefined)
				.filter(own)
				.slice(0, 4),
		);
		expect(rows).toHaveLength(8);
		const changed = await bodiesAfter(
			nodeOf('svcRecords')('record', 'update', {
				record,
				updateFields: { title: 'x' },
				options: { expectedVersion: '={{ $json.version }}' },
			}),
			rows,
			'updateRecords',
		);
		expect(itemsIn(changed).map(({ expected_version }) => expected_version)).toEqual(
			rows.map(({ version }) => version),
		);
		const [topic] = [...account().topics.values()].filter(
			({ valid, topic_uid }) => valid && !rows.some((row) => row.topic_uid === topic_uid),
		);
		const moved = await bodiesAfter(
			nodeOf('svcRecords')('record', 'move', {
				record,
				destination: 'topic',
				topic: uid(topic.topic_uid),
				options: {
					expectedContainer: "={{ $json.container ?? 'topic' }}",
					expectedTopic: uid('={{ $json.topic_uid }}'),
				},
			}),
			rows,
			'moveRecords',
		);
		expect(itemsIn(moved).map(({ expected_container }) => expected_container)).toEqual(
			rows.map(({ container = 'topic', topic_uid }) => ({
				kind: container,
				...(topic_uid !== null && { topic_uid }),
			})),
		);
	});

	it('people of calls, as text with commas, can be used as a filter', async () => {
		const calls = (await rowsOf({
			node: 'svcCalls',
			parameters: { resource: 'call', operation: 'getAll', limit: 100, period: 'anyTime' },
		})) as Array<Record<string, string>>;
		const some = calls
			.filter(({ with_user_refs }) => with_user_refs.split(', ').length <= 20)
			.sort((a, b) => b.with_user_refs.length - a.with_user_refs.length)
			.slice(0, 3);
		expect(some[0].with_user_refs).toContain(', ');
		const bodies = await bodiesAfter(
			nodeOf('svcCalls')('call', 'getAll', {
				limit: 1,
				filters: { participants: peopleById('={{ $json.with_user_refs }}') },
			}),
			some,
			'queryCalls',
		);
		const refsOf = ({ call_uid }: IDataObject) =>
			account()
				.calls.get(String(call_uid))!
				.participants.filter(({ is_self, invisible }) => !is_self && !invisible)
				.map(({ user_ref }) => user_ref)
				.sort();
		const asked = bodies.map(({ participant_user_refs }) =>
			[...(participant_user_refs as string[])].sort(),
		);
		expect(asked).toHaveLength(3);
		expect(asked).toEqual(expect.arrayContaining(some.map(refsOf)));
	});

	it('messages and senders can be found again by their listed identifiers', async () => {
		const messages = await rowsOf(
			nodeOf('svcChat')('message', 'getAll', {
				conversations: chatsById(group()),
				period: 'anyTime',
				limit: 12,
			}),
		);
		const again = await rowsOf(
			nodeOf('svcChat')('message', 'get', {
				conversation: uid('={{ $json.chat_session_uid }}'),
				sequence: '={{ $json.sequence }}',
			}),
			'UTC',
			messages,
		);
		for (const [i, message] of messages.entries()) {
			const { sender_user_ref, message_at, sequence, chat_session_uid } = message;
			expect(again[i]).toMatchObject({ message_at, sequence, chat_session_uid });
			expect(again[i].sender_user_ref).toBe(sender_user_ref);
		}
		const written = messages.find(({ sender_user_ref }) => sender_user_ref)!;
		const [body] = await bodiesAfter(
			nodeOf('svcChat')('message', 'getAll', {
				conversations: chatsById('={{ $json.chat_session_uid }}'),
				filters: { senders: peopleById('={{ $json.sender_user_ref }}') },
			}),
			[written],
			'queryChatMessages',
		);
		expect(body.sender_user_refs).toEqual([written.sender_user_ref]);
	});

	it('posts can be withdrawn with their listed publication versions', async () => {
		const own = await rowsOf({
			node: 'svcWorld',
			parameters: { resource: 'post', operation: 'getAll', scope: 'mine', returnAll: true },
		});
		const published = own.filter(({ state }) => state === 'published').slice(0, 2);
		expect(published.length).toBeGreaterThan(0);
		const bodies = await bodiesAfter(
			nodeOf('svcWorld')('post', 'unpublish', {
				post: record,
				options: { expectedPublicationVersion: '={{ $json.publication_version }}' },
			}),
			published,
			'unpublishWorldRecords',
		);
		expect(itemsIn(bodies)).toMatchObject(
			published.map(({ record_uid, publication_version }) => ({
				record_uid,
				expected_publication_version: publication_version,
			})),
		);
	});

	it('the tags of a post can be used as a filter', async () => {
		const posts = await rowsOf({
			node: 'svcWorld',
			parameters: { resource: 'post', operation: 'getAll', returnAll: true },
		});
		const tagged = posts.find(({ tags }) => (tags as string[]).length > 1)!;
		const [body] = await bodiesAfter(
			nodeOf('svcWorld')('post', 'getAll', {
				filters: { tags: '={{ $json.tags }}' },
			}),
			[tagged],
			'queryWorldRecords',
		);
		expect(body.tags).toEqual(tagged.tags);
	});

	it('listed members of a team can be removed from it', async () => {
		const team = [...account().teams.values()].find(
			({ members }) => members.get(self())?.role === 'owner' && members.size > 2,
		)!;
		const members = await rowsOf({
			node: 'svcTeams',
			parameters: { resource: 'member', operation: 'getAll', team: uid(team.team_ref) },
		});
		const others = members.filter(({ role }) => role !== 'owner').slice(0, 2);
		const bodies = await bodiesAfter(
			nodeOf('svcTeams')('member', 'remove', {
				team: uid('={{ $json.team_ref }}'),
				member: uid('={{ $json.user_ref }}'),
			}),
			others,
			'removeTeamMembers',
		);
		expect(itemsIn(bodies)).toMatchObject(
			others.map(({ user_ref }) => ({ team_ref: team.team_ref, target_user_ref: user_ref })),
		);
	});

	it.each([
		['recordings', 'svcRecordings', 'recording', 'recording', 'recording_uid'],
		['calls', 'svcCalls', 'call', 'call', 'call_uid'],
		['arrangements', 'svcArrangements', 'arrangement', 'arrangement', 'arrangement_uid'],
		['records', 'svcRecords', 'record', 'record', 'record_uid'],
		['posts', 'svcWorld', 'post', 'post', 'record_uid'],
		[
			'imported conversations',
			'svcImportedChat',
			'conversation',
			'conversation',
			'conversation_uid',
		],
	])(
		'listed %s can be read with Get, with the same fields and values',
		async (_what, node, resource, parameter, id) => {
			const listed = await rowsOf({
				node,
				parameters: { resource, operation: 'getAll', limit: 25 },
			});
			const got = await rowsOf(
				{
					node,
					parameters: { resource, operation: 'get', [parameter]: uid(`={{ $json.${id} }}`) },
				},
				'UTC',
				listed,
			);
			expect(got).toHaveLength(listed.length);
			for (const [i, row] of listed.entries()) {
				// The list truncates long posts, and does not tell the container of every record
				const untold = [
					...(row.text_truncated ? ['text_content', 'text_truncated'] : []),
					...(row.container ? [] : ['container', 'topic_uid']),
				];
				expect(got[i]).toMatchObject(omit(row, ...untold));
				expect(Object.keys(got[i]).slice(0, 3)).toEqual(Object.keys(row).slice(0, 3));
			}
		},
	);
});

describe('Simplify', () => {
	const records = (simplify: unknown): Step => ({
		node: 'svcRecords',
		parameters: { resource: 'record', operation: 'getAll', limit: 1, simplify } as IDataObject,
	});

	it.each(ZONES)(
		"prints times with the offset of the workflow's zone, as Luxon does (%s)",
		async (zone) => {
			const [{ send_at: millis }] = await rowsOf(records(false), zone);
			const [{ send_at: text }] = await rowsOf(records(true), zone);
			expect(text).toBe(DateTime.fromMillis(Number(millis), { zone }).toISO());
			expect(Date.parse(String(text))).toBe(millis);
		},
	);

	it('can be set for each item by an expression', async () => {
		const { items } = await fixture.run({
			...records('={{ $json.simple }}'),
			parameters: records('={{ $json.simple }}').parameters as never,
			items: [{ simple: true }, { simple: false }],
		});
		expect(linksOf(items)).toEqual([0, 1]);
		const [simple, raw] = jsonOf(items);
		expect(simple.send_at).toMatch(ISO);
		expect(raw.send_at).toBe(Date.parse(String(simple.send_at)));
	});

	it('returns null as the end of a recording without a confirmed end, not a time in 1970', async () => {
		const row = [...account().recordings.values()].find(({ unreadable }) => !unreadable)!;
		row.end_at = 0;
		row.duration_ms = 981_999;
		const get = (simplify: boolean): Step =>
			nodeOf('svcRecordings')('recording', 'get', { recording: uid(row.recording_uid), simplify });
		const [simple] = await rowsOf(get(true));
		expect(simple).toMatchObject({ end_at: null, duration: '00:16:21' });
		const [raw] = await rowsOf(get(false));
		expect(raw).toMatchObject({ end_at: 0, duration_ms: 981_999 });
		expect(raw).not.toHaveProperty('duration');
	});

	it('names the other participants of a call, and who called', async () => {
		const calls = await wholeRowsOf({
			node: 'svcCalls',
			parameters: { resource: 'call', operation: 'getAll', limit: 50, period: 'anyTime' },
		});
		for (const row of calls) {
			const { participants } = account().calls.get(String(row.call_uid))!;
			const visible = participants.filter(({ invisible }) => !invisible);
			const sorted = (text: unknown) => String(text).split(', ').filter(Boolean).sort();
			if (visible.length > 50) {
				expect(row.participants_truncated).toBe(true);
				continue;
			}
			expect(sorted(row.with_user_refs)).toEqual(
				visible
					.filter(({ is_self }) => !is_self)
					.map(({ user_ref }) => user_ref)
					.sort(),
			);
			expect(sorted(row.with)).toEqual(
				visible
					.filter(({ is_self }) => !is_self)
					.map(({ display_name }) => display_name)
					.sort(),
			);
			expect(sorted(row.from_user_ref)).toEqual(
				visible
					.filter(({ role }) => role === 'caller')
					.map(({ user_ref }) => user_ref)
					.sort(),
			);
			const connected = visible.filter((person) => person.connected);
			expect(sorted(row.connected)).toEqual(
				connected.map(({ display_name }) => display_name).sort(),
			);
			expect(row.self_user_ref).toBe(account().profile.user_ref);
			const { summary, summary_state } = account().calls.get(String(row.call_uid))!;
			expect(row.summary_source).toBe(summary_state === 'ready' ? summary?.source : null);
		}
	});

	it.each([
		['svcRecords', 'record', 'record', 'record_uid'],
		['svcCalls', 'call', 'call', 'call_uid'],
		['svcArrangements', 'arrangement', 'arrangement', 'arrangement_uid'],
		['svcRecordings', 'recording', 'recording', 'recording_uid'],
	])('keeps the outcome of a missing object: %s', async (node, resource, parameter, id) => {
		const rows = await rowsOf({
			node,
			parameters: {
				resource,
				operation: 'get',
				[parameter]: uid('nobody'),
				options: { ifNotFound: 'output' },
			},
		});
		expect(rows).toEqual([{ [id]: 'nobody', found: false }]);
	});
});
