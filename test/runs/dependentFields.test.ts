import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { DECLARED, titleOf, type Declared } from '../../dev/engine/operations';
import { nameOf, OFFERED } from '../../dev/contract/offered';
import { parametersOf } from '../../dev/contract/samples';
import { callTool } from '../../dev/engine/runTool';
import type { Field } from '../../nodes/shared/form/field';
import { share } from '../support/effort';
import { jsonOf, useService } from '../support/useService';

/**
 * Fields that belong to one value of a choice. n8n hides them with other values, but not where the choice is an
 * expression: then a value that was given must be sent or refused, never ignored. Most choices take no expression.
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
			// The default period, which nobody may have chosen, gives way to a start or an end
			const isPeriod = values!.includes('custom');
			const own = isPeriod ? [...(values as unknown[]), choice.default] : (values as unknown[]);
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
function valueFor({ type, limits }: Field): { given: unknown; sent: unknown } {
	if (type === 'resourceLocator')
		return { given: { __rl: true, mode: 'id', value: 'own_value_1' }, sent: 'own_value_1' };
	if (limits?.day) return { given: '2026-01-31', sent: '2026-01-31' };
	if (type === 'dateTime')
		return { given: '2026-01-31T09:00:00Z', sent: Date.parse('2026-01-31T09:00:00Z') };
	if (type === 'number') return { given: 4711, sent: 4711 };
	return { given: 'own words', sent: 'own words' };
}

/** Runs the operation with its sample's values, the choice by expression, and the field. */
async function run({ declared, choice, dependent }: Pair, chosen: unknown) {
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

const isFixed = ({ choice }: Pair) => choice.noDataExpression === true;
const cases = (which: Pair[]) => which.map((pair) => [title(pair), pair] as const);

it.each(share(cases(pairs.filter(isFixed))))(
	'%s: an expression for the choice is refused',
	async (_title, pair) => {
		for (const value of [...pair.own, ...pair.others]) {
			const { outcome } = await run(pair, value);
			expect(jsonOf(outcome.items)[0].error).toMatch(
				new RegExp(`^'${pair.choice.displayName}' must be one of .*chosen`),
			);
		}
		expect(fixture.requests).toEqual([]);
	},
);

describe.each(share(cases(pairs.filter((pair) => !isFixed(pair)))))('%s', (_title, pair) => {
	// The objects of samples do not exist
	beforeEach(() => fixture.expectViolations());

	it('is sent with the value of the choice that it belongs to', async () => {
		for (const value of pair.own) {
			await run(pair, value);
			expect(sentTexts()).toContain(String(valueFor(pair.dependent).sent).slice(0, 5));
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
		expect(fixture.requests).toEqual([]);
	});

	it('stands for its choice where that has no value', async () => {
		await run(pair, null);
		expect(sentTexts()).toContain(String(valueFor(pair.dependent).sent).slice(0, 5));
	});
});

describe("a record's topic that depends on a column", () => {
	const topics = () =>
		[...fixture.service.account('a').topics.values()].filter(({ valid }) => valid);
	const recordWith = (more: IDataObject) => ({
		node: 'svcRecords',
		parameters: {
			resource: 'record',
			container: '={{ $json.kind }}',
			destination: '={{ $json.kind }}',
			topic: { __rl: true, mode: 'id', value: '={{ $json.topic }}' },
			...more,
		} as INodeParameters,
		settings: { onError: 'continueRegularOutput' as const },
	});
	const create = recordWith({ operation: 'create', text: 'A note' });
	const list = recordWith({ operation: 'getAll' });
	const move = recordWith({
		operation: 'move',
		record: { __rl: true, mode: 'id', value: 'rec_1' },
		options: { validateOnly: true, expectedContainer: 'unclassified' },
	});

	it('is that of each row, and none for a row without one', async () => {
		const [one, other] = topics().map(({ topic_uid }) => topic_uid);
		const rows = [
			{ kind: 'topic', topic: one },
			{ topic: other },
			{ kind: 'unclassified' },
			{ topic: '' },
		];
		await fixture.run({ ...create, items: rows });
		const sent = fixture.itemsOf('createRecords').flat();
		expect(sent.map(({ container }) => container)).toEqual([
			{ kind: 'topic', topic_uid: one },
			{ kind: 'topic', topic_uid: other },
			{ kind: 'unclassified' },
			undefined,
		]);
	});

	it.each([
		[
			create,
			'Topic',
			{ kind: 'inbox' },
			'must be one of unclassified (None), topic (One Topic), not "inbox"',
		],
		[
			list,
			'Topic',
			{ kind: 'inbox' },
			'must be one of unclassified (None), topic (One Topic), not "inbox"',
		],
		[
			move,
			'Topic',
			{ kind: 'inbox' },
			'must be one of unclassified (None), topic (One Topic), not "inbox"',
		],
		[
			create,
			'Which Topic',
			{ kind: 'unclassified', topic: 'top_1' },
			"is given, but 'Topic' is 'None'",
		],
		[create, 'Which Topic', { kind: 'topic' }, 'is empty'],
		[list, 'Topic', {}, 'is empty'],
		[move, 'Topic', {}, 'is empty'],
	])('is refused in words where it is wrong: %# %s', async (setup, field, row, words) => {
		const { items } = await fixture.run({ ...setup, items: [row as IDataObject] });
		expect(jsonOf(items)[0].error).toBe(`'${field}' ${words}`);
		expect(fixture.requests).toEqual([]);
	});
});

describe('Task > Get Many', () => {
	const list = async (parameters: IDataObject) =>
		await fixture.run({
			node: 'svcArrangements',
			parameters: { resource: 'arrangement', operation: 'getAll', ...parameters } as never,
			settings: { onError: 'continueRegularOutput' },
		});

	it('lists by Due After and Due Before where an expression gives no value for Due', async () => {
		await list({ due: '={{ null }}', dueAfter: '2026-01-01T00:00:00Z' });
		expect(fixture.asked('queryArrangements').at(-1)).toMatchObject({
			due_start_at: Date.parse('2026-01-01'),
		});
	});

	it('needs a bound for Due = Custom', async () => {
		const { items } = await list({ due: 'custom' });
		expect(jsonOf(items)[0].error).toBe(
			"'Due After' and 'Due Before' are empty, but 'Due' is 'Custom'",
		);
		expect(fixture.requests).toEqual([]);
	});

	it('begins with the open ones, for people and tools; no status means all', async () => {
		for (const node of ['svcArrangements', 'svcArrangementsTool']) {
			await fixture.run({ node, parameters: { resource: 'arrangement', operation: 'getAll' } });
			expect(fixture.asked('queryArrangements').at(-1)).toMatchObject({
				statuses: ['identified', 'following'],
			});
		}
		await list({ statuses: [] });
		expect(fixture.asked('queryArrangements').at(-1)).not.toHaveProperty('statuses');
	});
});

describe('a choice that a model fills in', () => {
	const call = async (node: string, parameters: IDataObject, given: IDataObject) => {
		const [result] = await callTool({
			node,
			parameters: parameters as INodeParameters,
			credential: fixture.credential,
			calls: [given],
		});
		return result;
	};
	const posts = {
		resource: 'post',
		operation: 'getAll',
		scope: "={{ $fromAI('scope', '', 'string') }}",
		author: { __rl: true, mode: 'id', value: "={{ $fromAI('author', '', 'string') }}" },
	};

	it('needs no field that belongs to another value', async () => {
		for (const scope of ['public', 'mine', '', 'null']) {
			const { failed } = await call('svcWorldTool', posts, { scope, author: '' });
			expect(failed).toBeUndefined();
		}
		expect(fixture.bodies.map(({ scope }) => scope)).toEqual([
			'public',
			'mine',
			'public',
			'public',
		]);
		const { failed } = await call('svcWorldTool', posts, { scope: 'author', author: '' });
		expect(failed).toContain("'author' is empty");
	});

	it('is the one that a given field belongs to, if it is empty', async () => {
		await call('svcWorldTool', posts, { scope: '', author: 'usr_1f00' });
		expect(fixture.bodies.at(-1)).toMatchObject({ scope: 'author', author_user_ref: 'usr_1f00' });
	});

	it('sends to nobody if person and conversation are both given', async () => {
		const send = {
			resource: 'message',
			operation: 'send',
			sendTo: "={{ $fromAI('to', '', 'string') }}",
			conversation: { __rl: true, mode: 'id', value: 'chat_1' },
			person: { __rl: true, mode: 'id', value: 'usr_1' },
			text: 'Hello',
		};
		for (const to of ['conversation', 'person', '']) {
			const { failed } = await call('svcChatTool', send, { to });
			expect(failed).toMatch(/is given, but 'send_to' is|cannot be given together/);
		}
		expect(fixture.requests).toEqual([]);
	});
});
