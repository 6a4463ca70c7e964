import type { IDataObject } from 'n8n-workflow';

import { uid } from '../../dev/contract/choices';
import { useService } from '../support/useService';

/** Files of transcripts have names that people know, and Markdown a heading with the same. */

const fixture = useService();

const recordings = () => {
	const { recordings: all } = fixture.service.account('a');
	return [...all.values()].filter(
		({ transcript_state, unreadable }) => transcript_state === 'ready' && !unreadable,
	);
};
const AT = Date.parse('2026-11-22T09:30:00Z');

/** Recordings with these names. */
function named(...names: Array<string | undefined>) {
	return names.map((name, i) => {
		const recording = recordings()[i];
		Object.assign(recording, { name, start_at: AT });
		return recording.recording_uid;
	});
}

async function filesOf(ids: string[], parameters: IDataObject = {}) {
	const before = fixture.requests.length;
	const { items, error } = await fixture.run({
		node: 'svcRecordings',
		parameters: {
			resource: 'transcript',
			operation: 'get',
			recording: uid('={{ $json.id }}'),
			output: 'markdown',
			...parameters,
		} as never,
		items: ids.map((id) => ({ id })),
	});
	if (error) throw error;
	const asked = fixture.requests.slice(before).map(({ operation }) => operation);
	return {
		names: items.map(({ binary }) => binary?.data?.fileName),
		texts: items.map(({ json }) => String(json.text)),
		reads: asked.filter((operation) => operation === 'batchGetRecordings').length,
	};
}

const STANDUP = 'Standup 2026-11-22 09.30';

it.each<[string, Array<string | undefined>, IDataObject, string[], number]>([
	['Markdown', ['Standup'], {}, [`${STANDUP}.md`], 1],
	['subtitles', ['Standup'], { output: 'srt' }, [`${STANDUP}.srt`], 1],
	['text', ['Standup'], { output: 'text', binaryPropertyName: 'data' }, [`${STANDUP}.txt`], 1],
	[
		'several of one name',
		['Standup', 'standup'],
		{},
		[`${STANDUP}.md`, 'standup 2026-11-22 09.30 (2).md'],
		1,
	],
	['a path as a name', ['Q3/Q4: plan?'], {}, ['Q3-Q4- plan- 2026-11-22 09.30.md'], 1],
	['a long name', ['x'.repeat(300)], {}, [`${'x'.repeat(60)} 2026-11-22 09.30.md`], 1],
	['a name of many bytes', ['😀'.repeat(60)], {}, [`${'😀'.repeat(50)} 2026-11-22 09.30.md`], 1],
	['blanks and line breaks', [' Stand\nup '], {}, ['Stand up 2026-11-22 09.30.md'], 1],
	[
		'a name of the user',
		['Standup'],
		{ output: 'vtt', options: { fileName: 'my.vtt' } },
		['my.vtt'],
		0,
	],
])('%s', async (_what, names, parameters, expected, reads) => {
	const files = await filesOf(named(...names), parameters);
	expect(files.names).toEqual(expected);
	expect(files.reads).toBe(reads);
});

it('many are named with one request for each twenty at most', async () => {
	const ids = recordings()
		.slice(0, 15)
		.map(({ recording_uid }) => recording_uid);
	const { names, reads } = await filesOf(ids);
	expect(new Set(names).size).toBe(ids.length);
	expect(reads).toBe(Math.ceil(ids.length / 20));
});

it('one recording twice has two names', async () => {
	const [id] = named('Standup');
	const { names } = await filesOf([id, id]);
	expect(names).toEqual([`${STANDUP}.md`, `${STANDUP} (2).md`]);
});

it.each([
	['without a name', () => named('')],
	[
		'that cannot be read',
		() => {
			fixture.service.faults.add({ operation: 'batchGetRecordings', status: 400 });
			return named('Standup');
		},
	],
])('one %s is named by its ID', async (_what, setup) => {
	const [id] = setup();
	expect((await filesOf([id])).names).toEqual([`recording-${id}.md`]);
});

it('Markdown begins with a heading, in which the name is no markup', async () => {
	const { texts } = await filesOf(named('*Standup*'));
	expect(texts[0]).toMatch(/^# \\\*Standup\\\*, 2026-11-22 09:30\n\n\*\*/);
});

it('a text without a file asks for nothing more', async () => {
	expect((await filesOf(named('Standup'), { output: 'text' })).reads).toBe(0);
});
