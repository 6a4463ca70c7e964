import type { INodePropertyCollection } from 'n8n-workflow';

import { choicesOf, type Field, locatorIn } from '../../nodes/shared/form/field';
import { choicesIn, DATE_AND_TIME, modeOf, ownHintsOf, ZONE } from './values';

/** Facts about a field as one operation or event shows it. */
export interface Facts {
	/** Display name, and the collections around it: `Options > ` */
	name: string;
	within: string;
	required: boolean;
	/** Values that it takes, such as `text`, and their limits */
	kind: string;
	limits: string;
	/** The default; empty if the field starts empty */
	preset: string;
	meaning: string;
	/** Condition under which it is shown: `Only with _Return All_ off.` */
	condition: string;
	/** True if tools of agents do not have it */
	notForTools: boolean;
}

/** Notices that an operation shows above its fields. */
export function noticesOf(fields: Field[]): string[] {
	return fields.filter(({ type }) => type === 'notice').map(({ displayName }) => displayName);
}

/** Fields of texts whose choices are those of the operation. */
const OWN_CHOICES = ['textFields', 'groupBy'];

/** True for a field of texts, files or tools alone, which the pages describe once for all operations. */
export function isForOutput({ name, displayOptions, options = [], type }: Field): boolean {
	if (OWN_CHOICES.includes(name)) return false;
	if (type === 'collection') return (options as Field[]).some(isForOutput);
	const { '@tool': asTool, outputAs, '/outputAs': file = outputAs } = displayOptions?.show ?? {};
	return asTool !== undefined || file !== undefined;
}

/** The facts about each field that a user can set and that is wanted, also about those inside others. */
export function factsOf(
	fields: Field[],
	wanted: (field: Field) => boolean = () => true,
	all = fields,
	within = '',
): Facts[] {
	return fields.flatMap((field): Facts[] => {
		const { displayName, type, options = [] } = field;
		if (type === 'notice' || (type !== 'collection' && !wanted(field))) return [];
		const inside = `${within}${displayName} > `;
		if (type === 'collection') return factsOf(options as Field[], wanted, all, inside);
		const groups = locatorIn(field) ? [] : groupsOf(field);
		const inner = groups.flatMap(({ values }) =>
			factsOf(values as Field[], undefined, values as Field[], inside),
		);
		return [factsOfOne(field, all, within), ...inner];
	});
}

function factsOfOne(field: Field, all: Field[], within: string): Facts {
	const { displayName, required = false, description = '', type } = field;
	const meaning = [description, ...ownHintsOf(field)].filter(Boolean).map(asSentence).join(' ');
	const zone = asSentence(ZONE);
	return {
		name: displayName,
		within,
		required,
		kind: type === 'dateTime' && meaning.includes(zone) ? DATE_AND_TIME : kindOf(field),
		limits: limitsOf(field).join('; '),
		preset: defaultOf(field) ?? '',
		meaning: meaning.replace(zone, '').trim(),
		condition: conditionOf(field, all),
		notForTools: field.displayOptions?.hide?.['@tool'] !== undefined,
	};
}

/** Meaning of a field, and when it is shown. */
export function wordsOf({ meaning, condition, notForTools }: Facts): string {
	return [meaning, condition, notForTools && 'Not as a tool of an agent.']
		.filter(Boolean)
		.join(' ');
}

/** Describes the values of a field: their kind, choices and limits, and the default. */
export function takenBy({ kind, limits, preset, within }: Facts): string {
	const start = preset && `${preset} ${within ? 'when added' : 'by default'}`;
	return [kind, limits, start].filter(Boolean).join('; ');
}

function kindOf(field: Field): string {
	const { name, type, limits = {} } = field;
	if (name === 'textFields') return 'any fields of the output';
	const modes = locatorIn(field)?.modes ?? [];
	if (modes.length > 0) return listed(modes.map(modeOf));
	switch (type) {
		case 'boolean':
			return 'on or off';
		case 'dateTime':
			return limits.day ? 'a date' : 'a date and time';
		case 'number':
			return 'a number';
		case 'options':
			return choicesOf(field).length > 0
				? `one of ${choicesIn(field)}`
				: 'a choice from a list, or an ID';
		case 'multiOptions':
			return choicesOf(field).length > 0
				? `any of ${choicesIn(field)}`
				: 'choices from a list, or IDs';
		case 'fixedCollection':
			return 'any number of entries';
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
	const lengths = between(minLength, maxLength, ' characters');
	const values = between(minValue, maxValue);
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

function between(least?: number, most?: number, unit = ''): string | undefined {
	if (most === undefined) return least === undefined ? undefined : `${least}${unit} or more`;
	return `${least === undefined ? 'up' : least} to ${most}${unit}`;
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
		return `_${other?.displayName ?? by}_ ${listed(names)}`;
	});
	const only = parts.length > 0 ? `with ${parts.join(' and ')}` : '';
	const condition = [asTool && 'as a tool of an agent', only].filter(Boolean).join(', ');
	return condition && `Only ${condition}.`;
}

function nameOf(field: Field, value: unknown): string | undefined {
	return choicesOf(field).find((choice) => choice.value === value)?.name;
}

function groupsOf({ options = [] }: Field): INodePropertyCollection[] {
	return (options as object[]).filter((each): each is INodePropertyCollection => 'values' in each);
}

/** A description as a sentence, with the service's field names as code. */
export function asSentence(text: string): string {
	const sentence = text.replace(/[.:]?$/, '.');
	return sentence.replace(
		/(\{\{.*?\}\})|(?<![\w`])(_[a-z]+|[a-z]+(?:_[a-z]+)+)(?![\w`])/g,
		(code: string) => `\`${code}\``,
	);
}
