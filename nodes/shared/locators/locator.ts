import { type Field } from '../fields/field';

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
	/** Name of the mode without a list; 'By UID' unless given */
	byHand?: string;
	placeholder: string;
	hint?: string;
}

/** A field for one thing of the service: chosen from a list, or given by its identifier. */
export function locator(what: Locator): Field {
	const { displayName, name, description, searchListMethod, needsFilter, placeholder, hint } = what;
	return {
		displayName,
		name,
		type: 'resourceLocator',
		default: { mode: 'list', value: '' },
		description,
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
			{
				displayName: what.byHand ?? 'By UID',
				name: 'id',
				type: 'string',
				placeholder,
				...(hint && { hint }),
			},
		],
	};
}
