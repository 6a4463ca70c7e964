import type { IDataObject, INodePropertyOptions } from 'n8n-workflow';

import type { RequestField } from '../contract';
import { FailureError } from '../errors/failure';
import { omit, isObject } from '../objects';
import { type Field, type Setting, fieldsIn, groupIn } from './field';

/** Makes collections whose fields are only sent if the user adds them. */
function collection(displayName: string, name: string, add: string, description: string) {
	const placeholder = `Add ${add}`;
	return <Sent extends RequestField = never>(options: Array<Field<Sent>>): Field<Sent> => ({
		displayName,
		name,
		description,
		type: 'collection',
		placeholder,
		default: {},
		options: options.map(kept),
	});
}

/** Name of the field for further rows. */
const MORE = 'more';

/**
 * The field with a first row that n8n keeps, if it takes several rows. In a collection, n8n's editor adds such a field
 * without a row (n8n 2.41, CollectionParameter.vue), which is dropped when something else changes
 * (NodeHelpers.getNodeParameters): a filter would be gone without a word. A field of one row begins with its default and
 * stays. Further rows stand inside it.
 */
function kept<Sent extends RequestField>(field: Field<Sent>): Field<Sent> {
	if (field.type !== 'fixedCollection' || !field.typeOptions?.multipleValues) return field;
	const group = groupIn<Sent>(field);
	const more: Field<Sent> = {
		displayName: `More ${field.displayName}`,
		name: MORE,
		type: 'fixedCollection',
		typeOptions: { multipleValues: true },
		placeholder: field.placeholder,
		default: {},
		description: 'Further entries, in addition to the one above',
		options: [group],
	};
	const first = Object.fromEntries(group.values.map(({ name, default: value }) => [name, value]));
	return {
		...omit(field, 'placeholder'),
		typeOptions: omit(field.typeOptions, 'multipleValues'),
		default: { [group.name]: { ...first, [MORE]: more.default } },
		options: [{ ...group, values: [...group.values, more] }],
	};
}

/** The value of a field with rows as a list of all of them, also where further rows stand inside the first one. */
export function allRows(field: Field, value: unknown): unknown {
	// A text would become an object with an entry for each character
	if (!isObject(value)) return value;
	const { name } = groupIn(field);
	const { [name]: first, ...others } = value;
	if (typeof first !== 'object' || first === null || Array.isArray(first)) return value;
	const { [MORE]: more, ...row } = first as IDataObject;
	const { [name]: rest = [] }: IDataObject = Object(more);
	return { ...others, [name]: [row, ...(Array.isArray(rest) ? rest : [rest])] };
}

/** The columns of the rows of a field. */
export function subfieldsOf(field: Field): Field[] {
	return groupIn(field).values.filter(({ name }) => name !== MORE);
}

export const filters = collection(
	'Filters',
	'filters',
	'Filter',
	'Conditions that every result must meet',
);

export const options = collection(
	'Options',
	'options',
	'Option',
	'Settings that most workflows do not need',
);

export const additionalFields = collection(
	'Additional Fields',
	'additionalFields',
	'Field',
	'Optional fields to set',
);

export const updateFields = collection(
	'Update Fields',
	'updateFields',
	'Field',
	'Fields to change. Fields that are not added keep their values.',
);

/** A choice of one or more options, sent as `property`. Without any, it does not narrow. */
export function anyOf<Sent extends RequestField>(
	property: Sent,
	field: Pick<Setting, 'displayName' | 'name' | 'description' | 'options'>,
): Field<Sent> {
	const routing = { send: { type: 'body' as const, property } };
	return { ...field, type: 'multiOptions', default: [], routing };
}

/** The fields with further options, in the order of their names; with Options, if they had none. */
export function withOption(fields: Field[], ...further: Field[]): Field[] {
	const present = fields.find(({ name }) => name === 'options');
	if (!present) return [...fields, options(further)];
	const list = [...fieldsIn(present), ...further];
	list.sort((a, b) => (a.displayName < b.displayName ? -1 : 1));
	return fields.map((field) => (field === present ? { ...present, options: list } : field));
}

const ignoreEmptyFilters: Setting = {
	displayName: 'Ignore Empty Filters',
	name: 'ignoreEmptyFilters',
	type: 'boolean',
	default: true,
	description:
		'Whether a filter or an expression without a value selects everything. If off, it is an error.',
};

/**
 * The fields of a read, with the option Ignore Empty Filters if one of them selects: the parameters named in `own`, and
 * what is sent. Adds the collection Options if it is missing.
 */
export function withIgnoreEmptyFilters(fields: Field[], own: string[] = []): Field[] {
	const selects = (field: Field): boolean =>
		field.type === 'collection'
			? fieldsIn(field).some(selects)
			: own.includes(field.name) || isOptional(field);
	return fields.some(selects) ? withOption(fields, ignoreEmptyFilters) : fields;
}

/** True for a field that is sent and may be without a value. */
function isOptional({ required, noDataExpression, routing }: Field): boolean {
	return routing !== undefined && !required && !noDataExpression;
}

/**
 * Field that lists the fields to empty. Only for these a value under Update Fields may be empty, such as an expression for a
 * cell of a sheet: elsewhere, an empty value is refused as a likely accident.
 */
export function clearFields(options: INodePropertyOptions[]): Setting {
	return {
		displayName: 'Clear Fields',
		name: 'clearFields',
		type: 'multiOptions',
		default: [],
		description: 'Fields to empty, unless they get a new value',
		options,
	};
}

/**
 * The body with each cleared field that has no value set to the contract's empty value, given by `empty`. Fails for a body
 * without a change.
 */
export function cleared(empty: IDataObject) {
	return (
		body: IDataObject,
		{ clearFields: fields = [] }: { clearFields?: string[] },
	): IDataObject | FailureError => {
		if (fields.length === 0 && Object.keys(empty).every((field) => body[field] === undefined)) {
			return new FailureError({
				message: 'There is nothing to change',
				description: "Add a field under 'Update Fields', or choose one under 'Clear Fields'.",
				plain: "Give a field a new value, or name one in 'Clear Fields'.",
				unsent: 'item',
			});
		}
		return { ...Object.fromEntries(fields.map((field) => [field, empty[field]])), ...body };
	};
}

/** Advice for an empty value under Update Fields. */
export const USE_CLEAR_FIELDS = "To empty the field, choose it under 'Clear Fields'.";
