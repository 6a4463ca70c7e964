import { NodeHelpers, nodeNameToToolName, type INode, type INodeParameters } from 'n8n-workflow';

import { titleOf, type Declared } from '../../dev/engine/operations';
import { TOOLS } from '../../dev/engine/types';
import { TOOL_OPERATIONS, toolOf } from '../../dev/models/tools';

const operations = TOOL_OPERATIONS.map((declared) => ({
	name: titleOf(declared),
	text: toolOf(declared).description,
	tool: toolOf(declared).name,
	operation: declared.operation.name,
	fields: declared.operation.fields,
	properties: toolOf(declared).parameters.properties,
	reads: declared.operation.endpoint.preview === undefined,
	undo: declared.operation.tool!.undo,
}));

const named = (title: string) => TOOL_OPERATIONS.find((declared) => titleOf(declared) === title)!;

const NODE_ENDINGS = TOOLS.map(({ description }) =>
	nodeNameToToolName(`_in_${String(description.defaults.name)}`),
);

describe('What a model is told about each operation as a tool', () => {
	it.each(operations)('$name: says what it does, returns, and when to use it', ({ text }) => {
		expect(text).toMatch(/^[A-Z][a-z]+s /);
		expect(text).toMatch(/ Returns /);
		expect(text).toMatch(/ Use it /);
		// The most that models of several makers take
		expect(text.length).toBeLessThanOrEqual(1024);
	});

	it('tells no two operations in the same words', () => {
		const texts = operations.map(({ text }) => text);
		expect(new Set(texts).size).toBe(texts.length);
		const firsts = texts.map((text) => text.split('. ')[0]);
		expect(new Set(firsts).size).toBe(firsts.length);
	});

	it.each(operations.filter(({ reads }) => !reads))(
		'$name: says after when to use it what it changes',
		({ text }) => {
			const [, use] = text.split(' Use it ');
			expect(use.split('. ').length).toBeGreaterThan(1);
			expect(text.trimEnd()).toMatch(/\.$/);
		},
	);

	it.each(operations.filter(({ reads }) => !reads))(
		'$name: says what undoes or mends it, or that it is dangerous',
		({ text, undo }) => {
			const isDangerous = / DANGEROUS: [a-z]/.test(text);
			expect(isDangerous).toBe(undo === undefined);
			if (undo) expect(text.endsWith(` ${undo}`)).toBe(true);
		},
	);
});

describe('What the service cannot do', () => {
	it.each([
		['Tasks: Task > Create', 'has no assignee', /no assignee/],
		['Tasks: Task > Create', 'has no time of a reminder', /no assignee, reminder/],
		['Tasks: Task > Create', 'is not repeated', /no assignee, reminder or repetition/],
		['Tasks: Task > Create', 'is due in the first minute of a day', /day alone .* first minute/],
		['Tasks: Task > Update', 'has no assignee', /no assignee/],
		['Tasks: Task > Update', 'has no time of a reminder', /no assignee, reminder/],
		['Tasks: Task > Update', 'is not repeated', /no assignee, reminder or repetition/],
		['Tasks: Task > Update', 'is due in the first minute of a day', /day alone .* first minute/],
		['Tasks: Task > Update', 'stays in its topic', /Not for .* topic/],
		['Tasks: Task > Get Many', 'is not searched by words', /no search for words/],
		['Chat: Message > Send', 'has no files', /no files/],
		['Chat: Message > Send', 'is not sent later', /no .*sending later/],
		['Chat: Message > Send', 'is not sent to the user', /cannot send to the user/],
		['Chat: Message > Get Many', 'is not known as read or unread', /what is unread/],
		['Chat: Message > Update', 'is an own message', /Only own messages/],
		['Chat: Message > Withdraw', 'is no own message', /Own messages cannot/],
		['Chat: Conversation > Get Many by Last Message', 'is not unread', /what is unread/],
		['Chat: Conversation > Create Private Chat', 'is no group', /not bots or groups/],
		['Chat: Member > Get Many', 'is not added or removed', /cannot be added or removed/],
		['People: Person > Find', 'is not added to the contacts', /No contact can be added/],
		['Imported Chat: Conversation > Find', 'gets no message', /Nothing can be sent/],
		['Calls: Call > Get Many', 'is not searched by words', /no search for words/],
		['Recordings: Recording > Get Many', 'is not searched by words', /no search for words/],
		['Recordings: Summary > Get Many', 'is not made on request', /None is made on request/],
		['Records: Record > Create', 'has no files', /no files/],
		['Records: Record > Create', 'has no reminder', /no files or reminder/],
		['Records: Topic > Find', 'is not created', /None can be created/],
		['Records: Topic > Get Many', 'is not created', /None can be created/],
		['Teams: Member > Remove', 'is not in a chat group', /Not for chat groups/],
		['Teams: Member > Get Many', 'is not in a chat group', /Not for chat groups/],
		['Teams: Team > Create', 'gets no members', /Nobody can be added/],
		['World: Post > Publish', 'is not published later', /no .*publishing later/],
		['World: Post > Publish', 'has no pictures', /no pictures/],
	])('%s: %s', (title, _what, words) => {
		expect(toolOf(named(title)).description).toMatch(words);
	});

	it.each(operations)('$name: promises no reminder', ({ text }) => {
		expect(text).not.toMatch(/remind(s|ed)? (them|of|you)|will remind|be reminded/);
	});
});

describe('Which of two similar tools is meant', () => {
	it.each([
		['Chat: Conversation > Find', 'finding people', /Not for a person/],
		['Chat: Conversation > Find', 'sending', /Sending and reading take a clear name/],
		['Chat: Conversation > Find Chats to Send To', 'sending', /Sending takes an exact name/],
		['Chat: Conversation > Get Many', 'finding one', /Not for finding one chat by name/],
		['Chat: Conversation > Get Many', 'the latest', /nor the latest active ones/],
		['Chat: Message > Get Many', 'searching', /Not for finding words/],
		['Chat: Message > Search', 'notes', /Not for notes/],
		['Chat: Message > Get Moderation Targets', 'the texts', /for the texts, read the messages/],
		['Imported Chat: Conversation > Find', 'chats', /Not for chats of this service/],
		['Imported Chat: Conversation > Get Many', 'chats', /Not for chats of this service/],
		['Imported Chat: Message > Get Many', 'chats', /Not for chats of this service/],
		['Imported Chat: Conversation > Get Many', 'finding one', /Not for finding one/],
		['People: Person > Find', 'chats', /Not for chats/],
		['Records: Record > Get Many', 'searching', /Not for finding words/],
		['Records: Record > Search', 'the list of a topic', /Not for all notes of a topic/],
		['Records: Record > Update', 'adding', /Not for adding/],
		['Records: Record > Append Text', 'replacing', /Not for replacing/],
		['Records: Record > Create', 'tasks', /Something to do is a task/],
		['Tasks: Task > Create', 'notes', /Something to remember .* a note/],
		['Tasks: Task > Get Many', 'notes', /Not for notes/],
		['Tasks: Task > Update', 'completing', /Not for marking it as done/],
		['Tasks: Task > Delete', 'completing', /Not for a task that is done/],
		['Calls: Call > Get Many', 'recordings', /nor for? audio recordings/],
		['Recordings: Recording > Get Many', 'calls', /nor for phone calls/],
		['Calls: Transcript > Get', 'recordings', /Not for recordings/],
		['Recordings: Transcript > Get', 'calls', /nor for phone calls/],
		['World: Post > Get Many', 'replies', /Not for the answers/],
	])('%s: %s', (title, _what, words) => {
		expect(toolOf(named(title)).description).toMatch(words);
	});
});

/** The properties with the words of a tool that n8n shows for these choices: more than one would be a form with two texts. */
function shownTexts({ area, resource, operation }: Declared, choices: INodeParameters = {}) {
	const { description } = TOOLS.find((tool) => tool.description.name === `svc${area}Tool`)!;
	const node = { type: `n8n-nodes-svc.svc${area}Tool`, typeVersion: 1 } as INode;
	const parameters = { resource: resource.value, operation: operation.value, ...choices };
	return description.properties.filter(
		(property) =>
			property.name === 'toolDescription' &&
			NodeHelpers.displayParameter(parameters, property, node, description),
	);
}

/** The choices on which the words of a tool depend, with each value. */
const FIXED = TOOL_OPERATIONS.flatMap((declared) => {
	const [general] = shownTexts(declared);
	return Object.entries(general.displayOptions!.hide!).flatMap(([choice, values]) =>
		(values as string[]).map((value) => ({
			title: `${titleOf(declared)} with ${choice} = ${value}`,
			...{ declared, choice, value },
		})),
	);
});

describe('What a model is told about a tool of which a person has fixed a choice', () => {
	it('is a text of its own for each value of the choices that decide', () => {
		const choices = [...new Set(FIXED.map(({ choice }) => choice))].sort().join(' ');
		expect(choices).toBe('by container destination due findBy period scope sendTo status');
		expect(FIXED.length).toBeGreaterThan(80);
	});

	it.each(FIXED)('$title', ({ declared, choice, value }) => {
		const textsOf = (given: string) => shownTexts(declared, { [choice]: given });
		const [left, ...none] = textsOf('={{ $fromAI("choice", "", "string") }}');
		const [fixed, ...other] = textsOf(value);
		expect([...none, ...other]).toEqual([]);
		expect(toolOf(declared).description).toBe(left.default);
		expect(toolOf(declared, { [choice]: value }).description).toBe(fixed.default);
		expect(fixed.default).not.toBe(left.default);
		expect(String(fixed.default).length).toBeLessThanOrEqual(1024);
	});

	it.each([
		['completed', /^Completes /, /[Rr]eopen/],
		['following', /^Reopens /, /[Cc]omplete/],
	])('says of the status %s what that does, and nothing else', (status, does, other) => {
		const text = toolOf(named('Tasks: Task > Set Status'), { status }).description;
		expect(text).toMatch(does);
		expect(text).not.toMatch(other);
	});
});

describe('A tool of which a person has fixed a choice', () => {
	it.each([
		['Calls: Call > Get Many', 'Without a start or an end: Last 30 Days.'],
		['Chat: Message > Get Many', 'Without a start or an end: Last 7 Days.'],
		['Chat: Conversation > Get Many by Last Message', 'Without a start or an end: Last 7 Days.'],
	])('says which period a list without bounds has: %s', (title, words) => {
		expect(toolOf(named(title), { period: 'custom' }).description).toContain(words);
	});

	const DEPENDENT = TOOL_OPERATIONS.flatMap((declared) =>
		declared.operation.fields.flatMap(({ name, required, displayOptions: { show = {} } = {} }) =>
			Object.entries(required ? show : {}).map(([choice, values]) => ({
				title: `${titleOf(declared)} with ${choice} = ${String(values)}`,
				...{ declared, name, choices: { [choice]: values![0] } as INodeParameters },
			})),
		),
	);

	it.each(DEPENDENT)('asks for what it needs: $title', ({ declared, name, choices }) => {
		const { properties, required } = toolOf(declared).parameters;
		expect(properties).toHaveProperty(name);
		expect(required).not.toContain(name);
		expect(toolOf(declared, choices).parameters.required).toContain(name);
	});
});

it.each(operations)(
	'$name: has a cursor only for a list, and a part only for a long text',
	({ fields, properties }) => {
		const has = (wanted: string) => fields.some(({ name }) => name === wanted);
		expect('cursor' in properties).toBe(has('limit'));
		expect('part' in properties).toBe(has('binaryPropertyName') && !has('limit'));
	},
);

describe('The name that n8n gives to each operation as a tool', () => {
	it.each(operations)('$name: is whole within 64 characters', ({ tool }) => {
		// n8n cuts longer names; a name that ends in its node is whole
		expect(tool).toMatch(/^[A-Za-z0-9_-]{1,64}$/);
		expect(NODE_ENDINGS.some((ending) => tool.endsWith(ending))).toBe(true);
	});

	it('is the name of no other operation', () => {
		const names = operations.map(({ tool }) => tool);
		expect(new Set(names).size).toBe(names.length);
	});
});
