import { NOW } from '../account';
import { finding, story, writes } from '../kinds';

const team = (team_ref: string, facts: object) => {
	const named = { name: `Crew ${team_ref}`, svc_id: `Crew-${team_ref}` };
	return { team_ref, ...named, created_at: 500, updated_at: 600, ...facts };
};
const owned = { name: 'Kiln Crew', current_user_role: 'owner' };
const rejected = (reason: string) => ({ status: 'rejected', reason, team: null });

finding('listMyTeams', {
	names: 'team_ref',
	// Latest membership first
	finds: [[{}, 'owned ruled joined']],
	shows: { owned, ruled: { current_user_role: 'admin' } },
	row: team,
});
const none = (query: string): [object, string] => [{ query }, ''];
finding('resolveMyTeams', {
	names: 'team_ref',
	finds: [
		[{ query: 'Kiln Crew' }, 'joined owned'],
		[{ query: 'Crew-ruled' }, 'ruled'],
		none('crew-ruled'),
		...['kiln crew', 'Kiln', ' Kiln Crew', 'Crew foreign', 'Crew inactive'].map(none),
	],
	shows: { owned },
	row: team,
});
const members = 'listTeamMembers';
const mira = { display_name: 'Mira Potter', svc_id: 'mira-potter' };
finding(members, {
	there: ({ account }) => {
		const { members } = account('a').teams.get('joined')!;
		members.get('me')!.identity_state = 'incomplete';
		members.set('bo', { ...members.get('ghost')!, user_ref: 'bo' });
	},
	body: { team_ref: 'joined' },
	names: 'user_ref',
	finds: [
		[{}, 'ada bo ghost me'],
		[{ team_ref: 'owned' }, 'me bo ada'],
	],
	shows: {
		ada: { display_name: 'Ada Fields', svc_id: 'ada-fields', role: 'owner', joined_at: 900 },
		me: { ...mira, identity_state: 'incomplete', joined_at: 899 },
		bo: { display_name: '', identity_state: 'unavailable' },
	},
	row: (user_ref, facts) => {
		return { user_ref, identity_state: 'ready', role: 'member', joined_at: 898, ...facts };
	},
	startsFull: true,
});
story(
	'lists of teams and members tell how many there are',
	['listMyTeams', { limit: 1 }, { total_count: 3, items: [{}] }],
	[members, { team_ref: 'owned', limit: 1 }, { total_count: 3, team: team('owned', owned) }],
	[members, { team_ref: 'foreign' }, /team_ref is not a team of the account/],
	[members, { team_ref: 'inactive' }, /team_ref is not a team of the account/],
);

const create = 'createTeams';
const club = { svc_id: 'raft-club', name: 'Raft Club' };
const role = { current_user_role: 'owner' };
const me = { user_ref: 'me', joined_at: NOW, identity_state: 'ready' };
writes(create, {
	item: club,
	results: [[{}, {}, { active: true, members: { me: { ...me, role: 'owner' } } }]],
	result: (told) => {
		const times = { created_at: NOW, updated_at: NOW };
		const facts = { ...club, ...times, ...role, ...told };
		return { status: 'succeeded', team: team(expect.any(String), facts) };
	},
	store: ['teams', (result) => result.team.team_ref],
	// A team or a person has it, whatever its case
	rejects: {
		svc_id_unavailable: 'Crew-foreign crew-FOREIGN crew-inactive ada-fields Ada-Fields',
	},
	rejected,
	keys: [{ name: 'Other' }, 'idempotency_conflict'],
	inTurn: {
		asked: [{}, { name: 'Raft Crew' }],
		told: ['svc_id_unavailable', { name: 'Raft Crew' }],
	},
});
const taken = { ...club, svc_id: 'Crew-foreign' };
story(
	'a key is bound to what it was used for, even if that was rejected',
	[create, taken, { reason: 'svc_id_unavailable' }],
	[create, club, { reason: 'idempotency_conflict' }],
	({ account }) => (account('a').teams.get('foreign')!.svc_id = 'another'),
	[create, taken, { status: 'succeeded' }],
	[create, { ...taken, name: 'Other' }, { reason: 'idempotency_conflict' }],
);

const ruled = team('ruled', { current_user_role: 'admin' });
const foreign = team('foreign', { current_user_role: 'member' });
writes('joinTeamsByPublicID', {
	item: { svc_id: 'Crew-foreign' },
	results: [
		[{}, { membership_state: 'joined' }, { members: { me: { ...me, role: 'member' } } }],
		[{ svc_id: 'Crew-ruled' }, { membership_state: 'already_member', team: ruled }],
		[{ svc_id: 'Crew-owned' }, { membership_state: 'owner', team: team('owned', owned) }],
	],
	result: (facts) => ({ status: 'succeeded', team: foreign, ...facts }),
	store: ['teams', (result) => result.team.team_ref],
	rejects: {
		team_not_found: ['crew-foreign foreign Crew-inactive none', { svc_id: 'Crew foreign' }],
	},
	rejected,
	again: { membership_state: 'already_member' },
});

writes('removeTeamMembers', {
	item: { team_ref: 'owned', target_user_ref: 'ada' },
	results: [
		[{}, {}, { members: { ada: undefined, bo: {} } }],
		[{ target_user_ref: 'none' }, {}],
	],
	store: ['teams', () => 'owned'],
	rejects: {
		removal_not_allowed: ['joined ruled foreign inactive none', { target_user_ref: 'me' }],
	},
	again: {},
});
const removals = ['ada', 'bo', 'cy'].map((target_user_ref) => {
	return { team_ref: 'owned', target_user_ref };
});
story(
	'a removal can fail halfway, and goes on when it is repeated',
	({ settings }) => (settings.teams.removalsBeforeFailure = 2),
	['removeTeamMembers', removals, 502],
	[members, { team_ref: 'owned' }, 'me ada'],
	['removeTeamMembers', removals, [{}, {}, {}]],
	[members, { team_ref: 'owned' }, 'me'],
);
