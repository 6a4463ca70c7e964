import type { IDataObject } from 'n8n-workflow';

import {
	brokenAnswer,
	CursorGuard,
	inParallel,
	integerOf,
	type ReadContext,
	textOf,
	textIn,
	uidOf,
} from '../../shared/api';
import { declareLimits, LIMITS } from '../../shared/limits';
import {
	each,
	type Endpoint,
	FailureError,
	failUnready,
	type InputItem,
	isRefusal,
	type Readiness,
	type Row,
	type States,
	unlessFound,
	whenReady,
	withTextFile,
} from '../../shared/operations';
import { codePoints } from '../../shared/values';
import { isObject } from '../../shared/objects';

const OWN_LIMITS = declareLimits({
	/** Most starts of reading a text that changes meanwhile */
	maxRestarts: 5,
});

export const SUMMARY_URL = '/api/v1/recordings/summaries/read';

/** The full text of a summary, and the answer with its last page. */
interface Body {
	data: IDataObject;
	text: string;
}

const readiness: Readiness = {
	text: 'summary',
	id: 'summary_uid',
	inWork: ['processing'],
	statesOf: contentStates,
};

/** The states of summaries; no operation reads those of several at once. */
async function contentStates(uids: string[], { send }: Pick<ReadContext, 'send'>): Promise<States> {
	const states: States = new Map();
	await inParallel([...new Set(uids)], async (summary_uid) => {
		const state = await send(SUMMARY_URL, { summary_uid, limit: 1 }).then(
			({ data }) => textIn(data.content_state),
			(error: Error) => error,
		);
		states.set(summary_uid, state);
	});
	return states;
}

/** readRecordingSummary: reads all pages and puts them together by their offsets in code points. */
export const summaryText: Endpoint = whenReady(
	readiness,
	each(async (item) => {
		const { data, text } = await whole(item, String(item.body.summary_uid));
		const instead = unlessFound('summary', 'summary_uid')(data, item);
		if (instead) return [instead];
		failUnready(readiness, data.content_state, item);
		return [await output(item, data, text)];
	}),
);

/** The summary with `format` and `text`. `text` is null if the service has no readable text. */
export async function readSummaryText(
	row: IDataObject,
	reading: ReadContext,
): Promise<IDataObject> {
	const { data, text } = await whole(reading, uidOf(row, 'summary_uid'));
	const readable = data.found !== false && data.content_state === 'ready';
	return { ...row, format: data.format ?? null, text: readable ? text : null };
}

/** The current state of a summary, without its text; undefined if the summary no longer exists. */
export async function readSummaryState(
	summary_uid: string,
	{ send }: Pick<ReadContext, 'send'>,
): Promise<IDataObject | undefined> {
	const { data } = await send(SUMMARY_URL, { summary_uid, limit: 1 });
	return isObject(data.summary) ? data.summary : undefined;
}

/** Reads all pages, and starts again if the summary changes meanwhile. Fails after `OWN_LIMITS.maxRestarts` starts. */
async function whole(reading: ReadContext, summary_uid: string): Promise<Body> {
	for (let starts = 1; starts <= OWN_LIMITS.maxRestarts; starts++) {
		const body = await once(reading, summary_uid);
		if (body) return body;
	}
	throw new FailureError({
		message: `The summary changed while it was read, ${OWN_LIMITS.maxRestarts} times`,
		description: 'Try again later, when the service has finished the summary.',
	});
}

/** Reads all pages once; undefined if the summary changed meanwhile. */
async function once(reading: ReadContext, summary_uid: string): Promise<Body | undefined> {
	const guard = new CursorGuard();
	let text = '';
	let length = 0;
	let first: IDataObject | undefined;
	for (let cursor: string | undefined; ;) {
		const page = { summary_uid, limit: LIMITS.summaryPage, ...(cursor && { page_cursor: cursor }) };
		const data = await pageAt(reading, page);
		if (!data || (first && !sameVersion(first, data))) return undefined;
		first ??= data;
		if (data.found === false || data.content_state !== 'ready') return { data, text: '' };
		if (data.text_start_offset !== length) throw brokenAnswer('has a gap in the text');
		const part = textOf(data, 'text');
		text += part;
		length += codePoints(part);
		if (length > integerOf(data, 'text_total_length'))
			throw brokenAnswer('continues after the end of the text');
		if (text.length > LIMITS.maxAnswerBytes) throw tooLong();
		cursor = guard.next(data, part === '' ? [] : [part]);
		if (cursor === undefined) {
			if (length !== data.text_total_length) throw brokenAnswer('ends before the end of the text');
			return { data, text };
		}
	}
}

function tooLong(): FailureError {
	return new FailureError({
		message: 'The summary is too long to be read',
		description: `The node reads texts of at most ${LIMITS.maxAnswerBytes / 1_000_000} million characters.`,
	});
}

/** One page; undefined if the service refuses the cursor, as it may after the summary changed. */
async function pageAt({ send }: ReadContext, body: IDataObject): Promise<IDataObject | undefined> {
	return await send(SUMMARY_URL, body).then(
		({ data }) => data,
		(error) => {
			const refused = error instanceof FailureError && isRefusal(error.failure);
			if (refused && body.page_cursor !== undefined) return undefined;
			throw error;
		},
	);
}

function sameVersion(a: IDataObject, b: IDataObject): boolean {
	const facts = (data: IDataObject) =>
		JSON.stringify([
			data.content_state,
			data.text_total_length,
			isObject(data.summary) && data.summary.updated_at,
		]);
	return facts(a) === facts(b);
}

const TEXT_FILE = { extension: 'txt', mimeType: 'text/plain' };

/** File types of the formats other than plain text. */
const FILES = new Map([
	['markdown', { extension: 'md', mimeType: 'text/markdown' }],
	['json', { extension: 'json', mimeType: 'application/json' }],
]);

/** Output row: the text, and `content` for JSON. Without a readable text, only the state of the summary. */
async function output(item: InputItem, data: IDataObject, text: string): Promise<Row> {
	const { summary_uid, summary, content_state, format, text_total_length } = data;
	const facts: IDataObject = { summary_uid, summary, content_state };
	if (content_state !== 'ready') return facts;
	const json: IDataObject = { ...facts, format, text_total_length, text };
	if (format === 'json') json.content = parsed(text);
	return await withTextFile(item, json, text, {
		name: `summary-${String(summary_uid)}`,
		...(FILES.get(String(format)) ?? TEXT_FILE),
	});
}

/** The parsed text; null if it is not valid JSON although the service says so. */
function parsed(text: string): IDataObject[string] {
	try {
		const value: IDataObject[string] = JSON.parse(text);
		return value;
	} catch {
		return null;
	}
}
