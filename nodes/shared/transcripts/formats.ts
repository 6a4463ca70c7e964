import type { IDataObject } from 'n8n-workflow';

import { integerOf, objectOf, textOf } from '../api/answer';

/** An utterance as a line of a transcript. Times are in milliseconds from the start of the recording. */
export interface Line {
	start: number;
	end: number;
	speaker: string;
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
	},
	srt: {
		extension: 'srt',
		mimeType: 'application/x-subrip',
		names: false,
		write: (lines, names) =>
			lines
				.map((line, i) => `${i + 1}\n${span(line, ',')}\n${cueText(named(line, names))}\n`)
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

/** Words behind the names of speakers of calls who are not known exactly (contract: resolution). */
const MARKS = new Map<unknown, string>([
	['participant_side', '(side)'],
	['unknown', '(unknown)'],
]);

/** Lines of utterances. `start` and `end` are the names of their time fields, in milliseconds. */
export function linesOf(utterances: IDataObject[], start: string, end: string): Line[] {
	return utterances.map((utterance) => ({
		start: timeOf(utterance, start),
		end: timeOf(utterance, end),
		speaker: marked(objectOf(utterance, 'speaker')),
		text: textOf(utterance, 'text'),
	}));
}

/** The name of a speaker. One who is not a certain person has a mark, so that nobody takes the name for a person. */
function marked({ display_name, resolution }: IDataObject): string {
	return `${String(display_name ?? '')} ${MARKS.get(resolution) ?? ''}`.trim();
}

function timeOf(utterance: IDataObject, field: string): number {
	return Math.max(0, integerOf(utterance, field));
}

/** Text of a line with the speaker's name. An empty name is left out. */
function named({ speaker, text }: Line, names: boolean): string {
	return names && speaker ? `${speaker}: ${text}` : text;
}

function markdown({ start, speaker, text }: Line, names: boolean): string {
	const time = clock(start, '.').slice(0, 8);
	const name = names && speaker ? `${escapedMarkdown(speaker)}, ` : '';
	return `**${name}${time}**\n\n${text}\n`;
}

function escapedMarkdown(text: string): string {
	return text.replace(/[\\`*_[\]<>]/g, '\\$&');
}

function voice(line: Line, names: boolean): string {
	const text = cueText(escaped(line.text));
	return names && line.speaker ? `<v ${escaped(line.speaker).replace(/\s+/g, ' ')}>${text}` : text;
}

/** Text without characters that WebVTT reads as markup. */
function escaped(text: string): string {
	return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
}

/** Text of a cue without blank lines and arrows, which would end or start a cue. */
function cueText(text: string): string {
	return text
		.replace(/\r\n?/g, '\n')
		.replace(/\n\s*\n/g, '\n')
		.replace(/-->/g, '-- >')
		.trim();
}

/** Times of a cue, at least a millisecond long: players drop shorter ones. */
function span({ start, end }: Line, decimal: string): string {
	return `${clock(start, decimal)} --> ${clock(Math.max(end, start + 1), decimal)}`;
}

/** Time as `01:02:03,004`, with the given decimal sign. */
function clock(millis: number, decimal: string): string {
	const pad = (value: number, length = 2) => String(Math.floor(value)).padStart(length, '0');
	const seconds = millis / 1000;
	const time = [seconds / 3600, (seconds / 60) % 60, seconds % 60]
		.map((part) => pad(part))
		.join(':');
	return `${time}${decimal}${pad(millis % 1000, 3)}`;
}
