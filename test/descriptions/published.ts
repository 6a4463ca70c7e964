import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { deepCopy, type ICredentialType, type INodeProperties, type INodeType } from 'n8n-workflow';

import { SvcApi } from '../../credentials/SvcApi.credentials';
import { NODE_CLASSES, TRIGGER_CLASSES } from '../../dev/engine/types';

const ROOT = path.resolve(__dirname, '../..');
const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8');

/** A node as n8n gets it. */
interface PublishedNode {
	/** As users see it, for findings */
	title: string;
	node: INodeType;
	codex: { alias?: string[]; categories: string[]; subcategories?: Record<string, string[]> };
}

/** Everything that a reviewer of the package reads. */
export interface Published {
	manifest: { description: string; repository: { url: string; directory?: string } };
	credential: ICredentialType;
	nodes: PublishedNode[];
	/** Drawings of all icons, by file name */
	icons: Record<string, string>;
	/** TypeScript of nodes and credentials, by path */
	sources: Record<string, string>;
	/** Output items of real runs, as docs/nodes shows them, with the place where they stand */
	samples: Array<[where: string, item: Record<string, unknown>]>;
}

function filesIn(folder: string, end: string): string[] {
	return readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
		.filter((file) => file.endsWith(end))
		.map((file) => path.posix.join(folder, file));
}

function textsOf(files: string[]): Record<string, string> {
	return Object.fromEntries(files.map((file) => [file, read(file)]));
}

/** The sample outputs of a page, with the heading above each. */
function samplesIn(page: string): Published['samples'] {
	const sections = read(page).split(/^(?=##)/m);
	return sections.flatMap((section) =>
		[...section.matchAll(/```json\n(.*?)```/gs)].map(([, json]): Published['samples'][number] => [
			`${page}: ${/^#+ (.*)/.exec(section)?.[1]}`,
			JSON.parse(json),
		]),
	);
}

const CODEX = textsOf(filesIn('nodes', '.node.json'));

function publishedNode(node: INodeType): PublishedNode {
	const name = `/${node.constructor.name}.node.json`;
	const [, codex] = Object.entries(CODEX).find(([file]) => file.endsWith(name))!;
	return { title: node.description.displayName, node, codex: JSON.parse(codex) };
}

const NODES = [...NODE_CLASSES, ...TRIGGER_CLASSES].map((Node) => publishedNode(new Node()));
const REST = {
	manifest: JSON.parse(read('package.json')) as Published['manifest'],
	icons: textsOf(filesIn('icons', '.svg')),
	sources: textsOf([...filesIn('nodes', '.ts'), ...filesIn('credentials', '.ts')]),
	samples: filesIn('docs/nodes', '.md').flatMap(samplesIn),
};

/** The package as it is; a copy, which a test may spoil. */
export function published(): Published {
	return {
		...deepCopy(REST),
		credential: new SvcApi(),
		nodes: NODES.map(({ title, node, codex }) => {
			const copy: INodeType = Object.create(node);
			copy.description = deepCopy(node.description);
			return { title, node: copy, codex: deepCopy(codex) };
		}),
	};
}

/** A field, with the names of the node and of the fields around it. */
export interface Placed {
	at: string;
	field: INodeProperties;
	/** True for a field that is in no collection */
	top: boolean;
}

/** All fields of all nodes; those inside collections after the collection. */
export function fieldsOf({ nodes }: Published): Placed[] {
	return nodes.flatMap(({ title, node }) =>
		node.description.properties
			// Request Options is n8n's own
			.filter(({ name }) => name !== 'requestOptions')
			.flatMap((field) => placed(field, title, true)),
	);
}

function placed(field: INodeProperties, around: string, top: boolean): Placed[] {
	const at = `${around} > ${field.displayName}`;
	const inner = (field.options ?? []).flatMap((option) => {
		if ('values' in option) return option.values.flatMap((value) => placed(value, at, false));
		return 'type' in option ? placed(option, at, false) : [];
	});
	const modes = (field.modes ?? []).map((mode) => ({
		at: `${at} > ${mode.displayName}`,
		field: { default: '', ...mode } as unknown as INodeProperties,
		top: false,
	}));
	return [{ at, field, top }, ...modes, ...inner];
}

/** An entry of a list to choose from. */
export interface Choice {
	name: string;
	value: unknown;
	description?: string;
}

/** The entries of a field that is a list to choose from. */
export function choicesOf({ type, options = [] }: INodeProperties): Choice[] {
	return ['options', 'multiOptions'].includes(type) ? (options as Choice[]) : [];
}
