import type { AccountId } from './auth';
import { seedArrangements, type ArrangementsData } from './data/arrangements';
import { seedChat, type ChatData } from './data/chat';
import { seedCalls, type CallsData } from './data/calls';
import { seedImportedChat, type ImportedChatData } from './data/importedChat';
import { seedPeople, type PeopleData } from './data/people';
import { seedProfile, type ProfileData } from './data/profile';
import { seedRecordings, type RecordingsData } from './data/recordings';
import { seedRecords, type RecordsData } from './data/records';
import type { Seeding } from './data/seeding';
import { seedSummaries, type SummariesData } from './data/summaries';
import { seedTeams, type TeamsData } from './data/teams';
import { seedWorld, type WorldData } from './data/world';

/** The data of an account by area, instead of generated data. */
export interface AccountData {
	profile: ProfileData;
	people: PeopleData;
	records: RecordsData;
	arrangements: ArrangementsData;
	importedChat: ImportedChatData;
	recordings: RecordingsData;
	summaries: SummariesData;
	calls: CallsData;
	chat: ChatData;
	teams: TeamsData;
	world: WorldData;
}

/**
 * The data of one account. Tests may read and change it; after a change of a row's times, set the row again (see
 * Store). The data of an area is generated on first use.
 */
export class Account {
	readonly id: AccountId;
	/** Outcomes of items with an idempotency key, by operation and key. */
	readonly keyed = new Map<string, { content: string; outcome: unknown }>();

	#profile?: ProfileData;
	#people?: PeopleData;
	#records?: RecordsData;
	#arrangements?: ArrangementsData;
	#importedChat?: ImportedChatData;
	#recordings?: RecordingsData;
	#summaries?: SummariesData;
	#calls?: CallsData;
	#chat?: ChatData;
	#teams?: TeamsData;
	#world?: WorldData;

	/** @param told the data, instead of generated data */
	constructor(
		private readonly seeding: Seeding,
		told?: AccountData,
	) {
		this.id = seeding.account;
		this.#profile = told?.profile;
		this.#people = told?.people;
		this.#records = told?.records;
		this.#arrangements = told?.arrangements;
		this.#importedChat = told?.importedChat;
		this.#recordings = told?.recordings;
		this.#summaries = told?.summaries;
		this.#calls = told?.calls;
		this.#chat = told?.chat;
		this.#teams = told?.teams;
		this.#world = told?.world;
	}

	private get profileData() {
		return (this.#profile ??= seedProfile(this.seeding));
	}
	private get peopleData() {
		return (this.#people ??= seedPeople(this.seeding, this.profileData));
	}
	private get recordsData() {
		return (this.#records ??= seedRecords(this.seeding, this.profileData, this.peopleData));
	}
	private get arrangementsData() {
		return (this.#arrangements ??= seedArrangements(
			this.seeding,
			this.peopleData,
			this.recordsData,
		));
	}

	private get chatData() {
		return (this.#chat ??= seedChat(
			this.seeding,
			this.profileData,
			this.peopleData,
			this.recordsData,
		));
	}
	private get teamsData() {
		return (this.#teams ??= seedTeams(this.seeding, this.profileData, this.peopleData));
	}
	private get worldData() {
		return (this.#world ??= seedWorld(
			this.seeding,
			this.profileData,
			this.peopleData,
			this.recordsData,
		));
	}

	private get importedChatData() {
		return (this.#importedChat ??= seedImportedChat(this.seeding, this.peopleData));
	}
	private get recordingsData() {
		return (this.#recordings ??= seedRecordings(this.seeding, this.profileData, this.peopleData));
	}
	private get summariesData() {
		return (this.#summaries ??= seedSummaries(this.seeding));
	}
	private get callsData() {
		return (this.#calls ??= seedCalls(this.seeding, this.profileData, this.peopleData));
	}

	get profile() {
		return this.profileData.profile;
	}
	get bindings() {
		return this.profileData.bindings;
	}
	get people() {
		return this.peopleData.people;
	}
	get conversations() {
		return this.chatData.conversations;
	}
	get messages() {
		return this.chatData.messages;
	}
	get bots() {
		return this.chatData.bots;
	}
	get botBindings() {
		return this.chatData.bindings;
	}
	get botRequests() {
		return this.chatData.requests;
	}
	get teams() {
		return this.teamsData.teams;
	}
	get world() {
		return this.worldData.world;
	}
	get topics() {
		return this.recordsData.topics;
	}
	get records() {
		return this.recordsData.records;
	}
	get arrangements() {
		return this.arrangementsData.arrangements;
	}
	get importedConversations() {
		return this.importedChatData.importedConversations;
	}
	get importedMessages() {
		return this.importedChatData.importedMessages;
	}
	get recordings() {
		return this.recordingsData.recordings;
	}
	get speakerLabels() {
		return this.recordingsData.speakerLabels;
	}
	get summaries() {
		return this.summariesData.summaries;
	}
	get calls() {
		return this.callsData.calls;
	}
}
