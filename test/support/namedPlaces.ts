import type { INodeParameters, INodeProperties } from 'n8n-workflow';
import { createHash } from 'node:crypto';

import { byName, filterBy, several } from '../../dev/contract/choices';
import { nameOf, OFFERED, withField } from '../../dev/contract/offered';
import { parametersOf } from '../../dev/contract/samples';
import { AREAS } from '../../dev/areas';
import type { Area } from '../../dev/areas/area';
import { withEvent } from '../../dev/areas/events';
import { DECLARED, eventsOf } from '../../dev/engine/operations';
import type { Account } from '../../dev/fake-service/account';
import { type Field, locatorIn, type NameLookup } from '../../nodes/shared/form/field';
import { triggerFields } from '../../nodes/shared/polling/triggerFields';
import { shownWith } from '../robustness/fields';

/** A field that takes names, with the operation or event that has it. */
export interface NamedPlace {
	/** Name for tests: `svcRecords: record > getAll, Creators` */
	title: string;
	node: string;
	isTrigger: boolean;
	lookup: NameLookup;
	/** True for a field that takes several names */
	takesSeveral: boolean;
	/** The parameters with the name that an expression yields */
	parametersWith: (expression: string) => INodeParameters;
}

/** All fields with a lookup, as the operations and events declare them. */
export const NAMED_PLACES: NamedPlace[] = [
	...DECLARED.flatMap(({ area, resource, operation }) => {
		const value = { resource: resource.value, operation: operation.value };
		const node = `svc${area}`;
		const title = `${node}: ${value.resource} > ${value.operation}`;
		const [sample] = parametersOf(OFFERED.find((each) => nameOf(each) === title)!);
		return placesIn(operation.fields).map((each) =>
			placeOf({ title, node, isTrigger: false }, each, { ...value, ...sample }),
		);
	}),
	...[...new Set(DECLARED.map(({ area }) => area))].flatMap((area) =>
		eventsOf(area).flatMap((event) => {
			const node = `svc${area}Trigger`;
			const given = withEvent(node, event.value);
			return placesIn(triggerFields(event)).map((each) =>
				placeOf({ title: `${node}: ${event.value}`, node, isTrigger: true }, each, given),
			);
		}),
	),
];

interface Place {
	field: Field;
	collection?: string;
}

function placesIn(fields: Field[], collection?: string): Place[] {
	return fields.flatMap((field) => {
		if (field.type === 'collection') return placesIn(field.options as Field[], field.name);
		return locatorIn(field)?.lookup ? [{ field, collection }] : [];
	});
}

function placeOf(
	at: Pick<NamedPlace, 'title' | 'node' | 'isTrigger'>,
	{ field, collection }: Place,
	parameters: INodeParameters,
): NamedPlace {
	const locator = locatorIn(field)!;
	const property = field as INodeProperties;
	const takesSeveral = locator !== field;
	const entriesOf = collection ? filterBy : several;
	return {
		...at,
		title: `${at.title}, ${field.displayName}`,
		lookup: locator.lookup!,
		takesSeveral,
		parametersWith: (expression) => {
			const choice = byName(`={{ ${expression} }}`);
			return withField(
				shownWith(parameters, property),
				{ property, collection },
				takesSeveral ? entriesOf(locator.name, choice) : choice,
			);
		},
	};
}

/** Number of lookups anywhere in a declaration: one that `NAMED_PLACES` does not have would be missed. */
export function lookupsIn(declared: unknown): number {
	if (typeof declared !== 'object' || declared === null) return 0;
	// Further rows of a filter have the columns of its first row
	if ('name' in declared && declared.name === 'more') return 0;
	return Object.entries(declared).reduce(
		(sum, [key, value]) => sum + (key === 'lookup' ? 1 : lookupsIn(value)),
		0,
	);
}

/** The ID that a thing has by its name, so that ID and name never change places in a cache. */
export function idFor(name: string): string {
	return `thing_${createHash('sha256').update(name).digest('hex').slice(0, 16)}`;
}

const NAMED = Object.assign({}, ...AREAS.map(({ named }) => named)) as Required<
	NonNullable<Area['named']>
>;

/** Adds things with these names, for a lookup. */
export function addNamed(account: Account, { path }: NameLookup, names: string[]): void {
	for (const name of names) NAMED[path](account, idFor(name), name);
}
