import type { AccountData } from '../fake-service/account';
import type { Relationship, StoredPerson } from '../areas/People/data';
import type { StoredTeam, StoredTeamMember, TeamRole } from '../areas/Teams/data';
import { rowsOf, storeOf, uid, type Calendar } from './tell';

/** Everybody, invented: key, name, public ID, relationships to the account (contact, private chat, shared group). */
const table = `
	nora   | Nora Lindgren  | nora-lindgren   | self
	beck   | Jonas Beck     | jonas-beck      | c p g
	brandt | Jonas Brandt   | salt-and-rye    | c p
	tax    | Anna Weber     | weber-tax       | c p
	course | Anna Weber     | anna-w-clay     | p g
	mei    | Mei Tanaka     | mei-tanaka      | c p g
	ruth   | Ruth Adeyemi   | ruth-adeyemi    | c p g
	paulo  | Paulo Reis     | reis-clay       | c p
	ines   | Ines Marchetti | ines-marchetti  | c p g
	tomas  | Tomas Novak    | novak-electric  | c p g
	farah  | Farah Nasser   | cafe-nasser     | c p g
	oskar  | Oskar Lund     | oskar-lund      | c
	greta  | Greta Holm     | greta-holm      | p g
	hugo   | Hugo Martens   | hugo-martens    | p g
	elif   | Elif Kaya      | elif-kaya       | g
	priya  | Priya Raman    | priya-raman     | g
	leo    | Leo Conti      |                 | g
	dana   | Dana Petrov    | dana-petrov     | g
	yusuf  | Yusuf Demir    | yusuf-demir     | g
	clara  | Clara Voss     | clara-voss      | p g
	iris   | Iris Bell      |                 | g`;

const relationships: Record<string, Relationship> = {
	self: 'self',
	c: 'contact',
	p: 'private_chat',
	g: 'shared_group',
};

export const people: Array<StoredPerson & { key: string }> = rowsOf(table).map(
	([key, nickname, svc_id, related]) => ({
		key,
		user_ref: uid('usr', key),
		nickname,
		...(svc_id && { svc_id }),
		relationships: related.split(' ').map((short) => relationships[short]),
	}),
);

export function nameOf(key: string): string {
	return people.find((person) => person.key === key)!.nickname;
}

export function profileOf({ at }: Calendar): Pick<AccountData, 'profile' | 'bindings'> {
	const [{ user_ref, nickname, svc_id }] = people;
	return {
		profile: { user_ref, nickname, svc_id: svc_id!, created_at: at('-1400 12:00') },
		bindings: {
			phone: true,
			email: true,
			chatapp: false,
			vendor_a: false,
			vendor_b: true,
			vendor_c: false,
		},
	};
}

/** Teams: key, name, public ID, day of its creation, members with the owner first and `*` for admins. */
const teamTable = `
	yard    | Lantern Yard       | lantern-yard      | -900 | nora beck* mei oskar
	makers  | Riverside Makers   | riverside-makers  | -700 | ines tomas* farah* ruth nora paulo oskar greta elif dana yusuf clara iris leo
	quay    | Quay 7             | quay-seven        | -400 | ruth nora farah tomas
	clay    | Clay Collective    | clay-collective   | -300 | priya dana leo
	south   | Clay Collective    | clay-collective-s | -200 | yusuf iris`;

export function teamsOf({ at }: Calendar) {
	const teams = rowsOf(teamTable).map(([key, name, svc_id, since, members]): StoredTeam => {
		const created_at = at(since);
		const rows = members.split(' ').map((member, i): StoredTeamMember => {
			const user = member.replace('*', '');
			const role: TeamRole = i === 0 ? 'owner' : member.endsWith('*') ? 'admin' : 'member';
			return {
				user_ref: uid('usr', user),
				role,
				joined_at: created_at + i * 86_400_000,
				identity_state: people.find((person) => person.key === user)!.svc_id
					? 'ready'
					: 'incomplete',
			};
		});
		return {
			team_ref: uid('team', key),
			name,
			svc_id,
			created_at,
			updated_at: created_at,
			active: true,
			members: new Map(rows.map((row) => [row.user_ref, row])),
		};
	});
	return storeOf(teams, ({ team_ref }) => team_ref);
}
