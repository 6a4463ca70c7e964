import { coloursIn, contrast } from '../support/contrast';
import { choicesOf, fieldsOf, type Placed, type Published } from './published';

/** A guideline for integrations that can be checked. */
export interface Guideline {
	/** Its source, and its name there */
	name: string;
	/** Each place that does not follow it, and what to do there */
	findings: (all: Published) => string[];
	/** Breaks it in one place */
	spoil: (all: Published) => void;
}

/** Categories of n8n's node panel that are open to community nodes. */
const CATEGORIES = [
	'Analytics',
	'Communication',
	'Data & Storage',
	'Development',
	'Finance & Accounting',
	'Marketing & Content',
	'Miscellaneous',
	'Productivity',
	'Sales',
	'Utility',
];

/** Longest hint: it stands under its field, and pushes the others down. */
const HINT_LENGTH = 120;

/** Longest description: more is read by nobody, and what it says belongs in the docs. */
const DESCRIPTION_LENGTH = 100;

/** Longer descriptions, and why. */
const LONG: Array<[start: RegExp, reason: string]> = [
	[/Without a time zone, the value is in the time zone of the workflow/, 'a rule for all dates'],
	[/^(Form of the output|Max number of rows|Name of the file|Whether to begin the CSV)/, 'files'],
	[/^Where to start when the workflow/, 'says when the choice counts'],
	[/^Status that the task must have/, 'says what happens without it'],
];

/** Lists whose entries have an order of their own, which says more than the alphabet. */
const SCALES = [
	// The way of a task
	/^(Identified|Following|Completed)$/,
	// Periods from near to far, after the one that the list begins with
	/^(Any Time( or None)?|Today( and Overdue)?|Overdue|Tomorrow|Yesterday|((This|Last) (Week|Month))|(Last|Next) \d+ Days|Custom|From (Now On|a Date)|Last Items)$/,
	// From people to programs
	/^(Items|Text|Talk Time .+|CSV for \w+|JSON Lines)$/,
	// From short to long
	/^(Default of the Event|\d+ (Minutes?|Hours?|Days?))$/,
];

/** Containers of optional fields, what holds no value, and the choice of what a node does. */
const NO_OPTIONAL_FIELD = ['collection', 'fixedCollection', 'notice', 'callout', 'hidden'];
const SELECTORS = ['resource', 'operation', 'event'];

/** Fields that always have a value, so that a user need not look at them. */
const NEVER_EMPTY = ['options', 'boolean', 'number'];

/** Optional fields that stand outside of a collection, and why. */
const IN_MAIN_FORM: Record<string, string> = {
	'Clear Fields': 'beside Update Fields, where a user looks when an empty value is refused',
	'Due of Svc Tasks': 'the second thing that everybody wants in a new task',
	'Due After': 'belongs to the choice Custom of Due, and is shown with it alone',
	'Due Before': 'belongs to the choice Custom of Due, and is shown with it alone',
	...Object.fromEntries(
		['After', 'Before', 'Last Message After', 'Last Message Before', 'First Day', 'Last Day'].map(
			(name) => [name, 'belongs to the choice Custom of Period, and is shown with it alone'],
		),
	),
	'Statuses of Svc Tasks': 'filled in with the open ones, which people take for all',
	'Text Fields': 'filled in with what people take, shown with Output As = Text alone',
	'Tags of Svc World Trigger': 'beside Author, of which New Post needs one',
	'If Empty': 'what a text says without rows, shown with Output As = Text alone',
	'Put Output File in Field': "n8n's own name and place for it, filled in with data",
};

/** Text fields for an ID, and why there is no list to choose from. */
const TYPED_IDS: Record<string, string> = {
	'Task IDs': 'a filter for tasks that an earlier node has found',
	'Bot ID': 'the contract does not show the fields of the list of bots',
	'Message ID': 'imported messages are found in a conversation, not over all of them',
	'Public ID': 'an ID that users invent, or hear from others',
};

/** Names of output fields that identify an object; account bindings have one for each provider. */
const IDENTIFIER = /(^|_)(uid|ref|id)s?$|^provider$/;

/** Words that title case leaves small. */
const SMALL =
	/^(a|an|and|as|at|but|by|for|from|if|in|into|nor|of|on|or|over|per|since|so|the|to|up|via|with|yet)$/;

/** ISO 8601 with an offset, as times in outputs have it. */
const ISO_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/;
const ISO_DATE = /^\d{4}-\d\d-\d\d$/;

/** All entries of lists that users choose from. */
function choices(all: Published) {
	return fieldsOf(all).flatMap(({ at, field }) =>
		choicesOf(field).map((choice) => ({ at: `${at} > ${choice.name}`, field, choice })),
	);
}

function operations(all: Published) {
	return choices(all).filter(({ field }) => field.name === 'operation');
}

function events(all: Published) {
	return choices(all).filter(({ field }) => field.name === 'event');
}

/** Every description, hint and placeholder with its place. */
function texts(all: Published): Array<[at: string, text: string]> {
	const of = (at: string, ...found: Array<string | undefined>) =>
		found.filter((text) => text).map((text): [string, string] => [at, text!]);
	return [
		...all.nodes.flatMap(({ title, node }) => of(title, node.description.description)),
		...all.credential.properties.flatMap((field) =>
			of(`Svc API > ${field.displayName}`, field.description, field.hint),
		),
		...fieldsOf(all).flatMap(({ at, field }) => of(at, field.description, field.hint)),
		...choices(all).flatMap(({ at, choice }) => of(at, choice.description)),
	];
}

const found = (where: Placed[] | Array<{ at: string }>, what: string) =>
	where.map(({ at }) => `${at}: ${what}`);

/** The unit that a title ends with, in lower case: `Minimum Duration (Minutes)`. */
const unitIn = (title: string) => /\((\w+)\)$/.exec(title)?.[1].toLowerCase();

/** The first field, for one that breaks a rule. */
function firstField(all: Published, wanted: (placed: Placed) => boolean = () => true) {
	return fieldsOf(all).find(wanted)!.field;
}

/** Descriptions of nodes, fields and choices, with their places. */
function descriptionsOf(all: Published): Array<[at: string, text: string]> {
	const nodes = all.nodes.map(({ title, node }) => [title, node.description.description] as const);
	const fields = fieldsOf(all).flatMap(({ at, field }) => [
		[at, field.description] as const,
		...choicesOf(field).map(({ name, description }) => [`${at} > ${name}`, description] as const),
	]);
	return [...nodes, ...fields].map(([at, text = '']) => [at, text]);
}

export const GUIDELINES: Guideline[] = [
	{
		name: 'n8n no-monorepo: the package is the whole repository',
		findings: ({ manifest }) =>
			manifest.repository.directory === undefined
				? []
				: [
						'package.json > repository > directory: remove it, and publish from a repository of its own',
					],
		spoil: ({ manifest }) => (manifest.repository.directory = 'packages/n8n-nodes-svc'),
	},
	{
		name: 'n8n single-credential-per-node: a node has one required credential',
		findings: ({ nodes }) =>
			nodes
				.filter(
					({ node }) => node.description.credentials?.map((c) => c.required).join() !== 'true',
				)
				.map(({ title }) => `${title} > credentials: name one, with required: true`),
		spoil: ({ nodes }) => nodes[1].node.description.credentials!.push({ name: 'other' }),
	},
	{
		name: 'n8n valid-node-categories, no-ai-codex-category: categories are those of the node panel',
		findings: ({ nodes }) =>
			nodes.flatMap(({ title, codex: { categories } }) => {
				const unknown = categories.filter((each) => !CATEGORIES.includes(each));
				const none = categories.length === 0 ? ['none'] : [];
				return [...unknown, ...none].map(
					(each) =>
						`${title}, codex file > categories: ${each}; take one of ${CATEGORIES.join(', ')}`,
				);
			}),
		spoil: ({ nodes }) => (nodes[2].codex.categories = ['AI']),
	},
	{
		name: 'n8n no-logic-or-flow-nodes, no-codex-subcategories: no subcategories',
		findings: ({ nodes }) =>
			nodes
				.filter(({ codex }) => codex.subcategories !== undefined)
				.map(
					({ title }) => `${title}, codex file: remove subcategories, they are for n8n's own nodes`,
				),
		spoil: ({ nodes }) => (nodes[0].codex.subcategories = { 'Core Nodes': ['Flow'] }),
	},
	{
		name: 'n8n no-hardcoded-ids: no account or partner is written into the code',
		findings: ({ sources }) =>
			Object.entries(sources).flatMap(([file, text]) =>
				[
					...text.matchAll(
						/\b(partner|affiliate|reseller|account|tenant|customer|client)_?id['"]?\s*[:=]\s*['"`]/gi,
					),
				].map(([hit]) => `${file}: ${hit}… take it from a parameter or the credential`),
			),
		spoil: ({ sources }) => (sources['nodes/shared/limits.ts'] += "const partner_id = 'fixed';"),
	},
	{
		name: 'n8n hint-max-length: a hint has at most 120 characters',
		findings: (all) =>
			found(
				fieldsOf(all).filter(({ field: { hint = '' } }) => hint.length > HINT_LENGTH),
				'shorten the hint, or move it into the description',
			),
		spoil: (all) => (firstField(all).hint = 'x'.repeat(HINT_LENGTH + 1)),
	},
	{
		name: 'a number says its unit, which the title has for people, in its description for models too',
		findings: (all) =>
			fieldsOf(all).flatMap(({ at, field: { type, displayName, description = '' } }) => {
				const unit = unitIn(displayName);
				const isTold = unit === undefined || description.toLowerCase().includes(unit);
				return type === 'number' && !isTold ? [`${at}: say ${unit} in the description`] : [];
			}),
		spoil: (all) => {
			const field = firstField(
				all,
				({ field: { displayName } }) => unitIn(displayName) !== undefined,
			);
			field.description = 'How long to wait';
		},
	},
	{
		name: 'a description has at most 100 characters, except those listed',
		findings: (all) => {
			const long = descriptionsOf(all).filter(
				([, text]) =>
					[...text].length > DESCRIPTION_LENGTH && !LONG.some(([start]) => start.test(text)),
			);
			const unused = LONG.filter(
				([start]) => !descriptionsOf(all).some(([, text]) => start.test(text)),
			);
			return [
				...long.map(([at, text]) => `${at}: say it in one short sentence: ${text}`),
				...unused.map(([start]) => `${String(start)}: take it off the list`),
			];
		},
		spoil: (all) => (firstField(all).description = 'x'.repeat(DESCRIPTION_LENGTH + 1)),
	},
	{
		name: 'n8n icon-contrast: an icon stands out from the background of its theme',
		findings: ({ icons }) =>
			Object.entries(icons)
				.filter(([file, drawing]) => {
					const background = file.endsWith('.dark.svg') ? '#2b2b2b' : '#ffffff';
					const best = coloursIn(drawing).map((colour) => contrast(colour, background));
					return Math.max(...best) < 1.5;
				})
				.map(([file]) => `${file}: take colours with a contrast of 1.5 and more`),
		spoil: ({ icons }) => (icons['icons/svc.svg'] = '<path fill="#fefefe"/>'),
	},
	{
		name: 'n8n non-required-fields-in-collection: optional fields are in a collection',
		findings: (all) =>
			found(
				fieldsOf(all).filter(
					({ at, field: { type, name, displayName, required, displayOptions }, top }) =>
						top &&
						// Fields by which a tool differs from a node
						!displayOptions?.show?.['@tool'] &&
						!required &&
						![...NO_OPTIONAL_FIELD, ...NEVER_EMPTY].includes(type) &&
						!SELECTORS.includes(name) &&
						!(displayName in IN_MAIN_FORM) &&
						!(`${displayName} of ${at.split(' > ')[0]}` in IN_MAIN_FORM),
				),
				'move the field into Options or Filters, or require it',
			),
		spoil: (all) => (firstField(all, ({ top, field }) => top && !!field.required).required = false),
	},
	{
		name: 'n8n open-ended-node-fields: JSON is asked for where nothing else is possible',
		findings: (all) =>
			found(
				fieldsOf(all).filter(({ top, field }) => top && field.type === 'json' && !field.required),
				'make fields of its keys, or require it',
			),
		spoil: (all) => (firstField(all, ({ field }) => field.type === 'json').required = false),
	},
	{
		name: 'n8n prefer-declarative-style: a node is data, without a method execute',
		findings: (all) => [
			...all.nodes
				.filter(({ node }) => 'execute' in node)
				.map(({ title }) => `${title}: remove execute, and declare operations`),
			...found(
				operations(all).filter(({ choice }) => !('routing' in choice)),
				'say in routing where the operation goes',
			),
		],
		spoil: ({ nodes }) => Object.assign(nodes[3].node, { execute: () => [] }),
	},
	{
		name: 'n8n 2.0 reads each rule of displayOptions: none is undefined',
		findings: (all) =>
			found(
				fieldsOf(all).filter(({ field: { displayOptions = {} } }) =>
					Object.values(displayOptions).includes(undefined),
				),
				'leave the rule out',
			),
		spoil: (all) => (firstField(all).displayOptions = { show: undefined }),
	},
	{
		name: 'n8n gives a regular expression 250 ms, also on a busy machine: no display condition has one',
		findings: (all) =>
			found(
				[
					...fieldsOf(all),
					...all.credential.properties.map((field) => ({ at: all.credential.name, field })),
				].filter(({ field }) => JSON.stringify(field).includes('"_cnd":{"regex"')),
				'use another condition',
			),
		spoil: (all) =>
			(firstField(all).displayOptions = { show: { text: [{ _cnd: { regex: '^a' } }] } }),
	},
	{
		name: 'n8n require-param-default: every field has a default',
		findings: (all) =>
			found(
				fieldsOf(all).filter(({ field }) => field.default === undefined),
				'add a default',
			),
		spoil: (all) => delete (firstField(all) as { default?: unknown }).default,
	},
	{
		name: 'n8n no-duplicate-param-options: no list has a name or a value twice',
		findings: (all) =>
			found(
				fieldsOf(all).filter(({ field }) =>
					(['name', 'value'] as const).some((key) => {
						const all = choicesOf(field).map((choice) => choice[key]);
						return new Set(all).size < all.length;
					}),
				),
				'rename or remove what is there twice',
			),
		spoil: (all) => {
			const { options = [] } = firstField(all, ({ field }) => choicesOf(field).length > 1);
			options.push({ ...options[0] });
		},
	},
	{
		name: 'n8n options-sorted-alphabetically: lists are in alphabetical order, are a scale, or say what a node does',
		findings: (all) =>
			found(
				fieldsOf(all).filter(({ field }) => {
					const names = choicesOf(field).map(({ name }) => name);
					const sorted = [...names].sort((a, b) => a.localeCompare(b, 'en'));
					// What a node does is in the order of use
					if (SELECTORS.includes(field.name)) return false;
					const isScale = SCALES.some((scale) => names.every((name) => scale.test(name)));
					return !isScale && names.join() !== sorted.join();
				}),
				'sort the entries by name',
			),
		spoil: (all) =>
			firstField(
				all,
				({ field }) => !SELECTORS.includes(field.name) && choicesOf(field).length > 1,
			).options!.reverse(),
	},
	{
		name: 'Zapier D001: no operation asks for a key',
		findings: (all) =>
			found(
				fieldsOf(all).filter(({ field }) => /(api.?key|token|secret|password)$/i.test(field.name)),
				'read it from the credential',
			),
		spoil: (all) => (firstField(all).name = 'apiKey'),
	},
	{
		name: 'Zapier D002: the credential says where a user finds the key',
		findings: ({ credential: { documentationUrl = '', properties } }) => [
			...(documentationUrl.startsWith('https://')
				? []
				: ['Svc API > documentationUrl: link the page that explains the credential']),
			...properties
				.filter(({ typeOptions }) => typeOptions?.password === true)
				.filter(
					({ hint, description }) => !/\b(console|page|settings)\b/.test(`${hint} ${description}`),
				)
				.map(({ displayName }) => `Svc API > ${displayName}: say where it is created`),
		],
		spoil: ({ credential }) => (credential.documentationUrl = undefined),
	},
	{
		name: 'Zapier D004: what has an ID is chosen from a list',
		findings: (all) =>
			found(
				fieldsOf(all)
					.filter(
						({ field: { type, displayName } }) =>
							type === 'string' && /\bU?IDs?$/.test(displayName) && !(displayName in TYPED_IDS),
					)
					.filter(({ at }) => !at.endsWith('> By ID')),
				'offer a list with the modes From List, By Name and By ID',
			),
		spoil: (all) =>
			Object.assign(
				firstField(all, ({ field }) => field.type === 'string'),
				{
					displayName: 'Customer ID',
				},
			),
	},
	{
		name: 'Zapier D007: addresses have https',
		findings: (all) => [
			...texts(all)
				.filter(([, text]) => /\bhttp:\/\/\w/.test(text))
				.map(([at]) => `${at}: write https://`),
			...all.credential.properties
				.filter(({ placeholder = '' }) => /\bhttp:/.test(placeholder))
				.map(({ displayName }) => `Svc API > ${displayName}: write https:// in the placeholder`),
		],
		spoil: ({ credential }) =>
			(credential.properties[0].placeholder = 'e.g. http://svc.example.com'),
	},
	{
		name: 'Zapier D008: an address in a text is a link that works',
		findings: (all) =>
			texts(all)
				.filter(([, text]) =>
					/https?:\/\/\w|\]\(/.test(text.replace(/<a href="https:\/\/[^"]+">[^<]+<\/a>/g, '')),
				)
				.map(([at]) => `${at}: write <a href="…">words</a>`),
		spoil: (all) => (firstField(all).description = 'See [dates](https://svc.example.com/dates)'),
	},
	{
		name: 'Zapier D009: an operation that finds something asks what',
		findings: (all) =>
			operations(all)
				.filter(({ choice }) => /^(Find|Search)\b/.test(choice.name))
				.filter(({ at, field, choice }) => {
					const resource = field.displayOptions!.show!.resource![0];
					const { node } = all.nodes.find(({ title }) => at.startsWith(`${title} > `))!;
					return !node.description.properties.some(
						({ required, displayOptions: { show = {} } = {} }) =>
							required &&
							show.resource?.includes(resource as never) &&
							show.operation?.includes(choice.value as never),
					);
				})
				.map(({ at }) => `${at}: require a field to find by`),
		spoil: (all) => {
			const people = all.nodes.find(({ title }) => title === 'Svc People')!;
			for (const each of people.node.description.properties) each.required = false;
		},
	},
	{
		name: 'Zapier D010: an output item can be told from others',
		findings: ({ samples }) =>
			samples
				.filter(([, item]) => entriesIn(item).every(([key]) => !IDENTIFIER.test(key)))
				.map(([where]) => `${where}: put out what identifies the object`),
		spoil: ({ samples }) => (samples[0][1] = { title: 'Water the kale' }),
	},
	{
		name: 'Zapier D018: names are in title case',
		findings: (all) => [
			...found(
				fieldsOf(all).filter(({ field }) => field.type !== 'notice' && !isTitle(field.displayName)),
				'write the name in title case',
			),
			...found(
				choices(all).filter(({ choice }) => !isTitle(choice.name)),
				'write the name in title case',
			),
		],
		spoil: (all) => (firstField(all).displayName = 'New contact'),
	},
	{
		name: 'Zapier D021: the description of an event begins with "Triggers when"',
		findings: (all) =>
			found(
				events(all).filter(({ choice }) => !choice.description?.startsWith('Triggers when ')),
				'begin with "Triggers when"; n8n wants no full stop after one sentence',
			),
		spoil: (all) => (events(all)[0].choice.description = 'Whenever there is a call'),
	},
	{
		name: 'Zapier D023: times in outputs are ISO 8601 with an offset, never Unix times',
		findings: ({ samples }) =>
			samples.flatMap(([where, item]) =>
				timesIn(item)
					.filter(([, value]) => !ISO_TIME.test(String(value)) && !ISO_DATE.test(String(value)))
					.map(([key]) => `${where}: ${key} is no ISO 8601 text with an offset`),
			),
		spoil: ({ samples }) => (samples[0][1] = { nested: [{ started_at: 1794744900000 }] }),
	},
	{
		name: 'Zapier keys: an output field has a name that expressions can use',
		findings: ({ samples }) =>
			samples.flatMap(([where, item]) =>
				entriesIn(item)
					.filter(([key]) => !/^[a-z_][a-z0-9_]*$/.test(key))
					.map(([key]) => `${where}: rename ${key}, in small letters, digits and underscores`),
			),
		spoil: ({ samples }) => (samples[0][1] = { 'participants.0.name': 'Mira Potter' }),
	},
	{
		name: 'Zapier M002: the description of the package is short',
		findings: ({ manifest: { description } }) =>
			description.length >= 40 && description.length <= 140
				? []
				: ['package.json > description: take 40 to 140 characters'],
		spoil: ({ manifest }) => (manifest.description = 'Svc nodes'),
	},
	{
		name: 'Zapier 4.1 and 5.1: operations and events are described without the name of the product',
		findings: (all) =>
			found(
				[...operations(all), ...events(all)].filter(({ choice }) =>
					['Svc', 'n8n'].some((name) => ` ${choice.description} `.includes(` ${name} `)),
				),
				'leave the product out: the node says it',
			),
		spoil: (all) => (operations(all)[0].choice.description = 'Get your profile in Svc'),
	},
	{
		name: 'n8n CollectionParameter.vue: a field that is added to a collection cannot vanish',
		findings: (all) => found(vanishing(all), 'begin with a row, as `kept` of collections.ts does'),
		spoil: (all) => (addable(all)[0].field.typeOptions = { multipleValues: true }),
	},
];

/** Those that n8n adds without a row, and drops when something else changes. */
function vanishing(all: Published): Placed[] {
	return addable(all).filter(({ field }) => field.typeOptions?.multipleValues === true);
}

/** Fields with rows that a user adds to a collection. */
function addable(all: Published): Placed[] {
	const inCollection = fieldsOf(all).flatMap(({ field: { type, options = [] } }) =>
		type === 'collection' ? options : [],
	);
	return fieldsOf(all).filter(
		({ field }) => field.type === 'fixedCollection' && inCollection.includes(field),
	);
}

/** Text in title case. A word with capitals, digits or signs of its own is as it should be. */
function isTitle(text: string): boolean {
	const words = text.split(/[\s/]+/).map((word) => word.replace(/^[^\w]+|[^\w]+$/g, ''));
	return words.every(
		(word, i) => !/^[a-z]+$/.test(word) || (i > 0 && i < words.length - 1 && SMALL.test(word)),
	);
}

/** Keys and values of an item, nested ones included. */
function entriesIn(value: unknown): Array<[key: string, value: unknown]> {
	if (Array.isArray(value)) return value.flatMap(entriesIn);
	if (typeof value !== 'object' || value === null) return [];
	return Object.entries(value).flatMap(([key, inner]) => [[key, inner], ...entriesIn(inner)]);
}

/** Times of an item that are there: by the service's own rule, their names end in _at. */
function timesIn(item: unknown): Array<[key: string, value: unknown]> {
	return entriesIn(item).filter(([key, value]) => /_(at|date)$/.test(key) && value !== null);
}
