import type { IDataObject } from 'n8n-workflow';

import { integerOf, objectOf, textOf } from '../api/answer';

/** A sentence, ready to be written down. Times in milliseconds from the beginning. */
export interface Line {
	start: number;
	end: number;
	speaker: string;
	text: string;
}

/** A way to write a transcript down as one text. */
export interface Format {
	/** Extension of the file, without dot */
	extension: string;
	mimeType: string;
	/** True when speakers are named unless the user says otherwise */
	names: boolean;
	write: (lines: Line[], names: boolean) => string;
}

/** The formats by their option value. */
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

/** The lines of a transcript's utterances. `start` and `end` are the fields with their times. */
export function linesOf(utterances: IDataObject[], start: string, end: string): Line[] {
	return utterances.map((utterance) => ({
		start: timeOf(utterance, start),
		end: timeOf(utterance, end),
		speaker: String(objectOf(utterance, 'speaker').display_name ?? ''),
		text: textOf(utterance, 'text'),
	}));
}

function timeOf(utterance: IDataObject, field: string): number {
	return Math.max(0, integerOf(utterance, field));
}

/** A speaker whom the service knows nothing about has an empty name. */
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

/** In WebVTT these would be markup. */
function escaped(text: string): string {
	return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
}

/** A blank line would end a cue, and an arrow would begin one. */
function cueText(text: string): string {
	return text
		.replace(/\r\n?/g, '\n')
		.replace(/\n\s*\n/g, '\n')
		.replace(/-->/g, '-- >')
		.trim();
}

/** A cue lasts at least a millisecond, or players drop it. */
function span({ start, end }: Line, decimal: string): string {
	return `${clock(start, decimal)} --> ${clock(Math.max(end, start + 1), decimal)}`;
}

/** `01:02:03,004` */
function clock(millis: number, decimal: string): string {
	const pad = (value: number, length = 2) => String(Math.floor(value)).padStart(length, '0');
	const seconds = millis / 1000;
	const time = [seconds / 3600, (seconds / 60) % 60, seconds % 60]
		.map((part) => pad(part))
		.join(':');
	return `${time}${decimal}${pad(millis % 1000, 3)}`;
}
