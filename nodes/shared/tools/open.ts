import type { Run } from '../operations/run';
import { at } from '../values/runParameters';

/** Function that tells whether the model fills in a parameter of the node, or one inside of it. */
export function openIn({ functions }: Run): (parameter: string) => boolean {
	const { parameters } = functions.getNode();
	return (parameter) =>
		/\$fromAI\s*\(/i.test(JSON.stringify(at(parameters, parameter.split('.'))) ?? '');
}
