import type { INodePropertyOptions } from 'n8n-workflow';

import { EVENTS } from '../../dev/areas/events';
import { DECLARED, eventsOf } from '../../dev/engine/operations';
import { TRIGGER_CLASSES } from '../../dev/engine/types';

/** Simplified forms of the operations of an area. */
function outputsOf(area: string): unknown[] {
	return DECLARED.filter((each) => each.area === area).map(({ operation }) => operation.output);
}

const offered = TRIGGER_CLASSES.flatMap((triggerClass) => {
	const { name, properties } = new triggerClass().description;
	const area = /^svc(.*)Trigger$/.exec(name)![1];
	const values = (properties[0].options as INodePropertyOptions[]).map(({ value }) => value);
	return values.map((value) => ({ area, value: value as string, properties }));
});

it.each(offered.map((each) => [`${each.area}: ${each.value}`, each] as const))(
	'%s can be simplified to the form of an operation of its area',
	(_name, { area, value, properties }) => {
		const [simplify, ...others] = properties.filter(
			({ name, displayOptions }) =>
				name === 'simplify' && (displayOptions?.show?.event?.includes(value) ?? true),
		);
		expect(simplify).toMatchObject({ type: 'boolean', default: true });
		expect(others).toEqual([]);
		const { output } = eventsOf(area).find((event) => event.value === value)!;
		expect(output).toBeDefined();
		expect(outputsOf(area)).toContain(output);
	},
);

it('are those of which the areas say how they happen', () => {
	const names = offered.map(({ area, value }) => `svc${area}Trigger: ${value}`);
	expect(names.sort()).toEqual(Object.keys(EVENTS).sort());
});
