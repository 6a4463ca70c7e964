import type { IDataObject } from 'n8n-workflow';

import { allRows } from '../form/collections';
import { type Field, locatorIn } from '../form/field';
import { layoutOf } from '../rows/output';
import { inputsOf } from '../values/inputs';
import { Name } from '../values/name';
import { at } from '../values/runParameters';
import type { InputItem } from './endpoint';

/** An object that an item chose in its form. */
interface ChosenObject {
	/** Request field of its identifier, and the identifier; one of several is not told apart */
	field: string;
	id: unknown;
	/** Parameter name of its locator, such as `topic` */
	locator: string;
	/** Its name as it was entered, or as From List showed it */
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
	return inputsOf(operation.fields).flatMap(({ field, path, parameter }) => {
		const locator = locatorIn(field);
		if (!locator) return [];
		const last = path[path.length - 1];
		const entered = soleOf(at(asked, path));
		const id = soleOf(at(body, path)) ?? entered;
		const stored = rowOf(field, locator, at(parameters, parameter.split('.')));
		const isText = entered instanceof Name && entered.text !== id;
		const name = isText
			? entered.text
			: id && stored.value === id
				? listed(locator, stored)
				: undefined;
		return {
			field: field === locator ? last : last.replace(/s$/, ''),
			id,
			locator: locator.name,
			name,
		};
	});
}

/** The locator as the editor stores it, of a field for several objects the first one. */
function rowOf(field: Field, locator: Field, stored: unknown): IDataObject {
	if (field === locator) return Object(stored) as IDataObject;
	const { values }: IDataObject = Object(allRows(field, stored));
	return Object(at(values, ['0', locator.name])) as IDataObject;
}

/** The name that From List showed, without the facts behind it. */
function listed(
	{ lookup }: Field,
	{ mode, cachedResultName: label }: IDataObject,
): string | undefined {
	if (mode !== 'list' || typeof label !== 'string' || label === '') return undefined;
	return lookup?.facts ? label.replace(/ \([^()]*\)$/, '') : label;
}

/** The value, or the only one of a list. */
function soleOf(value: unknown): unknown {
	return Array.isArray(value) && value.length === 1 ? (value[0] as unknown) : value;
}
