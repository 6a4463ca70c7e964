import { DateTime } from 'luxon';
import { PATIENCE_MS } from '../activeTrigger';
import { NewEvents } from '../newEvents';
import { TIME_ZONE } from '../setup';
import { useWorld } from '../world';
import { Group } from './group';
import { usePublished } from './published';
import { twice } from './twice';

jest.setTimeout(2 * PATIENCE_MS);

const FILE = 'missed-call-to-chat.json';

const world = useWorld();
const publish = usePublished(world);
let newEvents: NewEvents;
let group: Group;

beforeEach(() => {
	newEvents = new NewEvents(world.service);
	group = new Group(world, 'Studio team');
});

const caller = (display_name: string) => {
	return { user_ref: 'user_e2e', display_name, role: 'caller', connected: false, is_self: false };
};
const missed = {
	direction: 'incoming',
	connection_state: 'not_connected',
	participants: [caller('Vera Lamp')],
};

test('tells the group whom it missed, when and why', async () => {
	const trigger = await publish(FILE);
	newEvents.call(0, { ...missed, result: 'rejected' });
	newEvents.call(0, { ...missed, direction: 'outgoing', result: 'not_answered' });
	newEvents.call(0, { ...missed, connection_state: 'connected', result: 'normal_end' });
	const vera = newEvents.call(0, { ...missed, result: 'not_answered' });
	const busy = { ...missed, result: 'busy', participants: [caller('Otto Reed')] };
	const otto = newEvents.call(0, busy);
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
	const trigger = await publish(FILE);
	world.service.faults.add({ operation: 'sendChatMessages', drop: 'after', times: 2 });
	newEvents.call(0, { ...missed, result: 'not_answered' });
	await group.untilSent(1);
	expect(await trigger.executions()).toMatchObject([{ status: 'success' }]);
	expect(world.requests('sendChatMessages').length).toBeGreaterThanOrEqual(3);
	expect(group.sent()).toHaveLength(1);
});
