import type { Execution } from '../../../dev/n8n/execution';
import { exampleWith, triggerOf, type Edits } from '../workflows';
import type { World } from '../world';
import { Group } from './group';

/** What two executions of an example did in the same hour. */
export interface Twice {
	executions: Execution[];
	/** The texts that were sent to the group of the examples. */
	texts: string[];
}

/**
 * Executes an example twice in the same hour, as one workflow: Write Once Per is about the executions of a workflow.
 * `edits` are changes of each time. The service is reset afterwards: it counts refused keys as violations.
 */
export async function twice(
	world: World,
	file: string,
	edits: [first: Edits, again: Edits] = [{}, {}],
): Promise<Twice> {
	for (;;) {
		const hour = new Date().getUTCHours();
		const group = new Group(world, 'Studio team');
		const example = exampleWith(world.credential, file);
		const { id } = await world.n8n.createWorkflow(example);
		const executions: Execution[] = [];
		for (const changes of edits) {
			for (const [name, edit] of Object.entries(changes)) {
				const edited = example.nodes.find((each) => each.name === name)!;
				edit(edited.parameters, edited);
			}
			const workflow = await world.n8n.updateWorkflow(id, example);
			executions.push(await world.n8n.runToEnd(workflow, { trigger: triggerOf(example) }));
		}
		if (new Date().getUTCHours() !== hour) continue;
		const texts = group.sent();
		for (const { operation } of world.service.violations)
			expect(operation).toBe('sendChatMessages');
		world.service.reset();
		return { executions, texts };
	}
}
