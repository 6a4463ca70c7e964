import { itemsOf, type Execution } from '../../../dev/n8n/execution';
import { ActiveTrigger, PATIENCE_MS } from '../activeTrigger';
import { NewEvents } from '../newEvents';
import { useWorld } from '../world';
import { usePublished } from './published';

jest.setTimeout(2 * PATIENCE_MS);

const FILE = 'transcript-to-tasks.json';
const TRIGGER = 'Transcript Ready';

const world = useWorld();
const publish = usePublished(world);
let newEvents: NewEvents;
let known: number;

beforeEach(() => {
	newEvents = new NewEvents(world.service);
	known = world.service.account('a').arrangements.size;
});

/** A new recording in which these sentences are said. */
function record(name: string, sentences: string[]): string {
	const speakers = [{ kind: 'named', display_name: 'Vera Lamp' }];
	const utterances = sentences.map((text, i) => {
		return { start_offset_ms: i * 1000, end_offset_ms: i * 1000 + 900, speaker: 0, text };
	});
	const more = { name, transcript_state: 'ready', sealed: true, speakers, utterances };
	return newEvents.recording(0, more);
}

/** The execution for a recording. */
async function executionFor(trigger: ActiveTrigger, uid: string): Promise<Execution> {
	await trigger.untilFound(`${uid}#transcript`);
	const all = await trigger.executions();
	return all.find((each) => itemsOf(each, TRIGGER).some((row) => row.recording_uid === uid))!;
}

const notes = () => {
	const { records } = world.service.account('a');
	return [...records.values()].filter(({ title }) => title?.startsWith('Glaze meeting'));
};

/** Titles of the tasks that are new. */
const tasks = () => {
	const all = [...world.service.account('a').arrangements.values()];
	return all
		.slice(known)
		.map(({ title }) => title)
		.sort();
};

const SENTENCES = [
	'We fired twice. Action: order cobalt for May! Then we cleaned.',
	'To-do: Call Otto Reed back',
	'Nothing to see in this action film.',
	'Next step: mix the glaze.',
];
const FOUND = ['Call Otto Reed back', 'mix the glaze', 'order cobalt for May'];

test('keeps the transcript as a note and creates each task once, even if answers are lost', async () => {
	const trigger = await publish(FILE);
	for (const operation of ['createRecords', 'createArrangements']) {
		world.service.faults.add({ operation, drop: 'after', times: 1 });
	}
	const uid = record('Glaze meeting', SENTENCES);
	expect(await executionFor(trigger, uid)).toMatchObject({ status: 'success', error: undefined });
	const [note, ...others] = notes();
	expect(others).toEqual([]);
	expect(note.text_content.trim()).toBe(SENTENCES.map((text) => `Vera Lamp: ${text}`).join('\n'));
	expect(Math.abs(world.service.now() - note.send_at)).toBeLessThan(PATIENCE_MS);
	expect(tasks()).toEqual(FOUND);
});

test('makes several notes of a long transcript, shortens long tasks, and makes one of equal ones', async () => {
	const trigger = await publish(FILE);
	const callAgain = 'call Otto Reed back and '.repeat(20).trim();
	const actions = Array.from({ length: 30 }, (_, i) => `Action: ${i} ${callAgain}. `);
	const long = [...actions, actions[0]].join('').trim();
	const uid = record('Glaze meeting', [long]);
	expect(await executionFor(trigger, uid)).toMatchObject({ status: 'success', error: undefined });
	const texts = notes().map(({ text_content }) => text_content);
	expect(texts.length).toBeGreaterThan(1);
	expect(texts.join(' ').replaceAll(/\s+/g, ' ').trim()).toBe(`Vera Lamp: ${long}`);
	expect(tasks()).toHaveLength(30);
	for (const title of tasks()) expect(title).toMatch(/^\d+ call Otto Reed back .*…$/);
});

test('makes a note and tasks of each recording', async () => {
	const trigger = await publish(FILE);
	const uids = ['One', 'Two'].map((name) =>
		record(`Glaze meeting ${name}`, [`Action: think of ${name}.`]),
	);
	for (const uid of uids) {
		expect(await executionFor(trigger, uid)).toMatchObject({ status: 'success', error: undefined });
	}
	expect(notes()).toHaveLength(2);
	expect(tasks()).toEqual(['think of One', 'think of Two']);
});
