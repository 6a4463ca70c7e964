import type { INodeProperties, INodeTypeDescription } from 'n8n-workflow';

import { choicesOf } from '../../nodes/shared/form/field';
import { layoutOf, type Output } from '../../nodes/shared/rows/output';
import type { TriggerEvent } from '../../nodes/shared/polling/event';
import { OPERATIONS } from '../contract/operations';
import { ALL, eventsOf, type Declared } from '../engine/operations';
import { NODE_CLASSES, TRIGGER_CLASSES } from '../engine/types';
import {
	anchorOf,
	commonFields,
	linksOf,
	ownNoticesOf,
	rowOf,
	rowsOf,
	SHARED,
	sharedRowsOf,
} from './common';
import { costOf, inWords } from './costs';
import { asSentence, factsOf, isForOutput } from './fields';
import { grouped } from './grouped';
import type { Runs, ShownOperation } from './runs';
import { sampleOf } from './samples';
import { COMMON_PAGE, nameRows, sharedChoices, wordsOfNames, ZONE } from './values';

/** An area of the contract: its action node, its trigger, and what both offer in the order of the panel. */
export interface Area {
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

export const AREAS: Area[] = NODE_CLASSES.map((nodeClass): Area => {
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
		operations: ALL.filter(({ area }) => area === folder).sort(
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

/** All pages of docs/nodes by file name. */
export async function pages(runs: Runs): Promise<Map<string, string>> {
	const texts = new Map([
		['README.md', index()],
		[COMMON_PAGE, commonPage()],
	]);
	for (const area of AREAS) texts.set(`${area.slug}.md`, await areaPage(area, runs));
	return texts;
}

function index(): string {
	const isRaw = ALL.filter(takesWholeBody).length;
	return joined([
		'# The nodes',
		'Each area of the service has a node of its own. This way, the node panel finds it by its name, [AI agents](../agents.md) get small tools, and n8n evaluates fewer fields for each item. [Using the nodes](../usage.md) describes what all nodes have in common.',
		'## Operations',
		table(
			['Node', 'Resource', 'Operations'],
			AREAS.flatMap((area) =>
				resourcesOf(area).map(({ name, operations }, i) => [
					i === 0 ? `[${area.node}](${area.slug}.md)` : '',
					name,
					operations.map((each) => linkTo(each, area)).join(', '),
				]),
			),
		),
		`The service does not document the fields of ${isRaw} operations. These take the request body as JSON, and have _(JSON)_ in their names. It is not documented either what a repeated write does, so the node sends nothing again after a lost answer.`,
		'## Triggers',
		table(
			['Node', 'Trigger On'],
			AREAS.filter(({ trigger }) => trigger).map(({ trigger, events, slug }) => [
				trigger!.displayName,
				events.map(({ name }) => `[${name}](${slug}.md#${anchorOf(name)})`).join(', '),
			]),
		),
		'Triggers poll the service, and lose nothing: see [what a trigger promises](../triggers.md).',
		'## About these pages',
		'These pages are made from the nodes themselves.',
		[
			'- **Fields.** The table of an operation has its required fields, in bold, and the fields that only this operation has. _More fields_ below it links to optional fields that other operations have too, and says what differs here: to _Shared fields_ on the same page if only operations of this node have them, and otherwise to the page [common fields](common-fields.md), which also describes the fields of tools, texts and files. _When added_ says what counts once you have added an optional field: its value, or that it must not be empty.',
			"- **Output.** Samples come from runs in n8n's engine against the service that the tests and the demo use, with _Simplify_ on and the time zone Europe/Berlin. Long texts are shortened (…), and lists show their first two entries.",
			"- **Requests.** They are counted in the same runs, and have the names of [the service's contract](../../contract/openapi.yaml). _One by one_ means that items that change the same object, or write to it, go one after the other, each with requests of its own. The requests of an event are the requests of a poll that finds nothing new. [Names](common-fields.md#by-name) take further requests. Before its first write, a node also reads whose account it is, with one request for each key as long as n8n runs.",
			'- **Retries.** A retry of a write [writes nothing twice](../write-safety.md).',
		].join('\n'),
	]);
}

function commonPage(): string {
	return joined([
		'# Common fields',
		'This page describes fields that several nodes have. The page of a node names them under each operation, and says what differs there. Required fields also stand in the table of each operation.',
		'## Values',
		'### Dates and times',
		asSentence(ZONE),
		'[Dates](../dates.md) lists other forms that are accepted.',
		'### By Name',
		table(['Names of', 'Take', 'Looked up by'], nameRows()),
		wordsOfNames(),
		...sharedChoices().flatMap(([name, choices]) => [`### Choices of ${name}`, `${choices}.`]),
		'## Fields',
		...commonFields().flatMap(([name, words]) => [`### ${name}`, words.join('\n')]),
		'## Fields of texts, files and tools',
		'Operations whose output can be a text or files also have these fields, and so have all operations as tools of agents:',
		fieldTable(outputRows()),
	]);
}

async function areaPage(area: Area, runs: Runs): Promise<string> {
	const { folder, title, description, trigger, operations, events, node } = area;
	const isRenamed = title.replaceAll(' ', '') !== folder;
	const shared = sharedRowsOf(folder);
	const parts = [
		`# ${title}`,
		`${asSentence(description)}${isRenamed ? ` ${title} are called ${folder.toLowerCase()} in the service's contract.` : ''} [About this page](README.md#about-these-pages).`,
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
		...(shared.length > 0 ? [`## ${SHARED}`, fieldTable(shared)] : []),
		...(trigger ? [`## ${node}`] : []),
	];
	const level = trigger ? '###' : '##';
	for (const each of operations) parts.push(...(await operationPart(each, level, runs)));
	if (trigger) parts.push(...(await triggerPart(area, trigger, runs)));
	return joined(parts);
}

async function operationPart(declared: Declared, level: string, runs: Runs): Promise<string[]> {
	const { operation, area } = declared;
	const { description } = operation;
	const contract = OPERATIONS.find(({ path: url }) => url === operation.routing.request.url)!;
	const isRaw = takesWholeBody(declared);
	if (operation.endpoint.waits) return waitingPart(declared, level, contract.id);
	const shown = isRaw ? undefined : await runs.operation(declared, contract.id);
	const cost = shown
		? costOf(contract, shown)
		: `one \`${contract.id}\` for each ${isRead(declared) ? 'page' : 'input item'}.`;
	const lost =
		isRaw &&
		!isRead(declared) &&
		'**After a lost answer** [nothing is sent again](README.md#operations).';
	const what = `**Output**${shown?.file ? `, with a file in \`${shown.file}\`` : ''}`;
	return [
		`${level} ${headingOf(declared)}`,
		asSentence(description),
		...ownNoticesOf(declared).map((notice) => `> ${notice}`),
		...fieldsPart(rowsOf(area, declared), linksOf(area, declared)),
		[`**Requests**: ${cost}`, lost].filter(Boolean).join(' '),
		...(shown ? [`${what}:`, sampleOf(shown.sample)] : []),
		...(shown?.inForm ? inFormPart(declared, shown.inForm) : []),
		...leftOut(operation.output),
	];
}

/** An operation whose output is no answer of the service. */
function waitingPart(declared: Declared, level: string, operationId: string): string[] {
	const { operation, area } = declared;
	return [
		`${level} ${headingOf(declared)}`,
		asSentence(operation.description),
		...ownNoticesOf(declared).map((notice) => `> ${notice}`),
		...fieldsPart(rowsOf(area, declared), linksOf(area, declared)),
		`**Requests**: one \`${operationId}\`, for a person after one \`createPrivateChats\`, and none while the execution waits.`,
		'**Output**: `data`, with `approved`, `text` or the values of the form by their names, and `respondedAt`. After the end of _Limit Wait Time_ it has `timedOut` instead, and `approved: false`. [Asking people](../usage.md#asking-people) says more.',
	];
}

/** The sample of a choice of Output. */
function inFormPart(
	declared: Declared,
	{ form, sample }: NonNullable<ShownOperation['inForm']>,
): string[] {
	const output = declared.operation.fields.find(({ name }) => name === 'output')!;
	const { name } = choicesOf(output).find(({ value }) => value === form)!;
	return [`With _Output_ ${name}:`, sampleOf(sample)];
}

async function triggerPart(
	{ folder, events }: Area,
	{ displayName, name }: INodeTypeDescription,
	runs: Runs,
): Promise<string[]> {
	const rows = inAllAndOthers(events.map((event) => rowsOf(folder, event)));
	const links = inAllAndOthers(events.map((event) => linksOf(folder, event)));
	const parts = [
		`## ${displayName}`,
		'[Triggers](../triggers.md) explains what a trigger promises, [how far it looks back](../triggers.md#events), and [what a poll costs](../triggers.md#what-a-poll-costs).',
		...(rows.inAll.length > 0
			? ['All events have these fields:', ...fieldsPart(rows.inAll, links.inAll)]
			: also('All events have', links.inAll)),
	];
	for (const [i, event] of events.entries()) {
		const shown = await runs.event(name, event.value);
		parts.push(
			`### ${event.name}`,
			asSentence(event.description),
			...fieldsPart(rows.others[i], links.others[i]),
			`**Requests**: ${inWords(shown.requests)}.`,
			'**Output**:',
			sampleOf(shown.sample),
			...leftOut(event.output),
		);
	}
	return parts;
}

/** The fields that several events have in common, and those that each has beside them. */
function inAllAndOthers<Each extends string[]>(
	lists: Each[][],
): { inAll: Each[]; others: Each[][] } {
	const isIn = (list: Each[], one: Each) => list.some((each) => String(each) === String(one));
	const inAll =
		lists.length > 1 ? lists[0].filter((one) => lists.every((list) => isIn(list, one))) : [];
	return { inAll, others: lists.map((list) => list.filter((one) => !isIn(inAll, one))) };
}

/** The fields that items do not show although they can be had. */
function leftOut({ onRequest = '', usual = {} }: Partial<Output> = {}): string[] {
	const names = (all: string[]) => all.map((name) => `\`${name}\``).join(', ');
	const left = layoutOf(onRequest).map(({ name }) => name);
	const unless = Object.keys(usual);
	const parts = [
		left.length > 0 && `_Left out of items_: ${names(left)}.`,
		unless.length > 0 && `Only in items where they say something: ${names(unless)}.`,
	].filter(Boolean);
	return parts.length > 0 ? [parts.join(' ')] : [];
}

type Link = [within: string, link: string];

/** The fields of an operation or event: those of its own, and links to the others. */
function fieldsPart(rows: string[][], links: Link[]): string[] {
	return [...(rows.length > 0 ? [fieldTable(rows)] : []), ...also('More fields:', links)];
}

/** A line with fields that are described elsewhere, by the collection that holds them. */
function also(start: string, links: Link[]): string[] {
	const groups = [...grouped(links, ([within]) => within)].map(
		([within, all]) =>
			`${within && `under _${within.replace(' > ', '')}_ `}${all.map(([, link]) => link).join(', ')}`,
	);
	return groups.length > 0 ? [`${start} ${groups.join('; ')}.`] : [];
}

function takesWholeBody({ operation }: Declared): boolean {
	return operation.fields.some(({ limits }) => limits?.json);
}

function isRead({ operation }: Declared): boolean {
	return operation.fields.some(({ name }) => name === 'returnAll');
}

export function resourcesOf({ operations }: Area): Array<{ name: string; operations: Declared[] }> {
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

/** The fields that many operations have for texts and files, and all for tools, each once. */
function outputRows(): string[][] {
	const rows = ALL.flatMap(({ operation }) => factsOf(operation.fields, isForOutput)).map(rowOf);
	return [...new Map(rows.map((row) => [row.join(), row])).values()];
}

function fieldTable(rows: string[][]): string {
	return table(['Field', 'Takes', 'Meaning'], rows);
}

export function table(head: string[], rows: string[][]): string {
	const line = (cells: string[]) =>
		`| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
	return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

function joined(parts: string[]): string {
	return `${parts.map((part) => part.trimEnd()).join('\n\n')}\n`;
}
