import type { INodeParameters } from 'n8n-workflow';

import { locatorIn, type Field, choicesOf, fieldsIn } from '../form/field';
import { CUSTOM } from '../form/times';
import { AS_TOOL, hiddenAsTool, isNot, KEPT, TOOL_LIMIT } from './fields';
import { argumentOf } from './words';

/** Mark by which n8n's editor shows an expression as "defined by the model" (n8n 2.41, n8n-workflow/constants.ts). */
const OVERRIDE = '/*n8n-auto-generated-fromAI-override*/';

/** Collections whose fields a model fills in. Options stay with the person who adds the tool. */
const FILLED = ['additionalFields', 'filters', 'updateFields'];

/**
 * The field as n8n shows it: for a tool, what a model can decide begins with an expression that leaves it to the model.
 * n8n evaluates default values (n8n 2.41, n8n-workflow/workflow.ts), so the tool works as it is added.
 */
export function wire(field: Field, _index: number, fields: Field[]): Field[] {
	const { name, required, displayOptions: { show = {} } = {} } = field;
	const begins = show['@tool'] ? [] : [hiddenAsTool(field)];
	// A choice can be told by the fields that belong to it
	const leads = fields.some(({ displayOptions }) => displayOptions?.show?.[name]);
	const value = beginningOf(leads ? { ...field, required: false } : field);
	// A name narrows enough
	const isFound = name === 'filters' && fields.some((other) => other.name === 'query');
	if (value === undefined || isFound) return [field];
	const [[choice, values] = []] = required ? Object.entries(show) : [];
	if (choice === undefined) return [...begins, shownAsTool(field, value)];
	// A person who fixes the choice at this value leaves no doubt; for an expression n8n shows the fields of all values
	const needed = { ...field, displayOptions: { hide: { [choice]: values!.map(isNot) } } };
	const open = shownAsTool(field, value, { [choice]: values });
	return [...begins, open, shownAsTool(needed, beginningOf(needed))];
}

function shownAsTool(field: Field, value: Field['default'], hidden = {}): Field {
	const { show, hide } = field.displayOptions ?? {};
	const displayOptions = { hide: { ...hide, ...hidden }, show: { ...show, ...AS_TOOL } };
	return { ...field, displayOptions, noDataExpression: undefined, default: value };
}

/** Value with which the field of a tool begins; undefined if it is not left to the model. */
function beginningOf(field: Field): Field['default'] | undefined {
	const { name, type, displayOptions: { show = {}, hide = {} } = {} } = field;
	if (hide['@tool'] || show.outputAs || KEPT.includes(name)) return undefined;
	if (type === 'collection') return FILLED.includes(name) ? beginningsOf(field) : undefined;
	const locator = locatorIn(field);
	if (!locator) {
		if (type === 'boolean' || type === 'fixedCollection' || type === 'notice') return undefined;
		return leftToModel(field);
	}
	const mode = locator.lookup ? 'name' : 'id';
	const choice = { __rl: true, mode, value: leftToModel(field, locator) };
	if (locator === field) return choice;
	const row = { [locator.name]: choice };
	return { values: field.typeOptions?.multipleValues ? [row] : row };
}

/** Values with which the fields of a collection begin, by name. */
function beginningsOf({ options }: Field): INodeParameters {
	const values = fieldsIn({ options }).map((field) => {
		// A filter that nobody has added has no default value; a number needs one, and 0 selects everything
		const none = field.type === 'number' ? 0 : '';
		return [field.name, beginningOf({ ...field, default: none })] as const;
	});
	return Object.fromEntries(values.filter(([, value]) => value !== undefined)) as INodeParameters;
}

/**
 * The expression for a value of the model's. Without a default value, n8n lets no model leave it out (n8n 2.41,
 * n8n-workflow/from-ai-parse-utils.ts).
 */
function leftToModel(field: Field, locator?: Field): string {
	const { name, required, displayOptions } = field;
	const isRequired = required && !displayOptions?.show;
	const type = field.type === 'number' && !field.limits?.together ? 'number' : 'string';
	const given = [argumentOf(name), meaningOf(field, locator), type].map(quoted);
	if (!isRequired)
		given.push(type === 'number' ? String(defaultOf(field)) : quoted(defaultOf(field)));
	// The editor could not take the mark of a choice away again: it would set the default value, which has the mark
	const mark = field.type === 'options' || field.type === 'multiOptions' ? '' : `${OVERRIDE} `;
	return `={{ ${mark}$fromAI(${given.join(', ')}) }}`;
}

function quoted(text: unknown): string {
	return `'${String(text).replaceAll("'", "\\'")}'`;
}

/** Value of what the model leaves out. A choice is then the one that the other values belong to, or its default. */
function defaultOf({ name, type, default: value }: Field): unknown {
	if (name === 'limit') return TOOL_LIMIT;
	return Array.isArray(value)
		? value.join(',')
		: type === 'options' || type === 'dateTime' || typeof value === 'object'
			? ''
			: value;
}

/** The first sentence of the description, and the form of the value; nothing where the name says it. */
function meaningOf(field: Field, locator?: Field): string {
	const { name, displayName, description = displayName } = field;
	const [meaning] = description.split(/\. |\.$|, or an array \w+ (?:an )?expression/);
	return name === 'limit' ? '' : meaning + formatOf(field, locator);
}

/** The identifier that a locator takes, as results call it: a model has several of other kinds. */
function idOf({ routing }: Field, { lookup }: Field): string {
	const path = lookup?.id ?? routing?.send?.property ?? 'ID';
	return path.replace(/^.*\.|^parent_|s$/g, '');
}

function formatOf(field: Field, locator?: Field): string {
	const { name, type, options, limits = {} } = field;
	const usual = field.required ? '' : field.default;
	const several = limits.together ? `; several with commas, up to ${limits.together}` : '';
	if (locator) {
		const id = idOf(field, locator);
		const one = locator.lookup ? `full name or ${id}` : id;
		return locator === field ? `: ${one}${several}` : `: ${one}; several as a JSON array`;
	}
	// The end of a span is written like its start
	if (type === 'dateTime' && /before$|^lastDay$/i.test(name)) return '';
	if (type === 'dateTime')
		return limits.day ? ', such as 2026-01-31' : ', such as 2026-01-31T09:00';
	if (type !== 'options' && type !== 'multiOptions') return several;
	const values = choicesOf({ options })
		.map(({ value }) => value)
		// A start or an end says that itself
		.filter((value) => value !== '' && value !== CUSTOM);
	const more =
		type === 'multiOptions' ? '; several with commas' : usual ? `; ${String(usual)} if empty` : '';
	return `: ${values.join(', ')}${more}`;
}
