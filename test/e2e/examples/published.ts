import type { INodeParameters } from 'n8n-workflow';
import { ActiveTrigger, pollTimes } from '../activeTrigger';
import { exampleWith, triggerOf } from '../workflows';
import type { World } from '../world';

/** Function that publishes a copy of an example, whose trigger may get other parameters. The copy ends with its test. */
export function usePublished(world: World) {
	const active: ActiveTrigger[] = [];
	afterEach(async () => {
		for (const each of active.splice(0)) await each.deactivate();
	});
	return async (file: string, parameters: INodeParameters = {}): Promise<ActiveTrigger> => {
		const example = exampleWith(world.credential, file);
		const name = triggerOf(example);
		const node = example.nodes.find((each) => each.name === name)!;
		Object.assign(node.parameters, { pollTimes: pollTimes(), ...parameters });
		const trigger = await ActiveTrigger.of(world, example);
		active.push(trigger);
		await trigger.activate();
		return trigger;
	};
}
