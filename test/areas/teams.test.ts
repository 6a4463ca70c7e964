import { overrideLimits } from '../../dev/limits';

import { jsonOf, linksOf, nodeOf, useService } from '../support/useService';
import type { StoredTeam } from '../../dev/areas/Teams/data';

const fixture = useService();

// These tests are about the effect of a retry, not about the backoff
beforeAll(() => overrideLimits({ firstBackoff: 10 }));

const account = () => fixture.service.account('a');
const self = () => account().profile.user_ref;
const ref = (value: string) => ({ __rl: true, mode: 'id', value });
const node = nodeOf('svcTeams');
const ownTeams = () =>
	[...account().teams.values()].filter(({ active, members }) => active && members.has(self()));
const foreignTeam = () =>
	[...account().teams.values()].find(({ active, members }) => active && !members.has(self()))!;
const teamAs = (role: string) =>
	ownTeams().find(({ members }) => members.get(self())!.role === role)!;
const others = (team: StoredTeam) =>
	[...team.members.values()].filter(({ role }) => role !== 'owner');
const sentItems = () => fixture.bodies.map(({ items }) => items as Array<Record<string, unknown>>);

describe('Team > Get Many', () => {
	it('lists all teams over irregular pages, latest joined first, each with the total number', async () => {
		fixture.service.paging = 'irregular';
		const { items } = await fixture.run(node('team', 'getAll', { returnAll: true }));
		const expected = ownTeams()
			.sort(
				(a, b) =>
					b.members.get(self())!.joined_at - a.members.get(self())!.joined_at ||
					(a.team_ref < b.team_ref ? -1 : 1),
			)
			.map(({ team_ref, name, svc_id, members }) => ({
				team_ref,
				name,
				svc_id,
				current_user_role: members.get(self())!.role,
				total_count: ownTeams().length,
			}));
		expect(jsonOf(items)).toMatchObject(expected);
		expect(items).toHaveLength(expected.length);
		expect(linksOf(items)).toEqual(expected.map(() => 0));
	});

	it('returns no more than Limit, and still the total number', async () => {
		fixture.service.paging = 'irregular';
		const { items } = await fixture.run(node('team', 'getAll', { limit: 3 }));
		expect(jsonOf(items).map(({ total_count }) => total_count)).toEqual([8, 8, 8]);
	});
});

describe('Team > Find', () => {
	const find = node('team', 'find', { query: '={{ $json.query }}', returnAll: true });

	it('finds teams by exact public ID or exact name, all of one name, in one request', async () => {
		const [one] = ownTeams();
		const sameName = ownTeams().filter(({ name }) => name === one.name);
		const { items } = await fixture.run({
			...find,
			items: [{ query: one.svc_id }, { query: one.name }, { query: one.name.toLowerCase() }],
		});
		expect(linksOf(items)).toEqual([0, ...sameName.map(() => 1)]);
		expect(jsonOf(items)[0]).toMatchObject({ team_ref: one.team_ref, svc_id: one.svc_id });
		expect(jsonOf(items).slice(1)).toMatchObject(sameName.map(({ name }) => ({ name })));
		expect(sameName.length).toBeGreaterThan(1);
		expect(fixture.requests).toHaveLength(1);
	});

	it('does not find teams that the account is not in', async () => {
		const { items } = await fixture.run({ ...find, items: [{ query: foreignTeam().svc_id }] });
		expect(items).toEqual([]);
	});
});

describe('Team > Create', () => {
	const create = node('team', 'create', { name: '={{ $json.name }}', svcId: '={{ $json.id }}' });
	const withKey = { ...create.parameters, options: { writeOncePer: 'Gründung 7 / Töpfer' } };

	it('creates 12 teams in 2 requests, each with its own key, and links them', async () => {
		const inputs = Array.from({ length: 12 }, (_, i) => ({
			name: `Team ${i}`,
			id: `team-no-${i}`,
		}));
		const { items } = await fixture.run({ ...create, items: inputs });
		expect(jsonOf(items)).toMatchObject(
			inputs.map(({ name, id }) => ({ name, svc_id: id, current_user_role: 'owner' })),
		);
		expect(linksOf(items)).toEqual(inputs.map((_, i) => i));
		expect(fixture.requests).toHaveLength(2);
		const keys = sentItems()
			.flat()
			.map(({ idempotency_key }) => String(idempotency_key));
		expect(new Set(keys).size).toBe(12);
		for (const key of keys) expect(key).toMatch(/^.{1,128}$/);
	});

	it('creates one team for a value of Write Once Per, in any characters, even from another execution', async () => {
		const item = { name: 'Twice', id: 'twice-founded' };
		const first = await fixture.run({ ...create, parameters: withKey, items: [item] });
		const second = await fixture.run({ ...create, parameters: withKey, items: [item] });
		expect(jsonOf(second.items)).toEqual(jsonOf(first.items));
		expect([...account().teams.values()].filter(({ name }) => name === 'Twice')).toHaveLength(1);
	});

	it('reports that a value of Write Once Per was already used for another team', async () => {
		await fixture.run({ ...create, parameters: withKey, items: [{ name: 'One', id: 'team-one' }] });
		const { error } = await fixture.run({
			...create,
			parameters: withKey,
			items: [{ name: 'Two', id: 'team-two' }],
		});
		expect(error?.message).toBe('The idempotency key was already used for something else');
		expect(error?.description).toContain('Reason: idempotency_conflict.');
	});

	it('fails only the item whose public ID is taken', async () => {
		const { items, errors } = await fixture.run({
			...create,
			items: [
				{ name: 'Late', id: ownTeams()[0].svc_id },
				{ name: 'Early', id: 'early-birds' },
			],
			settings: { onError: 'continueErrorOutput' },
		});
		expect(linksOf(items)).toEqual([1]);
		expect(errors).toMatchObject([
			{
				json: {
					name: 'Late',
					error: 'The public ID is already taken [item 1 of 2]',
					details: { reason: 'svc_id_unavailable', request_id: fixture.requests[0].requestId },
				},
				pairedItem: { item: 0 },
			},
		]);
	});

	it('outputs the rejected outcome with If Rejected = Output Outcome', async () => {
		const { items } = await fixture.run({
			...create,
			parameters: { ...create.parameters, options: { ifRejected: 'output' } },
			items: [{ name: 'Late', id: ownTeams()[0].svc_id }],
		});
		expect(jsonOf(items)).toMatchObject([{ status: 'rejected', reason: 'svc_id_unavailable' }]);
	});

	it.each(['sixsix', 'A-1_bc', 'x'.repeat(32)])('accepts the public ID %s', async (id) => {
		const { items } = await fixture.run({ ...create, items: [{ name: '🏺'.repeat(64), id }] });
		expect(jsonOf(items)).toMatchObject([{ svc_id: id, name: '🏺'.repeat(64) }]);
	});

	it('accepts a public ID that was copied with blanks and line breaks around it', async () => {
		await fixture.run({ ...create, items: [{ name: 'Some', id: ' some-id\n' }] });
		expect(fixture.bodies[0].items).toMatchObject([{ svc_id: 'some-id' }]);
	});

	const look = 'made of letters, digits, underscores and hyphens, starting with a letter';
	it.each([
		["'Public ID' needs at least 6 characters", { id: 'fives' }],
		["'Public ID' takes at most 32 characters, not 33", { id: 'x'.repeat(33) }],
		[`'Public ID' must be ${look}`, { id: '1sixsix' }],
		[`'Public ID' must be ${look}`, { id: '_sixsix' }],
		[`'Public ID' must be ${look}`, { id: 'six six' }],
		[`'Public ID' must be ${look}`, { id: 'töpferei' }],
		[`'Public ID' must be ${look}`, { id: 'six\nsix' }],
		["'Public ID' is empty", { id: '' }],
		["'Name' is empty", { name: '' }],
		["'Name' takes at most 64 characters, not 65", { name: '🏺'.repeat(65) }],
	])('says %s before sending', async (message, item) => {
		const { error } = await fixture.run({
			...create,
			items: [{ name: 'Some', id: 'some-id', ...item }],
		});
		expect(error?.message).toBe(`${message}`);
		expect(fixture.requests).toEqual([]);
	});
});

describe('Team > Join', () => {
	const join = node('team', 'join', { svcId: '={{ $json.id }}' });

	it('joins teams, and reports if the account is already a member or the owner', async () => {
		const teams = [foreignTeam(), teamAs('member'), teamAs('owner')];
		const { items } = await fixture.run({
			...join,
			items: teams.map(({ svc_id }) => ({ id: svc_id })),
		});
		expect(jsonOf(items)).toMatchObject([
			{ membership_state: 'joined', team_ref: teams[0].team_ref, current_user_role: 'member' },
			{ membership_state: 'already_member', team_ref: teams[1].team_ref },
			{ membership_state: 'owner', team_ref: teams[2].team_ref, current_user_role: 'owner' },
		]);
		expect(teams[0].members.get(self())?.role).toBe('member');
		expect(fixture.requests).toHaveLength(1);
	});

	it('confirms a second item with the same public ID after the first', async () => {
		const { svc_id } = foreignTeam();
		const { items } = await fixture.run({ ...join, items: [{ id: svc_id }, { id: svc_id }] });
		expect(jsonOf(items).map(({ membership_state }) => membership_state)).toEqual([
			'joined',
			'already_member',
		]);
		expect(fixture.requests).toHaveLength(2);
	});

	it('fails for a name, a reference and a public ID in other letters', async () => {
		const { name, team_ref, svc_id } = foreignTeam();
		const { items, errors } = await fixture.run({
			...join,
			items: [{ id: name }, { id: team_ref }, { id: svc_id.toUpperCase() }, { id: svc_id }],
			settings: { onError: 'continueErrorOutput' },
		});
		expect(linksOf(items)).toEqual([3]);
		expect(jsonOf(errors).map(({ error }) => error)).toEqual(
			[0, 1, 2].map((i) => `There is no active team with this public ID [item ${i + 1} of 4]`),
		);
		expect(jsonOf(errors)[0].details).toMatchObject({ reason: 'team_not_found' });
	});
});

describe('Member > Get Many', () => {
	it('lists the owner first, then by time, with the team and the total number on each item', async () => {
		fixture.service.paging = 'irregular';
		const team = [...ownTeams()].sort((a, b) => b.members.size - a.members.size)[0];
		expect(team.members.size).toBeGreaterThan(50);
		const { items } = await fixture.run(
			node('member', 'getAll', { team: ref(team.team_ref), returnAll: true }),
		);
		const rows = jsonOf(items);
		expect(new Set(rows.map(({ user_ref }) => user_ref))).toEqual(new Set(team.members.keys()));
		expect(rows).toHaveLength(team.members.size);
		expect(rows[0].role).toBe('owner');
		const times = rows.slice(1).map(({ joined_at }) => Date.parse(String(joined_at)));
		expect(times).toEqual([...times].sort((a, b) => a - b));
		for (const row of rows) {
			expect(row).toMatchObject({
				total_count: team.members.size,
				team_ref: team.team_ref,
				team_name: team.name,
			});
		}
	});

	it('fails for a team that the account is not in', async () => {
		fixture.expectViolations();
		const { error } = await fixture.run(
			node('member', 'getAll', { team: ref(foreignTeam().team_ref), returnAll: true }),
		);
		expect(error?.message).toMatch(/^The service refused the request: 'Team' is not a team/);
	});
});

describe('Member > Remove', () => {
	const remove = node('member', 'remove', {
		team: ref('={{ $json.team }}'),
		member: ref('={{ $json.member }}'),
	});
	const targets = (team: StoredTeam, count: number) =>
		others(team)
			.slice(0, count)
			.map(({ user_ref }) => ({ team: team.team_ref, member: user_ref }));
	const big = () =>
		ownTeams().find(({ members }) => members.get(self())!.role === 'owner' && members.size > 25)!;

	it('removes 25 members in 3 requests, and returns the person and the team', async () => {
		const team = big();
		const size = team.members.size;
		const inputs = targets(team, 25);
		const { items } = await fixture.run({ ...remove, items: inputs });
		expect(jsonOf(items)).toEqual(
			inputs.map(({ member }) => ({
				removed: true,
				status: 'succeeded',
				team_ref: team.team_ref,
				target_user_ref: member,
			})),
		);
		expect(team.members.size).toBe(size - 25);
		expect(fixture.requests).toHaveLength(3);
	});

	it('succeeds for a person who is not a member', async () => {
		const team = teamAs('owner');
		const { items } = await fixture.run({
			...remove,
			items: [{ team: team.team_ref, member: 'user_elsewhere' }],
		});
		expect(jsonOf(items)).toMatchObject([{ removed: true, status: 'succeeded' }]);
	});

	it("does not remove an owner, nor anybody from a missing or another owner's team", async () => {
		const [own, joined] = [teamAs('owner'), teamAs('member')];
		const [{ user_ref: fine }] = others(own);
		const [{ user_ref: fellow }] = others(joined);
		const { items, errors } = await fixture.run({
			...remove,
			items: [
				{ team: own.team_ref, member: self() },
				{ team: own.team_ref, member: fine },
				{ team: joined.team_ref, member: fellow },
				{ team: 'team_nowhere', member: fine },
			],
			settings: { onError: 'continueErrorOutput' },
		});
		expect(linksOf(items)).toEqual([1]);
		expect(linksOf(errors)).toEqual([0, 2, 3]);
		expect(jsonOf(errors)[0]).toMatchObject({
			error: 'The member cannot be removed [item 1 of 4]',
			details: {
				reason: 'removal_not_allowed',
				description: expect.stringContaining('Only the owner of the team') as string,
			},
		});
		expect([own.members.has(fine), joined.members.has(fellow)]).toEqual([false, true]);
	});

	it('removes all members after the service failed halfway', async () => {
		fixture.service.settings.teams.removalsBeforeFailure = 3;
		const team = big();
		const inputs = targets(team, 8);
		const { items } = await fixture.run({ ...remove, items: inputs });
		expect(items).toHaveLength(8);
		for (const { member } of inputs) expect(team.members.has(member)).toBe(false);
		expect(fixture.requests.map(({ status }) => status)).toEqual([502, 200]);
		expect(sentItems()[1]).toEqual(sentItems()[0]);
	});

	it('removes the same person twice in input order, never in one request', async () => {
		const [target] = targets(teamAs('owner'), 1);
		const { items } = await fixture.run({ ...remove, items: [target, target] });
		expect(linksOf(items)).toEqual([0, 1]);
		expect(sentItems().map((part) => part.map(({ item_id }) => item_id))).toEqual([['0'], ['1']]);
	});

	it('removes one person from two teams in one request', async () => {
		const teams = ownTeams().filter(({ members }) => members.get(self())!.role === 'owner');
		await fixture.run({
			...remove,
			items: teams.slice(0, 2).map(({ team_ref }) => ({ team: team_ref, member: 'user_x' })),
		});
		expect(fixture.requests).toHaveLength(1);
	});
});
