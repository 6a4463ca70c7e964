import { SEND_AND_WAIT_OPERATION } from 'n8n-workflow';
import { exampleFiles, readExample } from '../workflows';
import { useWorld } from '../world';

/** Every example that a click on Execute workflow starts and that ends without an answer of somebody, as its file is. */

const world = useWorld();

const clickable = exampleFiles.filter((file) => {
	const { nodes } = readExample(file);
	const waits = nodes.some(
		({ type, parameters }) =>
			type === 'n8n-nodes-base.wait' || parameters.operation === SEND_AND_WAIT_OPERATION,
	);
	return !waits && nodes.some(({ type }) => /(manual|schedule|svc\w+)Trigger$/.test(type));
});

test.each(clickable)('%s runs unchanged, and keeps the contract', async (file) => {
	const execution = await world.runExample(file);
	expect(execution).toMatchObject({ status: 'success', error: undefined });
	expect(world.service.log.length).toBeGreaterThan(0);
	expect(world.service.violations).toEqual([]);
});
