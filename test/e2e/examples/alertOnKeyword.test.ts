import { ActiveTrigger, PATIENCE_MS, pollTimes } from '../activeTrigger';
import { localTime } from '../clock';
import { exampleWith, triggerOf } from '../workflows';
import { useWorld } from '../world';
import { Group } from './group';
import { twice } from './twice';

jest.setTimeout(2 * PATIENCE_MS);

const FILE = 'alert-on-keyword.json';

const world = useWorld();
let alerts: Group;
let readers: Group;
let active: ActiveTrigger | undefined;

beforeEach(() => {
	alerts = new Group(world, 'Kiln Studio');
	readers = new Group(world, '读书会');
});
afterEach(async () => {
	await active?.deactivate();
	active = undefined;
});

async function start(): Promise<ActiveTrigger> {
	const example = exampleWith(world.credential, FILE);
	const trigger = triggerOf(example);
	example.nodes.find(({ name }) => name === trigger)!.parameters.pollTimes = pollTimes();
	active = await ActiveTrigger.of(world, example);
	await active.activate();
	return active;
}

test('tells the group once who wrote the word, where and when, and never answers itself', async () => {
	const trigger = await start();
	const { sender, message_at } = readers.add('There is a LEAK in the shed.');
	readers.add('All is dry here.');
	const { profile } = world.service.account('a');
	readers.add('My own leak', {
		sender: {
			sender_kind: 'user',
			sender_user_ref: profile.user_ref,
			sender_name: profile.nickname,
		},
	});
	const time = localTime(message_at).slice(11, 16);
	const alert = expect.stringMatching(
		`^Keyword alert: ${sender.sender_name} wrote in 读书会 at ${time}, \\d+ \\w+:\n\n“There is a LEAK in the shed\\.”$`,
	) as string;
	expect(await alerts.untilSent(1)).toEqual([alert]);
	await trigger.untilPolledAgain('queryChatConversations');
	expect(alerts.sent()).toEqual([alert]);
	expect(await trigger.executions()).toMatchObject([{ status: 'success' }]);
});

test('finds the word in the group of the alerts too, but not in alerts of another account', async () => {
	const trigger = await start();
	alerts.add('Keyword alert: Vera Lamp wrote in Night Shift at 09:00, 1 March:\n\n“A leak!”');
	alerts.add('It is urgent.');
	await alerts.untilSent(1);
	await trigger.untilPolledAgain('queryChatConversations');
	expect(alerts.sent()).toEqual([expect.stringContaining('wrote in Kiln Studio at')]);
	expect(alerts.sent()[0]).toContain('“It is urgent.”');
});

test('shows the beginning of a long text', async () => {
	await start();
	readers.add(`urgent ${'x'.repeat(500)}`);
	const [text] = await alerts.untilSent(1);
	expect(text).toMatch(/“urgent x{293}…”$/);
});

test('sends one alert for a message, however often it is repeated', async () => {
	readers.add('No leak today');
	const { executions, texts } = await twice(world, FILE);
	expect(executions.map(({ status }) => status)).toEqual(['success', 'error']);
	expect(texts.filter((text) => text.includes('“No leak today”'))).toHaveLength(1);
});
