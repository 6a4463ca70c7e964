import { itemsOf, type Execution } from '../../dev/n8n/execution';
import { ActiveTrigger, idOf, PATIENCE_MS, pollTimes } from './activeTrigger';
import { localTime } from './clock';
import { NewEvents } from './newEvents';
import { exampleWith, triggerOf } from './workflows';
import { openWorld, type World } from './world';

/** The examples with a trigger, active: changes in the service start them. */

jest.setTimeout(2 * PATIENCE_MS);

const MINUTE = 60_000;

let world: World;
let newEvents: NewEvents;
let active: ActiveTrigger | undefined;

beforeAll(async () => (world = await openWorld()));
beforeEach(() => {
	world.service.reset();
	newEvents = new NewEvents(world.service);
});
afterEach(async () => {
	await active?.deactivate();
	expect(world.service.violations).toEqual([]);
});
afterAll(async () => await world.close());

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

describe('alert on missed calls', () => {
	const missed = { direction: 'incoming', connection_state: 'not_connected' };
	const caller = { user_ref: 'user_e2e', display_name: 'Vera Lamp', role: 'caller' };
	const participants = [{ ...caller, connected: false, is_self: false }];

	test('says for each missed call who called, when, and why it was missed', async () => {
		const execution = await runActive('alert-on-missed-calls.json', () => {
			newEvents.call(0, { ...missed, result: 'rejected' });
			newEvents.call(0, { ...missed, direction: 'outgoing', result: 'not_answered' });
			newEvents.call(0, {
				direction: 'incoming',
				connection_state: 'connected',
				result: 'normal_end',
			});
			return ['not_answered', 'cancelled'].map((result) => {
				return `${newEvents.call(0, { ...missed, result, participants })}#missed`;
			});
		});
		const [call] = itemsOf(execution, 'Missed Call');
		const time = localTime(Date.parse(call.started_at as string)).slice(11, 16);
		expect(itemsOf(execution, 'Write Alert')).toEqual([
			{
				subject: 'Missed call from Vera Lamp',
				text: expect.stringMatching(
					`^Vera Lamp called at ${time}, .*: nobody answered\\.$`,
				) as string,
			},
			expect.objectContaining({
				text: expect.stringContaining('gave up before an answer') as string,
			}),
		]);
	});
});

describe('tell when a transcript is ready', () => {
	test('has the full transcript of a recording that was uploaded hours later', async () => {
		const execution = await runActive('tell-when-transcript-is-ready.json', () => {
			newEvents.recording(0, { transcript_state: 'processing' });
			const name = 'Boat inspection';
			const uid = newEvents.recording(3 * 60 * MINUTE, { name, transcript_state: 'ready' });
			return [`${uid}#transcript`];
		});
		const [{ subject, text }] = itemsOf(execution, 'Write Message');
		expect(subject).toMatch(/^Transcript of Boat inspection, \d+ \w+ \d\d:\d\d$/);
		const { utterances } = [...world.service.account('a').recordings.values()].at(-1)!;
		expect(utterances.length).toBeGreaterThan(100);
		for (const utterance of utterances.slice(0, 20)) expect(text).toContain(utterance.text);
	});
});

describe('remind before arrangements are due', () => {
	test('reminds of tasks that are due within the hour, and of nothing else', async () => {
		const due_at = Date.now() + 30 * MINUTE;
		for (const row of world.service.account('a').arrangements.values()) delete row.due_at;
		const execution = await runActive('remind-before-arrangements-are-due.json', () => {
			newEvents.arrangement({ status: 'completed', due_at });
			newEvents.arrangement({ status: 'following', due_at: due_at + 60 * MINUTE });
			const more = { status: 'following', title: 'Order cobalt', description: 'Two bags', due_at };
			return [`${newEvents.arrangement(more)}#due@${due_at}`];
		});
		const time = localTime(due_at).slice(11, 16);
		expect(itemsOf(execution, 'Write Reminder')).toEqual([
			{
				subject: `Due at ${time}: Order cobalt`,
				text: expect.stringMatching(
					`^“Order cobalt” is due on .*, ${time}\\.\\n\\nTwo bags$`,
				) as string,
			},
		]);
	});
});

describe('digest of new replies', () => {
	test('puts all new replies into one text, each with its post', async () => {
		const execution = await runActive('digest-of-new-replies.json', () => [
			newEvents.reply({ author_name: 'Vera Lamp', text_content: 'Lovely!' }),
			newEvents.reply({ author_name: 'Otto Reed', text_content: 'Two\nlines' }),
		]);
		const [{ subject, text }] = itemsOf(execution, 'Write Digest');
		expect(subject).toMatch(/^2 new replies, /);
		const [post] = itemsOf(execution, 'Get Its Post');
		const about = String(post.title || (post.text_content as string).slice(0, 60));
		expect(text).toBe(
			[
				`**Vera Lamp** on “${about}”:\n\n> Lovely!`,
				`**Otto Reed** on “${about}”:\n\n> Two\n> lines`,
			].join('\n\n---\n\n'),
		);
	});
});
