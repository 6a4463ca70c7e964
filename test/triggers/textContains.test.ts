import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { DAY, MINUTE } from '../../nodes/shared/durations';
import type { Account } from '../../dev/fake-service/account';
import { addCall } from '../../dev/areas/Calls/events';
import { addConversation } from '../../dev/areas/Chat/events';
import { addRecording, addSummary } from '../../dev/areas/Recordings/events';
import { eventsOf } from '../../dev/engine/operations';
import { share } from '../support/effort';
import { rowsOf } from '../support/repository';
import { useTrigger, type Trigger } from './useTrigger';

const WORDS = { filters: { textContains: 'invoice, Refund Policy' } };

/** An event whose text counts: how one comes into being, and the operation that reads its text. */
interface WithText {
	add: (account: Account, uid: string, text: string, now: number) => void;
	read?: string;
	/** Field of an item with the text, with the parameters that ask for it */
	included?: [field: string, INodeParameters];
}

const said = (text: string) => ({
	transcript_state: 'ready' as const,
	speakers: [{ display_name: 'Invoice Desk', resolution: 'unknown' as const }],
	utterances: [
		{ start_ms: 0, end_ms: 900, speaker: 0, text: 'Good morning', truncated: false },
		{ start_ms: 900, end_ms: 1900, speaker: 0, text, truncated: false },
	],
});

const addMessage = ({ messages }: Account, sequence: number, more: object, message_at: number) =>
	messages.add({
		chat_session_uid: 'chat_1',
		sequence,
		sender: { sender_kind: 'user', sender_user_ref: 'user_other' },
		message_at,
		record_state: 'available',
		text_content: 'Hello',
		...more,
	});

const EVENTS: Array<[node: string, event: string, WithText]> = [
	[
		'svcCallsTrigger',
		'transcriptReady',
		{
			add: (account, call_uid, text, created_at) =>
				addCall(account, { call_uid, created_at, ...said(text) }),
			read: 'queryCallTranscript',
			included: ['transcript', { includeTranscript: 'text' }],
		},
	],
	[
		'svcRecordingsTrigger',
		'transcriptReady',
		{
			add: (account, recording_uid, text, start_at) =>
				addRecording(account, {
					recording_uid,
					start_at,
					transcript_state: 'ready',
					speakers: [{ kind: 'named', display_name: 'Invoice Desk' }],
					utterances: [{ start_offset_ms: 0, end_offset_ms: 900, speaker: 0, text }],
				}),
			read: 'queryRecordingTranscript',
			included: ['transcript', { includeTranscript: 'text' }],
		},
	],
	[
		'svcRecordingsTrigger',
		'summaryCompleted',
		{
			add: (account, summary_uid, text, now) =>
				addSummary(account, now, summary_uid, { generation_state: 'completed', text }),
			read: 'readRecordingSummary',
			included: ['text', { options: { includeText: true } }],
		},
	],
	[
		'svcRecordsTrigger',
		'newRecord',
		{
			add: ({ records, profile }, record_uid, text_content, send_at) =>
				records.set(record_uid, {
					record_uid,
					state: 'available',
					creator_user_ref: profile.user_ref,
					origin: 'self',
					text_content,
					send_at,
					version: 1,
					container: { kind: 'unclassified' },
				}),
		},
	],
	[
		'svcChatTrigger',
		'newMessage',
		{
			add: (account, uid, text_content, message_at) =>
				addMessage(account, Number(/\d+$/.exec(uid)), { text_content }, message_at),
		},
	],
];

/** The answer to a text that the service does not find. */
function missing({ recording_uid, call_uid, summary_uid, ...others }: IDataObject): IDataObject {
	const absent = { found: false, has_more: false };
	if (summary_uid !== undefined)
		return { ...others, ...absent, summary_uid, summary: null, text: '' };
	return { recording_uid, call_uid, ...absent, speakers: [], utterances: [] };
}

const { fixture, trigger, activated } = useTrigger();
const account = () => fixture.service.account('a');
const now = () => fixture.service.now();
const advance = (ms: number) => fixture.service.advance(ms);
const asked = (operation: string) =>
	fixture.requests.filter((request) => request.operation === operation).length;

/** Last characters of the UIDs of what a poll gives. */
async function numbers(of: Trigger): Promise<string[]> {
	return (await of.keys()).map((key) => /\d(?=#(transcript|completed|\d+$)|$)/.exec(key)![0]);
}

describe.each(share(EVENTS))('Text Contains, %s: %s', (node, event, { add, read, included }) => {
	// A text that was read stays what it is: each test has objects of its own
	let test = 0;
	const happen = (...texts: string[]) =>
		texts.forEach((text, i) => add(account(), `uid_${test}_${i + 1}`, text, now() + i));
	beforeEach(() => {
		test++;
		addConversation(account(), 'user_other');
	});

	it('lets through what contains any of the words or phrases, in upper or lower case', async () => {
		const polled = await activated(node, event, WORDS);
		happen('The INVOICE, please', 'Our refund policy', 'A refund', 'Good night', 'invoices');
		advance(MINUTE);
		expect(await numbers(polled)).toEqual(['1', '2', '5']);
		advance(MINUTE);
		expect(await polled.keys()).toEqual([]);
	});

	it('finds words with accents, however the text writes them', async () => {
		const polled = await activated(node, event, { filters: { textContains: 'café' } });
		happen('Cafe\u0301', 'CAFÉ', 'Cafe');
		advance(MINUTE);
		expect(await numbers(polled)).toEqual(['1', '2']);
	});

	it('takes the words as an array from an expression too', async () => {
		const textContains = '={{ ["tea, with milk", "coffee"] }}';
		const polled = await activated(node, event, { filters: { textContains } });
		happen('Tea, with milk', 'Tea', 'Coffee');
		advance(MINUTE);
		expect(await numbers(polled)).toEqual(['1', '3']);
	});

	it('shows as test events only what contains the words, however long ago', async () => {
		happen('An invoice', 'Another invoice', ...Array.from({ length: 7 }, () => 'Nothing'));
		advance(MINUTE);
		const { items } = await trigger(node, event, WORDS).test();
		expect(items).toHaveLength(2);
		const none = await trigger(node, event, { filters: { textContains: 'cheese' } }).test();
		expect(none.error?.message).toContain('No event matches the filters');
	});

	it('shows a test event of a text that is rare, and reads each text once', async () => {
		happen('An invoice', ...Array.from({ length: 299 }, () => 'Nothing'));
		advance(MINUTE);
		const { items } = await trigger(node, event, WORDS).test();
		expect(items).toHaveLength(1);
		if (read) expect(asked(read)).toBe(300);
	});

	it('comes in time with a poll a day, where one text of many has the words', async () => {
		const polled = await activated(node, event, WORDS);
		// n8n stores polls with events alone
		polled.forgetful = true;
		const pollAfter = async (days: number, text: string) => {
			for (let i = 0; i < 120 * days; i++) {
				advance(DAY / 120);
				add(
					account(),
					`uid_${test}_${1000 + ++count}`,
					i === 120 * days - 60 ? text : 'Nothing',
					now(),
				);
			}
			const late = (json: IDataObject) => {
				const { found_at, happened_at } = json._event as Record<string, string>;
				return Date.parse(found_at) - Date.parse(happened_at);
			};
			return (await polled.poll()).map(late);
		};
		let count = 0;
		for (let day = 0; day < 14; day++) {
			const [late, ...others] = await pollAfter(1, 'An invoice');
			expect(late).toBeLessThan(DAY);
			expect(others).toEqual([]);
		}
		if (read) expect(asked(read)).toBe(count);
		const { stored } = polled;
		for (let day = 0; day < 5; day++) expect(await pollAfter(1, 'Nothing')).toEqual([]);
		if (read) expect(asked(read)).toBe(count);
		polled.restart(stored);
		expect(await pollAfter(1, 'An invoice')).toEqual([expect.any(Number)]);
		// What polls without events had read is read again, at once
		if (read) expect(asked(read)).toBe(count + 600);
		expect(polled.warnings).toEqual([]);
	});

	if (!read) return;

	it('says how many events a test has looked at, if it has no time for all', async () => {
		happen(...Array.from({ length: 300 }, () => 'Nothing'));
		advance(MINUTE);
		const tested = trigger(node, event, WORDS);
		tested.budget = 1_500;
		fixture.service.faults.add({ operation: read, delayMs: 100, times: 1e9 });
		const { error } = await tested.test();
		const looked = /^None of the latest (\d+) events matches the filters of/.exec(error!.message);
		expect(Number(looked?.[1])).toBeGreaterThan(0);
		expect(asked(read)).toBeLessThan(100);
		// One that it has found is enough
		add(account(), `uid_${test}_999`, 'An invoice', now());
		advance(MINUTE);
		expect((await tested.test()).items).toHaveLength(1);
	});

	it('reads each text once, also where n8n forgets polls without events', async () => {
		const polled = await activated(node, event, WORDS);
		const { stored } = polled;
		happen('Nothing', 'Nothing more', 'Nothing at all');
		for (let i = 0; i < 3; i++) {
			advance(MINUTE);
			expect(await polled.keys()).toEqual([]);
			polled.stored = stored;
		}
		expect(asked(read)).toBe(3);
		polled.parameters = { event, filters: { textContains: 'more' } };
		// Other words count from the change: 'Nothing more' stays passed over
		expect(await polled.keys()).toEqual([]);
		advance(MINUTE);
		add(account(), `uid_${test}_9`, 'No more than that', now());
		advance(MINUTE);
		expect(await numbers(polled)).toEqual(['9']);
	});

	it('finds what contains them behind more that does not than an execution may have', async () => {
		const options = { maxItemsPerPoll: 2 };
		const polled = await activated(node, event, { ...WORDS, options });
		happen(...Array.from({ length: 6 }, () => 'Nothing'), 'An invoice', 'Invoice', 'invoice');
		advance(MINUTE);
		expect(await numbers(polled)).toEqual(['7', '8']);
		expect(await numbers(polled)).toEqual(['9']);
	});

	it('lets an event go after five polls in which its text could not be read', async () => {
		const polled = await activated(node, event, WORDS);
		happen('Nothing');
		fixture.service.faults.add({ operation: read, status: 500, times: 999 });
		for (let i = 0; i < 4; i++) expect(await polled.keys()).toEqual([]);
		const [item] = await polled.poll();
		const [field] = included!;
		expect(item).toMatchObject({ [field]: null });
		expect(item[`${field}_error`]).toContain('HTTP status 500');
	});

	it('waits for a text that the service does not find yet', async () => {
		const polled = await activated(node, event, WORDS);
		happen('An invoice');
		fixture.service.faults.add({
			operation: read,
			rewrite: (envelope) => ({ ...envelope, data: missing(envelope.data as IDataObject) }),
		});
		advance(MINUTE);
		expect(await polled.keys()).toEqual([]);
		advance(MINUTE);
		expect(await numbers(polled)).toEqual(['1']);
	});

	it('adds the text to the item only where the user wants it', async () => {
		const [field, parameters] = included!;
		const no = { ...WORDS, ...(field === 'transcript' && { includeTranscript: 'no' }) };
		const without = await activated(node, event, no);
		const within = await activated(node, event, { ...WORDS, ...parameters });
		happen('An invoice');
		advance(MINUTE);
		expect((await without.poll())[0]).not.toHaveProperty(field);
		expect((await within.poll())[0]).toMatchObject({
			[field]: expect.stringContaining('An invoice') as string,
		});
	});
});

it('docs/triggers.md lists these events, and what their texts are read with', () => {
	const told = rowsOf('docs/triggers.md', 'Text Contains').flatMap(([names, , reads]) =>
		names.split(', ').map((name) => [name, reads]),
	);
	const texts = {
		queryCallTranscript: 'the transcript',
		queryRecordingTranscript: 'the transcript',
	};
	const reads = { ...texts, readRecordingSummary: 'the summary' } as Record<string, string>;
	expect(told.sort()).toEqual(
		EVENTS.map(([node, value, { read = '' }]) => [
			eventsOf(node.replace(/^svc|Trigger$/g, '')).find((each) => each.value === value)!.name,
			reads[read] ?? 'no further request',
		]).sort(),
	);
});

describe('Text Contains of new messages', () => {
	it('waits for a text that the service could not give, and lets the message go in the end', async () => {
		addConversation(account(), 'user_other');
		const polled = await activated('svcChatTrigger', 'newMessage', WORDS);
		const unavailable = { record_state: 'unavailable', text_content: undefined };
		const put = (sequence: number, more: object) => addMessage(account(), sequence, more, now());
		put(1, unavailable);
		put(2, unavailable);
		put(3, unavailable);
		expect(await polled.keys()).toEqual([]);
		account().messages.clear();
		put(1, { text_content: 'The invoice' });
		put(2, { text_content: 'Nothing' });
		put(3, unavailable);
		expect((await polled.poll()).map(({ sequence }) => sequence)).toEqual([1]);
		for (let i = 0; i < 2; i++) expect(await polled.keys()).toEqual([]);
		const [item] = await polled.poll();
		expect(item).toMatchObject({ sequence: 3, text_content: null });
	});

	it('shows no test event whose text the service cannot give', async () => {
		addConversation(account(), 'user_other');
		addMessage(account(), 1, { record_state: 'unavailable', text_content: undefined }, now());
		advance(MINUTE);
		const { error, items } = await trigger('svcChatTrigger', 'newMessage', WORDS).test();
		expect(items).toEqual([]);
		expect(error?.message).toContain('No event matches the filters');
	});
});

it('finds a phrase that runs over two utterances', async () => {
	const [[node, event, { add }]] = EVENTS;
	const polled = await activated(node, event, { filters: { textContains: 'morning our refund' } });
	add(account(), 'uid_phrase_1', 'Our refund policy', now());
	add(account(), 'uid_phrase_2', 'Nothing', now() + 1);
	advance(MINUTE);
	expect(await numbers(polled)).toEqual(['1']);
});
