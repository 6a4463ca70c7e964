import type { IDataObject } from 'n8n-workflow';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

import { parametersOf } from '../../dev/contract/samples';
import { nameOf, OFFERED } from '../../dev/contract/offered';
import { NODE_CLASSES } from '../../dev/engine/types';
import { share } from '../support/effort';
import { jsonOf, useService } from '../support/useService';
import { uid } from '../../dev/contract/choices';

/** The nodes are declarative: n8n's own routing sends the same requests as the custom operations. */

const fixture = useService();

describe('a node', () => {
	it.each(NODE_CLASSES.map((nodeClass) => [nodeClass.name, new nodeClass()] as const))(
		'%s has no execute method, and a custom operation for each operation that it offers',
		(_name, node) => {
			expect(node).not.toHaveProperty('execute');
			const [resource, ...others] = node.description.properties;
			const selectors = others.filter(({ name }) => name === 'operation');
			const offered = (resource.options as Array<{ value: string }>).map(({ value }) => [
				value,
				selectors
					.filter(({ displayOptions }) => displayOptions!.show!.resource!.includes(value))
					.flatMap(({ options }) =>
						(options as Array<{ value: string }>).map((each) => each.value),
					),
			]);
			const custom = Object.entries(node.customOperations!).map(([value, operations]) => [
				value,
				Object.keys(operations),
			]);
			expect(Object.fromEntries(custom)).toEqual(Object.fromEntries(offered));
		},
	);

	it('has no operation or resource with a name of Object.prototype', () => {
		const folder = path.join(__dirname, '../../nodes');
		const branching = readdirSync(folder, { recursive: true, encoding: 'utf8' })
			.filter((file) => file.endsWith('.ts'))
			.filter((file) =>
				/getNodeParameter\(\s*'(operation|resource)'|\.(operation|resource)\s*===/.test(
					readFileSync(path.join(folder, file), 'utf8'),
				),
			);
		expect(branching).toEqual([]);
	});
});

/** A request without the values that differ in every run: generated keys and current times. */
function comparable(value: unknown): unknown {
	return JSON.parse(
		JSON.stringify(value, (key, inner: unknown) => {
			if (key === 'idempotency_key' && /^[0-9a-f-]{36}-/.test(String(inner))) return 'own key';
			const now = typeof inner === 'number' && Math.abs(inner - Date.now()) < 3_600_000;
			return /_at$/.test(key) && now ? 'now' : inner;
		}),
	);
}

describe.each(share(OFFERED).map((offered) => [nameOf(offered), offered] as const))(
	'%s',
	(_name, offered) => {
		it.each(parametersOf(offered).map((parameters, i) => [i + 1, parameters] as const))(
			'sends the same through n8n’s routing as through its custom operation (sample %i)',
			async (_i, parameters) => {
				fixture.expectViolations();
				const { name } = offered.node.description;
				const sent: unknown[][] = [];
				for (const node of [name, `${name}Routed`]) {
					fixture.service.reset();
					await fixture.run({
						node,
						parameters: {
							resource: offered.resource,
							operation: offered.operation.value,
							...parameters,
						} as never,
						settings: { onError: 'continueRegularOutput' },
					});
					sent.push(fixture.requests.map(({ path, body }) => ({ path, body: comparable(body) })));
				}
				expect(sent[0]).not.toEqual([]);
				expect(sent[1]).toEqual(sent[0]);
			},
		);
	},
);

it.each([
	['resource', { resource: '={{ "record" }}', operation: 'getAll' }],
	['operation', { resource: 'record', operation: '={{ "getAll" }}' }],
])(
	'refuses an expression for %s with an explanation, and sends nothing',
	async (_what, parameters) => {
		const { error } = await fixture.run({
			node: 'svcRecords',
			parameters: { ...parameters, limit: 1, record: uid('x') } as never,
		});
		expect(error?.message).toBe("'Resource' and 'Operation' cannot be expressions");
		expect(error?.description).toContain('Switch');
		expect(fixture.requests).toEqual([]);
	},
);

it('runs under n8n’s routing with several items, each separately', async () => {
	const { items } = await fixture.run({
		node: 'svcRecordsRouted',
		parameters: { resource: 'record', operation: 'create', text: '={{ $json.text }}' },
		items: ['one', 'two'].map((text) => ({ text })),
	});
	expect(jsonOf(items).map(({ record_uid }) => typeof record_uid)).toEqual(['string', 'string']);
	expect(fixture.bodies.map((body) => (body.items as IDataObject[]).length)).toEqual([1, 1]);
});
