import { useFakeService } from '../fakeService';
import type { StoredTeam } from '../../areas/Teams/data';
import { day } from '../data/seeding';

const now = Date.UTC(2026, 5, 1);
const { service, a } = useFakeService({ now });

interface MemberView {
	user_ref: string;
	display_name: string;
	svc_id?: string;
	identity_state: string;
	role: string;
	joined_at: number;
}

const account = () => service.account('a');
const self = () => account().profile.user_ref;
const all = () => [...account().teams.values()];
const membership = (team: StoredTeam) => team.members.get(self());
const mine = () => all().filter((team) => team.active && membership(team));
const as = (role: string) => mine().find((team) => membership(team)!.role === role)!;
const foreign = () => all().find((team) => team.active && !membership(team))!;
const inactive = () => all().find(({ active }) => !active)!;
const refs = (rows: Array<{ team_ref: string }>) => rows.map(({ team_ref }) => team_ref);
const write = async (operation: string, facts: object) =>
	(await a.data(`/teams/${operation}`, { items: [{ item_id: 'x', ...facts }] })).items[0];
const viewOf = (team: StoredTeam) => ({
	team_ref: team.team_ref,
	name: team.name,
	svc_id: team.svc_id,
	current_user_role: membership(team)!.role,
	created_at: team.created_at,
	updated_at: team.updated_at,
});

describe('listing teams', () => {
	it('lists the teams of the account with their number, latest membership first', async () => {
		const expected = mine().sort(
			(x, y) =>
				membership(y)!.joined_at - membership(x)!.joined_at || (x.team_ref < y.team_ref ? -1 : 1),
		);
		const { rows } = await a.scan('/teams/list', { limit: 3 });
		expect(rows).toEqual(expected.map(viewOf));
		expect(expected).toHaveLength(8);
		const { total_count } = await a.data('/teams/list', { limit: 3 });
		expect(total_count).toBe(8);
	});
});

describe('finding teams', () => {
	const resolve = (query: string, facts: object = {}) => write('resolve', { query, ...facts });

	it('matches the exact public ID or the exact name, and returns all teams of one name', async () => {
		const { svc_id, team_ref } = as('admin');
		expect(refs((await resolve(svc_id)).candidates)).toEqual([team_ref]);
		const named = mine().filter(({ name }) => name === 'Kiln Crew');
		expect(named).toHaveLength(3);
		const { candidates, has_more } = await resolve('Kiln Crew');
		expect([refs(candidates), has_more]).toEqual([refs(named).sort(), false]);
		for (const query of ['kiln crew', 'Kiln', ' Kiln Crew', svc_id.toUpperCase(), '']) {
			expect((await resolve(query)).candidates).toEqual([]);
		}
	});

	it('finds valid teams of the account only', async () => {
		for (const { svc_id } of [foreign(), inactive()]) {
			expect((await resolve(svc_id)).candidates).toEqual([]);
		}
	});

	it('pages each item', async () => {
		const first = await resolve('Kiln Crew', { limit: 2 });
		expect([first.candidates.length, first.has_more]).toEqual([2, true]);
		const next = await resolve('Kiln Crew', { limit: 2, page_cursor: first.next_page_cursor });
		expect(refs([...first.candidates, ...next.candidates]).sort()).toEqual(
			refs(mine().filter(({ name }) => name === 'Kiln Crew')).sort(),
		);
		expect(
			(await a.post('/teams/resolve', { items: [{ item_id: 'x', query: 'x', limit: 11 }] })).status,
		).toBe(400);
	});
});

describe('listing members of a team', () => {
	const members = (team: StoredTeam, limit = 50) =>
		a.scan<MemberView>('/teams/members/list', { team_ref: team.team_ref, limit });

	it.each(['plain', 'irregular'] as const)('lists the owner first (%s pages)', async (paging) => {
		service.paging = paging;
		for (const team of mine()) {
			const { rows, pages } = await members(team, 4);
			const [owner, ...others] = [...team.members.values()].sort(
				(x, y) => Number(y.role === 'owner') - Number(x.role === 'owner'),
			);
			others.sort((x, y) => x.joined_at - y.joined_at || (x.user_ref < y.user_ref ? -1 : 1));
			expect(rows.map(({ user_ref }) => user_ref)).toEqual(
				[owner, ...others].map(({ user_ref }) => user_ref),
			);
			expect(pages[0]).toBeGreaterThan(0);
			expect(rows[0]).toMatchObject({ role: 'owner', joined_at: team.created_at });
		}
	});

	it('returns the team and its number of members', async () => {
		const team = mine().find(({ members: { size } }) => size > 50)!;
		const first = await a.data('/teams/members/list', { team_ref: team.team_ref });
		expect(first).toMatchObject({ team: viewOf(team), total_count: team.members.size });
		expect([first.items.length, first.has_more]).toEqual([50, true]);
	});

	it('shows the available fields of a profile', async () => {
		const team = as('member');
		const { rows } = await members(team);
		for (const state of ['ready', 'incomplete', 'unavailable']) {
			const anybody = all()
				.flatMap((row) => [...row.members.values()])
				.find(({ identity_state }) => identity_state === state);
			expect(anybody).toBeDefined();
		}
		for (const row of rows) {
			const person = account().people.get(row.user_ref);
			expect(row.display_name).toBe(person?.nickname ?? '');
			expect(row.svc_id).toBe(person?.svc_id);
			expect(row.identity_state).toBe(
				!person ? 'unavailable' : person.svc_id ? 'ready' : 'incomplete',
			);
		}
	});

	it('refuses teams that are not the account’s', async () => {
		for (const { team_ref } of [foreign(), inactive(), { team_ref: 'team_none' }]) {
			expect(await a.refusal('/teams/members/list', { team_ref })).toMatch(/^team_ref/);
		}
	});
});

describe('creating teams', () => {
	const create = (facts: object = {}) =>
		write('create', { idempotency_key: 'k', name: 'Raft Club', svc_id: 'raft-club', ...facts });

	it('makes the account the owner', async () => {
		const { team, ...rest } = await create();
		expect(rest).toEqual({ item_id: 'x', status: 'succeeded' });
		expect(team).toEqual({
			team_ref: expect.any(String),
			name: 'Raft Club',
			svc_id: 'raft-club',
			current_user_role: 'owner',
			created_at: now,
			updated_at: now,
		});
		const { items } = await a.data('/teams/list');
		expect(items[0]).toEqual(team);
	});

	it('returns the same team for the same key and content', async () => {
		const first = await create();
		service.advance(day);
		expect(await create()).toEqual(first);
		expect(mine()).toHaveLength(9);
	});

	it('rejects a key of another creation, even of a rejected one', async () => {
		const { svc_id } = foreign();
		expect(await create({ svc_id })).toEqual({
			item_id: 'x',
			status: 'rejected',
			reason: 'svc_id_unavailable',
			team: null,
		});
		expect(await create()).toMatchObject({ status: 'rejected', reason: 'idempotency_conflict' });
		foreign().svc_id = 'another-one';
		expect(await create({ svc_id })).toMatchObject({ status: 'succeeded' });
		expect(await create({ svc_id, name: 'x' })).toMatchObject({ reason: 'idempotency_conflict' });
	});

	it('rejects public IDs that a team or a person has, ignoring case', async () => {
		const person = [...account().people.values()].find(({ svc_id }) => svc_id)!;
		for (const taken of [foreign().svc_id, inactive().svc_id, person.svc_id!]) {
			for (const svc_id of [taken, taken.toUpperCase()]) {
				expect(await create({ svc_id, idempotency_key: svc_id })).toMatchObject({
					reason: 'svc_id_unavailable',
				});
			}
		}
	});

	it('carries out items one by one, from the last to the first', async () => {
		const item = (i: number) => ({
			item_id: `${i}`,
			idempotency_key: `k${i}`,
			name: 'Raft Club',
			svc_id: 'raft-club',
		});
		const { items } = await a.data('/teams/create', { items: [item(1), item(2)] });
		expect(items).toMatchObject([
			{ item_id: '1', status: 'rejected', reason: 'svc_id_unavailable' },
			{ item_id: '2', status: 'succeeded' },
		]);
	});

	it.each([
		[{ name: '' }, 'name'],
		[{ name: '釉'.repeat(65) }, 'name'],
		[{ svc_id: 'short' }, 'svc_id'],
		[{ svc_id: `x${'y'.repeat(32)}` }, 'svc_id'],
		[{ svc_id: '1-begins' }, 'svc_id'],
		[{ svc_id: 'has space' }, 'svc_id'],
		[{ idempotency_key: 'x'.repeat(129) }, 'idempotency_key'],
	])('refuses %j', async (facts, field) => {
		const item = { item_id: 'x', idempotency_key: 'k', name: 'Raft', svc_id: 'raft-club' };
		const items = [{ ...item, ...facts }];
		expect(await a.refusal('/teams/create', { items })).toMatch(`items[0].${field}`);
	});
});

describe('joining teams', () => {
	const join = (svc_id: string) => write('join-by-svc-id', { svc_id });

	it('joins once, and confirms an existing membership', async () => {
		const team = foreign();
		expect(await join(team.svc_id)).toEqual({
			item_id: 'x',
			status: 'succeeded',
			membership_state: 'joined',
			team: viewOf(team),
		});
		expect(membership(team)).toMatchObject({ role: 'member', joined_at: now });
		for (const [row, membership_state] of [
			[team, 'already_member'],
			[as('admin'), 'already_member'],
			[as('owner'), 'owner'],
		] as const) {
			const role = membership(row)!.role;
			expect(await join(row.svc_id)).toMatchObject({
				status: 'succeeded',
				membership_state,
				team: { current_user_role: role },
			});
		}
	});

	it('accepts only the exact public ID of an active team', async () => {
		const { svc_id, name, team_ref } = foreign();
		for (const wrong of [svc_id.toUpperCase(), name, team_ref, inactive().svc_id, 'none']) {
			expect(await join(wrong)).toEqual({
				item_id: 'x',
				status: 'rejected',
				reason: 'team_not_found',
				team: null,
			});
		}
	});
});

describe('removing members of teams', () => {
	const remove = (team_ref: string, target_user_ref: string) =>
		write('members/remove', { team_ref, target_user_ref });
	const succeeded = { item_id: 'x', status: 'succeeded' };
	const others = (team: StoredTeam) =>
		[...team.members.keys()].filter((user_ref) => user_ref !== self());

	it('removes a member, and succeeds when repeated', async () => {
		const team = as('owner');
		const [target] = others(team);
		const { size } = team.members;
		expect(await remove(team.team_ref, target)).toEqual(succeeded);
		expect(await remove(team.team_ref, target)).toEqual(succeeded);
		expect(await remove(team.team_ref, 'usr_none')).toEqual(succeeded);
		expect(team.members.size).toBe(size - 1);
		const { total_count } = await a.data('/teams/members/list', { team_ref: team.team_ref });
		expect(total_count).toBe(size - 1);
	});

	it('is allowed to the owner only, not for the owner, and not without a team', async () => {
		const own = as('owner');
		for (const [team_ref, target] of [
			[as('admin').team_ref, others(as('admin'))[1]],
			[as('member').team_ref, self()],
			[own.team_ref, self()],
			[foreign().team_ref, others(foreign())[0]],
			[inactive().team_ref, others(inactive())[0]],
			['team_none', others(own)[0]],
		]) {
			expect(await remove(team_ref, target)).toEqual({
				item_id: 'x',
				status: 'rejected',
				reason: 'removal_not_allowed',
			});
		}
	});

	it('refuses the same team and person twice', async () => {
		const item = { team_ref: as('owner').team_ref, target_user_ref: 'usr_x' };
		const items = [
			{ item_id: '1', ...item },
			{ item_id: '2', ...item },
		];
		expect(await a.refusal('/teams/members/remove', { items })).toMatch(
			'items[1].team_ref and target_user_ref must be unique',
		);
	});

	it('can fail halfway, with some members removed, and continue when repeated', async () => {
		const team = as('owner');
		const [one, two, three] = others(team);
		const items = [one, two, three].map((target_user_ref, i) => ({
			item_id: `${i}`,
			team_ref: team.team_ref,
			target_user_ref,
		}));
		service.settings.teams.removalsBeforeFailure = 2;
		expect((await a.post('/teams/members/remove', { items })).status).toBe(502);
		expect([one, two, three].map((ref) => team.members.has(ref))).toEqual([true, false, false]);
		expect((await a.data('/teams/members/remove', { items })).items).toHaveLength(3);
		expect(team.members.has(one)).toBe(false);
	});
});
