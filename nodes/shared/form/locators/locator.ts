import { type NameLookup, type Setting } from '../field';

/** Texts and searches of a locator. */
interface Locator {
	displayName: string;
	/** Parameter name */
	name: string;
	description: string;
	/** Name of the node's list search that fills From List */
	searchListMethod: string;
	/** True if From List needs a text to search for, since the contract cannot list everything */
	needsFilter?: boolean;
	/** Lookup for By Name. A locator without a lookup has no such mode */
	lookup?: NameLookup;
	/** Example of a name */
	namePlaceholder?: string;
	/** Hint of By Name */
	nameHint?: string;
	/** Example of an identifier */
	placeholder: string;
}

/** Field for one object of the service, with the modes From List, By Name (with a lookup) and By ID. */
export function locator(what: Locator): Setting {
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
