import { PATIENCE_MS } from '../activeTrigger';
import { useWorld } from '../world';
import { Group } from './group';
import { usePublished } from './published';
import { twice } from './twice';

jest.setTimeout(2 * PATIENCE_MS);

const FILE = 'alert-on-keyword.json';

const world = useWorld();
const publish = usePublished(world);
let alerts: Group;
let readers: Group;

beforeEach(() => {
	alerts = new Group(world, 'Studio team');
	readers = new Group(world, '读书会');
});

test('tells the group once who wrote the word, where and when, and never answers itself', async () => {
	const trigger = await publish(FILE);
	const { sender } = readers.add('There is a LEAK in the shed.');
	readers.add('All is dry here.');
	const { profile } = world.service.account('a');
	readers.add('My own leak', {
		sender: {
			sender_kind: 'user',
			sender_user_ref: profile.user_ref,
			sender_name: profile.nickname,
		},
	});
	const alert = `Keyword alert: ${sender.sender_name} in 读书会\n\nThere is a LEAK in the shed.`;
	expect(await alerts.untilSent(1)).toEqual([alert]);
	await trigger.untilPolledAgain('queryChatConversations');
	expect(alerts.sent()).toEqual([alert]);
	expect(await trigger.executions()).toMatchObject([{ status: 'success' }]);
});

test('finds the word in the group of the alerts too, but not in alerts of another account', async () => {
	const trigger = await publish(FILE);
	alerts.add('Keyword alert: Vera Lamp in Spring fair\n\nA leak!');
	alerts.add('It is urgent.');
	await alerts.untilSent(1);
	await trigger.untilPolledAgain('queryChatConversations');
	expect(alerts.sent()).toEqual([expect.stringMatching(/ in Studio team\n\nIt is urgent\.$/)]);
});

test('sends one alert for a message, however often it is repeated', async () => {
	readers.add('No leak today');
	const { texts } = await twice(world, FILE);
	expect(texts.filter((text) => text.includes('No leak today'))).toHaveLength(1);
});
