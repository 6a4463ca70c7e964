import type { NameLookup } from '../fields/field';

/** Facts about a name beside its field and lookup. */
interface Given {
	/** True if the text can be an identifier as well */
	canBeId?: boolean;
	/** True for a field that takes several names */
	amongSeveral?: boolean;
	/** The text that contains this name, as JSON of an array. If something has that text as its name, it is meant */
	whole?: NameRef;
}

/** A name in place of an identifier, until it is looked up. */
export class NameRef {
	/** Key of the lookup: equal for names that are looked up alike */
	readonly key: string;

	constructor(
		/** Display name of the field */
		readonly field: string,
		readonly lookup: NameLookup,
		readonly name: string,
		readonly given: Given = {},
	) {
		const { canBeId, whole } = given;
		// Two IDs can differ in upper and lower case alone
		const text = canBeId && seemsId(name) ? name : folded(name);
		this.key = JSON.stringify([lookup.path, lookup.thing.one, text, ...(whole ? [whole.key] : [])]);
	}
}

/** The name for comparison: without case, outer whitespace and differences in Unicode normalization. */
export function folded(name: string): string {
	return name.normalize('NFC').trim().toLowerCase();
}

/** True for a text that is an identifier rather than a name. The contract does not say what identifiers look like. */
export function seemsId(text: string): boolean {
	return !/[\s,"'[\]]/.test(text) && /\d/.test(text) && (text.includes('_') || text.length >= 16);
}

/** True for a body that contains a name. */
export function holdsNames(body: unknown): boolean {
	return refsIn(body).length > 0;
}

/** The names in a value of a request. */
export function refsIn(value: unknown): NameRef[] {
	if (value instanceof NameRef) return [value];
	// An array is an object of its elements
	return typeof value === 'object' && value !== null ? Object.values(value).flatMap(refsIn) : [];
}
