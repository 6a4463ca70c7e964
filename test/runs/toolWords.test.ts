import type { IDataObject } from 'n8n-workflow';

import { DECLARED, titleOf, type Declared } from '../../dev/engine/operations';
import { TOOL_OPERATIONS, toolOf } from '../../dev/models/tools';
import { REASONS } from '../../nodes/shared/errors/rejections';
import { choicesOf, type Field, fieldsIn, groupIn } from '../../nodes/shared/form/field';
import { overrideLimits } from '../../dev/limits';
import { inputsOf } from '../../nodes/shared/values/inputs';
import { argumentOf } from '../../nodes/shared/tools/words';
import { useService } from '../support/useService';
import { share } from '../support/effort';

/** Refusals of tools in the words of a model: they name arguments, never fields of a form or parts of the editor. */

const fixture = useService({ size: { people: 5, records: 10, arrangements: 10 } });

beforeAll(() => overrideLimits({ firstBackoff: 1 }));
beforeEach(() => fixture.expectViolations());

/** A field and those inside it. */
function within(field: Field): Field[] {
	const inside =
		field.type === 'collection'
			? fieldsIn(field)
			: field.type === 'fixedCollection'
				? groupIn(field).values
				: [];
	return [field, ...inside.flatMap(within)];
}

const FIELDS = DECLARED.flatMap(({ operation }) => operation.fields.flatMap(within));
const FORM_NAMES = [...new Set(FIELDS.map(({ displayName }) => displayName))];
const FORM_KEYS = new Set(FIELDS.map(({ name }) => argumentOf(name)));
/** Names that are no ordinary words. */
const TITLES = FORM_NAMES.filter((name) => /^[A-Z]\w+ \w+/.test(name));

/** Words of the editor, and of runs over many items. */
const EDITOR = [
	/\bexpressions?\b/i,
	/\{\{|\$json|\$now/,
	/ > [A-Z]/,
	/\bthe (form|node|option|workflow)\b/i,
	/\bin the node\b/i,
	/\badd (a|an|the) (option|field|entry|filter)\b/i,
	/\bremove the (field|filter|option)\b/i,
	/\bturn (on|off)\b/i,
	/\b(From List|By Name|By ID)\b/,
	/\bcolumn\b/i,
	/\b[Ii]tem \d|\(row \d|\bitems? (is|are)\b|\ball items\b/,
	/\bcounts only with\b/,
];

/** What a message says in words of the form; the values that it repeats are in double quotation marks. */
function formWordsIn(message: string, keys: string[]): string[] {
	// The names of choices stand in brackets behind their values
	const words = message.replace(/"(?:[^"\\]|\\.)*"|"[^"]*…|\{"[^]*?…| \([^()]*\)/g, '""');
	const named = [...words.matchAll(/'(\w+)'/g)].map(([, key]) => key);
	return [
		...named.filter((key) => FORM_KEYS.has(key) && !keys.includes(key)),
		...FORM_NAMES.filter((name) => words.includes(`'${name}'`)).map((name) => `'${name}'`),
		...TITLES.filter((name) => words.includes(name)),
		...EDITOR.filter((pattern) => pattern.test(words)).map(String),
	];
}

const ID = 'thing_0123456789abcdef';

/** Values that arguments of each type refuse. */
const BAD: Record<string, unknown[]> = {
	dateTime: [
		'next Friday',
		'03/04/2026',
		'31.02.2026',
		1767225600,
		46023,
		'P1D',
		'20260131',
		'at nine',
		{ day: 1 },
	],
	number: [-5, 'many', 1.5, 1e12, { number: 1 }],
	options: ['someday', ['a', 'b'], { choice: 'a' }],
	multiOptions: ['someday', ['a', 7], '["a"'],
	other: [
		'x'.repeat(20_001),
		'a\ud83d',
		'["x"',
		['x', ['y']],
		{ text: 'x' },
		'Wren Okapi',
		2 ** 60,
	],
};

/** The arguments of a tool, each with its field. */
function argumentsOf(declared: Declared) {
	const { properties } = toolOf(declared).parameters;
	const fields = declared.operation.fields.flatMap((field) =>
		field.type === 'collection' ? fieldsIn(field) : [field],
	);
	return fields
		.map((field) => ({ field, key: argumentOf(field.name) }))
		.filter(({ key }) => key in properties);
}

/** Arguments of a call that the tool could take: those it needs, or all that it has. */
function fitting(declared: Declared, all = false): IDataObject {
	const { required } = toolOf(declared).parameters;
	const given = argumentsOf(declared).map(({ field, key }) => {
		const { type } = field;
		if (!all && !required.includes(key)) return [key, ''];
		if (type === 'number') return [key, 1];
		if (type === 'dateTime') return [key, '2026-01-31T09:00'];
		return [key, /options/i.test(type) ? choicesOf(field)[0].value : ID];
	});
	return Object.fromEntries(given) as IDataObject;
}

/** Calls with bad arguments. */
function badCalls(declared: Declared): IDataObject[] {
	const all = argumentsOf(declared);
	const needed = fitting(declared);
	const full = fitting(declared, true);
	const times = all.filter(({ field: { type } }) => type === 'dateTime').map(({ key }) => key);
	const late = Object.fromEntries(
		times.map((key) => [key, /before|last/.test(key) ? '2026-01-01' : '2026-05-01']),
	);
	const far = Object.fromEntries(
		times.map((key) => [key, /before|last/.test(key) ? '2090-01-01' : '1975-05-01']),
	);
	const choices = all.filter(({ field: { type } }) => /options/i.test(type));
	return [
		{ ...needed, ...late },
		{ ...needed, ...far },
		full,
		Object.fromEntries(all.map(({ key }) => [key, ''])),
		...all.flatMap(({ field: { type }, key }) =>
			(BAD[type] ?? BAD.other).map((value) => ({ ...needed, [key]: value as string })),
		),
		// Several objects, of which one has no ID
		...all.map(({ key }) => ({ ...needed, [key]: `${ID}, Wren Okapi` })),
		...choices.flatMap(({ field, key }) =>
			choicesOf(field).flatMap(({ value }) => [
				{ ...full, [key]: value as string },
				{ ...needed, [key]: value as string },
				{ ...needed, ...late, [key]: value as string },
			]),
		),
	];
}

/** The error of a call, if it fails. */
async function told(declared: Declared, query: IDataObject): Promise<string | undefined> {
	fixture.service.reset();
	const { settings, node } = toolOf(declared);
	const { error } = await fixture.run({ node, parameters: settings, items: [{ query }] });
	return error?.message;
}

function expectModelWords(messages: Array<string | undefined>, least = 1, keys: string[] = []) {
	const said = messages.filter((message) => message !== undefined);
	expect(said.length).toBeGreaterThanOrEqual(least);
	const flawed = said.map((message) => ({ message, words: formWordsIn(message, keys) }));
	expect(flawed.filter(({ words }) => words.length > 0)).toEqual([]);
}

const tools = TOOL_OPERATIONS.map((declared) => [titleOf(declared), declared] as const);

describe.each(share(tools))('%s', (_title, declared) => {
	const keys = argumentsOf(declared).flatMap(({ field, key }) => [
		key,
		...(/options/i.test(field.type) ? choicesOf(field).map(({ value }) => String(value)) : []),
	]);

	it('refuses bad arguments in the words of a model', async () => {
		const messages: Array<string | undefined> = [];
		for (const query of badCalls(declared)) messages.push(await told(declared, query));
		expectModelWords(messages, keys.length > 0 ? 1 : 0, keys);
	});

	it('tells in the words of a model what the service refuses', async () => {
		const messages: Array<string | undefined> = [];
		// The fields that a person fixes have the names of the form
		const inputs = inputsOf(declared.operation.fields).filter(({ field }) =>
			keys.includes(argumentOf(field.name)),
		);
		for (const status of [400, 401, 403, 404, 409, 413, 500]) {
			fixture.service.reset();
			const message = inputs.map(({ path }) => `items[0].${path.join('.')}`).join(' or ');
			fixture.service.faults.add({
				status,
				times: Infinity,
				body: JSON.stringify({ code: status, message: `Invalid ${message}`, request_id: 'r' }),
			});
			const { settings, node } = toolOf(declared);
			const query = fitting(declared);
			const { error } = await fixture.run({ node, parameters: settings, items: [{ query }] });
			messages.push(error?.message);
		}
		expectModelWords(messages, 1, keys);
	});
});

it.each(Object.entries(REASONS))('says of the reason %s nothing of the form', (_reason, words) => {
	expectModelWords([`${words.message}. ${words.description}`]);
});

describe('what a tool says', () => {
	const tool = (title: string) => TOOL_OPERATIONS.find((each) => titleOf(each) === title)!;
	const task = () => [...fixture.service.account('a').arrangements.values()][0];

	it.each<
		[what: string, title: string, query: () => IDataObject, said: RegExp, more?: IDataObject]
	>([
		[
			'of a change of nothing',
			'Tasks: Task > Update',
			() => ({ arrangement: task().arrangement_uid }),
			/^There is nothing to change\. .*Give a field a new value, or name one in 'clear_fields'\./,
		],
		[
			'of a status that takes several steps',
			'Tasks: Task > Set Status',
			() => {
				task().status = 'identified';
				return { arrangement: task().arrangement_uid, status: 'completed' };
			},
			/in a single step\. .*Set the status 'following' first\.$/,
			{ options: { singleStepOnly: true } },
		],
		[
			'of a date that can mean two days',
			'Tasks: Task > Create',
			() => ({ title: 'Water the kale', due_at: '03/04/2026' }),
			/^'due_at' can mean .*Write 2026-04-03 or 2026-03-04\. Give another value\.$/,
		],
		[
			'of an argument that goes with another choice',
			'Records: Record > Get Many',
			() => ({ period: 'today', after: '2026-01-31' }),
			/^'after' is given, but 'period' is 'today'\. .*Give 'custom' for 'period', or leave 'after' out\.$/,
		],
		[
			'of several IDs of which some are none',
			'Records: Record > Delete',
			() => ({ record: 'Wren Okapi, Kit Moss' }),
			/^'record' is not an ID: "Wren Okapi"\. Give the ID [^;]*; 'record' is not an ID: "Kit Moss"/,
		],
		[
			'of a name that nobody has',
			'Records: Record > Get Many',
			() => ({ creators: 'Zebedee' }),
			/^'creators' matches no person: "Zebedee"\. .*Give the full name, or an ID that another result shows\./,
		],
	])('%s', async (_what, title, query, said, more = {}) => {
		const declared = tool(title);
		const { settings, node } = toolOf(declared);
		const { error } = await fixture.run({
			node,
			parameters: { ...settings, ...more } as never,
			items: [{ query: { ...fitting(declared), ...query() } }],
		});
		expect(error?.message).toMatch(said);
		expectModelWords(
			[error?.message],
			1,
			argumentsOf(declared)
				.map(({ key }) => key)
				.concat('due_at', 'following', 'today', 'custom', 'anyTime'),
		);
	});

	it.each([[{ after: '2026-01-31' }], [{ period: 'today' }]])(
		'of an argument that goes with another choice can be followed: %j',
		async (left) => {
			const declared = tool('Records: Record > Get Many');
			expect(await told(declared, { ...fitting(declared), ...left })).toBeUndefined();
		},
	);

	it('of a search that is too broad', async () => {
		fixture.service.faults.add({
			operation: 'searchRecords',
			times: Infinity,
			status: 200,
			body: JSON.stringify({
				code: 200,
				message: 'ok',
				request_id: 'r',
				data: { items: [], has_more: false, refinement_required: true },
			}),
		});
		const declared = tool('Records: Record > Search');
		const { settings, node } = toolOf(declared);
		const query = { keyword: 'kale' };
		const { error } = await fixture.run({ node, parameters: settings, items: [{ query }] });
		expect(error?.message).toContain('Search for a longer or rarer word, or in fewer days.');
		expectModelWords([error?.message]);
	});
});
