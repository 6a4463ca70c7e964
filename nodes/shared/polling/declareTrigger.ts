import type { INodeProperties, IPollFunctions } from 'n8n-workflow';

import { mergeProperties, shownFor, subtitle } from '../form/properties';
import { asProperty } from '../form/field';
import { compiled, type CompiledEvent } from './triggerFields';
import type { TriggerEvent } from './event';
import { poll } from './poll';

/**
 * Properties and subtitle of a trigger node with these events, and the function that polls. A new node begins with the
 * first event.
 */
export function declareTrigger(list: TriggerEvent[]) {
	const events = list.map(compiled);
	return {
		properties: propertiesOf(events),
		subtitle: subtitle(
			['event'],
			events.map(({ name, value }) => [[value], sentenceCase(name)]),
		),
		poll: async (context: IPollFunctions) => await poll(context, events),
	};
}

/** Properties of a trigger node: Trigger On, and the fields of its events. */
function propertiesOf(events: CompiledEvent[]): INodeProperties[] {
	const first = events[0].value;
	return [
		{
			displayName: 'Trigger On',
			name: 'event',
			type: 'options',
			noDataExpression: true,
			default: first,
			description: 'Event that starts the workflow',
			// In the order of use, in which n8n's panel lists the events
			options: events.map(({ name, value, description }) => ({
				name,
				value,
				action: sentenceCase(name),
				description,
			})),
		},
		...mergeProperties(events.map(({ all }) => all.map(asProperty))).map(({ entry, lists }) =>
			shownFor({ event: lists.map((i) => events[i].value) }, entry),
		),
	];
}

/**
 * The name as an action, in the panel and on the canvas: `New call`. n8n's own form is "On New Call" (n8n 2.41,
 * useActionsGeneration.ts).
 */
function sentenceCase(name: string): string {
	return name[0] + name.slice(1).toLowerCase();
}
