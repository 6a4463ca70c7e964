import { runOf } from '../../../dev/n8n/execution';
import type { Edits } from '../workflows';
import { useWorld } from '../world';
import { twice } from './twice';

/** Messages to several chats. */

const FILE = 'broadcast-to-chats.json';
const TEXT = 'The workshop is closed on Monday.';
const NAMES = ['Studio team', 'Spring fair', 'Evening course'];

const world = useWorld();

const groups = () =>
	[...world.service.account('a').conversations.values()].filter(({ kind }) => kind === 'group');
const listing = (chats: string[]): Edits => ({
	'My Message': (parameters) => (parameters.jsonOutput = JSON.stringify({ text: TEXT, chats })),
});

/** Names of the groups that got the text, with a group twice if it got it twice. */
function sentTo(): string[] {
	const all = [...world.service.account('a').messages.values()];
	return all
		.filter(({ text_content }) => text_content === TEXT)
		.map((message) => groups().find((chat) => chat.chat_session_uid === message.chat_session_uid)!)
		.map(({ name }) => name!)
		.sort();
}

/** The chats that got nothing and why, from the node's output for errors. */
function notSent({ runs }: Parameters<typeof runOf>[0]): string[][] {
	const [, errors] = runs['Send Message'][0].outputs;
	return errors.map(({ json }) => [String(json.chat), String(json.error)]);
}

test('sends the text once to each chat of the list and to no other', async () => {
	world.service.faults.add({ operation: 'sendChatMessages', drop: 'after', times: 2 });
	const execution = await world.runExample(FILE, listing([...NAMES, 'Spring fair']));
	expect(sentTo()).toEqual([...NAMES].sort());
	expect(notSent(execution)).toEqual([]);
});

test('sends nothing twice if it is run again within the hour', async () => {
	const longer = listing([...NAMES, 'Boat Club 🚣']);
	const { executions, texts } = await twice(world, FILE, [{}, longer]);
	expect(texts).toEqual([TEXT]);
	expect(notSent(executions[1]).map(([name]) => name)).toEqual(NAMES);
	expect(runOf(executions[1], 'Send Message').outputs[0]).toHaveLength(1);
});

test('names the chats that got nothing, with the reason', async () => {
	const [twin] = groups().filter(({ name }) => name === 'Boat Club 🚣');
	twin.name = 'Spring fair';
	const listed = ['Nobody Here', 'Spring fair', 'Kiln', 'Evening course'];
	const execution = await world.runExample(FILE, listing(listed));
	expect(sentTo()).toEqual(['Evening course']);
	expect(notSent(execution)).toEqual([
		['Nobody Here', expect.stringContaining('matches no conversation or person: "Nobody Here"')],
		['Spring fair', expect.stringContaining('matches 2 conversations or people')],
		['Kiln', expect.stringContaining('matches no conversation or person: "Kiln"')],
	]);
});
