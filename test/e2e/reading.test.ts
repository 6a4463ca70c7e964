import type { IDataObject, INode, INodeListSearchItems, INodeParameters } from 'n8n-workflow';
import { parseSync } from 'subtitle';
import { itemsOf, runOf } from '../../dev/n8n/execution';
import type { StoredCall } from '../../dev/fake-service/data/calls';
import type { StoredImportedMessage } from '../../dev/fake-service/data/importedChat';
import { namesOfFirst, type StoredRecording } from '../../dev/fake-service/data/recordings';
import type { StoredSummary } from '../../dev/fake-service/data/summaries';
import { filesOf, type OutputFile } from './files';
import { daysFromNow, localTime } from './clock';
import { chain, node } from './workflows';
import { openWorld, type World } from './world';

/** Recordings, calls and imported chat: the output of n8n is compared with the data of the service. */

let world: World;

beforeAll(async () => (world = await openWorld()));
beforeEach(() => world.service.reset());
afterEach(() => expect(world.service.violations).toEqual([]));
afterAll(async () => await world.close());

describe("export of last week's call transcripts", () => {
	const file = 'export-last-weeks-call-transcripts.json';
	const unzip = node('Unzip', 'n8n-nodes-base.compression', 1.1, {
		operation: 'decompress',
		binaryPropertyName: 'data',
		outputPrefix: 'file_',
	});

	test.each(['plain', 'irregular'] as const)(
		'zips a Markdown file of every ready transcript, with %s pages',
		async (paging) => {
			world.service.paging = paging;
			const execution = await world.runExample(file, {}, ['Zip', unzip]);

			const { start_at } = world.requests('queryCalls')[0].body as { start_at: number };
			expect(localTime(start_at)).toMatch(/ 00:00:00.000$/);
			expect(daysFromNow(start_at)).toBeLessThan(-6.9);
			expect(daysFromNow(start_at)).toBeGreaterThan(-8.1);
			const ofTheWeek = calls().filter(({ created_at }) => created_at >= start_at);
			const ready = ofTheWeek.filter(({ transcript_state }) => transcript_state === 'ready');
			expect(ready.length).toBeGreaterThan(5);
			expect(itemsOf(execution, 'Not Exported')).toMatchObject(
				ofTheWeek
					.filter((call) => !ready.includes(call))
					.map(({ call_uid, transcript_state }) => ({ call_uid, transcript_state })),
			);

			const [zip] = Object.values(await filesOf(world.n8n, runOf(execution, 'Zip').outputs[0][0]));
			expect(zip).toMatchObject({ mimeType: 'application/zip' });
			expect(zip.name).toMatch(/^call-transcripts-\d{4}-\d{2}-\d{2}\.zip$/);
			const [unzipped] = runOf(execution, 'Unzip').outputs[0];
			const zipped = Object.values(await filesOf(world.n8n, unzipped));
			expect(zipped.map(({ name }) => name).sort()).toEqual(ready.map(fileNameOf).sort());

			const texts = itemsOf(execution, 'Get Transcript');
			const given = runOf(execution, 'Get Transcript').outputs[0];
			for (const [i, call] of ready.entries()) {
				const { bytes } = zipped.find(({ name }) => name === fileNameOf(call))!;
				expect(bytes).toEqual(Buffer.from(texts[i].text as string));
				const [own] = Object.values(await filesOf(world.n8n, given[i]));
				expect(own.bytes).toEqual(bytes);
				expectMarkdown(bytes.toString(), call);
			}
			expect(itemsOf(execution, 'One Item')).toEqual([
				{
					calls: ready.map(({ call_uid, utterances }) => ({
						call_uid,
						utterance_count: utterances.length,
						truncated: utterances.some(({ truncated }) => truncated),
					})),
				},
			]);
		},
	);

	test('makes no file if no transcript is ready', async () => {
		for (const call of calls()) call.transcript_state = 'processing';
		const execution = await world.runExample(file);
		expect(execution).toMatchObject({ status: 'success', error: undefined });
		expect(execution.runs).not.toHaveProperty('Zip');
		expect(itemsOf(execution, 'Not Exported').length).toBeGreaterThan(5);
	});

	/** File name in the example: the start in the time zone of n8n, and the UID. */
	function fileNameOf({ started_at, call_uid }: StoredCall): string {
		return `${localTime(started_at).slice(0, 16).replace(':', '.')} ${call_uid}.md`;
	}

	/** Checks that a file has every sentence with its speaker and time, in order, and nothing else. */
	function expectMarkdown(markdown: string, { utterances, speakers }: StoredCall): void {
		const parts = markdown.split(/^\*\*(?:(.*), )?(\d\d:\d\d:\d\d)\*\*\n\n/m);
		expect(parts.shift()).toBe('');
		const said = utterances.map((_utterance, i) => {
			const [speaker, time, text] = parts.slice(i * 3);
			return { speaker: speaker?.replace(/\\(.)/g, '$1'), time, text: text.trimEnd() };
		});
		expect(parts).toHaveLength(said.length * 3);
		expect(said).toEqual(
			utterances.map(({ start_ms, speaker, text }) => ({
				// Without a name there is only the time
				speaker: speakers[speaker].display_name || undefined,
				time: new Date(start_ms).toISOString().slice(11, 19),
				text: text.trimEnd(),
			})),
		);
	}
});

describe('subtitles of recordings', () => {
	const file = 'make-subtitles-of-recordings.json';

	/** Recordings with a ready transcript that overlap the time of the example. */
	function expected(): StoredRecording[] {
		const { start_at } = world.requests('queryRecordings')[0].body as { start_at: number };
		expect(localTime(start_at)).toMatch(/ 00:00:00.000$/);
		return recordings().filter(
			(each) =>
				each.transcript_state === 'ready' &&
				(each.end_at || each.start_at + each.duration_ms) > start_at,
		);
	}

	test('are made for the three latest recordings with a ready transcript', async () => {
		const execution = await world.runExample(file);
		const latest = expected().slice(0, 3);
		expect(latest).toHaveLength(3);
		for (const [name, format] of [
			['Get SRT', 'srt'],
			['Get WebVTT', 'vtt'],
		] as const) {
			const { outputs } = runOf(execution, name);
			expect(outputs[0]).toHaveLength(3);
			for (const [i, item] of outputs[0].entries()) {
				const { data } = await filesOf(world.n8n, item);
				expect(data.name).toBe(`recording-${latest[i].recording_uid}.${format}`);
				expect(data.bytes).toEqual(Buffer.from(item.json.text as string));
				expectSubtitles(data, latest[i]);
			}
		}
	});

	test('are made for the whole month without the limit', async () => {
		const execution = await world.runExample(file, {
			'The First Three': (_parameters, limit) => (limit.disabled = true),
		});
		const month = expected();
		expect(month.length).toBeGreaterThan(10);
		expect(itemsOf(execution, 'Get WebVTT').map((item) => item.recording_uid)).toEqual(
			month.map(({ recording_uid }) => recording_uid),
		);
		for (const [i, item] of runOf(execution, 'Get SRT').outputs[0].entries()) {
			expectSubtitles((await filesOf(world.n8n, item)).data, month[i]);
		}
	});

	test.each(['plain', 'irregular'] as const)(
		'contain every sentence of a three-hour recording, with %s pages',
		async (paging) => {
			world.service.paging = paging;
			const long = recordings().find(({ name }) => name === namesOfFirst.long)!;
			expect(long.utterances.length).toBeGreaterThan(1000);
			const getSrt = svc('Recordings', {
				resource: 'transcript',
				operation: 'get',
				recording: { __rl: true, mode: 'id', value: long.recording_uid },
				output: 'srt',
			});
			const execution = await world.run(chain('Three hours', getSrt));
			const [item] = runOf(execution, 'Svc').outputs[0];
			expect(item.json).toMatchObject({
				recording_uid: long.recording_uid,
				transcript_state: 'ready',
				utterance_count: long.utterances.length,
				truncated: false,
			});
			expectSubtitles((await filesOf(world.n8n, item)).data, long);
		},
	);

	/** Checks with an independent parser that the file has a cue for every sentence, at its time. */
	function expectSubtitles({ name, bytes }: OutputFile, { utterances, speakers }: StoredRecording) {
		const isWebVtt = name.endsWith('.vtt');
		const nodes = parseSync(bytes.toString());
		expect(nodes.flatMap(({ type, data }) => (type === 'header' ? [data] : []))).toEqual(
			isWebVtt ? ['WEBVTT'] : [],
		);
		const cues = nodes.flatMap((each) => (each.type === 'cue' ? [each.data] : []));
		expect(cues.map(({ start, end, text }) => ({ start, end, text: normal(plain(text)) }))).toEqual(
			utterances.map(({ start_offset_ms, end_offset_ms, text }) => ({
				start: start_offset_ms,
				end: end_offset_ms,
				text: normal(text),
			})),
		);
		if (!isWebVtt) return;
		for (const [i, { speaker }] of utterances.entries()) {
			const { display_name } = speakers[speaker];
			if (display_name) expect(plain(cues[i].text, '$1')).toContain(`<v ${display_name}>`);
		}

		/** Text of a cue without the markup of WebVTT. */
		function plain(text: string, tags = ''): string {
			if (!isWebVtt) return text;
			const entities = { '&lt;': '<', '&gt;': '>', '&amp;': '&' };
			return text
				.replace(/(<[^>]*>)/g, tags)
				.replace(/&(lt|gt|amp);/g, (entity) => entities[entity as keyof typeof entities]);
		}
	}

	function normal(text: string): string {
		return text.replace(/\s+/g, ' ').trim();
	}
});

describe('export of imported chat', () => {
	const file = 'export-imported-chat.json';
	const readBack = node('Read Back', 'n8n-nodes-base.extractFromFile', 1.1, { operation: 'xlsx' });

	/** Runs the example and returns the rows of its file and the expected conversations. */
	async function exportChat(values: Record<string, string> = {}) {
		const execution = await world.runExample(
			file,
			{ 'Which Chat': ({ assignments }) => assign(assignments, values) },
			['Convert to Excel', readBack],
		);
		const found = importedConversations().filter(({ remark, nickname, kind, display_name }) =>
			[remark, nickname, kind === 'group' ? display_name : undefined].some((name) =>
				name?.includes(values.name ?? 'Night Shift'),
			),
		);
		return { execution, found, rows: itemsOf(execution, 'Read Back') };
	}

	/** Expected rows: the messages of each conversation together, latest first. */
	function expectRows(rows: IDataObject[], messages: StoredImportedMessage[]): void {
		const names = new Map(
			importedConversations().map((each) => [each.conversation_uid, each.display_name]),
		);
		const columns = ['Sender', 'Text', 'Media Type', 'Cut'];
		const filled = rows.map((row) => ({
			...Object.fromEntries(columns.map((column) => [column, ''])),
			...row,
		}));
		const inOrder = (uid: string) => messages.filter((each) => each.conversation_uid === uid);
		expect(filled).toEqual(
			[...new Set(rows.map((row) => row['Conversation UID'] as string))]
				.flatMap(inOrder)
				.map((message) => ({
					Conversation: names.get(message.conversation_uid),
					Time: localTime(message.sent_at).slice(0, 19),
					Sender: message.sender.display_name,
					Text: message.text_content ?? '',
					Cut: message.content_truncated ? 'yes' : '',
					Kind: message.kind,
					'Media Type': message.mime_type ?? '',
					'Conversation UID': message.conversation_uid,
					'Message UID': message.message_uid,
				})),
		);
		expect(rows).toHaveLength(messages.length);
	}

	test.each(['plain', 'irregular'] as const)(
		'has a row for every message of the conversations with that name, with %s pages',
		async (paging) => {
			world.service.paging = paging;
			const { execution, found, rows } = await exportChat();
			expect(found.length).toBeGreaterThan(2);
			expect(
				itemsOf(execution, 'Find Conversations')
					.map((each) => each.conversation_uid)
					.sort(),
			).toEqual(found.map(({ conversation_uid }) => conversation_uid).sort());
			const uids = found.map(({ conversation_uid }) => conversation_uid);
			const messages = importedMessages().filter((each) => uids.includes(each.conversation_uid));
			expect(messages.length).toBeGreaterThan(600);
			expectRows(rows, messages);
			const [{ binary }] = runOf(execution, 'Convert to Excel').outputs[0];
			expect(binary?.data.fileName).toBe('imported-chat.xlsx');
		},
	);

	test('has only the messages of a span of time, even if the chat continued after it', async () => {
		const [busiest] = [...importedConversations()].sort(
			(a, b) => b.message_count - a.message_count,
		);
		const own = importedMessages().filter(
			({ conversation_uid }) => conversation_uid === busiest.conversation_uid,
		);
		const day = ({ sent_at }: StoredImportedMessage) => localTime(sent_at).slice(0, 10);
		const values = { name: busiest.display_name, from: day(own[400]), to: day(own[100]) };
		await exportChat(values);
		const { start_at, end_at } = world.requests('queryXchatImportMessages')[0].body as {
			start_at: number;
			end_at: number;
		};
		expect(localTime(start_at)).toBe(`${values.from} 00:00:00.000`);
		expect(localTime(end_at)).toBe(`${values.to} 00:00:00.000`);
		expect(busiest.last_sent_at).toBeGreaterThan(end_at);
		// Messages exactly on the bounds and just outside of them.
		const stored = world.service.account('a').importedMessages;
		const times = { first: start_at, before: start_at - 1, last: end_at - 1, after: end_at };
		for (const [name, sent_at] of Object.entries(times)) {
			stored.set(`xm_${name}`, { ...own[0], message_uid: `xm_${name}`, sent_at });
		}

		const { found, rows } = await exportChat(values);
		const uids = found.map(({ conversation_uid }) => conversation_uid);
		expectRows(
			rows,
			importedMessages().filter(
				({ conversation_uid, sent_at }) =>
					uids.includes(conversation_uid) && sent_at >= start_at && sent_at < end_at,
			),
		);
		const exported = rows.map((row) => row['Message UID']);
		expect(exported.length).toBeGreaterThan(100);
		expect(exported).toEqual(expect.arrayContaining(['xm_first', 'xm_last']));
		for (const { body } of world.requests('resolveXchatImportConversations')) {
			expect(JSON.stringify(body)).not.toMatch(/start_at|end_at/);
		}
	});
});

describe('digest of the latest summaries', () => {
	const file = 'digest-latest-summaries.json';

	/** The latest version of each kind and period in the example. */
	function expected(): StoredSummary[] {
		const { start_at, generation_states } = world.requests('queryRecordingSummaries')[0].body as {
			start_at: number;
			generation_states: string[];
		};
		expect(generation_states).toEqual(['completed']);
		expect(localTime(start_at)).toMatch(/ 00:00:00.000$/);
		expect(daysFromNow(start_at)).toBeLessThan(-2.9);
		const completed = summaries().filter(({ end_at }) => end_at > start_at);
		const periods = completed.map(({ kind, start_at: from, end_at }) =>
			[kind, from, end_at].join(),
		);
		const latest = completed.filter((_summary, i) => periods.indexOf(periods[i]) === i);
		expect(latest.length).toBeLessThan(completed.length);
		return latest;
	}

	function sectionOf({ kind, start_at, end_at, content_state, format, text }: StoredSummary) {
		const [from, to] = [start_at, end_at].map(shortTime);
		const title = `# ${kind === 'timeline' ? 'Timeline' : 'Daily summary'}, ${from} to ${to}`;
		if (content_state !== 'ready') return `${title}\n\n*No text to read (${content_state}).*`;
		if (format !== 'json') return `${title}\n\n${text.trim()}`;
		const pretty = JSON.stringify(JSON.parse(text), null, 2);
		return `${title}\n\n\`\`\`json\n${pretty}\n\`\`\``;
	}

	test.each(['plain', 'irregular'] as const)(
		'is one text with a section for each period, with %s pages',
		async (paging) => {
			world.service.paging = paging;
			const execution = await world.runExample(file);
			const [{ subject, text }, ...others] = itemsOf(execution, 'Write Digest');
			expect(others).toEqual([]);
			expect(subject).toMatch(/^Summaries, \d{1,2} \p{L}+ \d{4}$/u);
			expect(text).toBe(expected().map(sectionOf).join('\n\n---\n\n'));
			expect(runOf(execution, 'Get Text').outputs[0][0].binary ?? {}).toEqual({});
		},
	);

	test('marks a summary without text, and shows each format', async () => {
		const states = ['markdown', 'json', 'text', 'unavailable'] as const;
		const completed = summaries().slice(0, states.length);
		for (const [i, summary] of completed.entries()) {
			// Each summary is the only one of its period.
			summary.end_at += i;
			if (states[i] === 'unavailable') summary.content_state = 'unavailable';
			else Object.assign(summary, { content_state: 'ready', format: states[i] });
			summary.text = states[i] === 'json' ? '{"a":"```\\n🎧"}' : `# ${states[i]} 🎧\n`;
		}
		const execution = await world.runExample(file);
		const [{ text }] = itemsOf(execution, 'Write Digest');
		expect(text).toBe(expected().map(sectionOf).join('\n\n---\n\n'));
		for (const part of ['# markdown 🎧', '# text 🎧', '"a": "```\\n🎧"', '(unavailable)']) {
			expect(text).toContain(part);
		}
	});

	test('is not sent if there is no completed summary', async () => {
		for (const summary of summaries()) summary.generation_state = 'processing';
		const execution = await world.runExample(file);
		expect(execution).toMatchObject({ status: 'success', error: undefined });
		expect(execution.runs).not.toHaveProperty('Write Digest');
	});
});

describe('lists to choose from', () => {
	/** All entries of the list of a field, as for a user who scrolls to the end. */
	async function wholeList(area: string, parameter: string, method: string, filter?: string) {
		const entries: INodeListSearchItems[] = [];
		for (let paginationToken: string | undefined; ;) {
			const searched = { node: svc(area, {}), parameter, method, filter, paginationToken };
			const page = await world.n8n.searchList(searched);
			entries.push(...page.results);
			paginationToken = page.paginationToken as string | undefined;
			if (!paginationToken) return entries;
			expect(page.results).not.toEqual([]);
		}
	}

	/** The entries that contain a text, ignoring case. */
	function showing(entries: INodeListSearchItems[], text: string): INodeListSearchItems[] {
		return entries.filter(({ name }) => name.toLowerCase().includes(text));
	}

	beforeEach(() => (world.service.paging = 'irregular'));

	test('of calls show time and people for the last 30 days, newest first', async () => {
		const all = await wholeList('Calls', 'call', 'searchCalls');
		const recent = calls().filter(({ created_at }) => daysFromNow(created_at) > -30);
		expect(all.map(({ value }) => value)).toEqual(recent.map(({ call_uid }) => call_uid));
		for (const [i, { started_at, participants }] of recent.entries()) {
			expect(all[i].name).toContain(minuteInUtc(started_at));
			// A call with more participants than an answer contains shows only some of them.
			if (participants.length > 50) continue;
			for (const { display_name, is_self, invisible } of participants) {
				if (!is_self && !invisible) expect(all[i].name).toContain(display_name);
			}
		}

		const narrowed = await wholeList('Calls', 'call', 'searchCalls', 'ada fields');
		expect(narrowed).toEqual(showing(all, 'ada fields'));
		expect(narrowed.length).toBeGreaterThan(1);
		expect(narrowed.length).toBeLessThan(all.length);
	});

	test('of recordings show name and start, latest first', async () => {
		const all = await wholeList('Recordings', 'recording', 'searchRecordings');
		const latestFirst = recordings();
		expect(all.map(({ value }) => value)).toEqual(
			latestFirst.map(({ recording_uid }) => recording_uid),
		);
		for (const [i, { name = '', start_at }] of latestFirst.entries()) {
			expect(all[i].name).toContain(name);
			expect(all[i].name).toContain(minuteInUtc(start_at));
		}
		const long = latestFirst.find(({ name }) => name === namesOfFirst.long)!;
		const narrowed = await wholeList('Recordings', 'recording', 'searchRecordings', 'workshop');
		expect(narrowed.map(({ value }) => value)).toEqual([long.recording_uid]);
	});

	test('of summaries show completed ones with their time, latest first', async () => {
		const all = await wholeList('Recordings', 'summary', 'searchSummaries');
		const completed = summaries();
		expect(all.map(({ value }) => value)).toEqual(completed.map(({ summary_uid }) => summary_uid));
		for (const [i, { start_at, created_at }] of completed.entries()) {
			expect(all[i].name).toContain(minuteInUtc(start_at));
			expect(all[i].name).toContain(minuteInUtc(created_at));
		}
		const timelines = completed.filter(({ kind }) => kind === 'timeline');
		const narrowed = await wholeList('Recordings', 'summary', 'searchSummaries', 'TIMELINE');
		expect(narrowed.map(({ value }) => value)).toEqual(
			timelines.map(({ summary_uid }) => summary_uid),
		);
	});

	test('of imported conversations show name and kind, and can be searched', async () => {
		const search = ['ImportedChat', 'conversation', 'searchImportedConversations'] as const;
		const all = await wholeList(...search);
		expect(all).toEqual(
			importedConversations().map(({ display_name, kind, conversation_uid }) => ({
				name: `${display_name} (${kind})`,
				value: conversation_uid,
			})),
		);
		const found = await wholeList(...search, 'Night Shift');
		const named = importedConversations().filter(
			({ display_name }) => display_name === 'Night Shift',
		);
		expect(found.map(({ value }) => value).sort()).toEqual(
			named.map(({ conversation_uid }) => conversation_uid).sort(),
		);
	});

	test('of speaker labels can be searched, and distinguish labels of the same name', async () => {
		const search = [
			'Recordings',
			'filters.speakerLabels.values[0].speakerLabel',
			'searchSpeakers',
		] as const;
		expect(await wholeList(...search)).toEqual([]);
		expect(world.service.log).toEqual([]);
		const found = await wholeList(...search, 'Ada Fields');
		const labels = [...world.service.account('a').speakerLabels.values()].filter(
			({ display_name }) => display_name === 'Ada Fields',
		);
		expect(labels.length).toBeGreaterThan(2);
		expect(found.map(({ value }) => value).sort()).toEqual(
			labels.map(({ speaker_uid }) => speaker_uid).sort(),
		);
	});

	test('say what to do if the service refuses the key', async () => {
		world.service.deleteKey('a');
		await expect(wholeList('Calls', 'call', 'searchCalls')).rejects.toThrow(
			'did not accept the API key',
		);
	});
});

/** Sets fields of an Edit Fields node. */
function assign(parameter: INodeParameters[string], values: Record<string, string>): void {
	const { assignments } = parameter as { assignments: Array<{ name: string; value: string }> };
	for (const field of assignments) field.value = values[field.name] ?? field.value;
}

/** A node of an area with the credential. */
function svc(area: string, parameters: INodeParameters): INode {
	const { id, name } = world.credential;
	const credentials = { svcApi: { id, name } };
	return node('Svc', `n8n-nodes-svc.svc${area}`, 1, parameters, { credentials });
}

/** The readable calls of the service, newest first. */
function calls(): StoredCall[] {
	return readable(world.service.account('a').calls.values()).sort(
		(a, b) => b.created_at - a.created_at || descending(a.call_uid, b.call_uid),
	);
}

/** The readable recordings of the service, latest first. */
function recordings(): StoredRecording[] {
	return readable(world.service.account('a').recordings.values()).sort(
		(a, b) => b.start_at - a.start_at || descending(a.recording_uid, b.recording_uid),
	);
}

/** The readable completed summaries of the service, latest first. */
function summaries(): StoredSummary[] {
	return readable(world.service.account('a').summaries.values())
		.filter(({ generation_state }) => generation_state === 'completed')
		.sort(
			(a, b) =>
				b.start_at - a.start_at ||
				b.created_at - a.created_at ||
				descending(a.summary_uid, b.summary_uid),
		);
}

/** The readable imported conversations of the service, latest message first. */
function importedConversations() {
	return readable(world.service.account('a').importedConversations.values()).sort(
		(a, b) =>
			(b.last_sent_at ?? -1) - (a.last_sent_at ?? -1) ||
			descending(b.conversation_uid, a.conversation_uid),
	);
}

/** The imported messages of the service, latest first. */
function importedMessages(): StoredImportedMessage[] {
	return [...world.service.account('a').importedMessages.values()].sort(
		(a, b) => b.sent_at - a.sent_at || descending(a.message_uid, b.message_uid),
	);
}

function readable<Row extends { unreadable?: boolean }>(rows: Iterable<Row>): Row[] {
	return [...rows].filter(({ unreadable }) => !unreadable);
}

function descending(a: string, b: string): number {
	return a < b ? 1 : -1;
}

/** Formats a time as `1 Mar 00:00`. */
function shortTime(millis: number): string {
	const [, month, day, time] = localTime(millis).match(/-(\d\d)-(\d\d) (\d\d:\d\d)/)!;
	const name = new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', month: 'short' });
	return `${Number(day)} ${name.format(new Date(`2026-${month}-01T00:00:00Z`))} ${time}`;
}

function minuteInUtc(millis: number): string {
	return new Date(millis).toISOString().slice(0, 16).replace('T', ' ');
}
