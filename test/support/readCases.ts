import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { chatsById, peopleById, uid } from '../../dev/contract/choices';
import type { ServiceFixture } from './useService';

/** Parameters of a read, and input items with the identifiers that they use. */
export interface ReadCase {
	parameters: INodeParameters;
	items: IDataObject[];
}

/** A read that is run once. */
export const once = (parameters: INodeParameters = {}): ReadCase => ({ parameters, items: [{}] });

/** A read that is run for each of these objects. */
const forEach = (objects: Iterable<object>, parameters: INodeParameters): ReadCase => ({
	parameters,
	items: [...objects].map((object) => ({ ...object }) as IDataObject),
});

const all: INodeParameters = { returnAll: true };
const fromInput = (field: string) => uid(`={{ $json.${field} }}`);

/** A case for each read with a documented answer, by its title. */
export function readCases(
	fixture: Pick<ServiceFixture, 'service'>,
): Record<string, () => ReadCase> {
	const account = () => fixture.service.account('a');
	const self = () => account().profile.user_ref;
	const groups = () =>
		[...account().conversations.values()]
			.filter(
				({ kind, members, dissolved }) => kind === 'group' && members.has(self()) && !dissolved,
			)
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

	return {
		'Account: Profile > Get': once,
		'Account: Account Binding > Get Many': once,
		'People: Person > Find': () => once({ query: 'a', ...all }),
		'Chat: Conversation > Get Many': () => once(all),
		'Chat: Conversation > Get Many by Last Message': () => once({ period: 'anyTime', ...all }),
		'Chat: Conversation > Find': () => once({ query: 'a', ...all }),
		'Chat: Conversation > Find Chats to Send To': () => once({ query: 'a', limit: 3 }),
		'Chat: Member > Get Many': () =>
			forEach(ownGroups(), { conversation: fromInput('chat_session_uid'), ...all }),
		'Chat: Member > Get': () =>
			forEach(ownMembers(), { group: fromInput('chat_session_uid'), person: fromInput('person') }),
		'Chat: Join Restriction > Get Many': () =>
			forEach(ownGroups(), { group: fromInput('chat_session_uid'), ...all }),
		'Chat: Message > Get Many': () =>
			forEach(groups(), {
				conversations: chatsById('={{ $json.chat_session_uid }}'),
				period: 'anyTime',
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
		'Imported Chat: Conversation > Get Many': () => once(all),
		'Imported Chat: Conversation > Find': () => once({ query: 'a', ...all }),
		'Imported Chat: Conversation > Get': () =>
			forEach(account().importedConversations.values(), {
				conversation: fromInput('conversation_uid'),
			}),
		'Imported Chat: Message > Get Many': () =>
			forEach(account().importedConversations.values(), {
				conversation: fromInput('conversation_uid'),
				...all,
			}),
		'Imported Chat: Message > Get': () =>
			forEach([...account().importedMessages.values()].slice(0, 100), {
				messageUid: '={{ $json.message_uid }}',
			}),
		'Imported Chat: Group Member > Get Many': () =>
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
		'Tasks: Task > Get Many': () => once(all),
		'Tasks: Task > Get': () =>
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
}
