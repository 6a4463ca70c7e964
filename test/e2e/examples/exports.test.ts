import { parse } from 'csv-parse/sync';
import type { INodeParameters } from 'n8n-workflow';
import { parseSync } from 'subtitle';
import type { StoredCall } from '../../../dev/areas/Calls/data';
import type { StoredImportedMessage } from '../../../dev/areas/ImportedChat/data';
import { namesOfFirst, type StoredRecording } from '../../../dev/areas/Recordings/data';
import { itemsOf, runOf, type Execution } from '../../../dev/n8n/execution';
import { daysFromNow, localTime } from '../clock';
import { filesOf, type OutputFile } from '../files';
import { chain, node, type Edits } from '../workflows';
import { useWorld } from '../world';
import { Group } from './group';
import { twice } from './twice';

/** Exports: files and messages are compared with the data of the service. */

const world = useWorld();
let group: Group;

beforeEach(() => (group = new Group(world, 'Kiln Studio')));

const account = () => world.service.account('a');

/** Executes an example twice, and expects that it sends its message once. */
async function sendsOnce(file: string): Promise<void> {
	const { executions, texts } = await twice(world, file);
	expect(executions.map(({ status }) => status)).toEqual(['success', 'error']);
	expect(texts).toHaveLength(1);
}

/** A time in a CSV file for spreadsheets. */
function sheetTime(millis: number): string {
	return localTime(millis).slice(0, 19);
}

/** The rows of a CSV file, by the names of its columns. */
function rowsOf({ bytes, mimeType }: OutputFile): Array<Record<string, string>> {
	expect(mimeType).toBe('text/csv');
	return parse(bytes, { columns: true, bom: true }) as Array<Record<string, string>>;
}

/** The files of all items of a node. */
async function filesOfNode(execution: Execution, name: string): Promise<OutputFile[]> {
	const files: OutputFile[] = [];
	for (const item of runOf(execution, name).outputs[0]) {
		files.push(...Object.values(await filesOf(world.n8n, item)));
	}
	return files;
}

describe("export of last month's records", () => {
	const file = 'export-last-months-records.json';
	const FILE_NODE = "Last Month's Records as CSV";
	const listed = () =>
		[...account().records.values()].filter(({ state }) =>
			['available', 'protected'].includes(state),
		);

	test('reads the whole last month in the time zone of n8n', async () => {
		await world.runExample(file);
		const { body, startedAt } = world.requests('queryRecordTimeline')[0];
		const [start, end] = [body!.start_at, body!.end_at] as number[];
		expect(localTime(start)).toMatch(/^\d{4}-\d{2}-01 00:00:00.000$/);
		expect(localTime(end + 1)).toMatch(/^\d{4}-\d{2}-01 00:00:00.000$/);
		expect(localTime(start).slice(0, 7)).toBe(localTime(end).slice(0, 7));
		expect(localTime(end + 1).slice(0, 7)).toBe(localTime(startedAt).slice(0, 7));
	});

	test.each(['plain', 'irregular'] as const)(
		'writes a row for every record of that month, and says how many, with %s pages',
		async (paging) => {
			world.service.paging = paging;
			// Records exactly on the bounds and just outside of them
			await world.runExample(file);
			const { start_at, end_at } = world.requests('queryRecordTimeline')[0].body as {
				start_at: number;
				end_at: number;
			};
			const [sample] = listed();
			const times = { first: start_at, last: end_at, before: start_at - 1, after: end_at + 1 };
			for (const [name, send_at] of Object.entries(times)) {
				account().records.set(`rec_${name}`, { ...sample, record_uid: `rec_${name}`, send_at });
			}

			const execution = await world.runExample(file);
			const [csv, ...others] = await filesOfNode(execution, FILE_NODE);
			expect(others).toEqual([]);
			expect(csv.name).toBe(`records-${localTime(start_at).slice(0, 7)}.csv`);
			const expected = listed()
				.filter(({ send_at }) => send_at >= start_at && send_at <= end_at)
				.sort((a, b) => a.send_at - b.send_at || (a.record_uid < b.record_uid ? -1 : 1));
			const rows = rowsOf(csv);
			expect(rows.map(({ record_uid }) => record_uid)).toEqual(
				expected.map(({ record_uid }) => record_uid),
			);
			expect(rows.at(0)?.record_uid).toBe('rec_first');
			expect(rows.at(-1)?.record_uid).toBe('rec_last');
			expect(rows.map(({ send_at }) => send_at)).toEqual(
				expected.map(({ send_at }) => sheetTime(send_at)),
			);
			expect(group.sent().at(-1)).toMatch(
				new RegExp(
					`^Records of \\w+ \\d{4}\n\n${expected.length} records were exported to ${csv.name}\\.$`,
				),
			);
		},
	);

	test('sends its message once if it is run again, and has the file for an e-mail', async () => {
		await sendsOnce(file);
		const execution = await world.runExample(file);
		const [written] = runOf(execution, 'Write the Message').outputs[0];
		expect(Object.keys(written.binary ?? {})).toEqual(['data']);
	});

	test('says nothing about a month without records', async () => {
		account().records.clear();
		const execution = await world.runExample(file);
		expect(execution.status).toBe('success');
		expect(group.sent()).toEqual([]);
	});
});

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
			await world.runExample(file);
			// The node after Zip is in place of the message
			const execution = await world.runExample(file, {}, ['Zip', unzip]);

			const { start_at } = world.requests('queryCalls')[0].body as { start_at: number };
			expect(localTime(start_at)).toMatch(/ 00:00:00.000$/);
			expect(daysFromNow(start_at)).toBeLessThan(-6.9);
			expect(daysFromNow(start_at)).toBeGreaterThan(-8.1);
			const ofTheWeek = calls().filter(({ created_at }) => created_at >= start_at);
			const ready = ofTheWeek.filter(({ transcript_state }) => transcript_state === 'ready');
			expect(ready.length).toBeGreaterThan(5);

			const [zip] = await filesOfNode(execution, 'Zip');
			expect(zip).toMatchObject({ mimeType: 'application/zip' });
			expect(zip.name).toMatch(/^call-transcripts-\d{4}-\d{2}-\d{2}\.zip$/);
			const zipped = await filesOfNode(execution, 'Unzip');
			expect(zipped.map(({ name }) => name).sort()).toEqual(ready.map(fileNameOf).sort());
			for (const call of ready) {
				const { bytes } = zipped.find(({ name }) => name === fileNameOf(call))!;
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
			const without = ofTheWeek.length - ready.length;
			expect(without).toBeGreaterThan(1);
			expect(group.sent()).toEqual([
				`Call transcripts of the last seven days\n\n${ready.length} transcripts are in ${zip.name}. ` +
					`${without} calls have no transcript now.`,
			]);
		},
	);

	test('makes no file and sends nothing if no transcript is ready', async () => {
		for (const call of calls()) call.transcript_state = 'processing';
		const execution = await world.runExample(file);
		expect(execution).toMatchObject({ status: 'success', error: undefined });
		expect(execution.runs).not.toHaveProperty('Zip');
		expect(group.sent()).toEqual([]);
	});

	test('sends its message once if it is run again', async () => {
		await sendsOnce(file);
	});

	/** File name in the example: the start in the time zone of n8n, and the UID. */
	function fileNameOf({ started_at, call_uid }: StoredCall): string {
		return `${localTime(started_at).slice(0, 16).replace(':', '.')} ${call_uid}.md`;
	}

	/** The name of a speaker, with a mark unless it is that of a certain person. */
	function nameOf({ display_name = '', resolution }: StoredCall['speakers'][number]): string {
		const marks: Record<string, string> = { participant_side: '(side)', unknown: '(unknown)' };
		return `${display_name} ${marks[resolution] ?? ''}`.trim();
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
				speaker: nameOf(speakers[speaker]) || undefined,
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

	test('are made for the three latest recordings with a ready transcript, which a message names', async () => {
		const execution = await world.runExample(file);
		const latest = expected().slice(0, 3);
		expect(latest).toHaveLength(3);
		for (const [name, format] of [
			['Get SRT', 'srt'],
			['Get WebVTT', 'vtt'],
		] as const) {
			const files = await filesOfNode(execution, name);
			expect(files).toHaveLength(3);
			for (const [i, subtitles] of files.entries()) {
				expect(subtitles.name).toBe(`recording-${latest[i].recording_uid}.${format}`);
				expectSubtitles(subtitles, latest[i]);
			}
		}
		const attached = await filesOfNode(execution, 'Write the Message');
		expect(attached.map(({ name }) => name).sort()).toEqual(
			latest
				.flatMap(({ recording_uid }) =>
					['srt', 'vtt'].map((format) => `recording-${recording_uid}.${format}`),
				)
				.sort(),
		);
		const [text, ...others] = group.sent();
		expect(others).toEqual([]);
		expect(text.split('\n')).toEqual([
			'Subtitles of 3 recordings',
			'',
			...latest.map(({ name, start_at }) => {
				const time = localTime(start_at).slice(11, 16);
				return expect.stringMatching(`^• ${name || 'Recording'}, \\d+ \\w+, ${time}$`) as string;
			}),
		]);
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
		for (const [i, srt] of (await filesOfNode(execution, 'Get SRT')).entries()) {
			expectSubtitles(srt, month[i]);
		}
	});

	test('are not mentioned where there is no such recording', async () => {
		for (const recording of recordings()) recording.transcript_state = 'partial';
		const execution = await world.runExample(file);
		expect(execution.status).toBe('success');
		expect(group.sent()).toEqual([]);
	});

	test.each(['plain', 'irregular'] as const)(
		'contain every sentence of a three-hour recording, with %s pages',
		async (paging) => {
			world.service.paging = paging;
			const long = recordings().find(({ name }) => name === namesOfFirst.long)!;
			expect(long.utterances.length).toBeGreaterThan(1000);
			const { id, name } = world.credential;
			const getSrt = node(
				'Get SRT',
				'n8n-nodes-svc.svcRecordings',
				1,
				{
					resource: 'transcript',
					operation: 'get',
					recording: { __rl: true, mode: 'id', value: long.recording_uid },
					output: 'srt',
				},
				{ credentials: { svcApi: { id, name } } },
			);
			const execution = await world.run(chain('Three hours', getSrt));
			expect(itemsOf(execution, 'Get SRT')).toMatchObject([
				{
					recording_uid: long.recording_uid,
					transcript_state: 'ready',
					utterance_count: long.utterances.length,
					truncated: false,
				},
			]);
			const [srt] = await filesOfNode(execution, 'Get SRT');
			expectSubtitles(srt, long);
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
	const choosing = (values: Record<string, string>): Edits => ({
		'Which Chat': ({ assignments }) => assign(assignments, values),
	});

	/** Runs the example; returns its files and the conversations that it should find. */
	async function exportChat(values: Record<string, string> = {}) {
		const execution = await world.runExample(file, choosing(values));
		const found = importedConversations().filter(({ remark, nickname, kind, display_name }) =>
			[remark, nickname, kind === 'group' ? display_name : undefined].some((name) =>
				name?.includes(values.name ?? 'Night Shift'),
			),
		);
		return { found, files: await filesOfNode(execution, 'Messages as CSV') };
	}

	/** Checks that there is a file for each conversation with messages, with all of them, latest first. */
	function expectFiles(files: OutputFile[], messages: StoredImportedMessage[]): void {
		const uids = new Set(messages.map(({ conversation_uid }) => conversation_uid));
		expect(files).toHaveLength(uids.size);
		for (const { conversation_uid, display_name } of importedConversations()) {
			if (!uids.has(conversation_uid)) continue;
			const own = files.find(({ name }) => name === `${display_name} ${conversation_uid}.csv`)!;
			const expected = messages.filter((each) => each.conversation_uid === conversation_uid);
			const rows = rowsOf(own);
			expect(rows).toHaveLength(expected.length);
			expect(rows).toMatchObject(
				expected.map((message) => ({
					message_uid: message.message_uid,
					sent_at: sheetTime(message.sent_at),
					sender_name: message.sender.display_name,
					kind: message.kind,
				})),
			);
		}
	}

	test.each(['plain', 'irregular'] as const)(
		'has a row for every message of the conversations with that name, with %s pages',
		async (paging) => {
			world.service.paging = paging;
			const { found, files } = await exportChat();
			expect(found.length).toBeGreaterThan(2);
			const uids = found.map(({ conversation_uid }) => conversation_uid);
			const messages = importedMessages().filter((each) => uids.includes(each.conversation_uid));
			expect(messages.length).toBeGreaterThan(600);
			expectFiles(files, messages);
			const [text, ...others] = group.sent();
			expect(others).toEqual([]);
			const [subject, , ...lines] = text.split('\n');
			expect(subject).toBe(
				`Imported chat “Night Shift”: ${messages.length} messages were exported`,
			);
			expect(lines.sort()).toEqual(
				files
					.map((each) => {
						const { length } = rowsOf(each);
						return `• ${each.name}, ${length} ${length === 1 ? 'message' : 'messages'}`;
					})
					.sort(),
			);
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
		// Messages exactly on the bounds and just outside of them
		const stored = account().importedMessages;
		const times = { first: start_at, before: start_at - 1, last: end_at - 1, after: end_at };
		for (const [name, sent_at] of Object.entries(times)) {
			stored.set(`xm_${name}`, { ...own[0], message_uid: `xm_${name}`, sent_at });
		}

		const { found, files } = await exportChat(values);
		const uids = found.map(({ conversation_uid }) => conversation_uid);
		expectFiles(
			files,
			importedMessages().filter(
				({ conversation_uid, sent_at }) =>
					uids.includes(conversation_uid) && sent_at >= start_at && sent_at < end_at,
			),
		);
		const exported = files.flatMap(rowsOf).map(({ message_uid }) => message_uid);
		expect(exported.length).toBeGreaterThan(100);
		expect(exported).toEqual(expect.arrayContaining(['xm_first', 'xm_last']));
		for (const { body } of world.requests('resolveXchatImportConversations')) {
			expect(JSON.stringify(body)).not.toMatch(/start_at|end_at/);
		}
	});

	test('sends nothing if no conversation has the name, and its message once', async () => {
		const execution = await world.runExample(file, choosing({ name: 'Nobody Here' }));
		expect(execution.status).toBe('success');
		expect(group.sent()).toEqual([]);
		await sendsOnce(file);
	});
});

describe('export of team rosters', () => {
	const file = 'export-team-rosters.json';

	test.each(['plain', 'irregular'] as const)(
		'makes a CSV file of each own team with a row for every member, with %s pages',
		async (paging) => {
			world.service.paging = paging;
			const execution = await world.runExample(file);
			const self = account().profile.user_ref;
			const own = [...account().teams.values()].filter(
				({ active, members }) => active && members.has(self),
			);
			expect(own.length).toBeGreaterThan(1);
			const files = await filesOfNode(execution, 'Members as CSV');
			expect(files).toHaveLength(own.length);
			for (const team of own) {
				const csv = files.find(
					({ name }) => name === `members of ${team.name} ${team.svc_id}.csv`,
				)!;
				const members = [...team.members.values()].sort(
					(a, b) =>
						Number(b.role === 'owner') - Number(a.role === 'owner') ||
						a.joined_at - b.joined_at ||
						(a.user_ref < b.user_ref ? -1 : 1),
				);
				const rows = rowsOf(csv);
				expect(rows).toHaveLength(members.length);
				for (const [i, member] of members.entries()) {
					const unknown = member.identity_state === 'unavailable';
					const profile = unknown ? undefined : account().people.get(member.user_ref);
					expect(rows[i]).toMatchObject({
						role: member.role,
						joined_at: sheetTime(member.joined_at),
						identity_state: member.identity_state,
						user_ref: member.user_ref,
						display_name: profile?.nickname ?? '',
					});
				}
			}
			const [text, ...others] = group.sent();
			expect(others).toEqual([]);
			expect(text).toMatch(new RegExp(`^Members of ${own.length} teams, \\d+ \\w+ \\d{4}\n\n`));
			for (const { name, svc_id, members } of own) {
				const { size } = members;
				const count = `${size} ${size === 1 ? 'member' : 'members'}`;
				expect(text).toContain(`• members of ${name} ${svc_id}.csv, ${count}`);
			}
		},
	);

	test('has all files for one e-mail, and sends its message once if it is run again', async () => {
		await sendsOnce(file);
		const execution = await world.runExample(file);
		const attached = await filesOfNode(execution, 'Write the Message');
		expect(attached.map(({ name }) => name)).toEqual(
			(await filesOfNode(execution, 'Members as CSV')).map(({ name }) => name),
		);
	});
});

/** Sets fields of an Edit Fields node. */
function assign(parameter: INodeParameters[string], values: Record<string, string>): void {
	const { assignments } = parameter as { assignments: Array<{ name: string; value: string }> };
	for (const field of assignments) field.value = values[field.name] ?? field.value;
}

/** The readable calls of the service, newest first. */
function calls(): StoredCall[] {
	return readable(account().calls.values()).sort(
		(a, b) => b.created_at - a.created_at || descending(a.call_uid, b.call_uid),
	);
}

/** The readable recordings of the service, latest first. */
function recordings(): StoredRecording[] {
	return readable(account().recordings.values()).sort(
		(a, b) => b.start_at - a.start_at || descending(a.recording_uid, b.recording_uid),
	);
}

/** The readable imported conversations of the service. */
function importedConversations() {
	return readable(account().importedConversations.values());
}

/** The imported messages of the service, latest first. */
function importedMessages(): StoredImportedMessage[] {
	return [...account().importedMessages.values()].sort(
		(a, b) => b.sent_at - a.sent_at || descending(a.message_uid, b.message_uid),
	);
}

function readable<Row extends { unreadable?: boolean }>(rows: Iterable<Row>): Row[] {
	return [...rows].filter(({ unreadable }) => !unreadable);
}

function descending(a: string, b: string): number {
	return a < b ? 1 : -1;
}
