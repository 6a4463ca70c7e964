import type { IDataObject } from 'n8n-workflow';

import { titleOf, type Declared } from '../../dev/engine/operations';
import { TOOL_OPERATIONS, toolOf } from '../../dev/models/tools';
import { choicesOf, type Field, fieldsIn, locatorIn } from '../../nodes/shared/form/field';
import { overrideLimits } from '../../dev/limits';
import { argumentOf } from '../../nodes/shared/tools/words';
import { share, shareOf } from '../support/effort';
import { useService } from '../support/useService';

/** Spellings of arguments that mean the same thing, in each argument of each tool of their kind. */

const fixture = useService({ size: { people: 5, records: 10, arrangements: 10 } });

beforeAll(() => overrideLimits({ firstBackoff: 1 }));
// The objects that a call names need not exist
beforeEach(() => fixture.expectViolations());

const ID = 'thing_0123456789abcdef';

/** An argument of a tool. */
interface Argument {
	title: string;
	declared: Declared;
	field: Field;
	key: string;
}

const ARGUMENTS: Argument[] = TOOL_OPERATIONS.flatMap((declared) => {
	const { properties } = toolOf(declared).parameters;
	const fields = declared.operation.fields.flatMap((field) =>
		field.type === 'collection' ? fieldsIn(field) : [field],
	);
	return fields
		.map((field) => ({ declared, field, key: argumentOf(field.name) }))
		.filter(({ key }) => key in properties)
		.map((each) => ({ title: `${titleOf(declared)}, ${each.key}`, ...each }));
});

/** What a call with these arguments does: its requests, without what differs between calls, and its error. */
async function outcomeOf(declared: Declared, given: IDataObject) {
	fixture.service.reset();
	const { settings, node, parameters } = toolOf(declared);
	const properties = parameters.properties as Record<
		string,
		{ type: string; description?: string }
	>;
	// A model fills in all arguments, those of which it has nothing to say with an empty text
	const others = Object.entries(properties).map(([key, { type, description = '' }]) => {
		const isTime = description.includes('2026-01-31');
		const isNeeded = parameters.required.includes(key);
		return [key, !isNeeded ? '' : type === 'number' ? 1 : isTime ? '2026-01-31T09:00' : ID];
	});
	const query = { ...(Object.fromEntries(others) as IDataObject), ...given };
	const { error } = await fixture.run({ node, parameters: settings, items: [{ query }] });
	// Lookups contain the text as it was given
	const requests = fixture.requests.filter(({ path }) => !path.endsWith('/resolve'));
	const sent = requests.map(({ path, body }) => [path, body]);
	const told = JSON.stringify([sent, error?.message ?? '']);
	return told.replace(/"idempotency_key":"[^"]*"|\d{13}|[Rr]equest ID: [\w-]+/g, '');
}

/** The words of a value: `this`, `week` of thisWeek, `due`, `at` of due_at. */
const wordsIn = (value: string) =>
	value
		.replace(/([a-z])([A-Z\d])/g, '$1 $2')
		.toLowerCase()
		.split(/[\s_-]+/);
const title = (word: string) => word[0].toUpperCase() + word.slice(1);

const SPELLINGS: Array<[how: string, spelled: (value: string) => string]> = [
	['in capitals', (value) => value.toUpperCase()],
	['with a capital letter', title],
	['with blanks around it', (value) => ` ${value} `],
	['in words', (value) => wordsIn(value).join(' ')],
	['with hyphens', (value) => wordsIn(value).join('-')],
	['as a title', (value) => wordsIn(value).map(title).join(' ')],
	['with underscores', (value) => wordsIn(value).join('_')],
	['as a JSON array', (value) => JSON.stringify([value])],
	['as a JSON array with words', (value) => JSON.stringify([wordsIn(value).join(' ')])],
	['in quotation marks', (value) => JSON.stringify(value)],
];

const isChoice = ({ field: { type } }: Argument) => type === 'options' || type === 'multiOptions';
const CHOICES = ARGUMENTS.filter(isChoice).flatMap((each) =>
	choicesOf(each.field)
		.map(({ value }) => String(value))
		.filter((value) => value !== '')
		.map((value) => [`${each.title} = ${value}`, value, each] as const),
);

it('covers the choices of all tools', () => {
	expect(CHOICES.length).toBeGreaterThan(150);
});

describe('a choice in any spelling', () => {
	const numbered = CHOICES.map((each, turn) => [...each, turn] as const);

	it.each(share(numbered))('is the same: %s', async (_title, value, { declared, key }, turn) => {
		const exact = await outcomeOf(declared, { [key]: value });
		expect(exact).not.toContain('must be one of');
		for (const [how, spelled] of shareOf(3, SPELLINGS, turn)) {
			const text = spelled(value);
			expect([how, await outcomeOf(declared, { [key]: text })]).toEqual([how, exact]);
		}
	});
});

describe('several choices', () => {
	const lists = ARGUMENTS.filter(({ field }) => field.type === 'multiOptions');

	it.each(share(lists).map((each) => [each.title, each] as const))(
		'are the same with commas and as JSON, in any case, and each counts once: %s',
		async (_title, { declared, field, key }) => {
			const values = choicesOf(field).map(({ value }) => String(value));
			const exact = await outcomeOf(declared, { [key]: values.join(',') });
			for (const text of [
				values.join(', '),
				JSON.stringify(values),
				values.map(title).join(' , '),
				JSON.stringify(values.map((value) => wordsIn(value).join(' '))),
				[...values, title(values[0])].join(','),
				values.join('\n'),
				JSON.stringify([...values, '']),
			])
				expect([text, await outcomeOf(declared, { [key]: text })]).toEqual([text, exact]);
		},
	);
});

it.each(share(ARGUMENTS.filter(isChoice)).map((each) => [each.title, each] as const))(
	'an unknown choice is refused with the values that there are: %s',
	async (_title, { declared, field, key }) => {
		const told = await outcomeOf(declared, { [key]: 'someday' });
		expect(told).toContain(`'${key}' must be one of `);
		for (const { value } of choicesOf(field)) expect(told).toContain(String(value));
		expect(told).not.toContain('/api/');
	},
);

const POSITIVE = ARGUMENTS.filter(
	({ field: { type, typeOptions } }) => type === 'number' && Number(typeOptions?.minValue) > 0,
);

describe.each([[0], ['0']])('the number %j where none is allowed', (zero) => {
	it.each(share(POSITIVE).map((each) => [each.title, each] as const))(
		'counts as not given: %s',
		async (_title, { declared, key }) => {
			const without = await outcomeOf(declared, { [key]: '' });
			expect(await outcomeOf(declared, { [key]: zero })).toBe(without);
		},
	);
});

describe('several IDs', () => {
	const lists = ARGUMENTS.filter(
		({ field }) => field.limits?.together || (field.limits?.list && locatorIn(field)),
	);

	it.each(share(lists).map((each) => [each.title, each] as const))(
		'are the same with commas and as JSON: %s',
		async (_title, { declared, field, key }) => {
			const ids = field.type === 'number' ? ['11', '12'] : [`${ID}1`, `${ID}2`];
			const outcome = async (text: string) =>
				await outcomeOf(declared, { status: 'completed', topic: ID, [key]: text });
			const exact = await outcome(JSON.stringify(ids));
			expect(exact).toContain(ids[1]);
			expect(exact).toContain('/api/');
			for (const text of [ids.join(','), ids.join(', '), ids.join('\n'), ` ${ids.join(' , ')},`])
				expect([text, await outcome(text)]).toEqual([text, exact]);
		},
	);
});

describe('several people', () => {
	const declared = TOOL_OPERATIONS.find((each) => titleOf(each) === 'Records: Record > Get Many')!;
	const people = () =>
		[...fixture.service.account('a').people.values()].filter(({ relationships }) =>
			relationships.includes('contact'),
		);

	/** Calls the tool with people of these names; returns whose records it has asked for, or its error. */
	async function asked(creators: string, names: string[]) {
		for (const [i, nickname] of names.entries())
			Object.assign(people()[i], { nickname, remark: undefined });
		const { settings, node } = toolOf(declared);
		const { error } = await fixture.run({
			node,
			parameters: settings,
			items: [{ query: { creators } }],
		});
		const [body] = fixture.asked('queryRecordTimeline');
		const refs = (body?.creator_user_refs ?? []) as string[];
		return error?.message ?? refs.map((ref) => people().findIndex((one) => one.user_ref === ref));
	}

	it.each([
		['Anna Lind, Ben Moss', ['Anna Lind', 'Ben Moss'], [0, 1]],
		['["Anna Lind", "Ben Moss"]', ['Anna Lind', 'Ben Moss'], [0, 1]],
		['"Anna Lind", "Ben Moss"', ['Anna Lind', 'Ben Moss'], [0, 1]],
		['Anna Lind\nBen Moss', ['Anna Lind', 'Ben Moss'], [0, 1]],
		['Anna Lind,', ['Anna Lind', 'Ben Moss'], [0]],
		['anna lind , anna lind', ['Anna Lind', 'Ben Moss'], [0]],
		['Lind, Anna', ['Lind, Anna', 'Ben Moss'], [0]],
		['Lind, Anna', ['Lind, Anna', 'Lind', 'Anna'], [0]],
		['["Lind, Anna", "Ben Moss"]', ['Lind, Anna', 'Ben Moss'], [0, 1]],
		['Anna Lind, Cy Vale', ['Anna Lind', 'Ben Moss'], 'matches no person: "Cy Vale"'],
		['Lind, Anna', ['Anna Lind', 'Ben Moss'], 'matches no person: "Lind"'],
		['Anna Lind, Ben Moss', ['Anna Lind', 'Ben Moss', 'Ben Moss'], 'matches 2 people: "Ben Moss"'],
	])('are named as %s', async (creators, names, expected) => {
		const result = await asked(creators, names);
		expect(result).toEqual(
			typeof expected === 'string' ? expect.stringContaining(expected) : expected,
		);
	});
});
