import { itemsOf, type Execution } from '../../../dev/n8n/execution';
import { ActiveTrigger, idOf, PATIENCE_MS, pollTimes } from '../activeTrigger';
import { localTime } from '../clock';
import { NewEvents } from '../newEvents';
import { exampleWith, triggerOf } from '../workflows';
import { useWorld } from '../world';
import { Group } from './group';
import { twice } from './twice';

/** Reminders and digests, active: changes in the service start them. */

jest.setTimeout(2 * PATIENCE_MS);

const MINUTE = 60_000;

const world = useWorld();
let newEvents: NewEvents;
let group: Group;
let active: ActiveTrigger | undefined;

beforeEach(() => {
	newEvents = new NewEvents(world.service);
	group = new Group(world, 'Kiln Studio');
});
afterEach(async () => await active?.deactivate());

/** Activates an example, changes something in the service, and returns the one execution that it started. */
async function runActive(file: string, happen: () => string[]): Promise<Execution> {
	const example = exampleWith(world.credential, file);
	const trigger = triggerOf(example);
	example.nodes.find(({ name }) => name === trigger)!.parameters.pollTimes = pollTimes();
	active = await ActiveTrigger.of(world, example);
	await active.activate();
	const wanted = happen();
	await active.untilFound(...wanted);
	const executions = await active.executions();
	expect(executions).toMatchObject([{ status: 'success' }]);
	expect(itemsOf(executions[0], trigger).map(idOf)).toEqual(wanted);
	return executions[0];
}

describe('remind before tasks are due', () => {
	const file = 'remind-before-tasks-are-due.json';

	test('reminds of tasks that are due within the hour, once each, and of nothing else', async () => {
		const due_at = Date.now() + 30 * MINUTE;
		for (const row of world.service.account('a').arrangements.values()) delete row.due_at;
		const following = { status: 'following', due_at };
		await runActive(file, () => {
			newEvents.arrangement({ status: 'completed', due_at });
			newEvents.arrangement({ status: 'following', due_at: due_at + 60 * MINUTE });
			const more = { title: 'Order cobalt', description: 'Two bags' };
			return [
				newEvents.arrangement({ ...following, ...more }),
				newEvents.arrangement({ ...following, title: 'Light the kiln', description: undefined }),
			].map((uid) => `${uid}#due@${due_at}`);
		});
		const time = localTime(due_at).slice(11, 16);
		expect(group.sent()).toEqual([
			expect.stringMatching(`^“Order cobalt” is due on .*, ${time}\\.\n\nTwo bags$`),
			expect.stringMatching(`^“Light the kiln” is due on .*, ${time}\\.$`),
		]);
	});

	test('sends no second message for the same due time', async () => {
		const due_at = Date.now() + 30 * MINUTE;
		for (const row of world.service.account('a').arrangements.values()) delete row.due_at;
		newEvents.arrangement({ status: 'following', title: 'Order cobalt', due_at });
		const { executions, texts } = await twice(world, file);
		expect(executions.map(({ status }) => status)).toEqual(['success', 'error']);
		expect(texts).toEqual([expect.stringContaining('“Order cobalt” is due on')]);
	});
});

describe('digest of new replies', () => {
	const file = 'digest-of-new-replies.json';

	test('puts all new replies into one message, each with its post', async () => {
		const execution = await runActive(file, () => [
			newEvents.reply({ author_name: 'Vera Lamp', text_content: 'Lovely!' }),
			newEvents.reply({ author_name: 'Otto Reed', text_content: 'Two\nlines' }),
		]);
		const [post] = itemsOf(execution, 'Get Its Post');
		const about = String(post.title || (post.text_content as string).slice(0, 60));
		const [text, ...others] = group.sent();
		expect(others).toEqual([]);
		expect(text).toMatch(/^2 new replies, \d+ \w+ \d{4}\n\n/);
		expect(text.slice(text.indexOf('\n\n') + 2)).toBe(
			`Vera Lamp on “${about}”:\nLovely!\n\nOtto Reed on “${about}”:\nTwo\nlines`,
		);
	});

	test('has the replies to a post that cannot be read any more', async () => {
		world.service.faults.add({ operation: 'batchGetWorldRecords', status: 401, times: 9 });
		await runActive(file, () => [
			newEvents.reply({ author_name: 'Vera Lamp', text_content: 'Lovely!' }),
		]);
		expect(group.sent()).toEqual([
			expect.stringMatching(/^1 new reply, .*\n\nVera Lamp on a post:\nLovely!$/s),
		]);
	});
});
