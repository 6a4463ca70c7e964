import { options } from './collections';
import { type Field } from './field';

/** Parameter path of the option. */
export const IGNORE_EMPTY_FILTERS = 'options.ignoreEmptyFilters';

const ignoreEmptyFilters: Field = {
	displayName: 'Ignore Empty Filters',
	name: 'ignoreEmptyFilters',
	type: 'boolean',
	default: true,
	description:
		'Whether to leave out filters that are added but have no value, which is an error otherwise. As a tool of an agent they are always left out.',
};

/** The fields with the option Ignore Empty Filters, where there are filters; with Options, if they had none. */
export function withIgnoreEmptyFilters(fields: Field[]): Field[] {
	if (!fields.some(({ name }) => name === 'filters')) return fields;
	const present = fields.find(({ name }) => name === 'options');
	if (!present) return [...fields, options([ignoreEmptyFilters])];
	const list = [...(present.options as Field[]), ignoreEmptyFilters];
	list.sort((a, b) => (a.displayName < b.displayName ? -1 : 1));
	return fields.map((field) => (field === present ? { ...present, options: list } : field));
}
