import { DateTime } from 'luxon';
import { PATIENCE_MS } from '../activeTrigger';
import { NewEvents } from '../newEvents';
import { TIME_ZONE } from '../setup';
import { useWorld } from '../world';
import { Group } from './group';
import { usePublished } from './published';
import { twice } from './twice';

jest.setTimeout(2 * PATIENCE_MS);

const MINUTE = 60_000;
const REMINDER = 'remind-before-tasks-are-due.json';
const DIGEST = 'digest-of-new-replies.json';

const world = useWorld();
const publish = usePublished(world);
let newEvents: NewEvents;
let group: Group;

beforeEach(() => {
	newEvents = new NewEvents(world.service);
	group = new Group(world, 'Studio team');
	for (const row of world.service.account('a').arrangements.values()) delete row.due_at;
});

/** Publishes an example, changes something in the service, and returns the lines that the group gets after a heading. */
async function linesAfter(file: string, heading: string, happen: () => void): Promise<string[]> {
	await publish(file);
	happen();
	const [text, ...others] = await group.untilSent(1);
	expect(others).toEqual([]);
	const [first, ...lines] = text.split('\n');
	expect(first).toBe(heading);
	return lines;
}

describe('remind before tasks are due', () => {
	test('reminds of tasks that are due within the hour, and of nothing else', async () => {
		const due_at = Date.now() + 30 * MINUTE;
		const lines = await linesAfter(REMINDER, 'Due within the hour:', () => {
			newEvents.arrangement({ status: 'completed', due_at });
			newEvents.arrangement({ status: 'following', due_at: due_at + 60 * MINUTE });
			const more = { title: 'Order cobalt', description: 'Two bags' };
			newEvents.arrangement({ status: 'following', due_at, ...more });
		});
		const time = DateTime.fromMillis(due_at, { zone: TIME_ZONE, locale: 'en' });
		expect(lines).toEqual([`- Order cobalt · ${time.toFormat('ccc d LLL, HH:mm')} · Two bags`]);
	});

	test('sends no second message for the same due time', async () => {
		const due_at = Date.now() + 30 * MINUTE;
		newEvents.arrangement({ status: 'following', title: 'Order cobalt', due_at });
		const { texts } = await twice(world, REMINDER);
		expect(texts).toEqual([expect.stringContaining('- Order cobalt · ')]);
	});
});

test('puts all new replies to posts into one message', async () => {
	const lines = await linesAfter(DIGEST, 'New replies to my posts:', () => {
		newEvents.reply({ author_name: 'Vera Lamp', text_content: 'Lovely!' });
		newEvents.reply({ author_name: 'Otto Reed', text_content: 'Two\nlines' });
	});
	expect(lines).toEqual(['- Vera Lamp: Lovely!', '- Otto Reed: Two', '  lines']);
});
