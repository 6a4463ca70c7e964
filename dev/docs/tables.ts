import type { INodePropertyOptions, INodeTypeDescription } from 'n8n-workflow';

import { REASONS, rejection } from '../../nodes/shared/errors/rejections';
import { EVENTS } from '../areas/events';
import { ALL, titleOf } from '../engine/operations';
import { NODES } from '../engine/types';
import { evidence, jobsList, promisesList, testsOfPromises } from './firstScreen';
import { instructionsAt, NOW } from './instructions';
import { AREAS, resourcesOf, table } from './pages';

/** Parts of pages that say what the code says, by the name between their markers. */
const PARTS: Record<string, () => string> = {
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

/** A line for each node: its operations by resource, and the events of its trigger. */
function operations(): string {
	return AREAS.map((area) => {
		const groups = [
			...resourcesOf(area).map(({ name, operations: all }) =>
				namesOf(
					name,
					all.map(({ operation }) => operation),
				),
			),
			...(area.trigger ? [namesOf('Trigger', area.events)] : []),
		];
		return `- [${area.node}](docs/nodes/${area.slug}.md): ${groups.join('; ')}`;
	}).join('\n');
}

/** The names of operations or events, after what they belong to. */
function namesOf(group: string, named: Array<{ name: string }>): string {
	return `**${group}** ${named.map(({ name }) => name).join(', ')}`;
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
