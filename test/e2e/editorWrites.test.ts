import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import { localTime } from './clock';
import { Group } from './examples/group';
import { needing } from './features';
import { excelFile } from './files';
import { useJobs } from './jobs';
import { NewEvents } from './newEvents';

/** Tasks and records from other things, by clicking. */

jest.setTimeout(300_000);

const jobs = useJobs('writingJobs');

const testWithFilters = needing('addFilterButton').test;

/** A text of some sentences that is longer than a number of characters. */
function longText(words: string, characters: number): string {
	return `${words} `.repeat(Math.ceil(characters / words.length)).trim();
}

test('the rows of an Excel file become tasks with due times', async () => {
	const { user, world, n8n } = jobs;
	// Days since the end of 1899, as in date cells
	const rows = [
		{ Task: 'Book the hall', Due: 46447 + 9.5 / 24 },
		{ Task: 'Order cobalt', Due: 46583.75 },
		{ Task: 'Sweep', Due: 46600 },
	];
	const folder = path.join(n8n.host.home, '.n8n-files');
	const file = path.join(folder, 'tasks.xlsx');
	mkdirSync(folder, { recursive: true });
	writeFileSync(file, await excelFile(world, rows));
	const { arrangements } = world.service.account('a');
	const known = new Set(arrangements.keys());

	await user.addNode('Read/Write Files from Disk', 'Read File(s) From Disk');
	await user.enter('fileSelector', file);
	await user.closeNode();
	await user.addNode('Extract from File', 'Extract from XLSX');
	await user.executeStep();
	await user.closeNode();
	await user.addNode('Svc Tasks', 'Create task');
	await user.drag('Task', 'title');
	await user.drag('Due', 'dueAt');
	await user.executeStep();

	const made = [...arrangements.values()].filter(
		({ arrangement_uid }) => !known.has(arrangement_uid),
	);
	const due = made.map(({ title, due_at }) => [title, localTime(due_at!).slice(0, 16)]);
	expect(due.sort()).toEqual([
		['Book the hall', '2027-03-01 09:30'],
		['Order cobalt', '2027-07-15 18:00'],
		['Sweep', '2027-08-01 00:00'],
	]);
	jobs.expectEffort({ clicks: 14, texts: 4, drags: 2 });
});

testWithFilters('a message with a certain word becomes a task, however long it is', async () => {
	const { user, world } = jobs;
	const { arrangements } = world.service.account('a');
	const known = new Set(arrangements.keys());
	const text = longText('Please order cobalt for the glaze of the next firing.', 220);
	new Group(world, 'Studio team').add(text);

	await user.addNode('Svc Chat', 'New message');
	await user.addFilter('Text Contains');
	await user.enter('textContains', 'cobalt');
	await user.executeStep();
	await user.closeNode();
	await user.addNode('Svc Tasks', 'Create task');
	await user.drag('text_content', 'title');
	await user.executeStep();

	// The latest messages with the word, of which one is long
	const made = [...arrangements.values()].find(
		({ arrangement_uid, description }) => !known.has(arrangement_uid) && description === text,
	)!;
	expect(made.title).toMatch(/^Please order cobalt .*…$/);
	expect(made.title.length).toBeLessThanOrEqual(200);
	jobs.expectEffort({ clicks: 12, texts: 3, drags: 1 });
});

testWithFilters('a transcript becomes a record with a title, however long it is', async () => {
	const { user, world } = jobs;
	const { records, recordings } = world.service.account('a');
	const known = new Set(records.keys());
	const text = longText('We talked about clay.', 3000);
	const speakers = [{ kind: 'named', display_name: 'Vera Lamp' }];
	const utterances = [0, 1, 2, 3, 4].map((i) => ({
		start_offset_ms: i * 1000,
		end_offset_ms: i * 1000 + 900,
		speaker: 0,
		text,
	}));
	const name = 'Clay meeting';
	const more = { name, transcript_state: 'ready', sealed: true, speakers, utterances };
	const others = [...recordings.keys()];
	new NewEvents(world.service).recording(0, more);
	for (const other of others) recordings.delete(other);

	await user.addNode('Svc Recordings', 'Recording transcript ready');
	await user.executeStep();
	await user.closeNode();
	await user.addNode('Svc Records', 'Create record (note)');
	await user.drag('transcript', 'text');
	await user.addFilter('Title');
	await user.drag('name', 'title');
	await user.executeStep();

	const made = [...records.values()].filter(({ record_uid }) => !known.has(record_uid));
	const own = made.filter(({ title }) => title === name);
	expect(own.length).toBeGreaterThan(1);
	expect(own.map(({ text_content }) => text_content).join('\n')).toBe(
		utterances.map((each) => `Vera Lamp: ${each.text}`).join('\n'),
	);
	jobs.expectEffort({ clicks: 11, texts: 2, drags: 2 });
});

test('the transcript of the newest recording that is ready becomes a note', async () => {
	const { user, world } = jobs;
	const { records, recordings } = world.service.account('a');
	const known = new Set(records.keys());
	const speakers = [{ kind: 'named', display_name: 'Vera Lamp' }];
	const said = { start_offset_ms: 0, end_offset_ms: 900, speaker: 0, text: 'Order clay.' };
	const newEvents = new NewEvents(world.service);
	const ready = { transcript_state: 'ready', speakers, utterances: [said] };
	recordings.get(newEvents.recording(0, { ...ready, name: 'Clay meeting' }))!.start_at -= 60_000;
	newEvents.recording(0, { transcript_state: 'processing', name: 'Morning round' });

	await user.addNode('Svc Recordings', 'Get transcript of one recording');
	await user.chooseFromList(user.locatorOf('recording'), '', /^\s*Clay meeting \([^)]*\)\s*$/);
	await user.executeStep();
	await user.closeNode();
	await user.addNode('Svc Records', 'Create record (note)');
	await user.drag('text', 'text');
	await user.executeStep();

	const made = [...records.values()].filter(({ record_uid }) => !known.has(record_uid));
	expect(made.map(({ text_content }) => text_content.trim())).toEqual(['Vera Lamp: Order clay.']);
	jobs.expectEffort({ clicks: 12, texts: 2, drags: 1 });
});
