import { parseSync } from 'subtitle';

import { FORMATS, linesOf, type Line } from '../../nodes/shared/transcripts/formats';

const LINES: Line[] = [
	{ start: 0, end: 1500, speaker: 'Ada Fields', text: 'Good morning.' },
	{ start: 1500, end: 1500, speaker: 'Ben <Host>', text: 'Two\r\n\r\nlines, a < b & c --> d 🎧' },
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

it('omits a speaker whose name the service does not know', () => {
	const line = { ...LINES[0], speaker: '' };
	expect(FORMATS.text.write([line], true)).toBe('Good morning.\n');
	expect(FORMATS.markdown.write([line], true)).toBe('**00:00:00**\n\nGood morning.\n');
	expect(FORMATS.vtt.write([line], true)).not.toContain('<v');
});

it('reads times and speakers from the fields of the service', () => {
	const utterance = { start_ms: 5, end_ms: 9, text: 'Hi', speaker: { display_name: 'Ada' } };
	expect(linesOf([utterance], 'start_ms', 'end_ms')).toEqual([
		{ start: 5, end: 9, speaker: 'Ada', text: 'Hi' },
	]);
});
