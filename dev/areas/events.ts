import type { INodeParameters } from 'n8n-workflow';

import { AREAS } from '.';
import type { EventCase } from './area';

/** All events, by trigger and event: `svcCallsTrigger: newCall`. */
export const EVENTS: Record<string, EventCase> = Object.fromEntries(
	AREAS.flatMap(({ name, events = {} }) =>
		Object.entries(events).map(([event, each]) => [`svc${name}Trigger: ${event}`, each]),
	),
);

/** Parameters of a trigger with an event, and those that the event cannot do without. */
export function withEvent(node: string, event: string): INodeParameters {
	return { event, ...EVENTS[`${node}: ${event}`]?.needs };
}
