import { itemsOf, type Execution } from '../../../dev/n8n/execution';
import { ActiveTrigger, PATIENCE_MS, pollTimes } from '../activeTrigger';
import { localTime } from '../clock';
import { NewEvents } from '../newEvents';
import { startOpenAi } from '../openAi';
import { exampleWith } from '../workflows';
import { useWorld } from '../world';
import { Group } from './group';

jest.setTimeout(2 * PATIENCE_MS);

const FILE = 'transcript-to-tasks.json';
const TRIGGER = 'Transcript Ready';

const world = useWorld();
let newEvents: NewEvents;
let group: Group;
let active: ActiveTrigger[];

beforeEach(() => {
	newEvents = new NewEvents(world.service);
	group = new Group(world, 'Kiln Studio');
	active = [];
});
afterEach(async () => {
	for (const each of active) await each.deactivate();
});

type Example = ReturnType<typeof exampleWith>;

/** Publishes a copy of the example. */
async function publish(edit: (example: Example) => void = () => {}): Promise<ActiveTrigger> {
	const example = exampleWith(world.credential, FILE);
	example.nodes.find(({ name }) => name === TRIGGER)!.parameters.pollTimes = pollTimes();
	edit(example);
	const trigger = await ActiveTrigger.of(world, example);
	active.push(trigger);
	await trigger.activate();
	return trigger;
}

/** A new recording in which these sentences are said. */
function record(name: string, sentences: string[]): string {
	const speakers = [{ kind: 'named', display_name: 'Vera Lamp' }];
	const utterances = sentences.map((text, i) => {
		return { start_offset_ms: i * 1000, end_offset_ms: i * 1000 + 900, speaker: 0, text };
	});
	const more = { name, transcript_state: 'ready', sealed: true, speakers, utterances };
	return newEvents.recording(0, more);
}

function recordingOf(uid: string) {
	return world.service.account('a').recordings.get(uid)!;
}

/** The execution for a recording. */
async function executionFor(trigger: ActiveTrigger, uid: string): Promise<Execution> {
	await trigger.untilFound(`${uid}#transcript`);
	const all = await trigger.executions();
	return all.find((each) => itemsOf(each, TRIGGER)[0].recording_uid === uid)!;
}

const notes = () => {
	const { records } = world.service.account('a');
	return [...records.values()].filter(({ title }) => title?.startsWith('Notes of '));
};
const tasks = () => {
	const { arrangements } = world.service.account('a');
	const isNew = ({ description }: { description?: string }) =>
		description?.startsWith('From the recording ');
	return [...arrangements.values()].filter(isNew);
};

const SENTENCES = [
	'We fired twice. Action: order cobalt for May! Then we cleaned.',
	'To-do: Call Otto Reed back',
	'Nothing to see in this action film.',
	'action item: Order cobalt for June. Next step: mix the glaze.',
	'Action: order cobalt for May.',
];
const FOUND = [
	'order cobalt for May',
	'Call Otto Reed back',
	'Order cobalt for June',
	'mix the glaze',
];

test('writes a note, creates each task once, and tells the group', async () => {
	const trigger = await publish();
	const uid = record('Glaze meeting', SENTENCES);
	expect(await executionFor(trigger, uid)).toMatchObject({ status: 'success', error: undefined });

	const { start_at } = recordingOf(uid);
	const time = localTime(start_at).slice(11, 16);
	const title = expect.stringMatching(
		new RegExp(`^Notes of Glaze meeting, \\d+ \\w+, ${time}$`),
	) as string;
	const [note] = notes();
	expect(notes()).toHaveLength(1);
	expect(note).toMatchObject({ title });
	expect(Math.abs(world.service.now() - note.send_at)).toBeLessThan(PATIENCE_MS);
	expect(note.text_content).toBe(
		[
			'Tasks',
			...FOUND.map((each) => `• ${each}`),
			'',
			'Transcript',
			...SENTENCES.map((sentence) => `Vera Lamp: ${sentence}`),
			'',
		].join('\n'),
	);
	expect(
		tasks()
			.map((task) => task.title)
			.sort(),
	).toEqual([...FOUND].sort());
	expect(group.sent()).toEqual([
		[note.title, '', 'New tasks:', ...FOUND.map((each) => `• ${each}`)].join('\n'),
	]);
});

test('makes several notes of a long transcript, and says that no task was found', async () => {
	const trigger = await publish();
	const long = 'We talked about clay. '.repeat(200).trim();
	const uid = record('Glaze meeting', [long, long]);
	expect(await executionFor(trigger, uid)).toMatchObject({ status: 'success', error: undefined });
	const texts = notes().map(({ text_content }) => text_content);
	expect(texts.length).toBeGreaterThan(1);
	expect(texts.join('\n').replaceAll(/\s+/g, ' ').trim()).toBe(
		`Tasks (none) Transcript Vera Lamp: ${long} Vera Lamp: ${long}`,
	);
	expect(tasks()).toEqual([]);
	expect(group.sent()).toEqual([expect.stringMatching(/\n\nNo tasks were found\.$/)]);
});

test('shortens a long task, and lists one that the service refuses with the reason', async () => {
	world.service.faults.add({
		operation: 'createArrangements',
		times: Infinity,
		match: ({ rawBody }) => rawBody?.includes('Sweep') ?? false,
		status: 400,
	});
	const trigger = await publish();
	const long = 'call Otto Reed back and '.repeat(20).trim();
	const uid = record('Glaze meeting', [`Action: ${long}. Action: Sweep.`]);
	expect(await executionFor(trigger, uid)).toMatchObject({ status: 'success', error: undefined });
	const titles = tasks().map(({ title }) => title);
	expect(titles).toEqual([expect.stringMatching(/^call Otto Reed back .*…$/)]);
	const lines = group.sent()[0].split('\n');
	expect(lines).toContain(`• ${titles[0]}`);
	expect(lines).toContainEqual(expect.stringMatching(/^• \(not created: .*HTTP 400\)$/));
});

test('creates and sends nothing twice if an answer is lost', async () => {
	const trigger = await publish();
	for (const operation of ['createRecords', 'createArrangements', 'sendChatMessages']) {
		world.service.faults.add({ operation, drop: 'after', times: 1 });
	}
	const uid = record('Glaze meeting', SENTENCES);
	expect(await executionFor(trigger, uid)).toMatchObject({ status: 'success', error: undefined });
	expect(notes()).toHaveLength(1);
	expect(tasks()).toHaveLength(FOUND.length);
	expect(group.sent()).toHaveLength(1);
});

test('handles several recordings of one poll in runs of their own', async () => {
	const trigger = await publish();
	const uids = ['One', 'Two'].map((name) => record(name, [`Action: think of ${name}.`]));
	for (const uid of uids) {
		expect(await executionFor(trigger, uid)).toMatchObject({ status: 'success', error: undefined });
	}
	expect(notes()).toHaveLength(2);
	const titles = tasks().map(({ title }) => title);
	expect(titles.sort()).toEqual(['think of One', 'think of Two']);
});

test('takes summary and tasks from the AI once its nodes are enabled', async () => {
	const found = {
		summary: 'A model wrote this.',
		tasks: [
			{ title: 'Buy wax', due: '2027-03-01T09:30' },
			{ title: 'Sweep', due: '' },
		],
	};
	const model = await startOpenAi([], JSON.stringify(found));
	try {
		const key = await world.n8n.createCredential('Fake model', 'openAiApi', {
			apiKey: 'none',
			url: model.url,
			header: false,
		});
		const trigger = await publish(({ nodes }) => {
			const byName = (wanted: string) => nodes.find(({ name }) => name === wanted)!;
			byName('Find Tasks with AI').disabled = false;
			const chatModel = byName('Chat Model');
			chatModel.disabled = false;
			chatModel.parameters.responsesApiEnabled = false;
			chatModel.credentials = { openAiApi: { id: key.id, name: key.name } };
		});
		const uid = record('Glaze meeting', SENTENCES);
		expect(await executionFor(trigger, uid)).toMatchObject({ status: 'success', error: undefined });
		expect(notes()[0].text_content).toContain(
			'A model wrote this.\n\nTasks\n• Buy wax\n• Sweep\n\nTranscript\nVera Lamp: We fired twice.',
		);
		const due = tasks().map(({ title, due_at }) => [title, due_at && localTime(due_at)]);
		expect(due.sort()).toEqual([
			['Buy wax', '2027-03-01 09:30:00.000'],
			['Sweep', undefined],
		]);
	} finally {
		await model.close();
	}
});
