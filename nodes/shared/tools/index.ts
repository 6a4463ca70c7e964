/** Nodes as tools of AI agents: which fields they have, what a model gives, and what it gets. */
import { asProperty } from '../form/field';
import type { Callers } from '../operations/caller';
import { AS_TOOL, toolDescriptions, withToolFields } from './fields';
import { model } from './model';
import { wire } from './wiring';

export const tools: Callers = {
	// n8n's `isToolExecution` is wrong for newer agents (n8n 2.41,
	// n8n-core/execution-engine/node-execution-context/execute-context.ts)
	of: ({ type }) => (type.endsWith('Tool') && !type.endsWith('HitlTool') ? model : undefined),
	fieldsOf: withToolFields,
	propertiesOf: ({ tool, fields }) =>
		tool
			? [...toolDescriptions(tool, fields), ...fields.flatMap(wire).map(asProperty)]
			: fields.map(asProperty),
	offeredTo: ({ tool }) => (tool ? undefined : { hide: AS_TOOL }),
};
