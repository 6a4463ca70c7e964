import type { INodePropertyOptions, INodeTypeDescription } from 'n8n-workflow';

import { REASONS, rejection } from '../../nodes/shared/errors/rejections';
import { EVENTS } from '../areas/events';
import { ALL, titleOf } from '../engine/operations';
import { NODES } from '../engine/types';
import { evidence, jobsList, promisesList, testsOfPromises } from './firstScreen';
import { instructionsAt, NOW } from './instructions';
import { AREAS, resourcesOf, slugOf, table } from './pages';

/** Parts of pages that say what the code says, by the name between their markers. */
const PARTS: Record<string, () => string> = {
	nodes,
	operations,
	forms,
	events,
	writes,
	reasons,
	jobs: jobsList,
	evidence,
	promises: promisesList,
	tests: testsOfPromises,
	instructions: () => ['```text', instructionsAt(NOW), '```'].join('\n'),
};

/** The pages with parts between markers. */
export const PAGES = [
	'README.md',
	'docs/agents.md',
	'docs/errors.md',
	'docs/evidence.md',
	'docs/triggers.md',
	'docs/write-safety.md',
	'.github/ISSUE_TEMPLATE/defect.yml',
];

/** The text of a page with its parts written anew. Throws if it has none, or a marker that is not understood. */
export function withParts(text: string, page: string): string {
	const names: string[] = [];
	const written = text.replace(
		/(Written by npm run generate: (\w+)\b.*\n)[^]*?(\n.*end of \2\b)/g,
		(_old, begin: string, name: string, end: string) => {
			names.push(name);
			return `${begin}\n${PARTS[name]()}\n${end}`;
		},
	);
	const markers = text.match(/Written by npm run|end of \w+ -->|# end of \w+/g) ?? [];
	if (names.length === 0 || markers.length !== 2 * names.length)
		throw new Error(`${page} lacks a part that is written into it, or one of its markers`);
	return written;
}

const DESCRIPTIONS = NODES.map(({ description }) => description);
const triggerOf = ({ name }: INodeTypeDescription) =>
	DESCRIPTIONS.find((each) => each.name === `${name}Trigger`);
const ACTIONS = DESCRIPTIONS.filter(({ name }) => !name.endsWith('Trigger'));

function nodes(): string {
	return ACTIONS.map((action) => {
		const link = `[${action.displayName}](docs/nodes/${slugOf(action)}.md)`;
		const [first, ...rest] = String(action.description);
		const words = first.toLowerCase() + rest.join('');
		return `- ${link}${triggerOf(action) ? ' and its trigger' : ''}: ${words}`;
	}).join('\n');
}

/** Characters of the names in a row */
const MOST_NAMES = 100;

/** All operations and events, each node with its resources. */
function operations(): string {
	const rows = AREAS.flatMap((area) =>
		[
			...resourcesOf(area).flatMap((resource) =>
				rowsOf(
					resource.name,
					resource.operations.map((each) => each.operation),
				),
			),
			...(area.trigger ? rowsOf('_Trigger_', area.events) : []),
		].map((cells, i) => [i === 0 ? area.title : '', ...cells]),
	);
	return table(['Node', 'Resource', 'Operations, or events of the trigger'], rows);
}

/** Rows of names, as many as a line has room for. */
function rowsOf(first: string, named: Array<{ name: string }>): string[][] {
	const lines: string[] = [];
	for (const { name } of named) {
		const longer = lines.length > 0 ? `${lines[lines.length - 1]}, ${name}` : name;
		if (longer.length <= MOST_NAMES) lines.splice(-1, 1, longer);
		else lines.push(name);
	}
	return lines.map((line, i) => [i === 0 ? first : '', line]);
}

function forms(): string {
	return ACTIONS.flatMap((action) => [action, triggerOf(action) ?? []].flat())
		.map(({ displayName }) => `        - ${displayName}`)
		.join('\n');
}

function events(): string {
	const rows = ACTIONS.flatMap((action) => {
		const { name, properties = [] } = triggerOf(action) ?? {};
		const options = (properties[0]?.options ?? []) as INodePropertyOptions[];
		return options.map((event, i) => {
			const { lookback, foundBy, id } = EVENTS[`${name}: ${String(event.value)}`].words;
			return [i === 0 ? action.displayName : '', event.name, lookback, foundBy, id];
		});
	});
	return table(['Trigger', 'Event', 'Looks back', 'Found by', '`_event.id`'], rows);
}

function writes(): string {
	const order = ACTIONS.map(({ name }) => name.replace('svc', ''));
	return table(
		['Operation', 'Kind'],
		ALL.filter(({ operation }) => operation.endpoint.repeat)
			.sort((a, b) => order.indexOf(a.area) - order.indexOf(b.area))
			.map((declared) => [titleOf(declared), `\`${declared.operation.endpoint.repeat}\``]),
	);
}

/** Reasons of rejections, those with the same words together. */
function reasons(): string {
	const names = new Map<string, string[]>();
	for (const reason of Object.keys(REASONS)) {
		const { message, description = '' } = rejection('…', reason);
		const words = `**${message}.** ${description.replace(` Reason: ${reason}.`, '')}`;
		names.set(words, [...(names.get(words) ?? []), `\`${reason}\``]);
	}
	return [...names].map(([words, all]) => `- ${all.join(', ')}: ${words}`).join('\n');
}
