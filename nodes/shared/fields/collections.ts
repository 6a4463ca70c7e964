import { type Field } from './field';

/** Collection of filters. Only filters that the user adds are sent. */
export function filters(options: Field[]): Field {
	return {
		displayName: 'Filters',
		name: 'filters',
		description: 'Conditions that every result must meet',
		type: 'collection',
		placeholder: 'Add Filter',
		default: {},
		options,
	};
}

/** Collection of fields that most users do not need. */
export function options(list: Field[]): Field {
	return {
		displayName: 'Options',
		name: 'options',
		description: 'Settings that most workflows do not need',
		type: 'collection',
		placeholder: 'Add Option',
		default: {},
		options: list,
	};
}

/** Collection of optional fields of a new object. */
export function additionalFields(list: Field[]): Field {
	return {
		displayName: 'Additional Fields',
		name: 'additionalFields',
		description: 'Optional fields to set',
		type: 'collection',
		placeholder: 'Add Field',
		default: {},
		options: list,
	};
}

/** Collection of fields that an update can set. Fields that are not added keep their values. */
export function updateFields(list: Field[]): Field {
	return {
		displayName: 'Update Fields',
		name: 'updateFields',
		description: 'Fields to change. Fields that are not added keep their values.',
		type: 'collection',
		placeholder: 'Add Field',
		default: {},
		options: list,
	};
}

/** The fields with further options, in the order of their names; with Options, if they had none. */
export function withOption(fields: Field[], ...further: Field[]): Field[] {
	const present = fields.find(({ name }) => name === 'options');
	if (!present) return [...fields, options(further)];
	const list = [...(present.options as Field[]), ...further];
	list.sort((a, b) => (a.displayName < b.displayName ? -1 : 1));
	return fields.map((field) => (field === present ? { ...present, options: list } : field));
}
