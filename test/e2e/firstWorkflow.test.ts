import { Group } from './examples/group';
import { useJobs } from './jobs';

/** The first workflow of a new user, by the steps in README.md. */

jest.setTimeout(300_000);

const jobs = useJobs('firstWorkflow');

test('the first workflow of the README sends the tasks that are due to a chat', async () => {
	const { user, world } = jobs;
	const group = new Group(world, 'Studio team');

	await user.beginByHand();
	await user.addNode('Svc Tasks', 'Get many tasks');
	await user.choose('due', 'Today and Overdue');
	await user.turn('returnAll');
	await user.choose('outputAs', 'Text');
	await user.executeStep();
	const [{ text }] = await jobs.outputOf('Get many tasks');
	expect(String(text).split('\n').length).toBeGreaterThan(1);

	await user.closeNode();
	await user.addNode('Svc Chat', 'Send message');
	await user.chooseFromList(
		user.locatorOf('conversation'),
		'Studio',
		/^Studio team \(group chat\)/,
	);
	await user.drag('text', 'text');
	await user.closeNode();
	await user.executeWorkflow();

	expect(await group.untilSent(1)).toEqual([text]);
	jobs.expectEffort({ clicks: 21, texts: 5, drags: 1 });
});
