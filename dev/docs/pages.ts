import type { IDataObject, INodeProperties, INodeTypeDescription } from 'n8n-workflow';

import type { Repeat } from '../../nodes/shared/operations/endpoint';
import type { TriggerEvent } from '../../nodes/shared/polling/event';
import { compiled } from '../../nodes/shared/polling/compiledEvent';
import { EVENTS } from '../areas/events';
import { OPERATIONS } from '../contract/operations';
import { DECLARED, eventsOf, type Declared } from '../engine/operations';
import { NODE_CLASSES, TRIGGER_CLASSES } from '../engine/types';
import { costOf, costOfNames, inWords } from './costs';
import { asSentence, isCommon, noticesOf, rowsOf, type FieldRow } from './fields';
import type { Runs } from './runs';

/** An area of the contract: its action node, its trigger, and what both offer in the order of the panel. */
interface Area {
	/** `ImportedChat`, `Imported Chat` and `imported-chat` */
	folder: string;
	title: string;
	slug: string;
	description: string;
	node: string;
	trigger?: INodeTypeDescription;
	operations: Declared[];
	events: TriggerEvent[];
}

const AREAS: Area[] = NODE_CLASSES.map((nodeClass): Area => {
	const { name, displayName, description, properties } = new nodeClass().description;
	const folder = name.replace('svc', '');
	const title = displayName.replace('Svc ', '');
	const trigger = TRIGGER_CLASSES.map((each) => new each().description).find(
		(each) => each.name === `${name}Trigger`,
	);
	const order = namesIn(trigger?.properties ?? []);
	const resources = namesIn(properties);
	return {
		folder,
		title,
		slug: slugOf({ displayName }),
		description: String(description),
		node: displayName,
		trigger,
		operations: DECLARED.filter(({ area }) => area === folder).sort(
			(a, b) => resources.indexOf(a.resource.name) - resources.indexOf(b.resource.name),
		),
		events: eventsOf(folder).sort((a, b) => order.indexOf(a.name) - order.indexOf(b.name)),
	};
});

/** Name of a node's page: `imported-chat`. */
export function slugOf({ displayName }: { displayName: string }): string {
	return displayName.replace('Svc ', '').toLowerCase().replaceAll(' ', '-');
}

/** Names of the choices of the first field of a node: its resources or events. */
function namesIn([first]: INodeProperties[]): string[] {
	return (first?.options ?? []).map(({ name }) => name);
}

/** Explanations why repeating a write writes nothing twice. */
const REPEATS: Record<Repeat, string> = {
	idempotencyKey: 'the service carries out its idempotency key once and repeats the outcome',
	precondition: 'the repetition is rejected, and the node then reads whether the change was made',
	idempotent: 'the repetition finds everything as it should be',
};

/** All pages of docs/nodes by file name. */
export async function pages(runs: Runs): Promise<Map<string, string>> {
	const texts = new Map([['README.md', index()]]);
	for (const area of AREAS) texts.set(`${area.slug}.md`, await areaPage(area, runs));
	return texts;
}

function index(): string {
	const isRaw = DECLARED.filter(takesWholeBody).length;
	return joined([
		'# The nodes',
		'One node for each area of the service, so that the panel finds them by name and an AI agent gets small tools: [agents.md](../agents.md).',
		table(
			['Node', 'What it does'],
			AREAS.map(({ node, slug, description }) => [`[${node}](${slug}.md)`, description]),
		),
		'## Operations',
		table(
			['Node', 'Resource', 'Operations'],
			AREAS.flatMap((area) =>
				resourcesOf(area).map(({ name, operations }, i) => [
					i === 0 ? area.node : '',
					name,
					operations.map((each) => linkTo(each, area)).join(', '),
				]),
			),
		),
		`The service's documents show no fields for ${isRaw} operations: these take the request body as JSON, and say so.`,
		'## Triggers',
		table(
			['Node', 'Trigger On'],
			AREAS.filter(({ trigger }) => trigger).map(({ trigger, events, slug }) => [
				trigger!.displayName,
				events.map(({ name }) => `[${name}](${slug}.md#${anchorOf(name)})`).join(', '),
			]),
		),
		'They poll, and lose nothing: [what a trigger promises](../triggers.md).',
		'## Fields of texts, files and tools',
		'Operations whose output can be a text or files have these fields, and all operations as tools of agents:',
		fieldTable(commonRows()),
		'## About these pages',
		'Everything here is made from the nodes themselves. Samples and numbers of requests come from runs in n8n’s engine against the service that the tests and the demo use, with _Simplify_ on where a node has it and the time zone Europe/Berlin. In samples, long texts are shortened (…) and lists show their first two entries.',
		'Before its first write, a node also reads whose account it is: one request for each key, as long as n8n runs.',
	]);
}

async function areaPage(area: Area, runs: Runs): Promise<string> {
	const { folder, title, description, trigger, operations, events, node } = area;
	const parts = [
		`# ${title}`,
		asSentence(description) +
			(title.replaceAll(' ', '') === folder
				? ''
				: ` ${title} are called ${folder.toLowerCase()} in the service's contract.`),
		[
			...resourcesOf(area).map(
				(resource) =>
					`- **${resource.name}**: ${resource.operations.map((each) => linkTo(each)).join(', ')}`,
			),
			...(trigger
				? [
						`- **Triggers**: ${events.map(({ name }) => `[${name}](#${anchorOf(name)})`).join(', ')}`,
					]
				: []),
		].join('\n'),
		'Samples and numbers of requests come from [runs of the nodes](README.md#about-these-pages).',
		...(trigger ? [`## ${node}`] : []),
	];
	const level = trigger ? '###' : '##';
	for (const declared of operations) parts.push(await operationPart(declared, level, runs));
	if (trigger) parts.push(await triggerPart(trigger, events, runs));
	return joined(parts);
}

async function operationPart(declared: Declared, level: string, runs: Runs): Promise<string> {
	const { operation } = declared;
	const { fields, description, endpoint } = operation;
	const contract = OPERATIONS.find(({ path: url }) => url === operation.routing.request.url)!;
	const isRaw = takesWholeBody(declared);
	const shown = isRaw ? undefined : await runs.operation(declared, contract.id);
	const cost = shown
		? costOf(contract, shown)
		: `One request for each input item${isRead(declared) ? ', and with _Return All_ one for each page' : ''}.`;
	return joined([
		`${level} ${headingOf(declared)}`,
		`${asSentence(description)} Uses \`${contract.id}\` of [the service's contract](../../contract/openapi.yaml).`,
		...noticesOf(fields).map((notice) => `> ${notice}`),
		fieldTable(rowsOf(fields, (field) => !isCommon(field))),
		...(fields.some(isCommon) ? [MORE_FIELDS] : []),
		`**Requests**: ${[cost, ...costOfNames(fields)].join(' ')}`,
		...(endpoint.repeat
			? [
					`**A retry writes nothing twice**: ${REPEATS[endpoint.repeat]} ([write safety](../write-safety.md)).`,
				]
			: []),
		...(isRaw && !isRead(declared)
			? [
					'**After a lost answer nothing is sent again**, since what a repetition does is not documented ([write safety](../write-safety.md)).',
				]
			: []),
		...(shown
			? [
					`An output item${shown.file ? `, with a file in \`${shown.file}\`` : ''}:`,
					sampleOf(shown.sample),
				]
			: []),
	]);
}

async function triggerPart(
	{ displayName, name }: INodeTypeDescription,
	events: TriggerEvent[],
	runs: Runs,
): Promise<string> {
	const tables = new Map(
		events.map((event) => [event, rowsOf(compiled(event).all, (field) => !isCommon(field))]),
	);
	const inAll = (row: FieldRow) =>
		events.length > 1 &&
		[...tables.values()].every((rows) => rows.some((each) => String(each) === String(row)));
	const common = tables.get(events[0])!.filter(inAll);
	const parts = [
		`## ${displayName}`,
		'It polls at the times that you set: see [what a trigger promises](../triggers.md).',
		...(common.length > 0 ? ['### Fields of all events', fieldTable(common)] : []),
		MORE_FIELDS,
	];
	for (const event of events) {
		const shown = await runs.event(name, event.value);
		const rows = tables.get(event)!.filter((row) => !inAll(row));
		parts.push(
			`### ${event.name}`,
			asSentence(event.description),
			...(rows.length > 0 || common.length === 0 ? [fieldTable(rows)] : []),
			`**Looks back**: ${EVENTS[`${name}: ${event.value}`].words.lookback} ([events](../triggers.md#events)).`,
			`**Requests**: ${inWords(shown.requests)} in a poll that finds nothing new ([what a poll costs](../triggers.md#what-a-poll-costs)).`,
			'An item:',
			sampleOf(shown.sample),
		);
	}
	return joined(parts);
}

function takesWholeBody({ operation }: Declared): boolean {
	return operation.fields.some(({ limits }) => limits?.json);
}

function isRead({ operation }: Declared): boolean {
	return operation.fields.some(({ name }) => name === 'returnAll');
}

function resourcesOf({ operations }: Area): Array<{ name: string; operations: Declared[] }> {
	const names = [...new Set(operations.map(({ resource }) => resource.name))];
	return names.map((name) => ({
		name,
		operations: operations.filter(({ resource }) => resource.name === name),
	}));
}

function headingOf({ resource, operation }: Declared): string {
	return `${resource.name} > ${operation.name}`;
}

function linkTo(declared: Declared, { slug }: { slug?: string } = {}): string {
	const page = slug ? `${slug}.md` : '';
	return `[${declared.operation.name}](${page}#${anchorOf(headingOf(declared))})`;
}

const MORE_FIELDS =
	'[Fields of texts, files and tools](README.md#fields-of-texts-files-and-tools) are described once.';

/** The fields that many operations have for texts and files, and all for tools, each once. */
function commonRows(): FieldRow[] {
	const rows = DECLARED.flatMap(({ operation }) => rowsOf(operation.fields, isCommon));
	return [...new Map(rows.map((row) => [row.join(), row])).values()];
}

/** The anchor that GitHub gives a heading. */
function anchorOf(heading: string): string {
	return heading
		.toLowerCase()
		.replace(/[^\w -]/g, '')
		.replaceAll(' ', '-');
}

function fieldTable(rows: FieldRow[]): string {
	return rows.length > 0 ? table(['Field', 'Takes', 'Meaning'], rows) : 'No fields.';
}

export function table(head: string[], rows: string[][]): string {
	const line = (cells: string[]) =>
		`| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
	return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

/** Characters of a text that samples show. */
const LONGEST_TEXT = 100;

function sampleOf(item: IDataObject): string {
	const shorten = (_key: string, value: unknown): unknown => {
		if (Array.isArray(value)) return value.slice(0, 2);
		if (typeof value !== 'string') return value;
		const points = [...value];
		return points.length > LONGEST_TEXT ? `${points.slice(0, LONGEST_TEXT).join('')}…` : value;
	};
	return `\`\`\`json\n${JSON.stringify(item, shorten, 2)}\n\`\`\``;
}

function joined(parts: string[]): string {
	return `${parts.map((part) => part.trimEnd()).join('\n\n')}\n`;
}
