import { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import type { NameLookup } from './nameLookup';

/** A parameter as n8n shows it, plus the contract's limits that n8n has no word for. */
export interface Field extends Omit<INodeProperties, 'options'> {
	/** Checked before a request is sent; not part of what n8n sees */
	limits?: Limits;
	/** Lookup of a locator's mode By Name; not part of what n8n sees */
	lookup?: NameLookup;
	options?: Array<INodePropertyOptions | Field>;
}

/** A field as n8n knows it. */
export function asProperty({ limits: _limits, lookup: _lookup, ...field }: Field): INodeProperties {
	if (!field.options) return field as INodeProperties;
	return {
		...field,
		options: field.options.map((option) => {
			if ('values' in option)
				return { ...option, values: (option.values as Field[]).map(asProperty) };
			return 'type' in option ? asProperty(option) : option;
		}) as INodeProperties['options'],
	};
}

/** The locator that a field is, or that a field for several things is made of. */
export function locatorIn(field: Field): Field | undefined {
	if (field.type === 'resourceLocator') return field;
	if (field.type !== 'fixedCollection' || !field.limits?.list) return undefined;
	const [group] = field.options as unknown as Array<{ values: Field[] }>;
	return group.values[0];
}

/** Limits of the contract that n8n's property types and options cannot express. */
export interface Limits {
	/** Fewest characters (Unicode code points) of a text */
	minLength?: number;
	/** Most characters (Unicode code points) of a text, or of each entry of a list */
	maxLength?: number;
	/** Pattern of a text; `words` continue the message "must be …" */
	pattern?: { regex: RegExp; words: string };
	/** The text is a list: entries separated by commas, or an array from an expression */
	list?: { maxItems?: number; integers?: boolean; unique?: boolean };
	/** Most bytes of UTF-8 of each entry of a list */
	maxBytes?: number;
	/** Inside a fixed collection: the field of the request's element */
	property?: string;
	/** The text is a JSON object, or an expression gives one */
	json?: boolean;
	/** The date goes out as a day, YYYY-MM-DD, not as a time */
	day?: boolean;
	/** The time does not count itself where the contract's bound does: a millisecond less goes out */
	exclusive?: boolean;
	/** The text is an IANA time zone; days of the same request are days in it */
	timeZone?: boolean;
	/** The text is an identifier: blanks around it are a slip of copying, and are cut off */
	trim?: boolean;
	/** The value protects something: an expression that gives nothing is an error, not "left empty" */
	guard?: boolean;
	/** An empty value is refused with this advice: it must neither be sent nor mean "keep" */
	emptyHint?: string;
}
