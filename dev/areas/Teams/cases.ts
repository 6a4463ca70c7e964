import { fromInput, uid } from '../../contract/choices';
import type { Account } from '../../fake-service/account';
import { forEach, once, texts, type Area } from '../area';

const active = ({ teams }: Account) => [...teams.values()].filter((team) => team.active);
const owned = (account: Account) =>
	active(account).filter(({ members }) => members.get(account.profile.user_ref)?.role === 'owner');

const own = (account: Account) =>
	active(account).filter(({ members }) => members.has(account.profile.user_ref));

export const objects: Area['objects'] = (account) => ({
	team: owned(account).map(({ team_ref }) => team_ref),
});

const newIds = Array.from({ length: 50 }, (_, i) => ({ svcId: `kiln-studio-${i + 1}` }));

export const rows: Area['rows'] = {
	createTeams: () => newIds,
	joinTeamsByPublicID: (account) => [
		...active(account)
			.filter(({ members }) => !members.has(account.profile.user_ref))
			.map(({ svc_id }) => ({ svcId: svc_id })),
		...newIds,
	],
	removeTeamMembers: (account) =>
		owned(account).flatMap(({ team_ref, members }) =>
			[...members.keys()]
				.filter((user_ref) => user_ref !== account.profile.user_ref)
				.map((user_1) => ({ team_1: team_ref, user_1 })),
		),
	resolveMyTeams: (account) => own(account).map(({ name }) => ({ query: name })),
};

const all = { returnAll: true };
export const reads: Area['reads'] = {
	'team > getAll': () => once(all),
	'team > find': (account) => forEach(own(account), { query: '={{ $json.name }}', ...all }),
	'member > getAll': (account) => forEach(own(account), { team: fromInput('team_ref'), ...all }),
};

export const writes: Area['writes'] = {
	'team > create': (account) => ({
		parameters: { name: 'once', svcId: 'only-once' },
		made: () => active(account).filter(({ name }) => name === 'once').length,
	}),
	'team > join': (account) => {
		const { user_ref } = account.profile;
		const team = active(account).find(({ members }) => !members.has(user_ref))!;
		return { parameters: { svcId: team.svc_id }, made: () => Number(team.members.has(user_ref)) };
	},
	'member > remove': (account) => {
		const [team] = owned(account);
		const { size } = team.members;
		const [, someone] = [...team.members.keys()];
		return {
			parameters: { team: uid(team.team_ref), member: uid(someone) },
			made: () => size - team.members.size,
		};
	},
};

export const targets: Area['targets'] = [
	{
		name: 'batchWrite with the object',
		operation: 'createTeams',
		by: 'item_id',
		inner: 'team',
		digested: true,
		reader: {
			parameters: {
				resource: 'team',
				operation: 'create',
				name: '={{ $json.text }}',
				svcId: '={{ "team-" + $json.text }}',
			},
			items: texts,
		},
	},
];

export const named: Area['named'] = {
	'/api/v1/teams/resolve': ({ teams, profile }, team_ref, name) => {
		const { user_ref } = profile;
		const self = { user_ref, role: 'owner', joined_at: 0, identity_state: 'ready' } as const;
		teams.set(team_ref, {
			team_ref,
			name,
			svc_id: `${team_ref}-id`,
			created_at: 0,
			updated_at: 0,
			active: true,
			members: new Map([[user_ref, self]]),
		});
	},
};
