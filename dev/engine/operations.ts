import { readdirSync } from 'node:fs';
import path from 'node:path';

import type { Operation, Resource } from '../../nodes/shared/operations/operation';

const NODES = path.join(__dirname, '../../nodes');

/** An operation as its file says it, with the names of its area and resource. */
export interface Declared {
	area: string;
	resource: Resource;
	operation: Operation;
}

/** All operations of all areas, read from the resources' own files. */
export const DECLARED: Declared[] = readdirSync(NODES)
	.filter((area) => area !== 'shared')
	.flatMap((area) =>
		readdirSync(path.join(NODES, area, 'resources')).flatMap((folder) => {
			const module = jest.requireActual<Record<string, Resource>>(
				path.join(NODES, area, 'resources', folder),
			);
			return Object.values(module).flatMap((resource) =>
				resource.operations.map((operation) => ({ area, resource, operation })),
			);
		}),
	);

/** How documents call an operation: `Records: Record > Create`. */
export function titleOf({ area, resource, operation }: Declared): string {
	return `${area}: ${resource.name} > ${operation.name}`;
}
