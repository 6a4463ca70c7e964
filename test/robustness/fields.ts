import type { INodeParameters, INodeProperties } from 'n8n-workflow';

import { locatorOf, withField, type OfferedField } from '../../dev/contract/offered';

/** Text that begins with = would be an expression, and mostly one that n8n cannot read. */
export function literal(value: unknown): unknown {
	return typeof value === 'string' && value.startsWith('=') ? ` ${value}` : value;
}

/** The parameters with the value in the field, which is shown; in a locator as what was typed by hand. */
export function withValue(
	parameters: INodeParameters,
	field: OfferedField,
	value: unknown,
): INodeParameters {
	const { type } = field.property;
	const typed = type === 'resourceLocator' || locatorOf(field.property) !== undefined;
	// By hand only texts can be entered there; n8n itself fails over others
	const text = typed && typeof value === 'object' ? JSON.stringify(value) : value;
	const put = type === 'resourceLocator' ? { __rl: true, mode: 'id', value: text } : text;
	return withField(shownWith(parameters, field.property), field, put);
}

/** What a property is shown for anyway. */
const CHOSEN = ['resource', 'operation', 'event'];

/** What has to be chosen elsewhere for the field to be shown. */
function shownWith(
	parameters: INodeParameters,
	{ displayOptions }: INodeProperties,
): INodeParameters {
	const others = Object.entries(displayOptions?.show ?? {}).filter(
		([name]) => !CHOSEN.includes(name),
	);
	const chosen = others.map(([name, values]) => [name, values![0]]);
	return { ...parameters, ...(Object.fromEntries(chosen) as INodeParameters) };
}
