import type {
	IDisplayOptions,
	INodeProperties,
	INodePropertyCollection,
	INodePropertyMode,
	INodePropertyOptions,
	INodeType,
} from 'n8n-workflow';

/** A part of a node as text: one line for each element that a user can see or set. */
export interface Summary {
	title: string;
	text: string;
}

/** Fields that select the resource, operation or event of a node. */
const SELECTORS = ['resource', 'operation', 'event'];

/** Summaries of the node itself, of each operation or event, and of the texts of its fields. */
export function summariesOf(node: INodeType): Summary[] {
	const { displayName, properties: all } = node.description;
	// Request Options is n8n's own
	const properties = all.filter(({ name }) => name !== 'requestOptions');
	const selectors = properties.filter(({ name }) => SELECTORS.includes(name));
	const fields = properties.filter(({ name }) => !SELECTORS.includes(name));
	const resources = choicesOf(selectors.filter(({ name }) => name === 'resource'));
	return [
		{ title: displayName, text: nodeText(node, selectors) },
		...selectors
			.filter(({ name }) => name !== 'resource')
			.flatMap((selector) => {
				const value = selector.displayOptions?.show?.resource?.[0];
				const resource = resources.find((each) => each.value === value);
				return choicesOf([selector]).map((choice) => ({
					title: `${displayName}: ${resource ? `${resource.name} > ` : ''}${choice.name}`,
					text: choiceText({ resource: value, [selector.name]: choice.value }, choice, fields),
				}));
			}),
		{ title: `${displayName}: texts`, text: textsOf(fields).join('\n') },
	];
}

/** A field and the fields inside it, one line each. */
function fieldLines(field: INodeProperties, indent = ''): string[] {
	const { displayName, name, type, required, default: preset, ...others } = field;
	const { options = [], modes = [], routing, displayOptions, description: _, ...rest } = others;
	const { send: { property, type: sentIn, ...send } = {}, ...routed } = routing ?? {};
	const facts = [
		type,
		...(required ? ['required'] : []),
		...(isEmpty(preset) ? [] : [`default ${shown(preset)}`]),
		...factsOf({ ...rest, ...routed, ...send, hint: undefined }),
	];
	const choices = [...choicesOf([field]).map(choiceIn), ...modes.map(modeIn)];
	const line = [
		`${indent}${displayName} (${name}): ${facts.join(', ')}`,
		...(choices.length > 0 ? [`[${choices.join('; ')}]`] : []),
		...(property === undefined ? [] : [`-> ${sentIn} ${property}`]),
		...conditionsIn(displayOptions),
	].join(' ');
	return [
		line,
		...options.flatMap((inner) => {
			if ('type' in inner) return fieldLines(inner, `${indent}  `);
			return 'values' in inner ? groupLines(inner, `${indent}  `) : [];
		}),
	];
}

function groupLines(group: INodePropertyCollection, indent: string): string[] {
	const { displayName, name, values, ...rest } = group;
	const line = `${indent}${[`${displayName} (${name}): group`, ...factsOf(rest)].join(', ')}`;
	return [line, ...values.flatMap((value) => fieldLines(value, `${indent}  `))];
}

function nodeText({ description, methods }: INodeType, selectors: INodeProperties[]): string {
	// The subtitle repeats the names of operations and events
	const { displayName: _name, name, description: text, properties: _, ...others } = description;
	const { subtitle: _subtitle, ...rest } = others;
	return [
		`${name}: ${text}`,
		factsOf(rest).join(', '),
		`list searches ${Object.keys(methods?.listSearch ?? {}).join(', ') || 'none'}`,
		...selectors.flatMap((selector) => fieldLines(selector)),
	].join('\n');
}

/** An operation or an event: its value, URL, texts and fields. */
function choiceText(
	chosen: Record<string, unknown>,
	choice: INodePropertyOptions,
	fields: INodeProperties[],
): string {
	const { name: _name, value: _value, action, description, routing, ...rest } = choice;
	const { method, url, ...request } = routing?.request ?? {};
	const isShown = ({ displayOptions }: INodeProperties) =>
		Object.entries(displayOptions?.show ?? {}).every(
			([by, values]) => !SELECTORS.includes(by) || (values as unknown[]).includes(chosen[by]),
		);
	return [
		[
			Object.values(chosen).filter(Boolean).join(' > '),
			...(url === undefined ? [] : [`${method} ${url}`]),
			...factsOf({ ...request, ...rest }),
		].join(', '),
		[...(action === undefined ? [] : [action]), description].join(': '),
		...fields.filter(isShown).flatMap((field) => fieldLines(field)),
	].join('\n');
}

/** Descriptions and hints, each once, with the name of their field. */
function textsOf(fields: INodeProperties[]): string[] {
	const texts = new Set<string>();
	const note = (named: object, names: string[]) => {
		const { displayName, name, description, hint } = named as INodeProperties;
		const path = [...names, displayName ?? name];
		const text = [description, hint && `Hint: ${hint}`].filter(Boolean).join(' ');
		if (text) texts.add(`${path.join(' > ')}: ${text}`);
		const { options = [], modes = [], values = [] } = named as Record<string, object[] | undefined>;
		for (const inner of [...options, ...modes, ...values]) note(inner, path);
	};
	for (const field of fields) note(field, []);
	return [...texts];
}

function choicesOf(fields: INodeProperties[]): INodePropertyOptions[] {
	const options = fields.flatMap((field) => field.options ?? []);
	return options.filter((option) => 'value' in option) as INodePropertyOptions[];
}

function choiceIn({ name, value, ...others }: INodePropertyOptions): string {
	const { description: _description, action: _action, routing: _routing, ...rest } = others;
	return [`${name} = ${shown(value)}`, ...factsOf(rest)].join(', ');
}

function modeIn({ displayName, name, type, hint: _hint, ...rest }: INodePropertyMode): string {
	return [`${displayName} = ${name}${name === type ? '' : ` ${type}`}`, ...factsOf(rest)].join(
		', ',
	);
}

function conditionsIn({ show = {}, hide = {}, ...rest }: IDisplayOptions = {}): string[] {
	const words = (word: string, entries: object) =>
		Object.entries(entries)
			.filter(([by]) => !SELECTORS.includes(by))
			.map(([by, values]) => `${word} ${by} = ${(values as unknown[]).map(shown).join(' | ')}`);
	return [...words('if', show), ...words('unless', hide), ...factsOf(rest)];
}

/** All other settings, so that no new one is missed. */
function factsOf({ typeOptions = {}, ...settings }: Record<string, unknown>): string[] {
	return Object.entries({ ...settings, ...(typeOptions as object) })
		.filter(([, value]) => value !== undefined)
		.map(([key, value]) => (value === true ? key : `${key} ${shown(value)}`));
}

function shown(value: unknown): string {
	if (typeof value === 'string' && value !== '') return value;
	return JSON.stringify(value, (_key, inner: unknown) =>
		typeof inner === 'function' ? inner.name : inner,
	);
}

/** True for the default of an empty field. */
function isEmpty(preset: unknown): boolean {
	return ['""', '{}', '[]', '{"mode":"list","value":""}'].includes(JSON.stringify(preset));
}
