import type { INodePropertyOptions } from 'n8n-workflow';
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';

import { DECLARED } from '../../dev/engine/operations';
import { TRIGGER_CLASSES } from '../../dev/engine/types';
import type { TriggerEvent } from '../../nodes/shared/polling';

const NODES = path.join(__dirname, '../../nodes');

/** Simplified forms of the operations of an area. */
function outputsOf(area: string): unknown[] {
	return DECLARED.filter((each) => each.area === area).map(({ operation }) => operation.output);
}

/** The events of an area by their values, from their own files. */
function eventsOf(area: string): Record<string, TriggerEvent> {
	const folder = path.join(NODES, area, 'events');
	const files = existsSync(folder) ? readdirSync(folder) : [];
	const exported = files.flatMap((file) =>
		Object.values(jest.requireActual<Record<string, Partial<TriggerEvent>>>(`${folder}/${file}`)),
	);
	const events = exported.filter((each): each is TriggerEvent => each.value !== undefined);
	return Object.fromEntries(events.map((event) => [event.value, event]));
}

const offered = TRIGGER_CLASSES.flatMap((triggerClass) => {
	const { name, properties } = new triggerClass().description;
	const area = /^svc(.*)Trigger$/.exec(name)![1];
	const values = (properties[0].options as INodePropertyOptions[]).map(({ value }) => value);
	return values.map((value) => ({ area, value: value as string, properties }));
});

it.each(offered.map((each) => [`${each.area}: ${each.value}`, each] as const))(
	'%s can be simplified, into the form of an operation of its area',
	(_name, { area, value, properties }) => {
		const [simplify, ...others] = properties.filter(
			({ name, displayOptions }) =>
				name === 'simplify' && (displayOptions?.show?.event?.includes(value) ?? true),
		);
		expect(simplify).toMatchObject({ type: 'boolean', default: true });
		expect(others).toEqual([]);
		const { output } = eventsOf(area)[value];
		expect(output).toBeDefined();
		expect(outputsOf(area)).toContain(output);
	},
);
