import { DateTime } from 'luxon';
import { ActiveTrigger, PATIENCE_MS, pollTimes } from '../activeTrigger';
import { NewEvents } from '../newEvents';
import { TIME_ZONE } from '../setup';
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
	group = new Group(world, 'Studio team');
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

const caller = (display_name: string) => {
	return { user_ref: 'user_e2e', display_name, role: 'caller', connected: false, is_self: false };
};
const missed = {
	direction: 'incoming',
	connection_state: 'not_connected',
	participants: [caller('Vera Lamp')],
};

test('tells the group whom it missed, when and why', async () => {
	const trigger = await publish();
	newEvents.call(0, { ...missed, result: 'rejected' });
	newEvents.call(0, { ...missed, direction: 'outgoing', result: 'not_answered' });
	newEvents.call(0, { ...missed, connection_state: 'connected', result: 'normal_end' });
	const vera = newEvents.call(0, { ...missed, result: 'not_answered' });
	const otto = newEvents.call(0, {
		...missed,
		result: 'busy',
		participants: [caller('Otto Reed')],
	});
	const nobody = newEvents.call(0, { ...missed, result: 'offline', participants: [] });
	await group.untilSent(1);
	await trigger.untilPolledAgain('queryCalls');
	const line = (uid: string) => {
		const { started_at } = world.service.account('a').calls.get(uid)!;
		const time = DateTime.fromMillis(started_at, { zone: TIME_ZONE, locale: 'en' });
		return time.toFormat('ccc d LLL, HH:mm');
	};
	// One poll may find some of the calls, and the next one the others
	const messages = group.sent().map((text) => text.split('\n'));
	for (const [heading] of messages) expect(heading).toBe('Missed, please call back:');
	const lines = messages.flatMap(([, ...each]) => each);
	expect(lines.sort()).toEqual(
		[
			`- ${line(nobody)} · offline`,
			`- Otto Reed · ${line(otto)} · busy`,
			`- Vera Lamp · ${line(vera)} · not answered`,
		].sort(),
	);
	const executions = await trigger.executions();
	expect(executions.map(({ status }) => status)).not.toContain('error');
});

test('sends one message for the same calls, however often the workflow is executed', async () => {
	newEvents.call(0, { ...missed, result: 'not_answered' });
	const { texts } = await twice(world, FILE);
	expect(texts).toEqual([expect.stringContaining('- Vera Lamp · ')]);
});

test('does not send a second message when the answer to the first was lost', async () => {
	const trigger = await publish();
	world.service.faults.add({ operation: 'sendChatMessages', drop: 'after', times: 2 });
	newEvents.call(0, { ...missed, result: 'not_answered' });
	await group.untilSent(1);
	expect(await trigger.executions()).toMatchObject([{ status: 'success' }]);
	expect(world.requests('sendChatMessages').length).toBeGreaterThanOrEqual(3);
	expect(group.sent()).toHaveLength(1);
});
