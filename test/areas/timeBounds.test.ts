import type { IDataObject, INodePropertyOptions } from 'n8n-workflow';

import type { Store } from '../../dev/fake-service/store';
import { due } from '../../nodes/Arrangements/shared/due';
import { PAST } from '../../nodes/shared/form';
import { share } from '../support/effort';
import { iso } from '../support/times';
import { jsonOf, nodeOf, useService } from '../support/useService';
import { chatsById, several, uid } from '../../dev/contract/choices';

const DAY = 86_400_000;
const FROM = Date.parse('2026-05-04T09:30:00.123Z');
const TO = Date.parse('2026-05-11T17:45:00.987Z');
const fixture = useService({ now: Date.parse('2026-06-15T12:00:00Z') });

const account = () => fixture.service.account('a');

/** Times on both sides of both bounds, and far from them. */
const momentsAround = (from: number, to: number): Record<string, number> => ({
	'long before': from - 20 * DAY,
	'right before After': from - 1,
	'at After': from,
	'right before Before': to - 1,
	'at Before': to,
	'long after': to + 20 * DAY,
});
const MOMENTS = momentsAround(FROM, TO);
const between = ['at After', 'right before Before'];
const fromAfter = [...between, 'at Before', 'long after'];
const untilBefore = ['long before', 'right before After', ...between];

/** The times of the rows of a test. */
let moments = MOMENTS;

beforeEach(() => {
	moments = MOMENTS;
});

/** Replaces all rows of a store by one for each time, copied from a suitable row. */
function replace<Row extends object>(
	rows: Store<Row>,
	id: keyof Row,
	like: (row: Row) => boolean,
	at: (time: number) => Partial<Row>,
): void {
	const original = [...rows.values()].find(like)!;
	rows.clear();
	for (const [moment, time] of Object.entries(moments)) {
		rows.set(moment, { ...original, [id]: moment, ...at(time) });
	}
}

/** Replaces all messages of a conversation by one for each time, with the time as text. */
function saidIn(chat_session_uid: string, sender_user_ref: string): void {
	account().messages.clear();
	for (const [i, [moment, message_at]] of Object.entries(moments).entries()) {
		account().messages.add({
			chat_session_uid,
			sequence: i + 1,
			sender: { sender_kind: 'user', sender_user_ref },
			message_at,
			record_state: 'available',
			text_content: `xylophone ${moment}`,
		});
	}
}
const group = () =>
	[...account().conversations.values()].find(({ name }) => name === 'Studio team')!;
const member = () =>
	[...group().members.values()].find(
		({ user_ref, status }) => user_ref !== account().profile.user_ref && status === 'active',
	)!.user_ref;
const momentIn = (text: unknown) => String(text).replace('xylophone ', '');

/** One operation with two bounds: its parameters, and the time of an output item. */
interface Bounded {
	name: string;
	node: string;
	parameters: (bounds: { after?: unknown; before?: unknown }) => IDataObject;
	prepare: () => void;
	momentOf: (row: Record<string, unknown>) => unknown;
}

const filtered =
	(resource: string, operation: string, more: () => IDataObject = () => ({})) =>
	(bounds: object): IDataObject => ({
		resource,
		operation,
		returnAll: true,
		...(Object.keys(bounds).length > 0 && { period: 'custom' }),
		...(bounds as IDataObject),
		...more(),
	});

const CASES: Bounded[] = [
	{
		name: 'Task > Get Many, Due',
		node: 'svcArrangements',
		parameters: ({ after = '', before = '' }) => ({
			resource: 'arrangement',
			operation: 'getAll',
			returnAll: true,
			due: 'custom',
			dueAfter: after as string,
			dueBefore: before as string,
		}),
		prepare: () =>
			replace(
				account().arrangements,
				'arrangement_uid',
				({ status }) => status !== 'deleted',
				(due_at) => ({ due_at }),
			),
		momentOf: ({ arrangement_uid }) => arrangement_uid,
	},
	{
		name: 'Task > Get Many, Updated',
		node: 'svcArrangements',
		parameters: ({ after, before }) =>
			filtered('arrangement', 'getAll', () => ({
				filters: {
					...(after !== undefined && { updatedAfter: after as string }),
					...(before !== undefined && { updatedBefore: before as string }),
				},
			}))({}),
		prepare: () =>
			replace(
				account().arrangements,
				'arrangement_uid',
				({ status }) => status !== 'deleted',
				(updated_at) => ({ updated_at }),
			),
		momentOf: ({ arrangement_uid }) => arrangement_uid,
	},
	{
		name: 'Call > Get Many',
		node: 'svcCalls',
		parameters: filtered('call', 'getAll'),
		prepare: () =>
			replace(
				account().calls,
				'call_uid',
				({ unreadable }) => !unreadable,
				(created_at) => ({ created_at }),
			),
		momentOf: ({ call_uid }) => call_uid,
	},
	{
		name: 'Conversation > Get Many by Last Message',
		node: 'svcChat',
		parameters: ({ after, before }) =>
			filtered(
				'conversation',
				'getAllByLastMessage',
			)({
				...(after !== undefined && { lastMessageAfter: after }),
				...(before !== undefined && { lastMessageBefore: before }),
			}),
		prepare: () => {
			const like = group();
			account().messages.clear();
			for (const [moment, message_at] of Object.entries(moments)) {
				account().conversations.set(moment, { ...like, chat_session_uid: moment });
				account().messages.add({
					chat_session_uid: moment,
					sequence: 1,
					sender: { sender_kind: 'user', sender_user_ref: member() },
					message_at,
					record_state: 'available',
					text_content: moment,
				});
			}
		},
		momentOf: ({ chat_session_uid }) => chat_session_uid,
	},
	{
		name: 'Message > Get Many',
		node: 'svcChat',
		parameters: filtered('message', 'getAll', () => ({
			conversations: chatsById(group().chat_session_uid),
		})),
		prepare: () => saidIn(group().chat_session_uid, member()),
		momentOf: ({ text_content }) => momentIn(text_content),
	},
	{
		name: 'Message > Search',
		node: 'svcChat',
		parameters: filtered('message', 'search', () => ({
			keyword: 'xylophone',
			conversations: chatsById(group().chat_session_uid),
		})),
		prepare: () => saidIn(group().chat_session_uid, member()),
		momentOf: ({ snippet }) => momentIn(snippet),
	},
	{
		name: 'Message > Get Moderation Targets',
		node: 'svcChat',
		parameters: filtered('message', 'getModerationTargets', () => ({
			group: uid(group().chat_session_uid),
			senders: several('person', uid(member())),
		})),
		prepare: () => saidIn(group().chat_session_uid, member()),
		momentOf: ({ sequence }) => Object.keys(MOMENTS)[Number(sequence) - 1],
	},
	{
		name: 'Imported Conversation > Get Many',
		node: 'svcImportedChat',
		parameters: filtered('conversation', 'getAll'),
		prepare: () =>
			replace(
				account().importedConversations,
				'conversation_uid',
				({ unreadable }) => !unreadable,
				(last_sent_at) => ({ last_sent_at }),
			),
		momentOf: ({ conversation_uid }) => conversation_uid,
	},
	{
		name: 'Imported Message > Get Many',
		node: 'svcImportedChat',
		parameters: filtered('message', 'getAll', () => ({
			conversation: uid([...account().importedMessages.values()][0].conversation_uid),
		})),
		prepare: () => {
			const readable = [...account().importedConversations.values()].find(
				({ unreadable, message_count }) => !unreadable && message_count > 0,
			)!.conversation_uid;
			replace(
				account().importedMessages,
				'message_uid',
				({ conversation_uid }) => conversation_uid === readable,
				(sent_at) => ({ sent_at }),
			);
		},
		momentOf: ({ message_uid }) => message_uid,
	},
	{
		name: 'Record > Get Many',
		node: 'svcRecords',
		parameters: filtered('record', 'getAll'),
		prepare: () =>
			replace(
				account().records,
				'record_uid',
				({ state }) => state === 'available',
				(send_at) => ({ send_at }),
			),
		momentOf: ({ record_uid }) => record_uid,
	},
	{
		name: 'Post > Get Many',
		node: 'svcWorld',
		parameters: filtered('post', 'getAll'),
		prepare: () =>
			replace(
				account().world.posts,
				'record_uid',
				({ state, parent_record_uid }) => state === 'published' && !parent_record_uid,
				(published_at) => ({ published_at }),
			),
		momentOf: ({ record_uid }) => record_uid,
	},
];

/** Times as an expression, a picker or a number gives them. */
const FORMS: Array<[string, (time: number) => unknown]> = [
	['text of another zone', (time) => iso(time - 4 * 3_600_000).replace('Z', '-04:00')],
	['Unix milliseconds', (time) => time],
	['a Luxon DateTime', (time) => `={{ DateTime.fromMillis(${time}) }}`],
];

describe.each(share(CASES))('After and Before of $name', (operation) => {
	beforeEach(() => {
		operation.prepare();
	});

	const list = async (bounds: { after?: unknown; before?: unknown }) => {
		const { node, parameters, momentOf } = operation;
		const { items, error } = await fixture.run({
			node,
			parameters: parameters(bounds) as never,
			timezone: 'America/New_York',
		});
		expect(error).toBeUndefined();
		return jsonOf(items)
			.map((row) => String(momentOf(row)))
			.filter((moment) => moment in MOMENTS)
			.sort();
	};

	it.each(FORMS)(
		'include After and exclude Before, to the millisecond, as %s',
		async (_form, write) => {
			expect(await list({ after: write(FROM), before: write(TO) })).toEqual([...between].sort());
		},
	);

	it('can select a single millisecond', async () => {
		expect(await list({ after: FROM, before: FROM + 1 })).toEqual(['at After']);
		expect(await list({ after: TO - 1, before: TO })).toEqual(['right before Before']);
	});

	it('have no end without Before', async () => {
		expect(await list({ after: FROM })).toEqual([...fromAfter].sort());
	});

	it('have no start without After', async () => {
		expect(await list({ before: TO })).toEqual([...untilBefore].sort());
	});

	it.each([FROM, FROM - 1])(
		'are refused before any request if Before is not later',
		async (before) => {
			const { node, parameters } = operation;
			const { error } = await fixture.run({
				node,
				parameters: parameters({ after: FROM, before }) as never,
			});
			expect(error?.message).toMatch(/^'.*Before' must be later than '.*After'$/);
			expect(fixture.requests).toEqual([]);
		},
	);
});

/** Lists with a period, and how they choose one. */
const PERIODIC = [
	...CASES.filter(({ name }) => !/, (Due|Updated)$/.test(name)).map((operation) => ({
		...operation,
		choose: (period: string): IDataObject => ({ ...operation.parameters({}), period }),
		offers: PAST as string[],
	})),
	{
		...CASES.find(({ name }) => name.endsWith('Due'))!,
		choose: (due: string): IDataObject => ({
			resource: 'arrangement',
			operation: 'getAll',
			returnAll: true,
			due,
		}),
		offers: due[0].options!.map((option) => (option as INodePropertyOptions).value),
	},
];

describe.each(share(PERIODIC))('Period of $name', ({ node, prepare, momentOf, choose, offers }) => {
	/** Days in New York, where the clocks change on 8 March 2026, between periods with and without that day. */
	const PERIODS = [
		['today', '2026-03-08T12:00:00Z', '2026-03-08T05:00:00Z', '2026-03-09T04:00:00Z'],
		['thisWeek', '2026-03-08T12:00:00Z', '2026-03-02T05:00:00Z', '2026-03-09T04:00:00Z'],
		['yesterday', '2026-03-09T03:59:59.999Z', '2026-03-07T05:00:00Z', '2026-03-08T05:00:00Z'],
		['lastWeek', '2026-03-09T04:00:00Z', '2026-03-02T05:00:00Z', '2026-03-09T04:00:00Z'],
		['last7Days', '2026-03-10T12:00:00Z', '2026-03-04T05:00:00Z', '2026-03-11T04:00:00Z'],
		['last30Days', '2026-03-10T12:00:00Z', '2026-02-09T05:00:00Z', '2026-03-11T04:00:00Z'],
		['thisMonth', '2026-03-31T12:00:00Z', '2026-03-01T05:00:00Z', '2026-04-01T04:00:00Z'],
		['lastMonth', '2026-03-31T12:00:00Z', '2026-02-01T05:00:00Z', '2026-03-01T05:00:00Z'],
		['tomorrow', '2026-03-07T12:00:00Z', '2026-03-08T05:00:00Z', '2026-03-09T04:00:00Z'],
		['next7Days', '2026-03-07T12:00:00Z', '2026-03-07T05:00:00Z', '2026-03-14T04:00:00Z'],
	] as const;
	it.each(PERIODS.filter(([period]) => offers.includes(period)))(
		'%s at %s has its first and its last millisecond, and no other',
		async (period, now, from, to) => {
			moments = momentsAround(Date.parse(from), Date.parse(to));
			prepare();
			const clock = jest.spyOn(Date, 'now').mockReturnValue(Date.parse(now));
			try {
				const { items, error } = await fixture.run({
					node,
					parameters: choose(period) as never,
					timezone: 'America/New_York',
				});
				expect(error).toBeUndefined();
				expect(
					jsonOf(items)
						.map((row) => String(momentOf(row)))
						.filter((moment) => moment in moments)
						.sort(),
				).toEqual([...between].sort());
			} finally {
				clock.mockRestore();
			}
		},
	);
});

describe('After and Before of objects with a duration', () => {
	/** From, to, and true if it overlaps the span. */
	const SPANS: Array<[name: string, from: number, to: number, inside: boolean]> = [
		['ends right at After', FROM - 1000, FROM, false],
		['ends a millisecond later', FROM - 1000, FROM + 1, true],
		['lies within', FROM + 1000, FROM + 2000, true],
		['lasts longer than the span', FROM - 1000, TO + 1000, true],
		['begins a millisecond before Before', TO - 1, TO + 1000, true],
		['begins right at Before', TO, TO + 1000, false],
	];
	const inside = SPANS.filter(([, , , is]) => is).map(([name]) => name);
	const bounds = { after: iso(FROM), before: iso(TO) };

	it('select recordings that overlap', async () => {
		const [like] = [...account().recordings.values()].filter(({ unreadable }) => !unreadable);
		account().recordings.clear();
		for (const [recording_uid, start_at, end_at] of SPANS) {
			const duration_ms = end_at - start_at;
			account().recordings.set(recording_uid, {
				...like,
				recording_uid,
				start_at,
				end_at,
				duration_ms,
			});
		}
		const { items } = await fixture.run({
			node: 'svcRecordings',
			parameters: filtered('recording', 'getAll')(bounds) as never,
		});
		expect(jsonOf(items).map(({ recording_uid }) => recording_uid)).toEqual(
			SPANS.filter(([, , , is]) => is)
				.sort(([, a], [, b]) => a - b)
				.map(([name]) => name)
				.reverse(),
		);
	});

	it('select summaries of an overlapping time', async () => {
		const [like] = [...account().summaries.values()].filter(({ unreadable }) => !unreadable);
		account().summaries.clear();
		for (const [summary_uid, start_at, end_at] of SPANS) {
			account().summaries.set(summary_uid, { ...like, summary_uid, start_at, end_at });
		}
		const { items } = await fixture.run({
			node: 'svcRecordings',
			parameters: filtered('summary', 'getAll')(bounds) as never,
		});
		const uids = jsonOf(items).map(({ summary_uid }) => summary_uid);
		expect(uids.sort()).toEqual([...inside].sort());
	});

	it('select complete sentences that overlap', async () => {
		const recording = [...account().recordings.values()].find(
			({ unreadable, transcript_state }) => !unreadable && transcript_state === 'ready',
		)!;
		recording.start_at = FROM - 5000;
		recording.utterances = SPANS.map(([text, from, to]) => ({
			text,
			speaker: 0,
			start_offset_ms: from - recording.start_at,
			end_offset_ms: to - recording.start_at,
		}));
		const { items } = await fixture.run(
			nodeOf('svcRecordings')('transcript', 'get', {
				recording: uid(recording.recording_uid),
				output: 'utterances',
				filters: bounds,
			}),
		);
		const texts = jsonOf(items).map(({ text }) => String(text));
		expect(texts.sort()).toEqual([...inside].sort());
	});

	it.each([
		['recording', 'getAll', {}, (bounds: IDataObject) => ({ period: 'custom', ...bounds })],
		['summary', 'getAll', {}, (bounds: IDataObject) => ({ period: 'custom', ...bounds })],
		['transcript', 'get', { recording: uid('rcg_1') }, (filters: IDataObject) => ({ filters })],
	])(
		'refuse a Before that is not later than After (%s > %s)',
		async (resource, operation, more, given) => {
			for (const before of [FROM, FROM - 1]) {
				const { error } = await fixture.run({
					node: 'svcRecordings',
					parameters: { resource, operation, ...more, ...given({ after: FROM, before }) } as never,
				});
				expect(error?.message).toBe("'Before' must be later than 'After'");
			}
			expect(fixture.requests).toEqual([]);
		},
	);

	it('refuse a Before of summaries that the service would ignore', async () => {
		const { error } = await fixture.run(
			nodeOf('svcRecordings')('summary', 'getAll', {
				period: 'custom',
				before: '1970-01-01T00:00:00Z',
			}),
		);
		expect(error?.message).toBe("'Before' must be later than 1970-01-01T00:00:00Z");
		expect(fixture.requests).toEqual([]);
	});
});

describe('a time before 1970', () => {
	const at = Date.parse('1965-05-01T00:00:00Z');

	it('is no time to write', async () => {
		const refused = [
			nodeOf('svcRecords')('record', 'create', {
				text: 'Old glaze',
				additionalFields: { sendAt: '1965-05-01T00:00:00Z' },
			}),
			nodeOf('svcArrangements')('arrangement', 'create', { title: 'Late', dueAt: '1969-12-31' }),
		];
		for (const setup of refused) {
			const { error } = await fixture.run(setup);
			expect(error?.message).toMatch(/ is not in the years 1971 to 2199: "19/);
		}
		expect(fixture.requests).toEqual([]);
	});

	it('is a bound of a list of records, which can have it', async () => {
		const like = [...account().records.values()].find(({ state }) => state === 'available')!;
		account().records.set('old', { ...like, record_uid: 'old', send_at: at });
		const list = async (bounds: IDataObject) => {
			const { items, error } = await fixture.run({
				node: 'svcRecords',
				parameters: filtered('record', 'getAll')(bounds) as never,
			});
			expect(error).toBeUndefined();
			return jsonOf(items).map(({ record_uid }) => record_uid);
		};
		expect(await list({ before: '1970-01-01T00:00:00Z' })).toEqual(['old']);
		expect(await list({ after: iso(at), before: iso(at + 1) })).toEqual(['old']);
		expect(await list({ before: iso(at) })).toEqual([]);
		expect(await list({ after: '1965-05-01', before: '1965-05-02' })).toEqual(['old']);
	});

	it('is a bound of a list of tasks, which can be due then', async () => {
		const like = [...account().arrangements.values()].find(({ status }) => status === 'following')!;
		account().arrangements.set('old', { ...like, arrangement_uid: 'old', due_at: at });
		const listed = await fixture.run({
			node: 'svcArrangements',
			parameters: filtered('arrangement', 'getAll', () => ({
				due: 'custom',
				dueAfter: '',
				dueBefore: '1970-01-01T00:00:00Z',
			}))({}) as never,
		});
		expect(jsonOf(listed.items).map(({ arrangement_uid }) => arrangement_uid)).toEqual(['old']);
	});

	it('begins a span of messages and calls that is read in windows', async () => {
		saidIn(group().chat_session_uid, member());
		const { items, error } = await fixture.run(
			nodeOf('svcChat')('message', 'getAll', {
				returnAll: true,
				conversations: chatsById(group().chat_session_uid),
				period: 'custom',
				after: '1965-05-01',
			}),
		);
		expect(error).toBeUndefined();
		expect(items).toHaveLength(Object.keys(MOMENTS).length);
		const calls = await fixture.run({
			node: 'svcCalls',
			parameters: filtered('call', 'getAll')({ after: '1965-05-01' }) as never,
		});
		expect(calls.error).toBeUndefined();
	});
});

describe('First Day and Last Day of Record > Search', () => {
	it.each(['UTC', 'America/New_York', 'Asia/Tokyo'])(
		'are included in the span, in %s',
		async (timezone) => {
			const offset = { UTC: 0, 'America/New_York': 4, 'Asia/Tokyo': -9 }[timezone]! * 3_600_000;
			const [first, end] = ['2026-05-04', '2026-05-07'].map((day) => Date.parse(day) + offset);
			const like = [...account().records.values()].find(({ state }) => state === 'available')!;
			account().records.clear();
			const times = { early: first - 1, first, last: end - 1, late: end };
			for (const [record_uid, send_at] of Object.entries(times)) {
				const text_content = 'a xylophone';
				account().records.set(record_uid, { ...like, record_uid, send_at, text_content });
			}
			const { items } = await fixture.run({
				node: 'svcRecords',
				parameters: filtered('record', 'search', () => ({ keyword: 'xylophone' }))({
					firstDay: '2026-05-04',
					lastDay: '2026-05-06',
				}) as never,
				timezone,
			});
			const uids = jsonOf(items).map(({ record_uid }) => String(record_uid));
			expect(uids.sort()).toEqual(['first', 'last']);
		},
	);
});
