import { type Field } from '../fields/field';
import { omit } from '../omit';

/** Texts and limits of a field for several objects. */
interface Several extends Pick<Field, 'displayName' | 'name' | 'description'> {
	/** Locator of one object */
	of: Field;
	/** Most objects that the contract allows */
	maxItems?: number;
	/** Request field. Without it the value is not sent */
	property?: string;
	required?: boolean;
	displayOptions?: Field['displayOptions'];
}

/** Hints for entries that take several objects, by mode of the locator. */
const HINTS: Record<string, string> = {
	name: 'One name, or an array from an expression',
	id: 'Separate several entries with commas',
};

/** Field for several objects of the service: a repeatable locator. */
export function several({ of, maxItems, property, ...field }: Several): Field {
	const locator = omit(of, 'required', 'routing', 'displayOptions');
	const entry: Field = {
		...locator,
		modes: locator.modes?.map((mode) => {
			const more = HINTS[mode.name];
			return more ? { ...mode, hint: [mode.hint, more].filter(Boolean).join('. ') } : mode;
		}),
	};
	return {
		...field,
		type: 'fixedCollection',
		typeOptions: { multipleValues: true },
		placeholder: `Add ${locator.displayName}`,
		// One entry to fill in. n8n ignores this default inside collections such as Filters
		default: { values: [{ [locator.name]: locator.default }] },
		options: [
			{ displayName: locator.displayName, name: 'values', values: [entry] } as unknown as Field,
		],
		limits: { list: { maxItems } },
		...(property && { routing: { send: { type: 'body', property } } }),
	};
}
