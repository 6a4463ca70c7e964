import { type Field } from './field';

/** Filters of a list; only those that the user adds are sent. */
export function filters(options: Field[]): Field {
	return {
		displayName: 'Filters',
		name: 'filters',
		type: 'collection',
		placeholder: 'Add Filter',
		default: {},
		options,
	};
}

/** Options: fields that most users can leave as they are. */
export function options(list: Field[]): Field {
	return {
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add Option',
		default: {},
		options: list,
	};
}

/** Additional Fields: optional fields of a new object. */
export function additionalFields(list: Field[]): Field {
	return {
		displayName: 'Additional Fields',
		name: 'additionalFields',
		type: 'collection',
		placeholder: 'Add Field',
		default: {},
		options: list,
	};
}

/** Update Fields: fields that a change may set; those that are not added stay as they are. */
export function updateFields(list: Field[]): Field {
	return {
		displayName: 'Update Fields',
		name: 'updateFields',
		type: 'collection',
		placeholder: 'Add Field',
		default: {},
		options: list,
	};
}
