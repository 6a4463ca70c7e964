import { withOption } from './collections';
import { type Field } from './field';

const ignoreEmptyFilters: Field = {
	displayName: 'Ignore Empty Filters',
	name: 'ignoreEmptyFilters',
	type: 'boolean',
	default: true,
	description:
		'Whether to ignore filters that are added but have no value. If off, such a filter is an error.',
};

/** The fields, with the option Ignore Empty Filters if they have filters. Adds the collection Options if it is missing. */
export function withIgnoreEmptyFilters(fields: Field[]): Field[] {
	const filtered = fields.some(({ name }) => name === 'filters');
	return filtered ? withOption(fields, ignoreEmptyFilters) : fields;
}
