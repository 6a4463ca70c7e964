import { existsSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

import { withOptions } from '../../nodes/shared/operations/declare';
import { tools } from '../../nodes/shared/tools';
import type { Operation, Resource } from '../../nodes/shared/operations/operation';
import type { TriggerEvent } from '../../nodes/shared/polling/event';
import { NODES as TYPES } from './types';

const NODES = path.join(__dirname, '../../nodes');
const AREAS = readdirSync(NODES).filter((area) => area !== 'shared');
const load = createRequire(__filename);

/** Exports of all files in a folder of an area; none if the area has no such folder. */
function exportsOf<Exported>(area: string, folder: string): Exported[] {
	const directory = path.join(NODES, area, folder);
	if (!existsSync(directory)) return [];
	return readdirSync(directory).flatMap((name) =>
		Object.values(load(path.join(directory, path.parse(name).name)) as Record<string, Exported>),
	);
}

/** An operation as its file declares it, with the names of its area and resource. */
export interface Declared {
	area: string;
	resource: Resource;
	operation: Operation;
}

/** All operations of all areas: read from the resources' own files, with the options that nodes add by rule. */
export const ALL: Declared[] = AREAS.flatMap((area) =>
	exportsOf<Resource>(area, 'resources')
		.map((resource) => withOptions(resource, tools))
		.flatMap((resource) => resource.operations.map((operation) => ({ area, resource, operation }))),
);

/** The operations that the service answers. Tests of the one that people answer are its own. */
export const DECLARED = ALL.filter(({ operation }) => !operation.endpoint.waits);

/** All events of an area's trigger, read from their own files. */
export function eventsOf(area: string): TriggerEvent[] {
	return exportsOf<TriggerEvent>(area, 'events').filter(
		(each) => typeof each === 'object' && 'fact' in each && 'value' in each,
	);
}

/** Title of an operation in the documentation: `Records: Record > Create`. */
export function titleOf({ area, resource, operation }: Declared): string {
	const { description } = TYPES.find((node) => node.description.name === `svc${area}`)!;
	return `${description.displayName.replace('Svc ', '')}: ${resource.name} > ${operation.name}`;
}
