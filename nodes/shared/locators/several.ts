import { type Field } from '../fields/field';

/** Properties of a field for several things. */
interface Several extends Pick<Field, 'displayName' | 'name' | 'description'> {
	/** The locator of one thing */
	of: Field;
	/** Most things that the request takes */
	maxItems?: number;
	/** Request field; none for a field that is not sent */
	property?: string;
	required?: boolean;
	displayOptions?: Field['displayOptions'];
}

/** A field for several things of the service: a locator that can be added again and again. */
export function several({ of, maxItems, property, ...field }: Several): Field {
	const { required: _required, routing: _routing, displayOptions: _shown, ...locator } = of;
	const entry: Field = {
		...locator,
		modes: locator.modes?.map((mode) =>
			mode.type === 'list'
				? mode
				: { ...mode, hint: [mode.hint, 'Separate several with commas'].filter(Boolean).join('. ') },
		),
	};
	return {
		...field,
		type: 'fixedCollection',
		typeOptions: { multipleValues: true },
		placeholder: `Add ${locator.displayName}`,
		// An entry to fill in, except inside Filters: n8n adds repeatable fields there without any
		default: { values: [{ [locator.name]: locator.default }] },
		options: [
			{ displayName: locator.displayName, name: 'values', values: [entry] } as unknown as Field,
		],
		limits: { list: { maxItems } },
		...(property && { routing: { send: { type: 'body', property } } }),
	};
}
