import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { DECLARED, titleOf, type Declared } from '../../dev/engine/operations';
import { nameOf, OFFERED } from '../../dev/contract/offered';
import { parametersOf } from '../../dev/contract/samples';
import type { Field } from '../../nodes/shared/fields/field';
import { jsonOf, useService } from '../support/useService';

/**
 * Fields that belong to one value of a choice. n8n hides them with other values, but not where the choice is an
 * expression: then a value that was given must be sent or refused, never ignored.
 */

const fixture = useService();

interface Pair {
	declared: Declared;
	choice: Field;
	dependent: Field;
	/** Values of the choice to which the field belongs, and the others */
	own: unknown[];
	others: unknown[];
}

/** All pairs of a choice and a field that depends on it, of all operations. */
const pairs: Pair[] = DECLARED.flatMap((declared) => {
	const { fields } = declared.operation;
	return fields.flatMap((dependent) =>
		Object.entries(dependent.displayOptions?.show ?? {}).flatMap(([name, values]): Pair[] => {
			const choice = fields.find((field) => field.name === name && field.type === 'options');
			const property = dependent.routing?.send?.property;
			if (!choice || !property) return [];
			const own = values as unknown[];
			const all = (choice.options as Array<{ value: unknown }>).map(({ value }) => value);
			return [
				{ declared, choice, dependent, own, others: all.filter((each) => !own.includes(each)) },
			];
		}),
	);
});

const title = ({ declared, choice, dependent }: Pair) =>
	`${titleOf(declared)}: ${dependent.displayName} of ${choice.displayName}`;

/** A value that the field accepts, and how it stands in a request. */
function valueFor({ type }: Field): { given: unknown; sent: unknown } {
	if (type === 'resourceLocator')
		return { given: { __rl: true, mode: 'id', value: 'own_value_1' }, sent: 'own_value_1' };
	if (type === 'dateTime')
		return { given: '2026-01-31T09:00:00Z', sent: Date.parse('2026-01-31T09:00:00Z') };
	if (type === 'number') return { given: 4711, sent: 4711 };
	return { given: 'own words', sent: 'own words' };
}

/** Runs the operation with its sample's values, the choice by expression, and the field. */
async function run({ declared, choice, dependent }: Pair, chosen: unknown, more: IDataObject = {}) {
	const { area, resource, operation } = declared;
	const offered = OFFERED.find(
		(each) =>
			each.node.description.name === `svc${area}` &&
			each.resource === resource.value &&
			each.operation.value === operation.value,
	)!;
	const siblings = operation.fields.filter(
		({ displayOptions }) => displayOptions?.show?.[choice.name],
	);
	const [sample] = parametersOf(offered);
	const cleared = Object.fromEntries(siblings.map(({ name, default: none }) => [name, none]));
	return {
		name: nameOf(offered),
		outcome: await fixture.run({
			node: `svc${area}`,
			parameters: {
				...sample,
				...cleared,
				resource: resource.value,
				operation: operation.value,
				[choice.name]: '={{ $json.chosen }}',
				[dependent.name]: valueFor(dependent).given,
				...more,
			} as INodeParameters,
			items: [{ chosen }] as IDataObject[],
			settings: { onError: 'continueRegularOutput' },
		}),
	};
}

const sentTexts = () => JSON.stringify(fixture.bodies);

it('exist in several areas', () => {
	expect(pairs.length).toBeGreaterThanOrEqual(8);
	expect(new Set(pairs.map(({ declared }) => declared.area)).size).toBeGreaterThanOrEqual(4);
});

beforeEach(() => fixture.expectViolations());

describe.each(pairs.map((pair) => [title(pair), pair] as const))('%s', (_title, pair) => {
	it('is sent with the value of the choice that it belongs to', async () => {
		for (const value of pair.own) {
			const { given, sent } = valueFor(pair.dependent);
			const { outcome } = await run(pair, value, { [pair.dependent.name]: given as string });
			expect(JSON.stringify(jsonOf(outcome.items))).not.toContain('counts only with');
			expect(sentTexts()).toContain(JSON.stringify(sent).slice(0, 10));
		}
	});

	it('is refused in words with another value of the choice', async () => {
		for (const other of pair.others.filter((value) => value !== '')) {
			const { outcome } = await run(pair, other);
			expect(jsonOf(outcome.items)[0].error).toMatch(
				new RegExp(
					`^'${pair.dependent.displayName}' is given, but '${pair.choice.displayName}' is '`,
				),
			);
		}
		expect(sentTexts()).not.toContain('own');
	});

	it('stands for its choice where that has no value', async () => {
		const asNode = pair.others.includes('') || pair.choice.routing?.send;
		if (!asNode) return;
		const { outcome } = await run(pair, null);
		expect(JSON.stringify(jsonOf(outcome.items))).not.toContain('counts only with');
		const { sent } = valueFor(pair.dependent);
		expect(sentTexts()).toContain(JSON.stringify(sent).slice(0, 10));
	});
});

describe('Arrangement > Get Many', () => {
	const list = async (parameters: IDataObject) =>
		await fixture.run({
			node: 'svcArrangements',
			parameters: { resource: 'arrangement', operation: 'getAll', ...parameters } as never,
			settings: { onError: 'continueRegularOutput' },
		});

	it('lists by Due After and Due Before where an expression gives no value for Due', async () => {
		await list({ due: '={{ null }}', dueAfter: '2026-01-01T00:00:00Z' });
		expect(fixture.bodies.at(-1)).toMatchObject({ due_start_at: Date.parse('2026-01-01') });
	});

	it('needs a bound for Due = Custom', async () => {
		const { items } = await list({ due: 'custom' });
		expect(jsonOf(items)[0].error).toBe(
			"'Due After' and 'Due Before' are empty, but 'Due' is 'Custom' [item 0, row 1]",
		);
		expect(fixture.requests).toEqual([]);
	});

	it('begins with the open ones, for people and tools; no status means all', async () => {
		for (const node of ['svcArrangements', 'svcArrangementsTool']) {
			await fixture.run({ node, parameters: { resource: 'arrangement', operation: 'getAll' } });
			expect(fixture.bodies.at(-1)).toMatchObject({ statuses: ['identified', 'following'] });
		}
		await list({ statuses: [] });
		expect(fixture.bodies.at(-1)).not.toHaveProperty('statuses');
	});
});
