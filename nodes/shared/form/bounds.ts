import { type Bounds, boundsOf, type Path } from '../contract';
import { type Field, fieldsIn, type Limits } from './field';

/** Types of fields whose values are texts, one or several. */
const TEXTS = ['string', 'resourceLocator', 'fixedCollection'];

/**
 * The fields with the bounds that the contract gives their request fields: limits of texts and lists, smallest numbers, and
 * the numbers that descriptions name as `{maxLength}`. A limit that a field has itself takes precedence.
 */
export function withBounds(path: Path, fields: Field[]): Field[] {
	return fields.map((field) => {
		if (field.type === 'collection')
			return { ...field, options: withBounds(path, fieldsIn(field)) };
		const property = field.routing?.send.property;
		return property ? bounded(path, field, boundsOf(path, property)) : field;
	});
}

function bounded(path: Path, field: Field, bounds: Bounds): Field {
	const { type, description = '', limits, typeOptions } = field;
	const told = { ...field, description: inserted(description, bounds) };
	if (TEXTS.includes(type)) return { ...told, limits: limitsBy(path, bounds, limits) };
	const { minimum: minValue } = bounds;
	return type === 'number' && minValue
		? { ...told, typeOptions: { minValue, ...typeOptions } }
		: told;
}

function limitsBy(path: Path, bounds: Bounds, own: Limits = {}): Limits {
	const { minLength, maxLength, maxBytes, maxItems } = bounds;
	const { list, ifTooLong } = own;
	const { rest } = ifTooLong ?? {};
	return {
		minLength,
		maxLength,
		maxBytes,
		...own,
		...(list && { list: { maxItems, ...list } }),
		...(rest && {
			ifTooLong: { ...ifTooLong!, rest: { ...boundsOf(path, rest.property), ...rest } },
		}),
	};
}

/** The description with the bounds that it names. */
function inserted(description: string, bounds: Bounds): string {
	return description.replace(/\{(\w+)\}/g, (_all, name: keyof Bounds) => String(bounds[name]));
}
