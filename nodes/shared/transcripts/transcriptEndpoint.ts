import type { IDataObject } from 'n8n-workflow';

import {
	each,
	type Endpoint,
	type InputItem,
	unlessFound,
	withTextFile,
} from '../operations/endpoint';
import { failUnready, type Readiness, stateIn, whenReady } from '../operations/readiness';
import type { Row } from '../rows/row';
import { TALK_TIME } from '../rows/rowWriter';
import { FORMATS, linesOf, linesWith, type Format, withWords } from './formats';
import { IN_WORK, tellUnready } from './includeTranscript';
import { readTranscript, type Transcript, type TranscriptSource } from './readTranscript';
import { talkTime } from './talkTime';
import type { TranscriptSettings } from './transcriptFields';
import { type Title, titlesOf } from './titles';

/**
 * Endpoint of Transcript > Get: one row per utterance or speaker, or one row with the whole text and a file. Every row has
 * `transcript_state`, since a transcript can be incomplete.
 */
export function transcript(source: TranscriptSource): Endpoint {
	const readiness: Readiness = {
		text: `transcript of the ${source.thing}`,
		id: source.id,
		// A partial one has text, and may get more
		inWork: IN_WORK,
		statesOf: stateIn(source.exact, 'transcript_state'),
	};
	const read = async (item: InputItem<TranscriptSettings>, title?: Title) => {
		const found = await readTranscript(source, item, item.body, item.settings.maxUtterances);
		const instead = unlessFound(source.thing, source.id)({ found: found.found }, item);
		if (instead) return [instead];
		failUnready(readiness, found.state, item);
		tellUnready(item, [found.state]);
		const format = FORMATS[item.settings.output!];
		if (!format) return rowsOf(source, item, found);
		return [await written(source, { item, title }, found, format)];
	};
	return whenReady(readiness, async (items, url) => {
		const titles = await titlesOf(source, items);
		return await each(async (item) => await read(item, titles.get(item)))(items, url);
	});
}

/**
 * One row per utterance, or per speaker for Talk Time. A transcript that is not ready and has no utterances gives one row
 * with its state, but no talk time.
 */
function rowsOf(
	source: TranscriptSource,
	item: InputItem<TranscriptSettings>,
	found: Transcript,
): Row[] {
	const { id } = source;
	const facts = { [id]: item.body[id], transcript_state: found.state ?? null };
	const { utterances } = found;
	const isTalkTime = item.settings.output === TALK_TIME;
	// A row without a speaker would be one of nobody
	if (utterances.length === 0 && found.state !== 'ready' && !isTalkTime) return [facts];
	const { textContains: words = [] } = item.settings;
	const said = words.length > 0 ? withWords(utterances, words) : utterances;
	const rows = isTalkTime ? talkTime(utterances, source) : said;
	return rows.map((row) => ({ ...facts, ...row }));
}

const NO_LINE = 'No line has all of these words. Look for fewer or other words.';

/** One row with the whole transcript as text and as a file. */
async function written(
	{ thing, id, start, end }: TranscriptSource,
	{ item, title }: { item: InputItem<TranscriptSettings>; title?: Title },
	{ state, utterances }: Transcript,
	{ write, names, extension, mimeType, heading }: Format,
): Promise<Row> {
	const uid = String(item.body[id]);
	const all = linesOf(utterances, start, end);
	const { textContains: words = [], speakerNames } = item.settings;
	const json: IDataObject = {
		[id]: uid,
		transcript_state: state ?? null,
		utterance_count: utterances.length,
		truncated: utterances.some(({ truncated }) => truncated === true),
	};
	if (words.length > 0) {
		const found = linesWith(all, words);
		return { ...json, ...found, ...(found.matches === 0 && { hint: NO_LINE }) };
	}
	const lines = write(all, speakerNames ?? names);
	const text = title && heading ? heading(title.heading) + lines : lines;
	json.text = text;
	return await withTextFile(item, json, text, {
		name: title?.file ?? `${thing}-${uid}`,
		extension,
		mimeType,
	});
}
