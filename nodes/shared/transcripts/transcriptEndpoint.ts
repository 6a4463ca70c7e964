import type { IDataObject } from 'n8n-workflow';

import { isOn } from '../api/reading';
import { each, type Endpoint, type InputItem, type Row } from '../operations/endpoint';
import { unlessFound } from '../operations/notFound';
import { withTextFile } from '../operations/textFile';
import { FORMATS, linesOf, type Format } from './formats';
import { NOT_READY } from './includeTranscript';
import { readTranscript, type Transcript, type TranscriptSource } from './readTranscript';

/**
 * The operation that gets a transcript: as utterances, one item each, or written down as one text that
 * comes as a file too. Every output has `transcript_state`, since a transcript may be incomplete.
 */
export function transcript(source: TranscriptSource): Endpoint {
	return each(async (item) => {
		const { limit, ...body } = item.body;
		const wanted = (limit as number | undefined) ?? Infinity;
		const found = await readTranscript(source, item, body, wanted);
		const instead = unlessFound(source.thing, source.id)({ found: found.found }, item);
		if (instead) return [instead];
		if (found.state !== 'ready') item.hint?.(NOT_READY);
		const format = FORMATS[item.context.getNodeParameter('output', 'text') as string];
		return format ? [await written(source, item, found, format)] : utterances(source, item, found);
	});
}

/** One item for each utterance; a transcript that is not ready and has none says so in one item. */
function utterances({ id }: TranscriptSource, item: InputItem, found: Transcript): Row[] {
	const facts = { [id]: item.body[id], transcript_state: found.state ?? null };
	if (found.utterances.length === 0 && found.state !== 'ready') return [facts];
	return found.utterances.map((utterance) => ({ ...facts, ...utterance }));
}

/** The whole transcript as one text, in the item and as a file. */
async function written(
	{ thing, id, start, end }: TranscriptSource,
	item: InputItem,
	{ state, utterances }: Transcript,
	{ write, names, extension, mimeType }: Format,
): Promise<Row> {
	const uid = String(item.body[id]);
	const named = isOn(item.context, 'options.speakerNames', names);
	const text = write(linesOf(utterances, start, end), named);
	const json: IDataObject = {
		[id]: uid,
		transcript_state: state ?? null,
		utterance_count: utterances.length,
		truncated: utterances.some(({ truncated }) => truncated === true),
		text,
	};
	return await withTextFile(item, json, text, {
		name: `${thing}-${uid}`,
		extension,
		mimeType,
	});
}
