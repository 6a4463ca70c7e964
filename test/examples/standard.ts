import { NodeHelpers, type INode } from 'n8n-workflow';
import type { WorkflowFile } from '../../dev/n8n/client';

import { descriptionOf, shownParameters } from './nodeTypes';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-5][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const SVC = 'n8n-nodes-svc.';

const isNote = ({ type }: INode) => type === 'n8n-nodes-base.stickyNote';
const isOwn = ({ type }: INode) => type.startsWith(SVC);
/** Nodes without which an agent or MCP server does nothing, so they are ready for a credential. */
const isIndispensable = ({ type }: INode) =>
	/^@n8n\/n8n-nodes-langchain\.(lmChat\w+|mcpTrigger)$/.test(type);

/** Differences of an example from what all of them have in common. In a pair, another system may be at the end. */
export function shortcomings(file: WorkflowFile, pair = false): string[] {
	return [
		...fileShortcomings(file),
		...file.nodes.flatMap((node) => nodeShortcomings(node, pair)),
		...noteShortcomings(file.nodes),
		...overlaps(file.nodes),
		...when(!pair && !file.nodes.some(delivers), 'it delivers nothing'),
	];
}

function fileShortcomings({ nodes, settings, ...file }: WorkflowFile): string[] {
	const keys = Object.keys(file).join(', ');
	const names = nodes.map(({ name }) => name);
	return [
		...when(keys !== 'name, connections', `the file has ${keys} beside nodes and settings`),
		...when(settings?.executionOrder !== 'v1', 'the execution order is not v1'),
		...when(new Set(names).size < names.length, 'two nodes have the same name'),
	];
}

function nodeShortcomings(node: INode, pair: boolean): string[] {
	const { name, id, credentials, disabled } = node;
	const description = descriptionOf(node.type, node.typeVersion);
	const own = isOwn(node);
	const chosen = JSON.stringify(credentials);
	const expected = JSON.stringify({ svcApi: { id: null, name: 'Svc account' } });
	const needed = (description?.credentials ?? []).filter(
		(credential) =>
			credential.required &&
			NodeHelpers.displayParameter(shownParameters(node), credential, node, description ?? null),
	);
	return [
		...when(!UUID.test(id), `its ID ${id} is no UUID`),
		...when(own && chosen !== expected, `its credential is ${chosen}, not ${expected}`),
		...when(!own && credentials !== undefined, 'it names a credential'),
		...when(
			!pair && !own && !isIndispensable(node) && needed.length > 0,
			'it needs a credential besides that of Svc',
		),
		...when(disabled === true, 'it is deactivated'),
		...when(
			!isNote(node) && name === description?.defaults.name,
			'its name is the one that n8n gave it',
		),
	].map((text) => `${name}: ${text}`);
}

function noteShortcomings(nodes: INode[]): string[] {
	const notes = nodes.filter(isNote);
	// MCP servers have many tools to explain
	const most = nodes.some(({ type }) => type.endsWith('.mcpTrigger')) ? 3 : 2;
	const texts = notes.map(({ parameters }) => String(parameters.content));
	return [
		...when(notes.length > most, `it has ${notes.length} notes`),
		...when(!texts.every((text) => text.startsWith('## ')), 'a note has no heading'),
		...when(!texts.some((text) => text.includes('**Set up:**')), 'no note says how to set it up'),
	];
}

/** Names of nodes that cover each other. */
function overlaps(nodes: INode[]): string[] {
	const boxes = nodes.map((node) => ({ ...boxOf(node), node }));
	return boxes.flatMap((one, i) =>
		boxes
			.slice(i + 1)
			.filter(
				(other) =>
					one.left < other.right &&
					other.left < one.right &&
					one.top < other.bottom &&
					other.top < one.bottom,
			)
			.map((other) => `${one.node.name} and ${other.node.name} overlap`),
	);
}

/** The room of a node in the editor; that of a node which is no note includes its name and subtitle below. */
function boxOf({ position: [left, top], parameters, type }: INode) {
	if (type === 'n8n-nodes-base.stickyNote') {
		const { width = 240, height = 160 } = parameters as Record<string, number>;
		return { left, top, right: left + width, bottom: top + height };
	}
	return { left: left - 48, top, right: left + 144, bottom: top + 150 };
}

/** True for what ends a job: a write to Svc, a file, an answer to a request, or an agent or MCP server. */
function delivers({ type, parameters }: INode): boolean {
	if (parameters.outputAs === 'csv') return true;
	if (type.startsWith(SVC)) {
		const isTrigger = type.endsWith('Trigger');
		return !isTrigger && !/^(get|find|search)/.test(String(parameters.operation ?? 'get'));
	}
	return [
		'n8n-nodes-base.respondToWebhook',
		'n8n-nodes-base.form',
		'@n8n/n8n-nodes-langchain.chatTrigger',
		'@n8n/n8n-nodes-langchain.mcpTrigger',
	].includes(type);
}

function when(condition: boolean, text: string): string[] {
	return condition ? [text] : [];
}
