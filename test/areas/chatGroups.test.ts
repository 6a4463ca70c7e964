import type { IDataObject } from 'n8n-workflow';

import { iso } from '../support/times';
import { jsonOf, linksOf, nodeOf, useService } from '../support/useService';
import type { StoredMessage } from '../../dev/areas/Chat/data';
import { several, uid } from '../../dev/contract/choices';

const fixture = useService();

const account = () => fixture.service.account('a');
const self = () => account().profile.user_ref;
const node = nodeOf('svcChat');
const { asked } = fixture;
const alone = { settings: { onError: 'continueErrorOutput' as const } };

const groupNamed = (name: string) =>
	[...account().conversations.values()].find((chat) => chat.name === name)!;
/** A group that the account owns, and groups that it cannot moderate, by reason. */
const owned = () => groupNamed('Studio team');
const group = () => owned().chat_session_uid;
const ungoverned = {
	governance_conflict: () => groupNamed('Allotment 14').chat_session_uid,
	actor_not_active: () => groupNamed('Raft Builders').chat_session_uid,
	group_unavailable: () => groupNamed('Winter Market').chat_session_uid,
};
const membersWho = (status: 'active' | 'left' | 'removed') =>
	[...owned().members.values()].filter((row) => row.user_ref !== self() && row.status === status);
const messages = () =>
	[...account().messages.values()]
		.filter(({ chat_session_uid }) => chat_session_uid === group())
		.sort((a, b) => a.sequence - b.sequence);

/** Adds a message of a member to the owned group and returns its sequence. */
function say(facts: Partial<StoredMessage> = {}): number {
	const sequence = account().messages.lastOf(group()) + 1;
	account().messages.add({
		chat_session_uid: group(),
		sequence,
		sender: { sender_kind: 'user', sender_user_ref: membersWho('active')[0].user_ref },
		message_at: fixture.service.now(),
		record_state: 'available',
		text_content: 'A word',
		...facts,
	});
	return sequence;
}

const words: Record<string, string> = {
	governance_conflict:
		'Your role in the group, or the role of the other person, does not allow this',
	invalid_message_state: 'The message cannot be withdrawn',
	message_not_found: 'There is no such message in the group',
	member_unavailable: 'The member does not exist or is not accessible',
	actor_not_active: 'You are no longer in the group',
	group_unavailable: 'The group does not exist or is not accessible',
	own_message: 'The message is your own',
};
const told = (reason: string, item: number) => ({
	error: `${words[reason]} [item ${item + 1} of 3]`,
	details: {
		reason,
		description: expect.stringContaining(`Reason: ${reason}.`) as string,
		request_id: fixture.requests[0].requestId,
	},
});

const targets = (parameters: IDataObject = {}) =>
	node('message', 'getModerationTargets', {
		group: uid(group()),
		senders: several('person', uid(`={{ ${JSON.stringify([...owned().members.keys()])} }}`)),
		returnAll: true,
		...parameters,
	});
const withdraw = node('message', 'withdraw', {
	group: uid('={{ $json.chat_session_uid }}'),
	sequence: '={{ $json.sequence }}',
});

describe('Message > Get Moderation Targets', () => {
	it.each(['plain', 'irregular'] as const)(
		'lists the messages of the members once, by sequence and without text, over %s pages',
		async (paging) => {
			fixture.service.paging = paging;
			fixture.service.settings.chat.maxScan = 40;
			const { items } = await fixture.run(targets());
			const expected = messages().filter(
				({ sender }) => sender.sender_user_ref && owned().members.has(sender.sender_user_ref),
			);
			expect(jsonOf(items).map(({ sequence }) => sequence)).toEqual(
				expected.map(({ sequence }) => sequence),
			);
			expect(expected.length).toBeGreaterThan(50);
			for (const row of jsonOf(items)) {
				expect(row).toMatchObject({
					chat_session_uid: group(),
					upper_sequence: account().messages.lastOf(group()),
				});
				expect(row).not.toHaveProperty('text_content');
			}
		},
	);

	it('keeps its upper bound while new messages arrive, and returns that bound', async () => {
		fixture.service.settings.chat.maxScan = 40;
		const upper = account().messages.lastOf(group());
		const stop = fixture.service.listen(({ endedAt }) => {
			if (endedAt !== undefined) say();
		});
		const { items } = await fixture.run(targets());
		stop();
		expect(account().messages.lastOf(group())).toBeGreaterThan(upper);
		expect(Math.max(...jsonOf(items).map(({ sequence }) => Number(sequence)))).toBe(upper);
		expect(jsonOf(items).every(({ upper_sequence }) => upper_sequence === upper)).toBe(true);
	});

	it('returns which messages can be withdrawn, and why others cannot', async () => {
		const start = fixture.service.now();
		say({ message_at: start });
		say({ message_at: start, withdrawn_at: start });
		say({ message_at: start, fixed: true });
		say({ message_at: start, sender: { sender_kind: 'user', sender_user_ref: self() } });
		say({ message_at: start + 1 });
		const { items } = await fixture.run(
			targets({ period: 'custom', after: iso(start), before: iso(start + 1) }),
		);
		expect(jsonOf(items)).toMatchObject([
			{ withdrawal_state: 'active', eligible: true },
			{ withdrawal_state: 'withdrawn', eligible: true },
			{ withdrawal_state: 'unavailable', eligible: false, reason: 'invalid_message_state' },
			{ withdrawal_state: 'active', eligible: false, reason: 'own_message' },
		]);
	});

	it('stops at its limit', async () => {
		const { items } = await fixture.run(targets({ returnAll: false, limit: 7 }));
		expect(items).toHaveLength(7);
		expect(fixture.requests).toHaveLength(1);
	});

	it.each(Object.keys(ungoverned) as Array<keyof typeof ungoverned>)(
		'fails for a group that the account may not moderate: %s',
		async (reason) => {
			fixture.expectViolations();
			const { error } = await fixture.run(targets({ group: uid(ungoverned[reason]()) }));
			expect(error?.message).toBe(`The service refused the request: 'Group': ${reason}`);
		},
	);

	it.each([
		[{ senders: several('person', uid('={{ [] }}')) }, /^'Senders' is empty/],
		[
			{ senders: several('person', uid('={{ Array.from({ length: 101 }, (_, i) => "u" + i) }}')) },
			/^'Senders' takes at most 100/,
		],
		[{ period: 'custom', after: iso(2000), before: iso(1000) }, /'Before' must be later/],
	])('refuses %j before sending', async (parameters, message) => {
		const { error } = await fixture.run(targets(parameters));
		expect(error?.message).toMatch(message);
		expect(fixture.requests).toEqual([]);
	});
});

describe('Message > Withdraw', () => {
	it('accepts the output of Get Moderation Targets, ten a request; a second run changes nothing', async () => {
		const found = await fixture.run(targets());
		const items = jsonOf(found.items)
			.filter(({ eligible, withdrawal_state }) => eligible && withdrawal_state === 'active')
			.slice(0, 25) as IDataObject[];
		const first = await fixture.run({ ...withdraw, items });
		expect(asked('withdrawGroupMessages').map((body) => body.items.length)).toEqual([10, 10, 5]);
		expect(linksOf(first.items)).toEqual(items.map((_item, i) => i));
		jsonOf(first.items).forEach((row, i) => {
			const { sequence } = items[i];
			const { withdrawn_at } = account().messages.at(group(), Number(sequence))!;
			expect(row).toEqual({
				chat_session_uid: group(),
				sequence,
				status: 'succeeded',
				changed: true,
				withdrawn_at: iso(withdrawn_at!),
			});
		});
		const again = await fixture.run({ ...withdraw, items });
		expect(jsonOf(again.items)).toEqual(
			jsonOf(first.items).map((row) => ({ ...row, changed: false })),
		);
	});

	it('sends a message that is given twice in two requests', async () => {
		const item = { chat_session_uid: group(), sequence: say() };
		const { items } = await fixture.run({ ...withdraw, items: [item, item] });
		expect(jsonOf(items).map(({ changed }) => changed)).toEqual([true, false]);
		expect(fixture.requests).toHaveLength(2);
	});

	/** A message that cannot be withdrawn, by reason. */
	const provoke: Record<string, () => IDataObject> = {
		governance_conflict: () => ({ chat_session_uid: ungoverned.governance_conflict() }),
		actor_not_active: () => ({ chat_session_uid: ungoverned.actor_not_active() }),
		group_unavailable: () => ({ chat_session_uid: ungoverned.group_unavailable() }),
		invalid_message_state: () => ({ sequence: say({ fixed: true }) }),
		message_not_found: () => ({ sequence: 9_999_999 }),
		member_unavailable: () => ({
			sequence: say({ sender: { sender_kind: 'user', sender_user_ref: 'nobody' } }),
		}),
		own_message: () => ({
			sequence: say({ sender: { sender_kind: 'user', sender_user_ref: self() } }),
		}),
	};
	const item = (reason: string): IDataObject => ({
		chat_session_uid: group(),
		sequence: 1,
		...provoke[reason](),
	});

	it.each(Object.keys(provoke))(
		'explains why one of three messages is not withdrawn: %s',
		async (reason) => {
			const good = () => ({ chat_session_uid: group(), sequence: say() });
			const items = [good(), item(reason), good()];
			const outcome = await fixture.run({ ...withdraw, items, ...alone });
			expect(linksOf(outcome.items)).toEqual([0, 2]);
			expect(jsonOf(outcome.items).every(({ changed }) => changed)).toBe(true);
			expect(linksOf(outcome.errors)).toEqual([1]);
			expect(jsonOf(outcome.errors)[0]).toMatchObject({ ...items[1], ...told(reason, 1) });
		},
	);

	it.each([
		['withdraw', () => node('message', 'withdraw', { sequence: 1 })],
		['list targets', () => targets()],
		[
			'get a member',
			() => node('member', 'get', { person: uid(membersWho('active')[0].user_ref) }),
		],
		['list restrictions', () => node('joinRestriction', 'getAll')],
	])('says who owns the group, and the own role, to a member who would %s', async (_does, run) => {
		fixture.expectViolations();
		const chat = groupNamed('Allotment 14');
		const [owner] = [...chat.members.values()].filter(({ role }) => role === 'owner');
		const own = chat.members.get(self())!;
		const { node: name, parameters } = run();
		const { error } = await fixture.run({
			node: name,
			parameters: { ...(parameters as IDataObject), group: uid(chat.chat_session_uid) },
		});
		expect(error?.description).toContain(
			`Only the owner of the group may do this: ${fixture.service.account('a').people.get(owner.user_ref)?.nickname}, ${owner.user_ref}; your role is ${own.role}.`,
		);
	});

	it('says with On Error = stop how many items were written', async () => {
		const items = [say(), say(), 9_999_999].map((sequence) => ({
			chat_session_uid: group(),
			sequence,
		}));
		const { error } = await fixture.run({ ...withdraw, items });
		expect(error?.message).toBe(
			`${words.message_not_found} (2 of 3 items were written; retrying sends only the rest) [item 3 of 3]`,
		);
		expect(error?.description).toContain('Reason: message_not_found.');
	});

	it('outputs the outcome of a rejected message with If Rejected = Output Outcome', async () => {
		const { items } = await fixture.run(
			node('message', 'withdraw', {
				group: uid(group()),
				sequence: 9_999_999,
				options: { ifRejected: 'output' },
			}),
		);
		expect(jsonOf(items)).toEqual([
			{
				chat_session_uid: group(),
				sequence: 9_999_999,
				status: 'rejected',
				reason: 'message_not_found',
				changed: false,
			},
		]);
	});

	it.each([0, -1, 1.5])('refuses the sequence %s before sending', async (sequence) => {
		const { error } = await fixture.run({
			...withdraw,
			items: [{ chat_session_uid: group(), sequence }],
		});
		expect(error?.message).toMatch(/^'Message Number' must be /);
		expect(fixture.requests).toEqual([]);
	});
});

describe('Member > Get', () => {
	const get = node('member', 'get', {
		group: uid('={{ $json.group }}'),
		person: uid('={{ $json.person }}'),
	});

	it('returns for each person whether they are in the group, left it or were removed', async () => {
		const members = [membersWho('active')[0], membersWho('left')[0], ...membersWho('removed')];
		const { items } = await fixture.run({
			...get,
			items: members.map(({ user_ref }) => ({ group: group(), person: user_ref })),
		});
		expect(jsonOf(items)).toEqual(
			members.map(({ user_ref, status, role, joined_at, restricted_at }) => ({
				chat_session_uid: group(),
				target_user_ref: user_ref,
				membership_status: status,
				role,
				joined_at: iso(joined_at),
				join_restricted: restricted_at !== undefined,
			})),
		);
		expect(new Set(members.map(({ status }) => status)).size).toBe(3);
	});

	it('reads 12 people in 2 requests, and each person only once', async () => {
		const people = [...owned().members.keys()];
		for (let i = people.length; i < 12; i++) {
			const [member] = membersWho('active');
			owned().members.set(`usr_${i}`, { ...member, user_ref: `usr_${i}` });
			people.push(`usr_${i}`);
		}
		const twelve = people.slice(0, 12);
		const { items } = await fixture.run({
			...get,
			items: [...twelve, twelve[0]].map((person) => ({ group: group(), person })),
		});
		expect(jsonOf(items).map(({ target_user_ref }) => target_user_ref)).toEqual([
			...twelve,
			twelve[0],
		]);
		expect(asked('batchGetGroupMembers').map((body) => body.items.length)).toEqual([10, 2]);
	});

	it.each(Object.keys({ ...ungoverned, member_unavailable: 0 }))(
		'fails only one item and explains why: %s',
		async (reason) => {
			const person = membersWho('active')[0].user_ref;
			const bad =
				reason === 'member_unavailable'
					? { group: group(), person: 'nobody' }
					: { group: ungoverned[reason as keyof typeof ungoverned](), person };
			const { items, errors } = await fixture.run({
				...get,
				items: [bad, { group: group(), person }],
				...alone,
			});
			expect(linksOf(items)).toEqual([1]);
			expect(jsonOf(errors)).toMatchObject([
				{ ...bad, error: `${words[reason]} [item 1 of 2]`, details: { reason } },
			]);
		},
	);
});

describe.each([
	['Member > Remove', 'member', 'remove', 'removeGroupMembers'],
	['Join Restriction > Set', 'joinRestriction', 'set', 'setGroupJoinRestrictions'],
])('%s, whose fields are not shown', (_name, resource, operation, operationId) => {
	const element = (i: number, target_user_ref = membersWho('active')[i].user_ref) => ({
		item_id: String(i),
		chat_session_uid: group(),
		target_user_ref,
	});
	const write = (body: unknown) => node(resource, operation, { body: JSON.stringify(body) });
	const isDone = (user_ref: string) => {
		const member = owned().members.get(user_ref)!;
		return operation === 'remove'
			? member.status === 'removed'
			: member.restricted_at !== undefined;
	};

	it('sends the JSON unchanged and returns an item for each element', async () => {
		const body = { items: [element(0), element(1)], note: { by: ['us', 1, null] } };
		const { items } = await fixture.run(write(body));
		expect(asked(operationId)).toEqual([body]);
		expect(jsonOf(items)).toMatchObject(
			body.items.map((each) => ({ ...each, status: 'succeeded', member: {} })),
		);
		expect(linksOf(items)).toEqual([0, 0]);
		for (const { target_user_ref } of body.items) expect(isDone(target_user_ref)).toBe(true);
	});

	it('accepts a body for each input item, also an object from an expression', async () => {
		const bodies = [0, 1].map((i) => ({ items: [element(i)] }));
		const { items } = await fixture.run({
			...node(resource, operation, { body: '={{ $json.body }}' }),
			items: bodies.map((body) => ({ body })),
		});
		expect(asked(operationId)).toHaveLength(2);
		expect(asked(operationId)).toEqual(expect.arrayContaining(bodies));
		expect(linksOf(items)).toEqual([0, 1]);
	});

	it('fails rejected elements on their own; the others succeed', async () => {
		const good = element(0);
		const body = { items: [good, element(1, 'nobody'), element(2, self())] };
		const { items, errors } = await fixture.run({ ...write(body), ...alone });
		expect(jsonOf(items)).toMatchObject([{ ...good, status: 'succeeded' }]);
		expect(jsonOf(errors)).toMatchObject([
			{
				error: `${words.member_unavailable} (item_id 1)`,
				details: { reason: 'member_unavailable' },
			},
			{
				error: `${words.governance_conflict} (item_id 2)`,
				details: { reason: 'governance_conflict' },
			},
		]);
		expect(linksOf([...items, ...errors])).toEqual([0, 0, 0]);
	});

	it('keeps successes and failures together with On Error = continue', async () => {
		const good = element(1);
		const { items } = await fixture.run({
			...write({ items: [element(0, 'nobody'), good] }),
			settings: { onError: 'continueRegularOutput' },
		});
		expect(jsonOf(items)).toMatchObject([
			{ error: `${words.member_unavailable} (item_id 0)` },
			{ ...good, status: 'succeeded' },
		]);
	});

	it('fails with On Error = stop if an element is rejected', async () => {
		const { items, error } = await fixture.run(
			write({ items: [element(0), element(1, 'nobody')] }),
		);
		expect(items).toEqual([]);
		expect(error?.message).toMatch(words.member_unavailable);
	});

	it('outputs rejected elements with If Rejected = Output Outcome', async () => {
		const { items } = await fixture.run(
			node(resource, operation, {
				body: JSON.stringify({ items: [element(0), element(1, 'nobody')] }),
				options: { ifRejected: 'output' },
			}),
		);
		expect(jsonOf(items).map(({ status, reason }) => [status, reason])).toEqual([
			['succeeded', undefined],
			['rejected', 'member_unavailable'],
		]);
	});

	it.each([
		['{ "items": [', /^'Body' is not JSON: /],
		['[1]', /^'Body' must be a JSON object, not \[1\]/],
		['"text"', /^'Body' must be a JSON object, not "text"/],
		['{ "user_id": "u_1", "items": [] }', /^'Body' must not contain 'user_id'/],
	])('refuses %s before sending', async (body, message) => {
		const { error } = await fixture.run(node(resource, operation, { body }));
		expect(error?.message).toMatch(message);
		expect(fixture.requests).toEqual([]);
	});

	it.each([
		['lost', { drop: 'after' as const }],
		['a 503 after the work', { status: 503, processFirst: true }],
		['a 502', { status: 502 }],
	])('is not retried if the answer is %s', async (_what, fault) => {
		fixture.service.faults.add({ operation: operationId, ...fault });
		const { error } = await fixture.run(write({ items: [element(0)] }));
		expect(error).toBeDefined();
		expect(asked(operationId)).toHaveLength(1);
	});

	it('is retried after 429, which means that nothing was written', async () => {
		fixture.service.faults.add({ operation: operationId, status: 429, retryAfter: 0 });
		const { items } = await fixture.run(write({ items: [element(0)] }));
		expect(jsonOf(items)).toMatchObject([{ status: 'succeeded' }]);
		expect(asked(operationId)).toHaveLength(2);
	});
});

describe('Join Restriction > Get Many', () => {
	const list = (parameters: IDataObject = {}) =>
		node('joinRestriction', 'getAll', { group: uid(group()), ...parameters });

	/** Forty more people who may not join, some with the same time, some without a name. */
	function restrictForty(): void {
		const [member] = membersWho('removed');
		for (let i = 0; i < 40; i++) {
			const user_ref = `usr_gone_${i}`;
			const restricted_at = 1_700_000_000_000 + (i % 7);
			owned().members.set(user_ref, { ...member, user_ref, restricted_at });
		}
	}

	it.each(['plain', 'irregular'] as const)(
		'lists people who may not join, each once, latest first, over %s pages',
		async (paging) => {
			fixture.service.paging = paging;
			restrictForty();
			const { items } = await fixture.run(list({ returnAll: true }));
			const expected = [...owned().members.values()]
				.filter(({ restricted_at }) => restricted_at !== undefined)
				.sort((a, b) => b.restricted_at! - a.restricted_at! || (a.user_ref < b.user_ref ? -1 : 1));
			expect(
				jsonOf(items).map(({ user_ref, restricted_at }) => ({ user_ref, restricted_at })),
			).toEqual(
				expected.map(({ user_ref, restricted_at }) => ({
					user_ref,
					restricted_at: iso(restricted_at!),
				})),
			);
			for (const row of jsonOf(items)) expect(row.chat_session_uid).toBe(group());
			expect(jsonOf(items).some(({ display_name }) => display_name === '')).toBe(true);
		},
	);

	it('stops at its limit', async () => {
		restrictForty();
		const { items } = await fixture.run(list({ limit: 5 }));
		expect(items).toHaveLength(5);
		expect(fixture.bodies).toEqual([{ chat_session_uid: group(), limit: 5 }]);
	});

	it('shows restrictions made by Set', async () => {
		const [{ user_ref }] = membersWho('active').filter(({ restricted_at }) => !restricted_at);
		const items = [{ item_id: '1', chat_session_uid: group(), target_user_ref: user_ref }];
		await fixture.run(node('joinRestriction', 'set', { body: JSON.stringify({ items }) }));
		const outcome = await fixture.run(list({ limit: 1 }));
		expect(jsonOf(outcome.items)).toMatchObject([{ user_ref }]);
	});
});
