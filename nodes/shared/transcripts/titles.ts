import { readObjects } from '../api/exactRead';
import type { InputItem } from '../operations/endpoint';
import type { Run } from '../operations/run';
import { isoTimeIn } from '../rows/isoTime';
import { FORMATS } from './formats';
import type { TranscriptSource } from './readTranscript';
import type { TranscriptSettings } from './transcriptFields';

/** Heading and file name of a transcript, made of the name of its recording or call and its time. */
export interface Title {
	/** The heading: its name and its time */
	heading: string;
	/** Name of its file without extension, which no other file of the run has */
	file: string;
}

/** Most characters of a name in the name of a file, and its most bytes: systems allow 255 of the whole. */
const LONGEST = { characters: 60, bytes: 200 };

/**
 * The titles of the items whose text or file has one. The objects are read together, ten or more a request. An object that
 * cannot be read has no title, and its file is named by its ID: its transcript is what the user wants.
 */
export async function titlesOf(
	source: TranscriptSource,
	items: InputItem[],
): Promise<Map<InputItem, Title>> {
	const asked = items.filter(hasTitle);
	const titles = new Map<InputItem, Title>();
	if (asked.length === 0) return titles;
	const [first] = asked;
	const objectOf = await readObjects(
		source.exact,
		first,
		asked.map(({ body }) => body),
	);
	const iso = isoTimeIn(first.run.functions.getTimezone());
	for (const item of asked) {
		const object = objectOf(item.body);
		if (!object || object instanceof Error) continue;
		const name = source.called(object).replaceAll(/\s+/g, ' ').trim();
		if (name === '') continue;
		const [, day, clock] = /^(\S{10})T(\d\d:\d\d)/.exec(String(iso(object[source.time]))) ?? [];
		titles.set(item, {
			heading: day ? `${name}, ${day} ${clock}` : name,
			file: uniqueFileName(first.run, fileNameOf(name, day, clock)),
		});
	}
	return titles;
}

/** A name and its time as the name of a file, without characters that systems refuse. */
function fileNameOf(name: string, day?: string, clock?: string): string {
	const file = [shortened(name), day, clock?.replace(':', '.')].filter(Boolean).join(' ');
	return file.replaceAll(/[<>:"/\\|?*\p{Cc}]/gu, '-');
}

/** The beginning of a name that fits into the name of a file. */
function shortened(name: string): string {
	const short = [...name].slice(0, LONGEST.characters);
	while (Buffer.byteLength(short.join('')) > LONGEST.bytes) short.pop();
	return short.join('').trim();
}

/** True if the text has a heading, or if there is a file that the user has not named. */
function hasTitle({ settings }: InputItem<TranscriptSettings>): boolean {
	const format = FORMATS[settings.output!];
	if (!format) return false;
	const isNamed = Boolean(settings.fileName?.trim());
	return format.heading !== undefined || (Boolean(settings.binaryPropertyName) && !isNamed);
}

/** The name of a file, with a number if another file of the run has it. */
function uniqueFileName(run: Run, file: string): string {
	const name = file.toLowerCase();
	const given = run.cache.tally('file names', [name]).get(name)!;
	return given === 1 ? file : `${file} (${given})`;
}
