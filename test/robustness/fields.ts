import type { INodeParameters, INodeProperties } from 'n8n-workflow';

import { locatorOf, withField, type OfferedField } from '../../dev/contract/offered';

/** Text that starts with = would be an expression, and mostly an invalid one. */
export function literal(value: unknown): unknown {
	return typeof value === 'string' && value.startsWith('=') ? ` ${value}` : value;
}

/** Parameters with the value in the field, which is shown; in a locator as its ID. */
export function withValue(
	parameters: INodeParameters,
	field: OfferedField,
	value: unknown,
): INodeParameters {
	const { type } = field.property;
	const typed = type === 'resourceLocator' || locatorOf(field.property) !== undefined;
	// Only text can be entered as an ID; n8n itself fails with other values
	const text = typed && typeof value === 'object' ? JSON.stringify(value) : value;
	const put = type === 'resourceLocator' ? { __rl: true, mode: 'id', value: text } : text;
	return withField(shownWith(parameters, field.property), field, put);
}

/** Parameters for which a property is shown. */
const CHOSEN = ['resource', 'operation', 'event'];

/** Other parameters that must be set for the field to be shown. */
export function shownWith(
	parameters: INodeParameters,
	{ displayOptions }: INodeProperties,
): INodeParameters {
	const others = Object.entries(displayOptions?.show ?? {}).filter(
		([name]) => !CHOSEN.includes(name),
	);
	const chosen = others.map(([name, values]) => [name, values![0]]);
	return { ...parameters, ...(Object.fromEntries(chosen) as INodeParameters) };
}
