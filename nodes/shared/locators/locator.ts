import { type Field } from '../fields/field';
import type { NameLookup } from '../fields/nameLookup';

/** Properties of a locator. */
interface Locator {
	displayName: string;
	/** Parameter name */
	name: string;
	description: string;
	/** The list search of the node that fills the list */
	searchListMethod: string;
	/** The list stays empty until the user types something, since the service cannot list all */
	needsFilter?: boolean;
	/** Lookup for the mode By Name; a locator without it has no such mode */
	lookup?: NameLookup;
	/** Example of a name */
	namePlaceholder?: string;
	/** Words below By Name */
	nameHint?: string;
	/** Example of an identifier */
	placeholder: string;
}

/** A field for one thing of the service: chosen from a list, or given by its name or identifier. */
export function locator(what: Locator): Field {
	const { displayName, name, description, searchListMethod, needsFilter, placeholder } = what;
	const { lookup, namePlaceholder, nameHint } = what;
	return {
		displayName,
		name,
		type: 'resourceLocator',
		default: { mode: 'list', value: '' },
		description,
		...(lookup && { lookup }),
		modes: [
			{
				displayName: 'From List',
				name: 'list',
				type: 'list',
				typeOptions: {
					searchListMethod,
					searchable: true,
					...(needsFilter && { searchFilterRequired: true }),
				},
			},
			...(lookup
				? [
						{
							displayName: 'By Name',
							name: 'name',
							type: 'string' as const,
							placeholder: namePlaceholder,
							...(nameHint && { hint: nameHint }),
						},
					]
				: []),
			{ displayName: 'By ID', name: 'id', type: 'string', placeholder },
		],
	};
}
