import type { Account } from '../../fake-service/account';
import type { Area } from '../area';

const active = ({ teams }: Account) => [...teams.values()].filter((team) => team.active);
const owned = (account: Account) =>
	active(account).filter(({ members }) => members.get(account.profile.user_ref)?.role === 'owner');

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
	resolveMyTeams: (account) =>
		active(account)
			.filter(({ members }) => members.has(account.profile.user_ref))
			.map(({ name }) => ({ query: name })),
};
