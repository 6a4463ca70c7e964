import { readFileSync } from 'node:fs';
import path from 'node:path';
import { nameOf as nameOfOperation } from '../../dev/contract/offered';
import { DECLARED } from '../../dev/engine/operations';
import type { NodeType } from '../../dev/n8n/client';
import { REPOSITORY } from '../../dev/n8n/paths';
import { SHOWN, TRIGGERS } from '../../dev/outputSchemas/outputSchemas';
import { openWorld, type World } from './world';

const manifest = JSON.parse(readFileSync(path.join(REPOSITORY, 'package.json'), 'utf8'));

/** `dist/nodes/Records/SvcRecords.node.js` is the node `svcRecords`. */
function nameOf(file: string): string {
	const className = path.basename(file).split('.')[0];
	return className[0].toLowerCase() + className.slice(1);
}

const nodeNames: string[] = manifest.n8n.nodes.map(nameOf);

describe('the installed package', () => {
	let world: World;
	let types: Map<string, NodeType>;

	beforeAll(async () => {
		world = await openWorld();
		types = new Map((await world.n8n.nodeTypes()).map((type) => [type.name, type]));
	});
	afterAll(async () => await world.close());

	test.each(nodeNames)('offers %s under its public name and version', (name) => {
		const type = types.get(`${manifest.name}.${name}`);
		expect(type?.communityNodePackageVersion).toBe(manifest.version);
	});

	test.each(nodeNames)('has an icon of %s for the light and the dark theme', async (name) => {
		const { iconUrl } = types.get(`${manifest.name}.${name}`)!;
		const { light, dark } = iconUrl as { light: string; dark: string };
		expect(light).not.toBe(dark);
		for (const url of [light, dark]) {
			const icon = await world.n8n.file(`/${url}`);
			expect(icon.type).toContain('image/svg+xml');
			expect(icon.text).toContain('<svg');
		}
	});

	test.each(nodeNames)('has categories for %s', (name) => {
		const { codex } = types.get(`${manifest.name}.${name}`)!;
		expect(codex?.categories).not.toEqual([]);
	});

	test.each(nodeNames.filter((name) => !name.endsWith('Trigger')))(
		'offers %s as a tool for AI agents, if a model can fill in one of its operations',
		(name) => {
			const tools = DECLARED.filter(({ operation }) => operation.tool);
			const isTool = tools.some(({ area }) => `svc${area}` === name);
			expect(types.has(`${manifest.name}.${name}Tool`)).toBe(isTool);
		},
	);

	test.each(SHOWN.map((offered) => [nameOfOperation(offered), offered] as const))(
		'has an output schema for the fields of %s, which the editor offers',
		async (_name, { node, resource, operation }) => {
			const path = [node.description.name, '1.0.0', resource, operation.value].join('/');
			const { text } = await world.n8n.file(`/schemas/${manifest.name}.${path}.json`);
			const { type, properties } = JSON.parse(text);
			expect(type).toBe('object');
			expect(Object.keys(properties)).not.toEqual([]);
		},
	);

	test.each(TRIGGERS.map(({ description }) => description.name))(
		'has an output schema for the common fields of the events of %s',
		async (name) => {
			const { text } = await world.n8n.file(`/schemas/${manifest.name}.${name}/1.0.0.json`);
			expect(Object.keys(JSON.parse(text).properties)).toContain('_event');
		},
	);

	test('offers the credential', async () => {
		const credentials = await world.n8n.credentialTypes();
		expect(credentials).toContainEqual(
			expect.objectContaining({ name: 'svcApi', displayName: 'Svc API' }),
		);
	});
});
