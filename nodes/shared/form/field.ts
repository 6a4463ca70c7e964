import type { IDataObject, INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import type { Path, RequestField } from '../contract';
import { omit } from '../objects';

/**
 * An n8n property with limits that n8n properties cannot express. `Sent` names the request fields that it and the fields
 * inside it become.
 */
export interface Field<Sent extends RequestField = RequestField> extends Omit<
	INodeProperties,
	'options' | 'routing'
> {
	/** Request field of the value; a field without it is a setting */
	routing?: { send: { type: 'body'; property: Sent } };
	/** Checked before a request is sent; not passed to n8n */
	limits?: Limits;
	/** Lookup of a locator's mode By Name; not passed to n8n */
	lookup?: NameLookup;
	options?: Array<INodePropertyOptions | Field<Sent> | Group<Sent>>;
}

/** A field that is not sent. */
export type Setting = Field<never>;

/** Fields of each entry of a repeatable field. */
interface Group<Sent extends RequestField> {
	displayName: string;
	name: string;
	values: Array<Field<Sent>>;
}

/** The field as an n8n property, without `limits` and `lookup`. */
export function asProperty(given: Field): INodeProperties {
	const field = omit(given, 'limits', 'lookup', 'options');
	if (!given.options) return field;
	const options = given.options.map((option) => {
		if ('values' in option) return { ...option, values: option.values.map(asProperty) };
		return 'type' in option ? asProperty(option) : option;
	});
	return { ...field, options };
}

/** The choices of a field with options. */
export function choicesOf({ options = [] }: Pick<Field, 'options'>): INodePropertyOptions[] {
	return options.filter((option) => 'value' in option);
}

/** The fields inside a collection. */
export function fieldsIn({ options = [] }: Pick<Field, 'options'>): Field[] {
	return options.filter((option) => 'type' in option);
}

/** The fields of each entry of a repeatable field. */
export function groupIn<Sent extends RequestField>({
	options = [],
}: Pick<Field<Sent>, 'options'>): Group<Sent> {
	return options.filter((option) => 'values' in option)[0];
}

/** The locator: the field itself, or the entry of a field for several objects. Undefined for other fields. */
export function locatorIn(field: Field): Field | undefined {
	if (field.type === 'resourceLocator') return field;
	if (field.type !== 'fixedCollection' || !field.limits?.list) return undefined;
	return groupIn(field).values[0];
}

/** Limits of the contract that n8n's property types and options cannot express. */
export interface Limits {
	/** Minimum length of a text, in Unicode code points */
	minLength?: number;
	/** Maximum length of a text or of each entry of a list, in Unicode code points */
	maxLength?: number;
	/** A longer text is not refused at once: the option If Too Long decides */
	ifTooLong?: TooLong;
	/** Pattern of a text. `words` complete the message "must be …" */
	pattern?: { regex: RegExp; words: string };
	/** The value is a list: text with commas, or an array from an expression */
	list?: { maxItems?: number; integers?: boolean; unique?: boolean };
	/** A name from a caller who chooses no mode must have no second candidate: the operation cannot be taken back */
	sole?: boolean;
	/** An ID from a caller who chooses no mode needs the name beside it: that of the field with `isName` */
	named?: boolean;
	/** The field is not sent: it is the name of what the `named` fields choose */
	isName?: boolean;
	/** The field is there to be refused, since a caller may take its value for granted: the reason, and what to do instead */
	never?: { reason: string; advice: string };
	/** Most objects that one call may name for a caller whose calls are runs of their own: each becomes an item */
	together?: number;
	/** Maximum size of each entry of a list, in bytes of UTF-8 */
	maxBytes?: number;
	/** Inside a fixed collection: request field of the element */
	property?: string;
	/** The value is a JSON object, as text or from an expression */
	json?: boolean;
	/** The value is sent as a day, YYYY-MM-DD, instead of Unix milliseconds */
	day?: boolean;
	/** The bound is exclusive for users but inclusive in the contract: one millisecond less is sent */
	exclusive?: boolean;
	/** A date that can mean two days is settled by the option Day or Month First */
	dateOrder?: boolean;
	/** The value is an IANA time zone, in which the days of the same request are read */
	timeZone?: boolean;
	/** The value is the tag of a language, such as `pt-BR` */
	language?: boolean;
	/** Whitespace around the text is removed, for identifiers that users paste */
	trim?: boolean;
	/** An expression that yields no value is an error instead of "left empty", since the value protects a write */
	guard?: boolean;
	/** Advice with which an empty value is refused */
	emptyHint?: string;
}

/** Ways to make a text fit that is too long. */
export interface TooLong {
	/** Choice without the option. An operation whose text is split without it can send the text in parts */
	otherwise: 'fail' | 'shorten' | 'split';
	/** Field of the output that says that the text was shortened */
	told: string;
	/** Request field that gets the whole of a shortened text, unless the user sets it */
	rest?: { property: RequestField; maxLength?: number };
}

/** Lookup of a name by a resolve operation of the contract, for the locator mode By Name. */
export interface NameLookup {
	/** Contract path of the operation, which takes `items` with a `query` and returns `candidates` */
	path: Path;
	/** Noun for messages. Lookups of the same path that accept other candidates need another noun */
	thing: { one: string; many: string };
	/** Path of the identifier in a candidate, such as `container.topic_uid` */
	id: string;
	/** Fields of a candidate with its names, first the one that people see. One of them must equal the name, ignoring case */
	names: string[];
	/** Request fields beside the name */
	fields?: IDataObject;
	/** False for a candidate that the field cannot take */
	accepts?: (candidate: IDataObject) => boolean;
	/** Lookups of other objects that the field takes as well */
	also?: AlsoLookup[];
	/** Identifier of another object for which the candidate stands, such as the person of a private chat */
	standsFor?: (candidate: IDataObject) => unknown;
	/** Lookup of the people for whom candidates stand: what it finds of a person, it finds of the candidate too */
	people?: NameLookup;
	/** Request for the members of a candidate, which tells candidates apart when a name is refused; none if it has no list */
	members?: (candidate: IDataObject) => { path: Path; body: IDataObject } | undefined;
	/**
	 * True for a candidate that the service also finds by names that it does not answer, such as the nickname of a contact
	 * with a remark. People have such names; groups, topics and teams do not.
	 */
	hidesNames?: (candidate: IDataObject) => boolean;
	/** A word that stands for one candidate, such as `me` */
	word?: { text: string; means: (candidate: IDataObject) => boolean };
	/** Facts that tell candidates of one name apart, for messages, in quotes if others choose them; the identifier follows */
	facts?: (candidate: IDataObject) => string[];
	/** Why a matching candidate cannot be used and what to do instead; begins after the field's name */
	refuses?: (candidate: IDataObject) => string | undefined;
}

/** Lookup of other objects than those that a field names. */
export interface AlsoLookup extends NameLookup {
	/** Request field that takes their identifiers, in place of the field's own */
	property?: string;
}
