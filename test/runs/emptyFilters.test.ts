import type { INodePropertyOptions } from 'n8n-workflow';

import { withEvent } from '../../dev/areas/events';
import { callTool } from '../../dev/engine/runTool';
import { pollNode } from '../../dev/engine/pollNode';
import { TRIGGER_CLASSES } from '../../dev/engine/types';
import { parametersOf } from '../../dev/contract/samples';
import { flat, locatorOf, nameOf, OFFERED, type OfferedField } from '../../dev/contract/offered';
import { jsonOf, useService } from '../support/useService';

const fixture = useService();

const locator = (value: unknown) => ({ __rl: true, mode: 'id', value });

/** Empty values of a filter: just added, or with an expression without a value. */
function emptyValues({ property }: OfferedField): unknown[] {
	if (property.type === 'resourceLocator') return [locator(''), locator('={{ undefined }}')];
	const inner = locatorOf(property);
	if (!inner) return ['', '  ', [], '={{ null }}', '={{ undefined }}', '={{ [] }}'];
	const entries = (value: unknown) => ({ values: [{ [inner.name]: locator(value) }] });
	return [property.default, {}, entries(''), entries('={{ [] }}'), entries(' , ')];
}

const isFilter = ({ collection }: OfferedField) => collection === 'filters';

const operations = OFFERED.filter(({ fields }) => fields.some(isFilter));

it('exist in operations of most areas', () => {
	expect(operations.length).toBeGreaterThan(15);
});

describe.each(operations.map((offered) => [nameOf(offered), offered] as const))(
	'an empty filter of %s',
	(_name, offered) => {
		const { node, resource, operation, fields } = offered;
		const [parameters] = parametersOf(offered);
		const run = async (filters: object, options: object = {}) =>
			await fixture.run({
				node: node.description.name,
				parameters: {
					...parameters,
					resource,
					operation: operation.value,
					filters,
					options: { ...(parameters.options as object), ...options },
				} as never,
				settings: { onError: 'continueRegularOutput' },
			});

		it.each(fields.filter(isFilter).map((field) => [field.property.displayName, field] as const))(
			'is an error that names it, before any request (%s)',
			async (displayName, field) => {
				for (const value of emptyValues(field)) {
					const { items } = await run({ [field.property.name]: value });
					expect(jsonOf(items)[0]).toMatchObject({
						error: `'${displayName}' is an empty filter [item 0, row 1]`,
						details: {
							description: expect.stringContaining('turn on Options > Ignore Empty Filters'),
						},
					});
				}
				expect(fixture.requests).toEqual([]);
			},
		);

		it('is left out with Ignore Empty Filters', async () => {
			fixture.expectViolations();
			const filters = Object.fromEntries(
				fields.filter(isFilter).map((field) => [field.property.name, emptyValues(field)[0]]),
			);
			await run({});
			const plain = fixture.bodies;
			fixture.service.reset();
			await run(filters, { ignoreEmptyFilters: true });
			expect(plain.length).toBeGreaterThan(0);
			expect(Object.keys(fixture.bodies[0])).toEqual(Object.keys(plain[0]));
		});
	},
);

const events = TRIGGER_CLASSES.flatMap((nodeClass) => {
	const { name, properties } = new nodeClass().description;
	const [selector, ...others] = properties;
	return (selector.options as INodePropertyOptions[]).map(({ value }) => ({
		name,
		event: String(value),
		filters: others
			.filter(({ displayOptions }) => displayOptions?.show?.event?.includes(value))
			.flatMap(flat)
			.filter(isFilter),
	}));
}).filter(({ filters }) => filters.length > 0);

it.each(
	events.flatMap(({ name, event, filters }) =>
		filters.map((field) => [name, event, field.property.displayName, field] as const),
	),
)('an empty filter of %s %s is an error that names it (%s)', async (node, event, name, field) => {
	const { credential } = fixture;
	const needed = withEvent(node, event);
	for (const value of emptyValues(field)) {
		const filters = { [field.property.name]: value } as never;
		const { error } = await pollNode({ node, parameters: { ...needed, filters }, credential });
		expect(error?.message).toBe(`'${name}' is an empty filter`);
	}
	expect(fixture.requests).toEqual([]);
	const { error } = await pollNode({
		node,
		parameters: {
			...needed,
			filters: { [field.property.name]: emptyValues(field)[0] } as never,
			options: { ignoreEmptyFilters: true },
		},
		credential,
	});
	expect(error).toBeUndefined();
	expect(fixture.requests.length).toBeGreaterThan(0);
});

describe('a tool of an agent', () => {
	const parameters = {
		resource: 'record',
		operation: 'getAll',
		limit: 2,
		filters: {
			creators: { values: [{ person: locator("={{ $fromAI('who', '', 'string') }}") }] },
			startAt: "={{ $fromAI('from', '', 'string') }}",
		},
	};

	it('before version 3 leaves out filters that the model leaves empty', async () => {
		const [called] = await callTool({
			node: 'svcRecordsTool',
			parameters: parameters as never,
			credential: fixture.credential,
			calls: [{ who: '', from: '' }],
		});
		expect(called.result!.filter(({ record_uid }) => record_uid)).toHaveLength(2);
		expect(fixture.bodies).toEqual([{ limit: 2 }]);
	});

	it('from version 3 on leaves out such filters too', async () => {
		const filters = {
			creators: { values: [{ person: locator('={{ $json.who }}') }] },
			startAt: '={{ $json.from }}',
		};
		const { items } = await fixture.run({
			node: 'svcRecordsTool',
			parameters: { ...parameters, filters } as never,
		});
		expect(items.filter(({ json }) => json.record_uid)).toHaveLength(2);
		expect(fixture.bodies).toEqual([{ limit: 2 }]);
	});
});
