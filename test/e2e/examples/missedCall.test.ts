import { ActiveTrigger, PATIENCE_MS, pollTimes } from '../activeTrigger';
import { localTime } from '../clock';
import { NewEvents } from '../newEvents';
import { exampleWith } from '../workflows';
import { useWorld } from '../world';
import { Group } from './group';
import { twice } from './twice';

jest.setTimeout(2 * PATIENCE_MS);

const FILE = 'missed-call-to-chat.json';
const TRIGGER = 'Missed Call';

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

/** Publishes a copy of the example. */
async function publish(): Promise<ActiveTrigger> {
	const example = exampleWith(world.credential, FILE);
	example.nodes.find(({ name }) => name === TRIGGER)!.parameters.pollTimes = pollTimes();
	const trigger = await ActiveTrigger.of(world, example);
	active.push(trigger);
	await trigger.activate();
	return trigger;
}

const person = (display_name: string, role: string, is_self = false) => {
	return { user_ref: `user_${display_name}`, display_name, role, connected: false, is_self };
};
const missed = {
	direction: 'incoming',
	connection_state: 'not_connected',
	media_type: 'audio',
	participants: [person('Vera Lamp', 'caller'), person('Me', 'callee', true)],
};

test('tells the group of each missed call: who, when, why, and whom to call back', async () => {
	const trigger = await publish();
	newEvents.call(0, { ...missed, result: 'rejected' });
	newEvents.call(0, { ...missed, direction: 'outgoing', result: 'not_answered' });
	newEvents.call(0, { ...missed, connection_state: 'connected', result: 'normal_end' });
	const wanted = [
		newEvents.call(0, { ...missed, result: 'not_answered' }),
		newEvents.call(0, {
			...missed,
			result: 'busy',
			media_type: 'video',
			participants: [person('Otto Reed', 'caller'), person('Ida Moss', 'callee')],
		}),
		newEvents.call(0, { ...missed, result: 'offline', participants: [] }),
		newEvents.call(0, { ...missed, result: 'cancelled' }),
	];
	await trigger.untilFound(...wanted.map((uid) => `${uid}#missed`));
	const executions = await trigger.executions();
	expect(executions.map(({ status }) => status)).not.toContain('error');
	const at = (uid: string) => localTime(world.service.account('a').calls.get(uid)!.started_at);
	const time = (uid: string) => at(uid).slice(11, 16);
	const [first, second, third, fourth] = wanted.map(time);
	const day = '\\w+ \\d+ \\w+, ';
	const texts = group.sent().sort();
	expect(texts).toHaveLength(4);
	const expected = [
		`Missed call from Vera Lamp\n${day}${first}: nobody answered. Call Vera Lamp back.`,
		`Missed call from Vera Lamp\n${day}${fourth}: the caller gave up before an answer. Call Vera Lamp back.`,
		`Missed call from somebody\n${day}${third}: you were offline. The service does not say who called.`,
		`Missed video call from Otto Reed\n${day}${second}: the line was busy. Also called: Ida Moss. Call Otto Reed back.`,
	];
	for (const [i, text] of texts.entries()) expect(text).toMatch(new RegExp(`^${expected[i]}$`));
});

test('sends one message for a call, however often the workflow is executed', async () => {
	newEvents.call(0, { ...missed, result: 'not_answered' });
	const { executions, texts } = await twice(world, FILE);
	expect(executions.map(({ status }) => status)).toEqual(['success', 'error']);
	expect(texts.filter((text) => text.startsWith('Missed call from Vera Lamp'))).toHaveLength(1);
	expect(new Set(texts).size).toBe(texts.length);
});

test('does not send a second message when the answer to the first was lost', async () => {
	const trigger = await publish();
	world.service.faults.add({ operation: 'sendChatMessages', drop: 'after', times: 2 });
	const uid = newEvents.call(0, { ...missed, result: 'not_answered' });
	await trigger.untilFound(`${uid}#missed`);
	expect(await trigger.executions()).toMatchObject([{ status: 'success' }]);
	expect(world.requests('sendChatMessages').length).toBeGreaterThanOrEqual(3);
	expect(group.sent()).toHaveLength(1);
});
