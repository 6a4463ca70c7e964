import type { AccountData } from '../../fake-service/account';
import type { Area } from '../area';
import type { Documented } from '../../contract/types';
import { Store } from '../../fake-service/store';
import { teamNames } from '../../fake-service/data/chatWords';
import { day, randomFor, type Seeding } from '../../fake-service/data/seeding';

export type TeamRole = Documented<'TeamMember'>['role'];

export type StoredTeamMember = Omit<Documented<'TeamMember'>, 'display_name' | 'svc_id'>;

export interface StoredTeam extends Omit<Documented<'Team'>, 'current_user_role'> {
	/** False for a team that cannot be found. */
	active: boolean;
	/** Valid members, by user_ref; the account is not in all teams. */
	members: Map<string, StoredTeamMember>;
}

declare module '../../fake-service/account' {
	interface AccountData {
		teams: Store<StoredTeam>;
	}
	interface Size {
		/** Teams that the account is in. */
		teams: number;
	}
}

/** The account's role in its teams, in turn. */
const ownRoles: TeamRole[] = ['owner', 'member', 'admin', 'member', 'owner'];

/** `size.teams` teams of the account, the first one with many members; three that it may join, and an inactive one. */
function seedTeams(seeding: Seeding, { profile, people }: AccountData): Pick<AccountData, 'teams'> {
	const random = randomFor(seeding, 'teams');
	const self = profile.user_ref;
	const others = [...people.keys()].filter((user_ref) => user_ref !== self);
	const teams = new Store<StoredTeam>();
	let joined_at = 0;

	for (let i = 0; i < seeding.size.teams + 4; i++) {
		const mine = i < seeding.size.teams;
		const last = i === seeding.size.teams + 3;
		const ownRole = ownRoles[i % ownRoles.length];
		const created_at = seeding.now - random.int(200, 700) * day - random.int(0, day);
		const owner =
			mine && ownRole === 'owner' ? self : (random.some(others, 1)[0] ?? random.uid('usr'));
		const members = new Map<string, StoredTeamMember>();
		const add = (user_ref: string, role: TeamRole, at: number) => {
			const known = people.get(user_ref);
			members.set(user_ref, {
				user_ref,
				role,
				joined_at: at,
				identity_state: !known ? 'unavailable' : known.svc_id ? 'ready' : 'incomplete',
			});
		};
		add(owner, 'owner', created_at);
		// Every third membership of the account has the time of the previous one.
		if (i % 3 !== 2 || joined_at < created_at) joined_at = seeding.now - random.int(1, 190) * day;
		if ((mine || last) && owner !== self) add(self, ownRole, joined_at);
		const crowd = random.some(others, i === 0 ? others.length : random.int(2, 9));
		for (const [j, user_ref] of [...crowd, random.uid('usr')].entries()) {
			if (members.has(user_ref)) continue;
			// Members join in pairs at the same time.
			const at = created_at + (1 + (j >> 1)) * day;
			add(user_ref, j % 7 === 3 ? 'admin' : 'member', at);
		}
		const team_ref = random.uid('team');
		const name = teamNames[i % teamNames.length];
		teams.set(team_ref, {
			team_ref,
			name,
			svc_id: `crew_${name.length}-${100 + 7 * i}`,
			created_at,
			updated_at: created_at + random.int(0, 100) * day,
			active: !last,
			members,
		});
	}
	return { teams };
}

export const data: Area['data'] = { teams: seedTeams };
export const sizes: Area['sizes'] = { teams: { a: 8, b: 2 } };
