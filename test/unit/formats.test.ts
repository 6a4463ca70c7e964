import { parseSync } from 'subtitle';

import { FORMATS, linesOf, type Line } from '../../nodes/shared/transcripts/formats';

const LINES: Line[] = [
	{ start: 0, end: 1500, speaker: 'Ada Fields', text: 'Good morning.' },
	{ start: 1500, end: 1500, speaker: 'Ben <Host>', text: 'Two lines, a < b & c --> d 🎧' },
	{ start: 3_723_004, end: 36_000_999, speaker: '林 海', text: '早上好，大家好。' },
];

/** Subtitles as read by a parser, WebVTT without its markup. */
function cues(text: string, markup: boolean) {
	return parseSync(text).flatMap((node) => {
		if (node.type !== 'cue') return [];
		if (!markup) return [node.data];
		const plain = node.data.text
			.replace(/<[^>]*>/g, '')
			.replace(/&lt;/g, '<')
			.replace(/&gt;/g, '>')
			.replace(/&amp;/g, '&');
		return [{ ...node.data, text: plain }];
	});
}

const squeezed = (text: string) => text.replace(/\s+/g, '');

describe.each(['srt', 'vtt'])('%s', (name) => {
	const { write } = FORMATS[name];

	it('contains every sentence with its times, as a parser reads it', () => {
		const read = cues(write(LINES, false), name === 'vtt');
		expect(read.map(({ text }) => squeezed(text))).toEqual(LINES.map(({ text }) => squeezed(text)));
		expect(read.map(({ start }) => start)).toEqual(LINES.map(({ start }) => start));
		expect(read.map(({ end }) => end)).toEqual([1500, 1501, 36_000_999]);
	});
});

it('has no lines of utterances without words', () => {
	const texts = ['One.', '', ' \n\u2028 ', 'Two.'];
	const utterances = texts.map((text, i) => ({ a: i, b: i + 1, text, speaker: {} }));
	expect(linesOf(utterances, 'a', 'b')).toMatchObject([
		{ start: 0, text: 'One.' },
		{ start: 3, text: 'Two.' },
	]);
});

it('starts WebVTT with its header', () => {
	expect(FORMATS.vtt.write(LINES, true).startsWith('WEBVTT\n\n')).toBe(true);
	expect(FORMATS.vtt.write([], true).trim()).toBe('WEBVTT');
});

it('names speakers as voices in WebVTT, and before the text in SRT if requested', () => {
	expect(FORMATS.vtt.write(LINES, true)).toContain('<v Ben &lt;Host&gt;>');
	expect(FORMATS.srt.write(LINES, true)).toContain('Ada Fields: Good morning.');
});

it('numbers SRT cues from 1 and writes its times with a comma', () => {
	expect(FORMATS.srt.write(LINES, false).split('\n').slice(0, 3)).toEqual([
		'1',
		'00:00:00,000 --> 00:00:01,500',
		'Good morning.',
	]);
	expect(FORMATS.srt.write(LINES, false)).toContain('01:02:03,004 --> 10:00:00,999');
});

it('writes text and Markdown with speakers, Markdown with times too', () => {
	expect(FORMATS.text.write(LINES.slice(0, 1), true)).toBe('Ada Fields: Good morning.\n');
	expect(FORMATS.text.write(LINES.slice(0, 1), false)).toBe('Good morning.\n');
	expect(FORMATS.markdown.write(LINES.slice(0, 1), true)).toBe(
		'**Ada Fields, 00:00:00**\n\nGood morning.\n',
	);
	expect(FORMATS.markdown.write(LINES.slice(1, 2), true)).toContain('**Ben \\<Host\\>, 00:00:01**');
});

/** An utterance as the service answers it, with how its line begins in text and how its text reads there. */
const UTTERANCES: Array<[what: string, utterance: object, name: string, text: string]> = [
	['a name', { speaker: { display_name: 'Ada' } }, 'Ada', 'Hi'],
	['no name', { speaker: { kind: 'unknown', display_name: '' } }, '(unknown)', 'Hi'],
	[
		'a name of blanks',
		{ speaker: { kind: 'anonymous', display_name: ' \u00a0\n' } },
		'(unknown)',
		'Hi',
	],
	['a name without a value', { speaker: { kind: 'user', user_ref: 'usr_a' } }, '(unknown)', 'Hi'],
	['an unknown name', { speaker: { resolution: 'unknown', display_name: '' } }, '(unknown)', 'Hi'],
	[
		'one side',
		{ speaker: { resolution: 'participant_side', display_name: 'Ada' } },
		'Ada (side)',
		'Hi',
	],
	[
		'a side without a name',
		{ speaker: { resolution: 'participant_side', display_name: '' } },
		'(side)',
		'Hi',
	],
	['a line break in a name', { speaker: { display_name: 'Ada\nBen: no' } }, 'Ada Ben: no', 'Hi'],
	['a line break', { text: 'Yes.\nBen: No.' }, 'Ada', 'Yes. Ben: No.'],
	[
		'blank lines',
		{ text: 'Yes.\r\n\r\n**Ben, 00:00:05**\n\nNo.' },
		'Ada',
		'Yes. **Ben, 00:00:05** No.',
	],
	[
		'other line breaks',
		{ text: 'Yes.\u2028Ben:\u2029No.\u0085So\v\fwhat\rnow' },
		'Ada',
		'Yes. Ben: No. So what now',
	],
	['line breaks around', { text: '\nBen: No.\n' }, 'Ada', 'Ben: No.'],
	[
		'a cue of its own',
		{ text: '2\n00:00:09,000 --> 00:00:10,000\nNo.' },
		'Ada',
		'2 00:00:09,000 --> 00:00:10,000 No.',
	],
	[
		'markup',
		{ text: '**Ben, 00:00:05** <v Ben>No. [a](b) `c`' },
		'Ada',
		'**Ben, 00:00:05** <v Ben>No. [a](b) `c`',
	],
	['a heading', { text: '# Ben' }, 'Ada', '# Ben'],
	['a list', { text: '- No' }, 'Ada', '- No'],
];

describe.each(UTTERANCES)('an utterance with %s', (_what, given, name, text) => {
	const between = { start: 0, end: 9, speaker: 'Ben', text: 'Well.' };
	const utterance = {
		start_ms: 5000,
		end_ms: 9000,
		text: 'Hi',
		speaker: { display_name: 'Ada' },
		...given,
	};
	const lines = [between, ...linesOf([utterance], 'start_ms', 'end_ms'), between];

	it.each([true, false])('is one line of its speaker in text: names %s', (names) => {
		const line = (who: string, said: string) => (names ? `${who}: ${said}` : said);
		expect(FORMATS.text.write(lines, names).split(/[\r\n\v\f\u0085\u2028\u2029]/)).toEqual([
			line('Ben', 'Well.'),
			line(name, text),
			line('Ben', 'Well.'),
			'',
		]);
	});

	it('is one paragraph of its speaker in Markdown', () => {
		const blocks = FORMATS.markdown.write(lines, true).trimEnd().split(/\n\n+/);
		const plain = blocks.map((block) => block.replace(/\\([^\w\s])/g, '$1'));
		const expected = [`**${name}, 00:00:05**`, ...(text === '' ? [] : [text])];
		expect(plain).toEqual([
			'**Ben, 00:00:00**',
			'Well.',
			...expected,
			'**Ben, 00:00:00**',
			'Well.',
		]);
		// Markup of an utterance is no markup of the transcript
		if (text !== '') expect(blocks[3]).not.toMatch(/(^|[^\\])[*<>[\]`]|^[#-]/);
	});

	it.each(['srt', 'vtt'])('is one cue of its speaker in %s', (form) => {
		const written = FORMATS[form].write(lines, true);
		const read = parseSync(written).flatMap((node) => (node.type === 'cue' ? [node.data] : []));
		expect(read.map(({ start }) => start)).toEqual([0, 5000, 0]);
		const said = text.replaceAll('-->', '-- >');
		if (form === 'srt') expect(read[1].text).toBe(`${name}: ${said}`.trim());
		else expect(read[1].text).toBe(`<v ${name}>${escapedVtt(text)}`);
	});
});

function escapedVtt(text: string): string {
	return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

it.each([
	[0, '00:00:00'],
	[3_723_999, '01:02:03'],
	[359_999_999, '99:59:59'],
	[360_000_000, '100:00:00'],
	[445_506_000, '123:45:06'],
	[3_600_000_000, '1000:00:00'],
])('has the whole time of an utterance after %i ms in all forms with times', (start, time) => {
	const line = { ...LINES[0], start, end: start + 1 };
	expect(FORMATS.markdown.write([line], true)).toBe(`**Ada Fields, ${time}**\n\nGood morning.\n`);
	const millis = String(start % 1000).padStart(3, '0');
	expect(FORMATS.srt.write([line], true)).toContain(`\n${time},${millis} --> `);
	expect(FORMATS.vtt.write([line], true)).toContain(`\n${time}.${millis} --> `);
});

it('reads times and speakers from the fields of the service', () => {
	const utterance = { start_ms: 5, end_ms: 9, text: 'Hi', speaker: { display_name: 'Ada' } };
	expect(linesOf([utterance], 'start_ms', 'end_ms')).toEqual([
		{ start: 5, end: 9, speaker: 'Ada', text: 'Hi' },
	]);
});
