import type { Account } from '../../fake-service/account';
import type { Documented, ItemOf, ResultOf } from '../../contract/types';
import { readingOf, readingOfItem, type Call, type Handlers } from '../../fake-service/call';
import type { StoredTeam, StoredTeamMember } from './data';
import { Failure, violation } from '../../fake-service/failure';
import { readPage } from '../../fake-service/paging';
import { newUid } from '../../fake-service/random';
import { orderRows, type Order } from '../../fake-service/store';
import { inAnyOrder, remember, replayed } from '../../fake-service/handlers/writes';

const byTeamRef: Order<StoredTeam> = { key: ({ team_ref }) => [team_ref], directions: [1] };

const ownerFirst: Order<StoredTeamMember> = {
	key: ({ role, joined_at, user_ref }) => [role === 'owner' ? 0 : 1, joined_at, user_ref],
	directions: [1, 1, 1],
};

/** Teams. */
export const handlers: Handlers = {
	listMyTeams(call) {
		const { account } = call;
		const mine = teamsOf(account);
		const latestMembershipFirst: Order<StoredTeam> = {
			key: (team) => [membership(account, team)!.joined_at, team.team_ref],
			directions: [-1, 1],
		};
		const page = readPage(readingOf(call), orderRows(mine, latestMembershipFirst));
		return {
			...page,
			items: page.items.map((team) => view(account, team)),
			total_count: mine.length,
		};
	},

	// Exact means literally, with case and blanks. The order of candidates is not documented.
	resolveMyTeams: (call) => ({
		items: call.body.items.map(({ item_id, query }, i) => {
			const found = teamsOf(call.account).filter(
				({ svc_id, name }) => svc_id === query || name === query,
			);
			const { items, ...rest } = readPage(readingOfItem(call, i), orderRows(found, byTeamRef));
			return { item_id, candidates: items.map((team) => view(call.account, team)), ...rest };
		}),
	}),

	listTeamMembers(call) {
		const { account } = call;
		const team = teamOf(account, call.body.team_ref);
		if (!team) throw violation('team_ref is not a team of the account');
		const reading = readingOf(call);
		// The first page starts with the owner, so it can be short but never empty.
		const first = reading.mode === 'irregular' && !reading.cursor;
		const page = readPage(
			first ? { ...reading, mode: 'plain', limit: 1 } : reading,
			orderRows(team.members.values(), ownerFirst),
		);
		return {
			...page,
			team: view(account, team),
			items: page.items.map((member) => memberView(account, member)),
			total_count: team.members.size,
		};
	},

	createTeams: (call) => ({
		items: inAnyOrder(call.body.items, (item): ResultOf<'createTeams'> => {
			const { item_id } = item;
			const known = replayed<string | null>(call, item);
			if (known === 'conflict') return rejected(item_id, 'idempotency_conflict');
			const team_ref = known ?? create(call, item);
			// A key is bound to its intent even if nothing was created: another public ID is another intent.
			remember(call, item, team_ref);
			return team_ref === null
				? rejected(item_id, 'svc_id_unavailable')
				: {
						item_id,
						status: 'succeeded',
						team: view(call.account, call.account.teams.get(team_ref)!),
					};
		}),
	}),

	joinTeamsByPublicID: (call) => ({
		items: inAnyOrder(call.body.items, ({ item_id, svc_id }): ResultOf<'joinTeamsByPublicID'> => {
			const { account, clock } = call;
			const team = [...account.teams.values()].find((row) => row.active && row.svc_id === svc_id);
			if (!team) return rejected(item_id, 'team_not_found');
			const known = membership(account, team);
			if (!known) {
				const { user_ref } = account.profile;
				team.members.set(user_ref, {
					user_ref,
					role: 'member',
					joined_at: clock.now(),
					identity_state: 'ready',
				});
			}
			const membership_state = !known
				? 'joined'
				: known.role === 'owner'
					? 'owner'
					: 'already_member';
			return { item_id, status: 'succeeded', membership_state, team: view(account, team) };
		}),
	}),

	removeTeamMembers(call) {
		const { teams: settings } = call.settings;
		return {
			items: inAnyOrder(call.body.items, (item): ResultOf<'removeTeamMembers'> => {
				const { item_id, team_ref, target_user_ref } = item;
				if (settings.removalsBeforeFailure-- <= 0) {
					settings.removalsBeforeFailure = Infinity;
					throw new Failure(502, 'The member service does not answer');
				}
				const { account } = call;
				const team = teamOf(account, team_ref);
				const owns = team && membership(account, team)!.role === 'owner';
				if (!owns || target_user_ref === account.profile.user_ref) {
					return { item_id, status: 'rejected', reason: 'removal_not_allowed' };
				}
				team.members.delete(target_user_ref);
				return { item_id, status: 'succeeded' };
			}),
		};
	},
};

function membership({ profile }: Account, { members }: StoredTeam): StoredTeamMember | undefined {
	return members.get(profile.user_ref);
}

/** The valid teams that the account owns or has joined. */
function teamsOf(account: Account): StoredTeam[] {
	return [...account.teams.values()].filter((team) => team.active && membership(account, team));
}

function teamOf(account: Account, team_ref: string): StoredTeam | undefined {
	return teamsOf(account).find((team) => team.team_ref === team_ref);
}

/** Reference of the new team; null if a team or a person has its public ID. */
function create({ account, clock, seed }: Call, item: ItemOf<'createTeams'>): string | null {
	// Ignoring case: IDs that differ only in case would be confused.
	const wanted = item.svc_id.toLowerCase();
	const owners = [...account.teams.values(), ...account.people.values()];
	if (owners.some(({ svc_id }) => svc_id?.toLowerCase() === wanted)) return null;
	const { user_ref } = account.profile;
	const now = clock.now();
	const team_ref = newUid('team', seed, account.id, 'new team', item.idempotency_key);
	account.teams.set(team_ref, {
		team_ref,
		name: item.name,
		svc_id: item.svc_id,
		created_at: now,
		updated_at: now,
		active: true,
		members: new Map([
			[user_ref, { user_ref, role: 'owner', joined_at: now, identity_state: 'ready' }],
		]),
	});
	return team_ref;
}

function view(account: Account, team: StoredTeam): Documented<'Team'> {
	const { team_ref, name, svc_id, created_at, updated_at } = team;
	const current_user_role = membership(account, team)!.role;
	return { team_ref, name, svc_id, current_user_role, created_at, updated_at };
}

/** A member; the name is empty without a public profile. */
function memberView(account: Account, member: StoredTeamMember): Documented<'TeamMember'> {
	const { user_ref, identity_state, role, joined_at } = member;
	const profile = identity_state === 'unavailable' ? undefined : account.people.get(user_ref);
	return {
		user_ref,
		display_name: profile?.nickname ?? '',
		svc_id: profile?.svc_id,
		identity_state,
		role,
		joined_at,
	};
}

function rejected<Reason>(item_id: string, reason: Reason) {
	return { item_id, status: 'rejected', reason, team: null } as const;
}
