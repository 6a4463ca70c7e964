import type { INodePropertyCollection, INodePropertyOptions } from 'n8n-workflow';

import { type Field, locatorIn, type NameLookup } from '../../nodes/shared/fields/field';

/** A row of a table of fields: name, accepted values, meaning. */
export type FieldRow = [name: string, takes: string, meaning: string];

/** Notices that an operation shows above its fields. */
export function noticesOf(fields: Field[]): string[] {
	return fields.filter(({ type }) => type === 'notice').map(({ displayName }) => displayName);
}

/** Fields of texts whose choices are those of the operation. */
const OWN_CHOICES = ['textFields', 'groupBy'];

/** True for a field of texts, files or tools alone, which the pages describe once for all operations. */
export function isCommon({ name, displayOptions, options = [], type }: Field): boolean {
	if (OWN_CHOICES.includes(name)) return false;
	if (type === 'collection') return (options as Field[]).some(isCommon);
	const { '@tool': asTool, outputAs, '/outputAs': file = outputAs } = displayOptions?.show ?? {};
	return asTool !== undefined || file !== undefined;
}

/**
 * One row for each field that a user can set and that is wanted; fields in collections are prefixed with the collection's
 * name.
 */
export function rowsOf(
	fields: Field[],
	wanted: (field: Field) => boolean = () => true,
): FieldRow[] {
	return rowsIn(fields, fields, '', wanted);
}

function rowsIn(
	fields: Field[],
	all: Field[],
	within: string,
	wanted: (field: Field) => boolean = () => true,
): FieldRow[] {
	return fields.flatMap((field): FieldRow[] => {
		if (field.type !== 'collection' && !wanted(field)) return [];
		const { displayName, type, required, description = '', options = [] } = field;
		if (type === 'notice') return [];
		const name = within + displayName;
		if (type === 'collection') return rowsIn(options as Field[], all, `${name} > `, wanted);
		const groups = locatorIn(field) ? [] : groupsOf(field);
		const inner = groups.flatMap(({ values }) =>
			rowsIn(values as Field[], values as Field[], `${name} > `),
		);
		const label = required ? `**${name}** (required)` : name;
		const sentences = [description, hintOf(field), conditionOf(field, all)].filter(Boolean);
		const meaning = sentences.map(asSentence).join(' ');
		return [[label, takenBy(field, within !== ''), meaning], ...inner];
	});
}

/** Describes the values of a field: their kind, choices and limits, and the default. */
function takenBy(field: Field, isAdded: boolean): string {
	const facts = [kindOf(field), ...limitsOf(field)];
	const preset = defaultOf(field);
	if (preset !== undefined) facts.push(`${preset} ${isAdded ? 'when added' : 'by default'}`);
	return facts.join('; ');
}

function kindOf(field: Field): string {
	const { name, type, limits = {}, typeOptions } = field;
	if (name === 'textFields') return 'any fields of the output';
	const modes = locatorIn(field)?.modes ?? [];
	if (modes.length > 0) return listed(modes.map(({ displayName }) => displayName));
	switch (type) {
		case 'boolean':
			return 'on or off';
		case 'dateTime':
			return limits.day ? 'a date' : 'a date and time';
		case 'number':
			return 'a number';
		case 'options':
			return choicesOf(field).length > 0
				? `one of ${namesOf(field).join(', ')}`
				: 'a choice from a list, or an ID';
		case 'multiOptions':
			return choicesOf(field).length > 0
				? `any of ${namesOf(field).join(', ')}`
				: 'choices from a list, or IDs';
		case 'fixedCollection':
			return typeOptions?.multipleValues ? 'any number of entries' : 'an entry';
		case 'json':
			return 'JSON';
		default:
			if (limits.json) return 'JSON';
			if (limits.list) return limits.list.integers ? 'numbers, with commas' : 'texts, with commas';
			return 'text';
	}
}

function limitsOf(field: Field): string[] {
	const { type, limits = {}, typeOptions = {} } = field;
	const { minLength, maxLength, maxBytes, pattern, list } = limits;
	const { minValue, maxValue } = typeOptions;
	const lengths =
		maxLength !== undefined && minLength !== undefined
			? `${minLength} to ${maxLength} characters`
			: maxLength !== undefined
				? `up to ${maxLength} characters`
				: minLength !== undefined && `at least ${minLength} characters`;
	const values =
		maxValue !== undefined && minValue !== undefined
			? `${minValue} to ${maxValue}`
			: maxValue !== undefined
				? `up to ${maxValue}`
				: minValue !== undefined && `${minValue} or more`;
	return [
		values,
		// The length of an ID is fixed
		type !== 'resourceLocator' && lengths && (list ? `each ${lengths}` : lengths),
		list?.maxItems !== undefined && isFinite(list.maxItems)
			? `at most ${list.maxItems}`
			: type !== 'string' && list && 'any number',
		maxBytes !== undefined && `up to ${maxBytes} bytes each`,
		pattern?.words,
	].filter((fact): fact is string => typeof fact === 'string' && fact !== '');
}

/** Describes the default; undefined if a field starts empty. */
function defaultOf(field: Field): string | undefined {
	const { type, default: preset } = field;
	if (typeof preset === 'boolean') return preset ? 'on' : 'off';
	if (type === 'options') return nameOf(field, preset);
	if (Array.isArray(preset) && preset.length > 0) {
		return preset.map((value) => nameOf(field, value) ?? String(value)).join(', ');
	}
	if (typeof preset === 'number') return String(preset);
	if (typeof preset !== 'string' || preset === '' || preset === '{}') return undefined;
	return `\`${preset.replace(/^=/, '')}\``;
}

/** Describes the names that a locator accepts. */
function hintOf(field: Field): string {
	const hint = locatorIn(field)?.modes?.find(({ name }) => name === 'name')?.hint;
	return hint ? `By Name: ${hint}` : '';
}

/** Lookups of names that the fields may need. */
export function lookupsOf(fields: Field[]): NameLookup[] {
	return fields.flatMap((field): NameLookup[] => {
		const lookup = locatorIn(field)?.lookup;
		if (lookup) return [lookup];
		return field.type === 'collection' ? lookupsOf(field.options as Field[]) : [];
	});
}

function listed(names: string[]): string {
	return [names.slice(0, -1).join(', '), names[names.length - 1]].filter(Boolean).join(' or ');
}

/** Condition under which a field is shown: `Only with _Return All_ off`. */
function conditionOf({ displayOptions }: Field, all: Field[]): string {
	const { '@tool': asTool, ...show } = displayOptions?.show ?? {};
	const parts = Object.entries(show).map(([by, values]) => {
		const other = all.find(({ name }) => name === by.replace('/', ''));
		// Fields of several forms name values that this one does not offer
		const names = (values as unknown[]).flatMap((value) => {
			if (typeof value === 'boolean') return value ? 'on' : 'off';
			return (other && nameOf(other, value)) ?? (other?.options ? [] : String(value));
		});
		return `_${other?.displayName ?? by}_ ${names.join(' or ')}`;
	});
	const only = parts.length > 0 ? `with ${parts.join(' and ')}` : '';
	const forAgents = asTool ? 'as a tool of an agent' : '';
	const condition = [forAgents, only].filter(Boolean).join(', ');
	const notForAgents = displayOptions?.hide?.['@tool'] ? 'Not as a tool of an agent' : '';
	return [condition && `Only ${condition}`, notForAgents].filter(Boolean).join('. ');
}

function nameOf(field: Field, value: unknown): string | undefined {
	return choicesOf(field).find((choice) => choice.value === value)?.name;
}

function namesOf(field: Field): string[] {
	return choicesOf(field).map(({ name }) => name);
}

function choicesOf({ options = [] }: Field): INodePropertyOptions[] {
	return options.filter((option): option is INodePropertyOptions => 'value' in option);
}

function groupsOf({ options = [] }: Field): INodePropertyCollection[] {
	return (options as object[]).filter((each): each is INodePropertyCollection => 'values' in each);
}

/** A description as a sentence, with the service's field names as code. */
export function asSentence(text: string): string {
	const sentence = text.replace(/[.:]?$/, '.');
	return sentence.replace(/(?<![\w`])(_[a-z]+|[a-z]+(?:_[a-z]+)+)(?![\w`])/g, '`$1`');
}
