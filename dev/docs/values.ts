import type { INodePropertyMode } from 'n8n-workflow';

import { choicesOf, type Field, locatorIn } from '../../nodes/shared/form/field';
import { OPERATIONS } from '../contract/operations';
import { batchSizeOf } from './costs';
import { commonest, grouped } from './grouped';
import { FIELDS } from './uses';

/** Values that many fields take. Their pages link to the parts of this page. */
export const COMMON_PAGE = 'common-fields.md';

export const DATE_AND_TIME = `a [date and time](${COMMON_PAGE}#dates-and-times)`;

/** Sentences on time zones with which the descriptions of most date fields end. Their expression contains full stops too. */
export const ZONE = commonest(
	FIELDS.filter(({ type }) => type === 'dateTime').flatMap(
		({ description = '' }) => /Without a time zone, .*$/.exec(description) ?? [],
	),
);

/** Fields with the same choices and several meanings, by display name. */
const OF_CHOICES = new Map(
	[...grouped(FIELDS.filter(isChoice), ({ displayName }) => displayName)].filter(([, fields]) => {
		const choices = new Set(fields.map((field) => choiceNamesOf(field).join()));
		return choices.size === 1 && new Set(fields.map(({ description }) => description)).size > 3;
	}),
);

/** Choices that several fields have, by the display name of the fields. */
export function sharedChoices(): Array<[name: string, choices: string]> {
	return [...OF_CHOICES].map(([name, [field]]) => [name, choiceNamesOf(field).join(', ')]);
}

/** The choices of a field, or a link to them. */
export function choicesIn(field: Field): string {
	const { displayName } = field;
	if (!OF_CHOICES.has(displayName)) return choiceNamesOf(field).join(', ');
	return `[these](${COMMON_PAGE}#choices-of-${displayName.toLowerCase()})`;
}

function isChoice(field: Field): boolean {
	return field.type === 'options' && choiceNamesOf(field).length > 4;
}

function choiceNamesOf(field: Field): string[] {
	return choicesOf(field).map(({ name }) => name);
}

/** A mode of a locator; By Name with a link to what is a name. */
export function modeOf({ name, displayName }: INodePropertyMode): string {
	return name === 'name' ? `[${displayName}](${COMMON_PAGE}#by-name)` : displayName;
}

/** Fields that take names, by the path of the lookup that finds them. */
const NAMED = grouped(
	FIELDS.filter((field) => locatorIn(field)?.lookup),
	(field) => locatorIn(field)!.lookup!.path,
);

/** Sentences about the names that all fields for several objects take. */
const OF_SEVERAL = sharedBy([...NAMED.values()].flat().filter(isSeveral));

/** Sentences about the names that a field takes, beyond those that the part By Name has. */
export function ownHintsOf(field: Field): string[] {
	const { lookup } = locatorIn(field) ?? {};
	if (!lookup) return [];
	const told = [...sharedBy(NAMED.get(lookup.path)!), ...(isSeveral(field) ? OF_SEVERAL : [])];
	const own = hintsOf(field).filter((hint) => !told.includes(hint));
	return own.length > 0 ? [`By Name: ${own.join('. ')}`] : [];
}

/** The rows of the table of names: objects, their names, and the lookup. */
export function nameRows(): string[][] {
	return [...NAMED].map(([path, fields]) => {
		const things = new Set(fields.map((field) => locatorIn(field)!.lookup!.thing.many));
		const names = sharedBy(fields).filter((hint) => !OF_SEVERAL.includes(hint));
		return [[...things].join(', '), names.join('. '), `\`${operationAt(path).id}\``];
	});
}

/** Rules for names in every field: for several names in one field, and the cost of a lookup. */
export function wordsOfNames(): string {
	const size = Math.min(...[...NAMED.keys()].map((path) => batchSizeOf(operationAt(path).id)!));
	const several = OF_SEVERAL.join('. ');
	return `A field for several objects takes ${several.charAt(0).toLowerCase()}${several.slice(1)}. A run takes one more request for each ${size} different names of a kind.`;
}

const operationAt = (url: string) => OPERATIONS.find(({ path }) => path === url)!;

function isSeveral({ type }: Field): boolean {
	return type === 'fixedCollection';
}

function hintsOf(field: Field): string[] {
	const { hint = '' } = locatorIn(field)?.modes?.find(({ name }) => name === 'name') ?? {};
	return hint.split('. ').filter(Boolean);
}

/** Hints that all these fields have. */
function sharedBy(fields: Field[]): string[] {
	const [first, ...others] = fields.map(hintsOf);
	return first.filter((hint) => others.every((hints) => hints.includes(hint)));
}
