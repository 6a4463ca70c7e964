import type { IDataObject } from 'n8n-workflow';

import { type Field, locatorIn } from '../form/field';
import { layoutOf } from '../rows/output';
import { Name } from '../values/name';
import { at } from '../values/runParameters';
import type { InputItem } from './endpoint';

/** An object that an item chose: request field and value of its identifier, its locator, and its name as the form has it. */
interface ChosenObject {
	field: string;
	id: unknown;
	locator: string;
	name?: string;
}

/**
 * What selects the rows of an item: the identifier of each conversation, person, topic or record that the item chose, and
 * its name, if a row or the form has it. No request is sent for a name.
 *
 * @param row the first simplified row
 */
export function selectionOf(item: InputItem, row: IDataObject): IDataObject {
	const groups = Object.values(item.operation.output?.groups ?? {}).map((fields) =>
		layoutOf(fields).map(({ name }) => name),
	);
	const selection: IDataObject = {};
	for (const { field, id, locator, name } of chosenIn(item)) {
		if (typeof id !== 'string') continue;
		const [nameKey = `${locator}_name`] = groups.find((group) => group[1] === field) ?? [];
		const shown = (row[field] === id ? row[nameKey] : undefined) ?? name;
		if (shown) selection[nameKey] = shown;
		selection[field] = id;
	}
	return selection;
}

/** The name of the object that an item chose with one of these locators, as far as its form has it. */
export function chosenName(item: InputItem, locators: string[]): string | undefined {
	const chosen = chosenIn(item).filter(({ locator }) => locators.includes(locator));
	return chosen.find(({ name }) => name !== undefined)?.name;
}

function chosenIn({ operation, body, asked, run }: InputItem): ChosenObject[] {
	const { parameters } = run.functions.getNode();
	return operation.inputs.flatMap(({ field, path, parameter }) => {
		const locator = locatorIn(field);
		if (!locator) return [];
		const entered = soleOf(at(asked, path));
		const id = soleOf(at(body, path)) ?? entered;
		const isText = entered instanceof Name && entered.text !== id;
		const stored = at(parameters, parameter.split('.'));
		const name = isText
			? entered.text
			: listed(locator, field === locator ? stored : rowOf(locator, stored), id);
		const property = path[path.length - 1];
		// Of several objects, only one that is alone is named
		return {
			field: field === locator ? property : property.replace(/s$/, ''),
			id,
			locator: locator.name,
			name,
		};
	});
}

/** The first of several locators, as the editor stores them: in a list, or in a collection that has one row. */
function rowOf({ name }: Field, stored: unknown): unknown {
	return at(stored, ['values', '0', name]) ?? at(stored, ['values', name]);
}

/** The name that From List showed for an identifier, without the facts behind it. */
function listed({ lookup }: Field, stored: unknown, id: unknown): string | undefined {
	const { mode, value, cachedResultName: label }: IDataObject = Object(stored);
	if (mode !== 'list' || value !== id || typeof label !== 'string' || !label) return undefined;
	return lookup?.facts ? label.replace(/ \([^()]*\)$/, '') : label;
}

/** The value, or the only one of a list. */
function soleOf(value: unknown): unknown {
	return Array.isArray(value) && value.length === 1 ? (value[0] as unknown) : value;
}
