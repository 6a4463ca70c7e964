import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { AREAS } from '../../dev/areas';
import { withEvent } from '../../dev/areas/events';
import { DECLARED, eventsOf, titleOf, type Declared } from '../../dev/engine/operations';
import { callTool } from '../../dev/engine/runTool';
import { pollNode } from '../../dev/engine/pollNode';
import { OFFERED, type OfferedField } from '../../dev/contract/offered';
import { uid } from '../../dev/contract/choices';
import { parametersOf } from '../../dev/contract/samples';
import type { Kind } from '../../dev/engine/types';
import type { Field } from '../../nodes/shared/form/field';
import { inputsOf, type Input } from '../../nodes/shared/values/inputs';
import { choicesIn } from '../../nodes/shared/values/openChoices';
import { compiled } from '../../nodes/shared/polling/triggerFields';
import { shownWith, withValue } from '../robustness/fields';
import { jsonOf, useService } from '../support/useService';
import { share } from '../support/effort';

/**
 * Fields without a value, wherever they stand: an expression that yields nothing selects nothing and changes nothing, and
 * a filter that was added needs a value. Optional fields of new objects are left out.
 */

/** The engine that n8n evaluates expressions in, of which there is one test run each. */
declare const EXPRESSION_ENGINE: 'legacy' | 'vm';

const fixture = useService();

/** What people give: a misspelt column, the forms of nothing, and a field that is left as it is or cleared. */
const BY_EXPRESSION = [
	'={{ $json.missing }}',
	"={{ '' }}",
	'={{ null }}',
	'={{ [] }}',
	"={{ ' ' }}",
];
const FIXED = ['', '  '];

const WAY_OUT = /To read everything when it is empty, turn on Options > Ignore Empty Filters\.$/;

/** Operations of the package, and the same by n8n's routing: once, as its slow engine gives the same values to both. */
const CALLERS: Kind[] = EXPRESSION_ENGINE === 'vm' ? [''] : ['', 'Routed'];

/** Outcome of a field without a value. */
type Outcome = 'refused' | 'refused, with the way out' | 'left out';

function outcomeOf(purpose: Purpose, { field, collection }: Input, value: string): Outcome {
	const { required, limits, type } = field;
	const isExpression = value.startsWith('=');
	const isList = limits?.list !== undefined || type === 'multiOptions';
	const isNone = value === '={{ [] }}' && isList;
	if (isNone && !required && purpose !== 'read' && collection !== 'updateFields') return 'left out';
	if (required || limits?.emptyHint) return 'refused';
	if (isExpression && limits?.guard) return 'refused';
	if (purpose === 'read' && (isExpression || collection === 'filters'))
		return 'refused, with the way out';
	const isOption = collection === 'options';
	return isExpression && purpose === 'change' && !isOption ? 'refused' : 'left out';
}

type Purpose = 'read' | 'change' | 'creation';

interface Case {
	declared: Declared;
	purpose: Purpose;
	input: Input;
	value: string;
}

/** Writes that make new objects. The others change what there is. */
const CREATIONS = /> (Create|Send)$/;

const cases: Case[] = DECLARED.flatMap((declared) => {
	const { endpoint, fields } = declared.operation;
	const isCreation = CREATIONS.test(titleOf(declared));
	const purpose = endpoint.preview ? (isCreation ? 'creation' : 'change') : 'read';
	// Fields that depend on a choice can tell what it is: see dependentFields.test.ts
	const told = choicesIn(fields);
	return inputsOf(fields)
		.filter(({ field }) => !field.noDataExpression && !told.includes(field))
		.flatMap((input) =>
			valuesFor(input.field).map((value) => ({ declared, purpose, input, value })),
		);
});

/** Choices, numbers and switches have a value unless it is an expression, and n8n itself refuses an empty required field. */
function valuesFor({ type, required, limits }: Field): string[] {
	const isText = ['string', 'dateTime', 'resourceLocator', 'fixedCollection'].includes(type);
	const list = limits?.list && type !== 'multiOptions' ? ["={{ ['', null] }}"] : [];
	return [...BY_EXPRESSION, ...list, ...(isText && !required ? FIXED : [])];
}

const titled = (all: Case[]) =>
	share(all).map((each) => {
		const { declared, input, value } = each;
		const { displayName } = input.field;
		return [`${titleOf(declared)}: ${displayName} = ${JSON.stringify(value)}`, each] as const;
	});

const offeredAs = ({ area, resource, operation }: Declared) =>
	OFFERED.find(
		(each) =>
			each.node.description.name === `svc${area}` &&
			each.resource === resource.value &&
			each.operation.value === operation.value,
	)!;

/** Runs the operation's sample with the field. */
async function run(kind: Kind, { declared, input, value }: Case, options: object = {}) {
	const offered = offeredAs(declared);
	const property = input.field as unknown as OfferedField['property'];
	const placed = { property, collection: input.collection };
	const sample = parametersOf(offered).find((each) => isShown(each, property))!;
	const parameters = withValue(sample ?? parametersOf(offered)[0], placed, value);
	return await fixture.run({
		node: `${offered.node.description.name}${kind}`,
		parameters: {
			...parameters,
			resource: offered.resource,
			operation: offered.operation.value,
			options: { ...(parameters.options as object), ...options },
		} as INodeParameters,
		settings: { onError: 'continueRegularOutput' },
	});
}

/** True for a sample with which n8n shows the field. */
function isShown(parameters: INodeParameters, property: OfferedField['property']): boolean {
	const needed = shownWith({}, property);
	return Object.keys(needed).every((name) => parameters[name] === needed[name]);
}

/** Needed in the sample, whose Expected Topic is a topic. */
const isNeeded = ({ input }: Case) => input.field.name === 'expectedTopic';

const by = (wanted: Outcome) =>
	cases
		.filter((each) => !isNeeded(each))
		.filter(({ purpose, input, value }) => outcomeOf(purpose, input, value) === wanted);

const failureOf = ([row]: IDataObject[]) => ({
	error: row?.error,
	way: (row?.details as IDataObject | undefined)?.description,
});

it('are all fields of all operations', () => {
	expect(cases.length).toBeGreaterThan(900);
	for (const outcome of ['refused', 'refused, with the way out', 'left out'] as const)
		expect(by(outcome).length).toBeGreaterThan(60);
});

describe.each(CALLERS)('a field that selects, in a node of kind %j', (kind) => {
	it.each(titled(by('refused, with the way out')))('is refused: %s', async (_title, each) => {
		const { items } = await run(kind, each);
		expect(failureOf(jsonOf(items) as IDataObject[])).toEqual({
			error: `'${each.input.field.displayName}' is empty`,
			way: expect.stringMatching(WAY_OUT),
		});
		expect(fixture.requests).toEqual([]);
	});

	const missing = by('refused, with the way out').filter(({ value }) => value.includes('missing'));

	it.each(titled(missing))('is left out with Ignore Empty Filters: %s', async (_title, each) => {
		fixture.expectViolations();
		const { items } = await run(kind, each, { ignoreEmptyFilters: true });
		const { error = '' } = failureOf(jsonOf(items) as IDataObject[]);
		expect(error).not.toContain(`'${each.input.field.displayName}'`);
		expect(fixture.requests.length).toBeGreaterThan(0);
	});
});

describe.each(CALLERS)('a field that is needed, or that changes something, %j', (kind) => {
	it.each(titled(by('refused')))('is refused: %s', async (_title, each) => {
		const { items } = await run(kind, each);
		const { error, way } = failureOf(jsonOf(items) as IDataObject[]);
		expect(error).toBe(`'${each.input.field.displayName}' is empty`);
		expect(way).toContain(each.input.field.limits?.emptyHint ?? '');
		expect(fixture.requests).toEqual([]);
	});

	const publish = (tags: object) => ({
		node: `svcWorld${kind}`,
		parameters: {
			resource: 'post',
			operation: 'publish',
			record: uid('rec_1'),
			additionalFields: tags,
			options: { validateOnly: true, expectedPublicationVersion: -1, sourceVersion: 1 },
		} as never,
	});

	it('says how to publish without tags, and that works', async () => {
		const { error } = await fixture.run(publish({ tags: '={{ $json.tags }}' }));
		expect(error?.description).toContain("Remove 'Tags' to publish the post without tags.");
		for (const tags of [{}, { tags: '={{ [] }}' }, { tags: '={{ "[]" }}' }]) {
			const { items } = await fixture.run(publish(tags));
			expect(items).toHaveLength(1);
			expect(JSON.stringify(jsonOf(items))).not.toContain('tags');
		}
	});
});

describe.each(CALLERS)('an optional field of a new object, in a node of kind %j', (kind) => {
	it.each(titled(by('left out')))('is left out: %s', async (_title, each) => {
		fixture.expectViolations();
		const { items } = await run(kind, each);
		const { error = '' } = failureOf(jsonOf(items) as IDataObject[]);
		expect(error).not.toContain(`'${each.input.field.displayName}' is empty`);
	});
});

describe('a form as it is added', () => {
	it.each(DECLARED.map((declared) => [titleOf(declared), declared] as const))(
		'gives no hint: %s',
		async (_title, declared) => {
			fixture.expectViolations();
			const offered = offeredAs(declared);
			const { fields } = declared.operation;
			const needed = fields.filter(({ required }) => required);
			const [sample] = parametersOf(offered);
			const choices = fields.filter(
				({ type, noDataExpression }) => type === 'options' && noDataExpression,
			);
			const { hints } = await fixture.run({
				node: offered.node.description.name,
				parameters: {
					...Object.fromEntries([...needed, ...choices].map(({ name }) => [name, sample[name]])),
					resource: offered.resource,
					operation: offered.operation.value,
				} as INodeParameters,
				settings: { onError: 'continueRegularOutput' },
			});
			expect(hints.filter((hint) => hint.includes('was empty'))).toEqual([]);
		},
	);
});

it('that was added by hand gives no hint about columns', async () => {
	const { hints, items } = await fixture.run({
		node: 'svcArrangements',
		parameters: {
			resource: 'arrangement',
			operation: 'create',
			title: 'Glaze',
			additionalFields: { description: '' },
		},
	});
	expect([items.length, hints]).toEqual([1, []]);
});

describe('a choice on which other fields depend, without a value', () => {
	it.each(['', 'Routed'])('reads all topics with Ignore Empty Filters: %s', async (kind) => {
		const records = (options: object) =>
			fixture.run({
				node: `svcRecords${kind}`,
				parameters: {
					resource: 'record',
					operation: 'getAll',
					container: 'topic',
					topic: uid('={{ $json.missing }}'),
					options,
				} as never,
				settings: { onError: 'continueRegularOutput' },
			});
		const refused = await records({});
		expect(failureOf(jsonOf(refused.items) as IDataObject[]).error).toBe("'Which Topic' is empty");
		expect(fixture.requests).toEqual([]);
		const { items } = await records({ ignoreEmptyFilters: true });
		expect(items.length).toBeGreaterThan(1);
		expect(fixture.asked('queryRecordTimeline')[0]).not.toHaveProperty('container');
	});

	const messages = (more: object) => ({
		node: 'svcChat',
		parameters: {
			resource: 'message',
			operation: 'getAll',
			conversations: { values: [{ conversation: uid('chat_1') }] },
			...more,
		} as never,
		settings: { onError: 'continueRegularOutput' as const },
	});

	it.each([
		[{ period: '={{ $json.missing }}' }, "'Period' is empty"],
		[{ period: 'custom', after: '={{ $json.missing }}' }, "'After' is empty"],
	])('is refused, or reads everything with Ignore Empty Filters: %j', async (more, error) => {
		fixture.expectViolations();
		const { items } = await fixture.run(messages(more));
		expect(failureOf(jsonOf(items) as IDataObject[])).toEqual({
			error: `${error}`,
			way: expect.stringMatching(WAY_OUT),
		});
		expect(fixture.requests).toEqual([]);
		await fixture.run(messages({ ...more, options: { ignoreEmptyFilters: true } }));
		expect(Math.min(...fixture.bodies.map((body) => body.start_at as number))).toBe(0);
	});
});

const TRIGGERS = AREAS.filter(({ events }) => events).map(
	({ name }) => [name, `svc${name}Trigger`] as const,
);

/** Triggers have no input items, so that $json fails. */
const needsNoItem = (value: string) => !value.includes('$json');

/** The fields of all events that select: those that are sent, and those by which the node selects itself. */
const watched = TRIGGERS.flatMap(([area, node]) =>
	eventsOf(area).flatMap((event) => {
		const { inputs, settings, ownFilters = [] } = compiled(event);
		const own = settings.filter(({ field }) => ownFilters.includes(field.name));
		return [...inputs, ...own]
			.filter(({ field }) => !field.noDataExpression)
			.flatMap((input) =>
				valuesFor(input.field)
					.filter(needsNoItem)
					.map((value) => ({ node, event: event.value, input, value })),
			);
	}),
);
const selecting = (wanted: Outcome) =>
	share(watched.filter(({ input, value }) => outcomeOf('read', input, value) === wanted)).map(
		(each) => {
			const { node, event, input, value } = each;
			const { displayName } = input.field;
			return [`${node} ${event}: ${displayName} = ${JSON.stringify(value)}`, each] as const;
		},
	);

describe('a field of an event', () => {
	const poll = async ({ node, event, input, value }: (typeof watched)[number], options = {}) => {
		const property = input.field as unknown as OfferedField['property'];
		const placed = { property, collection: input.collection };
		const author = { author: uid('usr_1') };
		const parameters = { ...author, ...withValue(withEvent(node, event), placed, value) };
		return await pollNode({
			node,
			parameters: { ...parameters, options },
			credential: fixture.credential,
		});
	};

	it.each(selecting('refused, with the way out'))(
		'is refused, or left out with Ignore Empty Filters: %s',
		async (_title, each) => {
			const { error } = await poll(each);
			expect(error?.message).toBe(`'${each.input.field.displayName}' is empty`);
			expect(error?.description).toMatch(WAY_OUT);
			expect(fixture.requests).toEqual([]);
			const ignoring = await poll(each, { ignoreEmptyFilters: true });
			expect(ignoring.error).toBeUndefined();
			expect(fixture.requests.length).toBeGreaterThan(0);
		},
	);

	it.each(selecting('refused'))('is refused: %s', async (_title, each) => {
		const { error } = await poll(each);
		expect(error?.message).toBe(`'${each.input.field.displayName}' is empty`);
		expect(fixture.requests).toEqual([]);
	});
});

describe('a tool of an agent', () => {
	const parameters = {
		resource: 'record',
		operation: 'getAll',
		limit: 2,
		filters: {
			creators: { values: { person: uid("={{ $fromAI('who', '', 'string') }}"), more: {} } },
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
		expect(fixture.asked('queryRecordTimeline')).toEqual([{ limit: 2 }]);
	});

	it('from version 3 on leaves out such filters too', async () => {
		const filters = {
			creators: { values: { person: uid('={{ $json.who }}'), more: {} } },
			startAt: '={{ $json.from }}',
		};
		const { items } = await fixture.run({
			node: 'svcRecordsTool',
			parameters: { ...parameters, filters } as never,
		});
		expect(items.filter(({ json }) => json.record_uid)).toHaveLength(2);
		expect(fixture.asked('queryRecordTimeline')).toEqual([{ limit: 2 }]);
	});
});
