import { fromInput, uid } from '../../contract/choices';
import type { Account } from '../../fake-service/account';
import { forEach, once, type Area } from '../area';

const all = { returnAll: true };
const active = ({ teams }: Account) => [...teams.values()].filter((team) => team.active);
const own = (account: Account) =>
	active(account).filter(({ members }) => members.has(account.profile.user_ref));

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
		return {
			parameters: { svcId: team.svc_id },
			made: () => Number(team.members.has(user_ref)),
		};
	},
	'member > remove': (account) => {
		const team = active(account).find(
			({ members }) => members.get(account.profile.user_ref)?.role === 'owner',
		)!;
		const { size } = team.members;
		const [, someone] = [...team.members.keys()];
		return {
			parameters: { team: uid(team.team_ref), member: uid(someone) },
			made: () => size - team.members.size,
		};
	},
};
