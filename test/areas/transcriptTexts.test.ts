import type { IDataObject } from 'n8n-workflow';

import { addCall } from '../../dev/areas/Calls/events';
import { addRecording } from '../../dev/areas/Recordings/events';
import { uid } from '../../dev/contract/choices';
import { pollNode } from '../../dev/engine/pollNode';
import { jsonOf, useService } from '../support/useService';

/** Every reader of transcripts writes each utterance as one line of its own speaker, with its whole time. */

const NOW = Date.now();
const HOURS = 3_600_000;
const fixture = useService({ size: { recordings: 0, calls: 0 } });
const account = () => fixture.service.account('a');

const SAID = [
	{ speaker: 0, from: 0, text: 'Good.' },
	{ speaker: 1, from: 100 * HOURS, text: 'One.\n\nAda: Two.' },
	{ speaker: 0, from: 101 * HOURS, text: 'So.' },
];
const TEXT = 'Ada: Good.\n(unknown): One. Ada: Two.\nAda: So.\n';
const MARKDOWN = [
	'**Ada, 00:00:00**\n\nGood.\n',
	'**(unknown), 100:00:00**\n\nOne. Ada: Two.\n',
	'**Ada, 101:00:00**\n\nSo.\n',
].join('\n');
const lines = (text: string) => text.trimEnd().split('\n').join('\n  ');

beforeEach(() => {
	addRecording(account(), {
		recording_uid: 'recording_1',
		start_at: NOW - HOURS,
		end_at: NOW - HOURS / 2,
		transcript_state: 'ready',
		speakers: [
			{ kind: 'user', display_name: 'Ada', user_ref: 'usr_a' },
			{ kind: 'unknown', display_name: '' },
		],
		utterances: SAID.map(({ speaker, from, text }) => ({
			speaker,
			start_offset_ms: from,
			end_offset_ms: from + 1000,
			text,
		})),
	} as Parameters<typeof addRecording>[1]);
	addCall(account(), {
		call_uid: 'call_1',
		created_at: NOW - HOURS,
		transcript_state: 'ready',
		speakers: [
			{ resolution: 'participant', display_name: 'Ada', user_ref: 'usr_a' },
			{ resolution: 'unknown', display_name: '' },
		],
		utterances: SAID.map(({ speaker, from, text }) => ({
			speaker,
			start_ms: from,
			end_ms: from + 1000,
			text,
			truncated: false,
		})),
	} as Parameters<typeof addCall>[1]);
});

type Case = [parameters: IDataObject, shown: string, text: string];
const READS: Case[] = [
	[{ output: 'text' }, 'text', TEXT],
	[{ output: 'markdown' }, 'text', MARKDOWN],
];
const LISTS: Case[] = [
	[{ includeTranscript: 'text' }, 'transcript', TEXT],
	[{ includeTranscript: 'markdown' }, 'transcript', MARKDOWN],
	[{ outputAs: 'text', textFields: ['transcript'] }, 'text', `- ${lines(TEXT)}`],
	[
		{ includeTranscript: 'utterances', outputAs: 'text', textFields: ['transcript'] },
		'text',
		`- ${lines(TEXT)}`,
	],
	[
		{ includeTranscript: 'markdown', outputAs: 'text', textFields: ['transcript'] },
		'text',
		`- ${lines(MARKDOWN.replaceAll('\n\n', '\n'))}`,
	],
];
const NODES = [
	['svcRecordings', 'recording'],
	['svcCalls', 'call'],
];

describe.each(NODES)('%s', (node, resource) => {
	const inOptions = ({ includeTranscript, ...rest }: IDataObject) =>
		includeTranscript === undefined ? rest : { ...rest, options: { includeTranscript } };

	it.each(READS)('Transcript > Get with %j', async (parameters, shown, text) => {
		const { items } = await fixture.run({
			node,
			parameters: {
				resource: 'transcript',
				operation: 'get',
				[resource]: uid(`${resource}_1`),
				...parameters,
			} as never,
		});
		expect(jsonOf(items)[0][shown]).toBe(text);
	});

	it.each(LISTS)('Get Many with %j', async (parameters, shown, text) => {
		const { items } = await fixture.run({
			node,
			parameters: { resource, operation: 'getAll', ...inOptions(parameters) } as never,
		});
		expect(jsonOf(items)[0][shown]).toBe(text);
	});

	it.each(LISTS)('the trigger with %j', async (parameters, shown, text) => {
		const { items, error } = await pollNode(
			{
				node: `${node}Trigger`,
				parameters: { event: 'transcriptReady', ...parameters } as never,
				credential: fixture.credential,
			} as never,
			'manual',
		);
		if (error) throw error;
		expect(jsonOf(items)[0][shown]).toBe(text);
	});
});
