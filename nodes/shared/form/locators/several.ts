import type { RequestField } from '../../contract';
import { type Field, type Setting } from '../field';
import { omit } from '../../objects';

/** Texts and limits of a field for several objects. */
interface Several<Sent extends RequestField> extends Pick<
	Setting,
	'displayName' | 'name' | 'description'
> {
	/** Locator of one object */
	of: Field;
	/** Most objects, if they are not sent or may be more than in one request of the contract */
	maxItems?: number;
	/** Request field. Without it the value is not sent */
	property?: Sent;
	required?: boolean;
	displayOptions?: Field['displayOptions'];
}

/** Hints for entries that take several objects, by mode of the locator. */
const HINTS: Record<string, string> = {
	name: 'One name, or an array from an expression',
	id: 'Separate several entries with commas',
};

/** Field for several objects of the service: a repeatable locator. */
export function several<Sent extends RequestField = never>({
	of,
	maxItems,
	property,
	...field
}: Several<Sent>): Field<Sent> {
	const locator = omit(of, 'required', 'routing', 'displayOptions', 'options');
	const entry: Setting = {
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
		// One entry to fill in
		default: { values: [{ [locator.name]: locator.default }] },
		options: [{ displayName: locator.displayName, name: 'values', values: [entry] }],
		limits: { list: maxItems === undefined ? {} : { maxItems } },
		...(property && { routing: { send: { type: 'body', property } } }),
	};
}
