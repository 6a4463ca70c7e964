import './userFolder';
import { LoadOptionsContext } from 'n8n-core';
import type { ILoadOptionsFunctions, INode } from 'n8n-workflow';
import { Workflow } from 'n8n-workflow';

import type { SvcCredential } from './credentials';
import { additionalData } from './runNode';
import { nodeNamed, nodeTypes, typeName } from './types';

/** n8n's own context for list searches, as the editor makes it for an open node. */
export function loadOptionsContext(
	name: string,
	credential: SvcCredential,
	timezone?: string,
): ILoadOptionsFunctions {
	const node: INode = {
		id: 'svc',
		name: 'Svc',
		type: typeName(nodeNamed(name)),
		typeVersion: 1,
		position: [0, 0],
		parameters: {},
		credentials: { svcApi: { id: 'list search', name: 'Svc account' } },
	};
	const only = { nodes: [node], connections: {}, active: false };
	const workflow = new Workflow({ ...only, nodeTypes, settings: { timezone } });
	const context = new LoadOptionsContext(workflow, node, additionalData(credential), '');
	return context as ILoadOptionsFunctions;
}
