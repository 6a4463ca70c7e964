import type { AccountId } from './auth';
import { seedArrangements, type ArrangementsData } from './data/arrangements';
import { seedPeople, type PeopleData } from './data/people';
import { seedProfile, type ProfileData } from './data/profile';
import { seedRecords, type RecordsData } from './data/records';
import type { Seeding } from './data/seeding';

/**
 * Everything one account has. Tests may read and change it as they like; whoever changes a row's
 * times sets the row again (see Store). Each area's data is made when it is first asked for.
 */
export class Account {
	readonly id: AccountId;
	/** What became of items with an idempotency key: by operation and key. */
	readonly keyed = new Map<string, { content: string; outcome: unknown }>();

	#profile?: ProfileData;
	#people?: PeopleData;
	#records?: RecordsData;
	#arrangements?: ArrangementsData;

	constructor(private readonly seeding: Seeding) {
		this.id = seeding.account;
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
		return this.peopleData.conversations;
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
}
