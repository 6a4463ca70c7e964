import type { INodeProperties, INodePropertyOptions, NodeParameterValue } from 'n8n-workflow';

import { type Field, choicesOf, fieldsIn } from '../form/field';
import { CUSTOM } from '../form/times';
import type { Operation, ToolText } from '../operations/operation';

/** Settings of a tool, by parameter name. */
export interface ToolSettings {
	cursor?: string;
	maxCharacters?: number;
	outputFields?: string;
	part?: number;
	toolOutput?: string;
}

export const AS_TOOL = { '@tool': [true] };

/**
 * Fields that stay with the person: the form and the length of results, and filters for which people hardly ask. A model
 * reads what it can fill in with every step.
 */
export const KEPT = `binaryPropertyName maxCharacters output outputFields toolOutput
	arrangementUids generationStates mediaTypes recordType timezone`.split(/\s+/);

/** Fewer rows than people want: a model reads them all. */
export const TOOL_LIMIT = 10;

const output: Field = {
	displayName: 'Output',
	name: 'toolOutput',
	type: 'options',
	noDataExpression: true,
	default: 'simplified',
	description: 'How much of each result the model gets',
	options: [
		{
			name: 'Raw',
			value: 'raw',
			description: 'All fields as the service answered, with times in Unix milliseconds',
		},
		{
			name: 'Selected Fields',
			value: 'selected',
			description: 'Only the fields that you name, of the simplified result',
		},
		{
			name: 'Simplified',
			value: 'simplified',
			description: 'Flat results with times as text, and the most useful fields first',
		},
	],
	displayOptions: { show: AS_TOOL },
};

const outputFields: Field = {
	displayName: 'Fields to Return',
	name: 'outputFields',
	type: 'string',
	default: '',
	placeholder: 'e.g. title, due_at, status',
	description:
		'Fields of the simplified result that the model gets, separated by commas. If empty, all fields.',
	displayOptions: { show: { ...AS_TOOL, toolOutput: ['selected'] } },
};

const maxCharacters: Field = {
	displayName: 'Max Characters',
	name: 'maxCharacters',
	type: 'number',
	typeOptions: { minValue: 500 },
	default: 20_000,
	description: 'Max number of characters of a result. The model is told what was left out.',
	displayOptions: { show: AS_TOOL },
};

const cursor: Field = {
	displayName: 'Cursor',
	name: 'cursor',
	type: 'string',
	default: '',
	description:
		'The next_cursor of an earlier result. The other arguments of that call have to be repeated.',
	displayOptions: { show: AS_TOOL },
};

/** A place in a transcript, which may be too long to read. */
const textContains: Field = {
	displayName: 'Text Contains',
	name: 'textContains',
	type: 'string',
	default: '',
	description: 'Only lines with these words, and their times',
	limits: { list: {} },
	displayOptions: { show: AS_TOOL },
};

const part: Field = {
	displayName: 'Part',
	name: 'part',
	type: 'number',
	typeOptions: { minValue: 1 },
	default: 1,
	description: 'Part of the result. A long text has several.',
	displayOptions: { show: AS_TOOL },
};

/** The fields of an operation with those that only tools have: Output takes the place of Simplify, unless there is one. */
export function withToolFields({ fields, tool }: Operation): Field[] {
	if (!tool) return fields;
	const hasOutput = fields.some(({ name }) => name === 'output');
	const isSimplify = ({ name }: Field) => name === 'simplify';
	const shown = fields.flatMap((field): Field[] => {
		// A model gets no files
		if (field.name === 'outputAs') return [hiddenAsTool(field)];
		if (hasOutput) return [field];
		if (isSimplify(field)) return [hiddenAsTool(field), output, outputFields];
		// Writes have Simplify among their options
		const inside = field.name === 'options' ? fieldsIn(field) : [];
		if (!inside.some(isSimplify)) return [field];
		const options = inside.map((each) => (isSimplify(each) ? hiddenAsTool(each) : each));
		return [output, outputFields, { ...field, options }];
	});
	const has = (wanted: string) => fields.some(({ name }) => name === wanted);
	const ofText = hasOutput ? [textContains, part] : [part];
	const rest = has('limit') ? [cursor] : has('binaryPropertyName') ? ofText : [];
	return [...shown, ...rest, maxCharacters];
}

export function hiddenAsTool({ displayOptions, ...field }: Field): Field {
	const hide = { ...displayOptions?.hide, ...AS_TOOL };
	return { ...field, displayOptions: { ...displayOptions, hide } };
}

/** Values of choices of which the description says nothing: they leave all open. */
const OPEN = ['', 'anyTime', 'anyTimeOrNone', CUSTOM];

type Conditions = Record<string, unknown[]>;

/**
 * The descriptions that a model gets of the operation as a tool: one for each value of its first choice, if a person has
 * fixed it, and one for all else. n8n shows every property whose condition `show` is about an expression (n8n 2.41,
 * n8n-workflow/node-helpers.ts), so that the conditions here are all `hide`.
 */
export function toolDescriptions(tool: ToolText, fields: Field[]): INodeProperties[] {
	const choice = fields.find(
		({ type, name, displayOptions: { show, hide } = {} }) =>
			type === 'options' && !show && !hide?.['@tool'] && !KEPT.includes(name),
	);
	if (!choice) return [toolDescription(tool, {})];
	const { name } = choice;
	const isOpen = (value: unknown) => OPEN.includes(String(value));
	// Without its bounds, a custom period is the default one
	const closed = choicesOf(choice).filter(
		({ value }) => !isOpen(value) || (value === CUSTOM && !isOpen(choice.default)),
	);
	return [
		toolDescription(tool, { [name]: closed.map(({ value }) => value) }),
		...closed.map((one) =>
			toolDescription(fixedTo(tool, choice, one), { [name]: [isNot(one.value)] }),
		),
	];
}

/** The condition that a parameter has another value. */
export function isNot(value: unknown) {
	return { _cnd: { not: value as NodeParameterValue } };
}

/** The words of an operation of which a choice has this value for good. */
function fixedTo(
	tool: ToolText,
	choice: Field,
	{ name, value, description = '' }: INodePropertyOptions,
): ToolText {
	const own = tool.fixed?.[String(value)];
	if (own) return { ...tool, ...own };
	const usual = choicesOf(choice).find((each) => each.value === choice.default);
	const here =
		value === CUSTOM
			? `Without a start or an end: ${usual!.name}.`
			: `Here ${choice.displayName} is always ${name}: ${inSentence(description)}.`;
	return { ...tool, does: `${tool.does} ${here}` };
}

/** Words that begin with a small letter, as inside a sentence. */
function inSentence([first, ...rest]: string): string {
	return first.toLowerCase() + rest.join('');
}

/**
 * The description that a model gets of the operation as a tool. An effect that nothing undoes is marked as DANGEROUS. n8n
 * would add a field of this name itself, with a text
 * that says no more than the operation's name; where a node has one, n8n leaves it alone (n8n 2.41,
 * n8n/tool-generation/ai-tools.ts).
 */
function toolDescription(tool: ToolText, hide: Conditions): INodeProperties {
	const { does, returns, use, effect, undo } = tool;
	const changes = effect && !undo ? `DANGEROUS: ${inSentence(effect)}` : effect;
	return {
		displayName: 'Tool Description',
		name: 'toolDescription',
		type: 'string',
		typeOptions: { rows: 5 },
		default: [does, returns, use, changes, undo].filter(Boolean).join(' '),
		description: 'What the model is told about this tool. Add what is special about your workflow.',
		displayOptions: { hide, show: AS_TOOL } as INodeProperties['displayOptions'],
	};
}
