import type { IDataObject } from 'n8n-workflow';

import { integerOf, objectOf, textOf } from '../api/answer';
import { fold } from '../fold';
import { durationText } from '../rows';

/** An utterance as a line of a transcript. Times are in milliseconds from the start of the recording. */
export interface Line {
	start: number;
	end: number;
	/** Name of the speaker, never empty: a line without one would read as a line of the speaker before */
	speaker: string;
	/** The text without line breaks: what follows one would read as the line of another speaker */
	text: string;
}

/** A text format of a transcript. */
export interface Format {
	/** File extension, without the dot */
	extension: string;
	mimeType: string;
	/** Default of Speaker Names */
	names: boolean;
	write: (lines: Line[], names: boolean) => string;
	/** The heading of a text, if the format has headings */
	heading?: (title: string) => string;
}

/** Formats by the option values of Output and Include Transcript. */
export const FORMATS: Record<string, Format> = {
	text: {
		extension: 'txt',
		mimeType: 'text/plain',
		names: true,
		write: (lines, names) => lines.map((line) => `${named(line, names)}\n`).join(''),
	},
	markdown: {
		extension: 'md',
		mimeType: 'text/markdown',
		names: true,
		write: (lines, names) => lines.map((line) => markdown(line, names)).join('\n'),
		heading: (title) => `# ${escapedMarkdown(title)}\n\n`,
	},
	srt: {
		extension: 'srt',
		mimeType: 'application/x-subrip',
		names: false,
		write: (lines, names) =>
			lines
				.map((line, i) => `${i + 1}\n${span(line, ',')}\n${withoutArrows(named(line, names))}\n`)
				.join('\n'),
	},
	vtt: {
		extension: 'vtt',
		mimeType: 'text/vtt',
		names: true,
		write: (lines, names) =>
			['WEBVTT\n', ...lines.map((line) => `${span(line, '.')}\n${voice(line, names)}\n`)].join(
				'\n',
			),
	},
};

/**
 * Words behind the names of speakers of calls who are not known exactly (contract document 2, Call transcript speaker), and
 * instead of the name of any speaker without one.
 */
export const UNKNOWN = '(unknown)';
const MARKS = new Map<unknown, string>([
	['participant_side', '(side)'],
	['unknown', UNKNOWN],
]);

/**
 * Lines of utterances, of which those without words have none: an empty cue hides all behind it in some players
 * (clappr/clappr#1476). `start` and `end` are the names of their time fields, in milliseconds.
 */
export function linesOf(utterances: IDataObject[], start: string, end: string): Line[] {
	const lines = utterances.map((utterance) => ({
		start: offsetOf(utterance, start),
		end: offsetOf(utterance, end),
		speaker: marked(objectOf(utterance, 'speaker')),
		text: inOneLine(textOf(utterance, 'text')),
	}));
	return lines.filter(({ text }) => text !== '');
}

/** The name of a speaker. One who is not a certain person has a mark, so that nobody takes the name for a person. */
function marked({ display_name, resolution }: IDataObject): string {
	const mark = MARKS.get(resolution) ?? '';
	return inOneLine(`${String(display_name ?? '')} ${mark}`) || UNKNOWN;
}

/** The text with a blank for each line break and the white space around it, and without white space at its ends. */
function inOneLine(text: string): string {
	const lines = text.split(/[\r\n\v\f\u0085\u2028\u2029]/).map((line) => line.trim());
	return lines.filter((line) => line !== '').join(' ');
}

function offsetOf(utterance: IDataObject, field: string): number {
	return Math.max(0, integerOf(utterance, field));
}

/** The lines or utterances that contain all words of one of the phrases, in any order. */
export function withWords<Said extends { text?: unknown }>(
	said: Said[],
	phrases: string[],
): Said[] {
	const wanted = phrases.map((phrase) => fold(phrase).split(' '));
	return said.filter(({ text }) => {
		const folded = fold(String(text ?? ''));
		return wanted.some((words) => words.every((word) => folded.includes(word)));
	});
}

/**
 * Text of the lines that contain one of the words, each with its time, and of the lines before and behind them, with `…`
 * where lines are left out; and how many contain one.
 */
export function linesWith(lines: Line[], words: string[]): { text: string; matches: number } {
	const wanted = new Set(withWords(lines, words));
	const found = lines.map((line) => wanted.has(line));
	const isShown = (i: number) => found[i - 1] || found[i] || found[i + 1];
	const shown = lines.flatMap((line, i) => {
		if (!isShown(i)) return [];
		const gap = i > 0 && !isShown(i - 1) ? '…\n' : '';
		return [`${gap}${durationText(line.start)} ${named(line, true)}\n`];
	});
	return { text: shown.join(''), matches: found.filter(Boolean).length };
}

/** Text of a line with the speaker's name. */
function named({ speaker, text }: Line, names: boolean): string {
	return names ? `${speaker}: ${text}` : text;
}

function markdown({ start, speaker, text }: Line, names: boolean): string {
	const name = names ? `${escapedMarkdown(speaker)}, ` : '';
	return `**${name}${durationText(start)}**\n\n${escapedMarkdown(text)}\n`;
}

/** Text without characters that Markdown reads as markup: an utterance could look like the name of a speaker. */
function escapedMarkdown(text: string): string {
	return text.replace(/[\\`*_[\]<>]|^[#+~=-]/g, '\\$&').replace(/^(\d+)([.)])/, '$1\\$2');
}

function voice({ speaker, text }: Line, names: boolean): string {
	return names ? `<v ${escaped(speaker)}>${escaped(text)}` : escaped(text);
}

/** Text without characters that WebVTT reads as markup. */
function escaped(text: string): string {
	return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
}

/** Text without arrows, at which some players take a line for the times of a cue. */
function withoutArrows(text: string): string {
	return text.replace(/-->/g, '-- >').trimEnd();
}

/** Times of a cue, at least a millisecond long: players drop shorter ones. */
function span({ start, end }: Line, decimal: string): string {
	const time = (millis: number) =>
		`${durationText(millis)}${decimal}${String(millis % 1000).padStart(3, '0')}`;
	return `${time(start)} --> ${time(Math.max(end, start + 1))}`;
}
