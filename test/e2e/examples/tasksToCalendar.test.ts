import axios from 'axios';
import type Library from 'ical.js' with { 'resolution-mode': 'import' };
import { randomUUID } from 'node:crypto';
import type { Workflow } from '../../../dev/n8n/client';
import { NewEvents } from '../newEvents';
import { exampleWith } from '../workflows';
import { useWorld } from '../world';

// The package declares only the types of its ES module
const ICAL = jest.requireActual<typeof Library>('ical.js');

type Event = InstanceType<typeof ICAL.Event>;
type Time = InstanceType<typeof ICAL.Time>;

const FILE = 'tasks-to-calendar.json';
const DAY = 86_400_000;

const world = useWorld();
let newEvents: NewEvents;
let published: Workflow | undefined;

beforeEach(() => {
	newEvents = new NewEvents(world.service);
	for (const row of world.service.account('a').arrangements.values()) delete row.due_at;
});
afterEach(async () => {
	if (published) await world.n8n.deactivate(published);
	published = undefined;
});

/** Publishes the example and returns the URL for calendar apps. */
async function publish(): Promise<string> {
	const example = exampleWith(world.credential, FILE);
	const webhook = example.nodes.find(({ name }) => name === 'Calendar App')!;
	const path = randomUUID();
	webhook.parameters.path = path;
	webhook.webhookId = path;
	published = await world.n8n.createWorkflow(example);
	await world.n8n.activate(published);
	return `${world.n8n.url}/webhook/${path}`;
}

/** Reads the calendar as an app does. */
async function read(url: string) {
	const { status, headers, data } = await axios.get<string>(url, {
		responseType: 'text',
		proxy: false,
		validateStatus: () => true,
	});
	return { status, type: String(headers['content-type']), text: data };
}

function eventsOf(text: string): Event[] {
	const calendar = new ICAL.Component(ICAL.parse(text));
	expect(calendar.getFirstPropertyValue('version')).toBe('2.0');
	return calendar.getAllSubcomponents('vevent').map((each) => new ICAL.Event(each));
}

const task = (more: object) => newEvents.arrangement({ status: 'following', ...more });
const soon = () => Date.now() - (Date.now() % 60_000) + DAY;

test('has an event for each task with a due time, in UTC', async () => {
	const due_at = soon();
	const uids = [
		task({ title: 'Order cobalt', due_at, version: 7 }),
		task({ title: 'Sweep', due_at: due_at + DAY, status: 'completed', description: undefined }),
	];
	task({ title: 'Some day' });
	task({ title: 'Deleted', due_at, status: 'deleted' });
	task({ title: 'Long ago', due_at: due_at - 40 * DAY });

	const { status, type, text } = await read(await publish());
	expect(status).toBe(200);
	expect(type).toBe('text/calendar; charset=utf-8');
	const events = eventsOf(text);
	expect(events.map(({ uid }) => uid)).toEqual(uids);
	expect(events.map(({ summary }) => summary)).toEqual(['Order cobalt', '✓ Sweep']);
	expect(events.map(({ startDate }) => startDate.toJSDate().getTime())).toEqual([
		due_at,
		due_at + DAY,
	]);
	expect(events.map(({ startDate }) => startDate.zone.tzid)).toEqual(['UTC', 'UTC']);
	expect(events[0].sequence).toBe(7);
});

test.each([
	['separators', 'Clay, wax; and a backslash \\ here: "quoted"', 'a;b,c\\n, not a line'],
	['several lines', 'One line', 'First\nsecond\r\nthird\n\nlast'],
	['long texts of several bytes per character', '粘土🏺'.repeat(40), 'ä'.repeat(300)],
])('keeps %s', async (_kind, title, description) => {
	task({ title, description, due_at: soon() });
	const { text } = await read(await publish());
	const [event] = eventsOf(text);
	expect(event.summary).toBe(title);
	expect(event.description).toBe(description.replaceAll('\r\n', '\n'));

	expect(text.endsWith('\r\n')).toBe(true);
	const lines = text.slice(0, -2).split('\r\n');
	for (const line of lines) {
		expect(line).not.toMatch(/[\r\n]/);
		expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
		expect(line).not.toContain('\ufffd');
	}
});

test('changes an event when its task changes, under the same UID', async () => {
	const due_at = soon();
	const uid = task({ title: 'Order cobalt', due_at });
	const url = await publish();
	const [before] = eventsOf((await read(url)).text);
	const [again] = eventsOf((await read(url)).text);
	expect(again.toString()).toBe(before.toString());

	const stored = world.service.account('a').arrangements.get(uid)!;
	Object.assign(stored, { due_at: due_at + DAY, version: stored.version + 1 });
	stored.updated_at += 5000;
	const [after] = eventsOf((await read(url)).text);
	expect(after.uid).toBe(before.uid);
	expect(after.sequence).toBe(before.sequence + 1);
	expect(after.startDate.toJSDate().getTime()).toBe(due_at + DAY);
	const stamp = (event: Event) =>
		(event.component.getFirstPropertyValue('dtstamp') as Time).toJSDate().getTime();
	expect(stamp(after) - stamp(before)).toBe(5000);
});

test('is an empty calendar if no task has a due time', async () => {
	const { status, text } = await read(await publish());
	expect(status).toBe(200);
	expect(eventsOf(text)).toEqual([]);
});

test('answers with an error if the tasks cannot be read, so that apps keep their events', async () => {
	task({ due_at: soon() });
	const url = await publish();
	world.service.faults.add({ operation: 'queryArrangements', status: 400, times: 1 });
	expect((await read(url)).status).toBe(500);
	expect((await read(url)).status).toBe(200);
});
