import { fc } from '../support/random';
import type { IDataObject } from 'n8n-workflow';

import { isoTimeIn } from '../../nodes/shared/rows/isoTime';
import { simplify, type Output } from '../../nodes/shared/rows/output';
import { textOfRow, textOfRows, type TextForm } from '../../nodes/shared/rows/text';
import { writtenTimeIn } from '../../nodes/shared/rows/writtenTime';

/** Rows as texts that people read. */

const NOW = Date.parse('2026-11-24T12:00:00Z');

const tasks: Output = {
	fields: 'title due_at status done? link_uid count',
	text: 'title due_at',
	groups: { day: 'due_at', status: 'status' },
};
const messages: Output = {
	fields: 'title text_content sender_name conversation_name? message_at content_truncated',
	text: 'message_at sender_name title text_content',
	groups: { day: 'message_at', person: 'sender_name sender_user_ref' },
	oldestFirst: 'message_at',
};

function form(
	output: Output,
	given: Partial<TextForm> & { zone?: string; language?: string } = {},
): TextForm {
	const { zone = 'Europe/Berlin', language = 'en', ...rest } = given;
	return { output, time: writtenTimeIn(zone, language, NOW), ...rest };
}

/** The text of rows as the service answers them. */
function text(
	rows: IDataObject[],
	output: Output,
	given: Parameters<typeof form>[1] = {},
	more: number | boolean = false,
): string {
	const iso = isoTimeIn(given.zone ?? 'Europe/Berlin');
	return textOfRows(simplify(rows, output, iso), form(output, given), more).text;
}

const at = (time: string) => Date.parse(time);
const sample = [
	{ title: 'Fire the kiln', due_at: at('2026-11-25T19:17:00Z'), status: 'following' },
	{ title: 'Order clay', due_at: null, status: 'not_started' },
	{ title: 'Pay\r\n the   rent', due_at: at('2026-11-25T08:00:00Z'), status: 'following' },
	{ title: 'Glaze', due_at: at('2025-12-31T23:30:00Z'), status: null },
];

it('has a line for each row, with its fields and times as people write them', () => {
	expect(text(sample, tasks)).toBe(
		[
			'- Fire the kiln · Wed 25 Nov, 20:17',
			'- Order clay',
			'- Pay the rent · Wed 25 Nov, 09:00',
			'- Glaze · Thu 1 Jan, 00:30',
		].join('\n'),
	);
});

it('has the chosen fields in the order of the choice', () => {
	expect(text(sample.slice(0, 2), tasks, { fields: ['status', 'due_at', 'title'] })).toBe(
		'- following · Wed 25 Nov, 20:17 · Fire the kiln\n- not started · Order clay',
	);
});

it('counts the rows that have a line', () => {
	const own = form(tasks, { fields: ['due_at'] });
	expect(textOfRows(simplify(sample, tasks, isoTimeIn('UTC')), own, false).lines).toBe(3);
});

it('has the default fields if none are chosen', () => {
	expect(text(sample, tasks, { fields: [] })).toBe(text(sample, tasks));
});

it('has headings in the order of days, and the time of day alone below them', () => {
	expect(text(sample, tasks, { groupBy: 'day' })).toBe(
		[
			'Thu 1 Jan\n- Glaze · 00:30',
			'Wed 25 Nov\n- Pay the rent · 09:00\n- Fire the kiln · 20:17',
			'No day\n- Order clay',
		].join('\n\n'),
	);
});

it('has headings of other kinds in the order of their first rows', () => {
	expect(text(sample, tasks, { groupBy: 'status', fields: ['title', 'status'] })).toBe(
		[
			'Following\n- Fire the kiln\n- Pay the rent',
			'Not started\n- Order clay',
			'No status\n- Glaze',
		].join('\n\n'),
	);
});

it.each(['none', 'person', '__proto__', undefined])('has no headings for %s', (groupBy) => {
	expect(text(sample, tasks, { groupBy })).toBe(text(sample, tasks));
});

const chat = [
	{ sender_name: 'Ada', text_content: 'and\n\n- buy clay', message_at: at('2026-11-24T09:00:30Z') },
	{ sender_name: '', text_content: 'Yes 👩‍🚀', message_at: at('2026-11-24T09:00:30Z') },
	{
		sender_name: 'Bo',
		title: 'Plan',
		text_content: '*Now*',
		message_at: at('2026-11-23T22:30:00Z'),
	},
];

it('has messages in reading order, whatever the order of the list', () => {
	const expected = [
		'- Mon 23 Nov, 23:30 · Bo: Plan · *Now*',
		'- Tue 24 Nov, 10:00 · Yes 👩‍🚀',
		'- Tue 24 Nov, 10:00 · Ada: and',
		'  - buy clay',
	].join('\n');
	expect(text(chat, messages)).toBe(expected);
	expect(text([...chat].reverse(), messages)).toBe(expected);
});

it('groups messages by who has written them and by the day in the zone of the workflow', () => {
	expect(text(chat, messages, { groupBy: 'person', fields: ['text_content'] })).toBe(
		'Bo\n- *Now*\n\nAda\n- and\n  - buy clay\n\nNo person\n- Yes 👩‍🚀',
	);
	expect(text(chat, messages, { groupBy: 'day', zone: 'Asia/Tokyo', fields: ['message_at'] })).toBe(
		'Tue 24 Nov\n- 07:30\n- 18:00\n- 18:00',
	);
});

it.each<[string, Array<[name: string | null, ref: string | null]>, string[]]>([
	[
		'two people of one name apart',
		[
			['Ada', 'usr_1'],
			['Ada', 'usr_2'],
		],
		['Ada (usr_1)', 'Ada (usr_2)'],
	],
	[
		'one person of two names together, by the later one',
		[
			['Ada', 'usr_1'],
			['Ada L.', 'usr_1'],
			[null, 'usr_1'],
		],
		['Ada L.'],
	],
	[
		'one who has no ID from one of the same name',
		[
			['Ada', null],
			['Ada', 'usr_1'],
		],
		['Ada', 'Ada (usr_1)'],
	],
	[
		'people without a name apart',
		[
			[null, 'usr_1'],
			['', 'usr_2'],
		],
		['usr_1', 'usr_2'],
	],
	[
		'what has neither together',
		[
			[null, null],
			['', ''],
		],
		['No person'],
	],
])('keeps %s', (_what, people, headings) => {
	const rows = people.map(([sender_name, sender_user_ref], i) => ({
		sender_name,
		sender_user_ref,
		text_content: 'x',
		message_at: NOW + i,
	}));
	const written = text(rows as IDataObject[], messages, {
		groupBy: 'person',
		fields: ['text_content'],
	});
	expect(written.split('\n').filter((line) => line !== '' && line !== '- x')).toEqual(headings);
});

it('says that there is more, and how much if that is known', () => {
	expect(text(sample.slice(1, 2), tasks, {}, true)).toBe('- Order clay\n\n... and more');
	expect(text(sample.slice(1, 2), tasks, {}, 12)).toBe('- Order clay\n\n... and 12 more');
});

it('marks a text of which the service gave a part', () => {
	const [first] = chat;
	expect(
		text([{ ...first, content_truncated: true }], messages, { fields: ['text_content'] }),
	).toBe('- and\n  - buy clay …');
});

it('leaves out what says nothing, and names a switch that is on', () => {
	const row = { title: '', done: true, link_uid: 'a_b', count: 0, status: null };
	expect(text([row], tasks, { fields: ['title', 'status', 'done', 'link_uid', 'count'] })).toBe(
		'- done · a_b · 0',
	);
	expect(text([{ ...row, done: false }], tasks, { fields: ['title', 'done'] })).toBe('');
});

it('has lists of words with commas, and entries of a transcript on lines of their own', () => {
	const output: Output = {
		fields: 'name tags transcript',
		text: 'name tags transcript',
		lists: { transcript: { fields: 'speaker_name text', text: 'speaker_name text' } },
	};
	const row = {
		name: 'Walk',
		tags: ['a', 'b'],
		transcript: [
			{ speaker_name: 'Ada', text: 'Hello' },
			{ speaker_name: '', text: 'Hi' },
		],
	};
	expect(text([row], output)).toBe('- Walk · a, b · Ada: Hello\n  Hi');
});

it('has a single object as a line, and its text as a paragraph', () => {
	const iso = isoTimeIn('UTC');
	const [row] = simplify([{ ...chat[2], text_content: 'One\r\n\r\nTwo' }], messages, iso);
	expect(textOfRow(row, form(messages, { zone: 'UTC' }))).toBe(
		'Mon 23 Nov, 22:30 · Bo: Plan\n\nOne\n\nTwo',
	);
});

describe('times', () => {
	const time = (zone: string, language: string, text: string) =>
		writtenTimeIn(zone, language, NOW).whole(at(text));

	it.each([
		['before the clock goes back', 'Europe/Berlin', '2026-10-25T00:30:00Z', 'Sun 25 Oct, 02:30'],
		['in the repeated hour', 'Europe/Berlin', '2026-10-25T01:30:00Z', 'Sun 25 Oct, 02:30'],
		['after it', 'Europe/Berlin', '2026-10-25T02:30:00Z', 'Sun 25 Oct, 03:30'],
		['in the skipped hour', 'America/New_York', '2026-03-08T07:00:00Z', 'Sun 8 Mar, 03:00'],
		['with an odd offset', 'Asia/Kathmandu', '2026-06-30T18:15:00Z', 'Wed 1 Jul, 00:00'],
		['of another year', 'Europe/Berlin', '2027-02-01T12:00:00Z', 'Mon 1 Feb 2027, 13:00'],
		['of the old year in UTC', 'UTC', '2025-12-31T23:59:00Z', 'Wed 31 Dec 2025, 23:59'],
		['of the new year in the zone', 'Asia/Tokyo', '2025-12-31T23:59:00Z', 'Thu 1 Jan, 08:59'],
		['at midnight', 'UTC', '2026-11-24T00:00:00Z', 'Tue 24 Nov, 00:00'],
	])('%s', (_name, zone, given, expected) => {
		expect(time(zone, 'en', given)).toBe(expected);
	});

	it.each([
		['de', /^Sa\.?,? 21\. Nov\.?, 20:17$/],
		['en-US', /^Sat, Nov 21, 08:17 PM$/],
		['pt-BR', /^sáb\.?, 21 de nov\.?, 20:17$/],
		['ja', /^11月21日\(土\), 20:17$/],
		['qq', /^Sat,? /],
	])('in the language %s', (language, expected) => {
		expect(time('UTC', language, '2026-11-21T20:17:10Z')).toMatch(expected);
	});
});

it('has all rows whatever they hold, each as one bullet', () => {
	const words = fc.string({ unit: 'grapheme', minLength: 1 }).filter((each) => each.trim() !== '');
	const value = fc.oneof(words, fc.integer());
	const rows = fc.array(fc.record({ title: value, due_at: fc.option(fc.integer()) }));
	fc.assert(
		fc.property(rows, fc.constantFrom('none', 'day', 'status'), (all, groupBy) => {
			const lines = text(all as IDataObject[], tasks, { groupBy }).split('\n');
			expect(lines.filter((line) => line.startsWith('- '))).toHaveLength(all.length);
		}),
	);
});
