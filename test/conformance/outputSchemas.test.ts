import Ajv from 'ajv';
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { OPERATIONS } from '../../dev/contract/operations';
import { EVENT_PARAMETERS } from '../../dev/contract/samples/events';
import { pollNode } from '../../dev/engine/pollNode';
import { DECLARED, titleOf, type Declared } from '../../dev/engine/operations';
import type { JsonSchema } from '../../dev/outputSchemas/infer';
import { outputSchemas, TRIGGERS, type OutputSchema } from '../../dev/outputSchemas/outputSchemas';
import { chatsById, peopleById, uid } from '../../dev/contract/choices';
import { jsonOf, useService } from '../support/useService';
import { writeCases } from '../support/writeCases';

/** Fields that n8n's editor offers before the first run, compared with real outputs. */

const fixture = useService();
const account = () => fixture.service.account('a');
const self = () => account().profile.user_ref;

/** Parameters of a read, and input items with the identifiers that they use. */
interface Read {
	parameters: INodeParameters;
	items: IDataObject[];
}

/** A read that is run once. */
const once = (parameters: INodeParameters = {}): Read => ({ parameters, items: [{}] });

/** A read that is run for each of these objects. */
const forEach = (objects: Iterable<object>, parameters: INodeParameters): Read => ({
	parameters,
	items: [...objects].map((object) => ({ ...object }) as IDataObject),
});

const all: INodeParameters = { returnAll: true };
const fromInput = (field: string) => uid(`={{ $json.${field} }}`);
const groups = () =>
	[...account().conversations.values()]
		.filter(({ kind, members, dissolved }) => kind === 'group' && members.has(self()) && !dissolved)
		.map(({ chat_session_uid, members }) => ({ chat_session_uid, people: [...members.keys()] }));
const ownGroups = () =>
	groups().filter(
		({ chat_session_uid }) =>
			account().conversations.get(chat_session_uid)!.members.get(self())!.role === 'owner',
	);
const ownMembers = () =>
	ownGroups().flatMap(({ chat_session_uid, people }) =>
		people.map((person) => ({ chat_session_uid, person })),
	);
const ownTeams = () =>
	[...account().teams.values()].filter(({ active, members }) => active && members.has(self()));
const someMessages = () => [...account().messages.values()].slice(0, 100);

/** A case for each read with a documented answer, by title. */
const READS: Record<string, () => Read> = {
	'Account: Profile > Get': once,
	'Account: Account Binding > Get Many': once,
	'People: Person > Find': () => once({ query: 'a', ...all }),
	'Chat: Conversation > Get Many': () => once(all),
	'Chat: Conversation > Get Many by Last Message': () =>
		once({ lastMessageFrom: '2020-01-01', ...all }),
	'Chat: Conversation > Find': () => once({ query: 'a', ...all }),
	'Chat: Conversation > Find Send Targets': () => once({ query: 'a', limit: 3 }),
	'Chat: Member > Get Many': () =>
		forEach(ownGroups(), { conversation: fromInput('chat_session_uid'), ...all }),
	'Chat: Member > Get': () =>
		forEach(ownMembers(), { group: fromInput('chat_session_uid'), person: fromInput('person') }),
	'Chat: Join Restriction > Get Many': () =>
		forEach(ownGroups(), { group: fromInput('chat_session_uid'), ...all }),
	'Chat: Message > Get Many': () =>
		forEach(groups(), {
			conversations: chatsById('={{ $json.chat_session_uid }}'),
			after: '2020-01-01',
			...all,
		}),
	'Chat: Message > Search': () =>
		forEach(groups(), {
			conversations: chatsById('={{ $json.chat_session_uid }}'),
			keyword: 'the',
			...all,
		}),
	'Chat: Message > Get': () =>
		forEach(someMessages(), {
			conversation: fromInput('chat_session_uid'),
			sequence: '={{ $json.sequence }}',
		}),
	'Chat: Message > Get Context': () =>
		forEach(someMessages(), {
			conversation: fromInput('chat_session_uid'),
			sequences: '={{ $json.sequence }}',
		}),
	'Chat: Message > Get Moderation Targets': () =>
		forEach(ownMembers(), {
			group: fromInput('chat_session_uid'),
			senders: peopleById('={{ $json.person }}'),
			...all,
		}),
	'ImportedChat: Conversation > Get Many': () => once(all),
	'ImportedChat: Conversation > Find': () => once({ query: 'a', ...all }),
	'ImportedChat: Conversation > Get': () =>
		forEach(account().importedConversations.values(), {
			conversation: fromInput('conversation_uid'),
		}),
	'ImportedChat: Message > Get Many': () =>
		forEach(account().importedConversations.values(), {
			conversation: fromInput('conversation_uid'),
			...all,
		}),
	'ImportedChat: Message > Get': () =>
		forEach([...account().importedMessages.values()].slice(0, 100), {
			messageUid: '={{ $json.message_uid }}',
		}),
	'ImportedChat: Group Member > Get Many': () =>
		forEach(account().importedConversations.values(), {
			conversation: fromInput('conversation_uid'),
			...all,
		}),
	'Recordings: Recording > Get Many': () => once(all),
	'Recordings: Recording > Get': () =>
		forEach(account().recordings.values(), { recording: fromInput('recording_uid') }),
	'Recordings: Speaker > Find': () => once({ query: 'a', ...all }),
	'Recordings: Transcript > Get': () =>
		forEach(account().recordings.values(), { recording: fromInput('recording_uid') }),
	'Recordings: Summary > Get Many': () => once(all),
	'Recordings: Summary > Get Text': () =>
		forEach(account().summaries.values(), { summary: fromInput('summary_uid') }),
	'Calls: Call > Get Many': () => once(all),
	'Calls: Call > Get': () => forEach(account().calls.values(), { call: fromInput('call_uid') }),
	'Calls: Transcript > Get': () =>
		forEach(account().calls.values(), { call: fromInput('call_uid') }),
	'Records: Record > Get Many': () => once(all),
	'Records: Record > Get': () =>
		forEach(account().records.values(), { record: fromInput('record_uid') }),
	'Records: Record > Search': () => once({ keyword: 'the', ...all }),
	'Records: Topic > Get Many': () => once(all),
	'Records: Topic > Find': () => once({ query: 'a', ...all }),
	'Arrangements: Arrangement > Get Many': () => once(all),
	'Arrangements: Arrangement > Get': () =>
		forEach(account().arrangements.values(), { arrangement: fromInput('arrangement_uid') }),
	'Teams: Team > Get Many': () => once(all),
	'Teams: Team > Find': () => forEach(ownTeams(), { query: '={{ $json.name }}', ...all }),
	'Teams: Member > Get Many': () => forEach(ownTeams(), { team: fromInput('team_ref'), ...all }),
	'World: Post > Get Many': () => once({ scope: 'mine', ...all }),
	'World: Post > Get': () =>
		forEach(account().world.posts.values(), { post: fromInput('record_uid') }),
	'World: Reply > Get Many': () =>
		forEach(account().world.posts.values(), { post: fromInput('record_uid'), ...all }),
};

const CASES: Record<string, () => Read> = {
	...READS,
	...Object.fromEntries(
		Object.entries(writeCases(fixture)).map(([title, write]) => [
			title,
			() => once(write().parameters as INodeParameters),
		]),
	),
};

/** The operations with documented answers. */
const shown = DECLARED.filter(
	({ operation: { routing } }) =>
		OPERATIONS.find(({ path }) => path === routing.request.url)!.documented,
);

function fileOf({ area, resource, operation }: Declared): string {
	return `${area}/__schema__/v1.0.0/${resource.value}/${operation.value}.json`;
}

let schemas: OutputSchema[];
const schemaAt = (file: string) => schemas.find((each) => each.file === file)!.schema;

beforeAll(async () => {
	schemas = await outputSchemas();
	// Some seven hundred runs, which exceed the usual timeout on a busy machine
}, 300_000);

it('every operation with a documented answer has a schema, and every trigger', () => {
	const ofTriggers = TRIGGERS.map(
		({ description: { name } }) => `${name.slice(3, -'Trigger'.length)}/__schema__/v1.0.0.json`,
	);
	expect(schemas.map(({ file }) => file).sort()).toEqual(
		[...shown.map(fileOf), ...ofTriggers].sort(),
	);
	expect(schemas.length).toBeGreaterThan(60);
});

it('every one of these operations has a test case, and no other', () => {
	expect(Object.keys(CASES).sort()).toEqual(shown.map(titleOf).sort());
});

describe.each(shown.map((declared) => [titleOf(declared), declared] as const))(
	'%s',
	(title, declared) => {
		it('returns exactly the fields that the editor offers before the first run', async () => {
			const { area, resource, operation } = declared;
			const { parameters, items } = CASES[title]();
			const outcome = await fixture.run({
				node: `svc${area}`,
				parameters: { resource: resource.value, operation: operation.value, ...parameters },
				items,
				settings: { onError: 'continueErrorOutput' },
			});
			const rows = jsonOf(outcome.items);
			expect(rows).not.toEqual([]);
			const schema = schemaAt(fileOf(declared));
			expect(problemOf(rows, schema)).toBeUndefined();
			for (const field of Object.keys(rows[0])) {
				expect(problemOf(rows, without(field, schema))).toContain(field);
			}
		});
	},
);

describe.each(TRIGGERS.map(({ description }) => description.name))('%s', (name) => {
	it('returns with each event its identity and when it was found', async () => {
		const [area] = name.slice(3).split('Trigger');
		const { credential } = fixture;
		const [event] = eventsOf(name);
		const parameters = { event, ...EVENT_PARAMETERS[event] };
		const { items } = await pollNode({ node: name, parameters, credential }, 'manual');
		const { properties = {} } = schemaAt(`${area}/__schema__/v1.0.0.json`);
		expect(Object.keys(properties._event.properties!)).toEqual([
			'id',
			'type',
			'happened_at',
			'found_at',
		]);
		const fields = Object.keys(properties);
		const common = jsonOf(items).map((row) =>
			Object.fromEntries(Object.entries(row).filter(([field]) => fields.includes(field))),
		);
		expect(common).not.toEqual([]);
		expect(problemOf(common, { type: 'object', properties })).toBeUndefined();
	});
});

function eventsOf(name: string): string[] {
	const { properties } = TRIGGERS.find(({ description }) => description.name === name)!.description;
	const selector = properties.find((property) => property.name === 'event')!;
	return (selector.options as Array<{ value: string }>).map(({ value }) => value);
}

/** Fields of rows that are not in the schema. */
function problemOf(rows: object[], schema: JsonSchema): string | undefined {
	const ajv = new Ajv({ allowUnionTypes: true });
	return ajv.validate({ type: 'array', items: closed(schema) }, rows)
		? undefined
		: JSON.stringify(ajv.errors);
}

/** The schema without additional fields. */
function closed(schema: JsonSchema): object {
	const { properties, items } = schema;
	return {
		...schema,
		...(items && { items: closed(items) }),
		...(properties && {
			properties: Object.fromEntries(
				Object.entries(properties).map(([name, property]) => [name, closed(property)]),
			),
			additionalProperties: false,
		}),
	};
}

function without(field: string, { properties, ...schema }: JsonSchema): JsonSchema {
	const { [field]: _removed, ...others } = properties!;
	return { ...schema, properties: others };
}
