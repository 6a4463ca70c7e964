/** Nodes as tools of AI agents: which fields they have, what a model gives, and what it gets. */
import type { Callers } from '../operations/caller';
import { toolDescription, withToolFields } from './fields';
import { model } from './model';

export const tools: Callers = {
	// n8n's `isToolExecution` is wrong for newer agents
	of: ({ type }) => (type.endsWith('Tool') && !type.endsWith('HitlTool') ? model : undefined),
	fieldsOf: withToolFields,
	propertiesOf: (operation) => [toolDescription(operation)],
};
