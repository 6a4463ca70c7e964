import { all, by, type Change, NOW, records, said } from '../account';
import { exactReads, finding, story, writes } from '../kinds';

const bot = { sender_kind: 'bot', sender_bot_uid: 'stork' } as const;
const own = { chat_session_uid: 'own' };
/** Groups that the account cannot moderate, by reason. */
const ungoverned = {
	governance_conflict: 'others club',
	actor_not_active: 'left',
	group_unavailable: 'gone direct none',
};
const reasons = Object.entries(ungoverned).flatMap(([reason, groups]) =>
	groups.split(' ').map((chat_session_uid) => ({ chat_session_uid, reason })),
);
const members: Change = ({ account }) => {
	const { members } = account('a').conversations.get('own')!;
	members.get('ada')!.nickname = 'Captain';
	members.get('bo')!.restricted_at = 3000;
	for (const user_ref of ['dee', 'cy']) members.get(user_ref)!.restricted_at = 4000;
	account('a').people.delete('cy');
};

finding('listChatMembers', {
	there: members,
	body: own,
	names: 'user_ref',
	finds: [
		[{}, 'ada cy me'],
		[{ chat_session_uid: 'pending' }, 'bo me'],
		[{ chat_session_uid: 'botchat' }, 'me'],
	],
	shows: {
		ada: { display_name: 'Captain', role: 'admin' },
		cy: { role: 'participant' },
		me: { display_name: 'Mira Potter', role: 'owner' },
	},
	row: (user_ref, facts) => ({ user_ref, joined_at: 500, ...facts }),
});
const unreadable = /chat_session_uid is not a readable/;
story(
	'members of conversations that cannot be read are not listed',
	['listChatMembers', { chat_session_uid: 'left' }, unreadable],
	['listChatMembers', { chat_session_uid: 'gone' }, unreadable],
);

const element = (name: string) => {
	const [chat_session_uid, target_user_ref] = name.split('/');
	return { chat_session_uid, target_user_ref };
};
const rejected = (reason: string) => ({ status: 'rejected', reason, member: null });
const usual = { membership_status: 'active', role: 'participant', join_restricted: false };
const succeeded = (facts: object) => {
	return { status: 'succeeded', member: { ...usual, joined_at: 500, ...facts } };
};
exactReads('batchGetGroupMembers', {
	there: members,
	element,
	reads: {
		'own/ada': succeeded({ role: 'admin' }),
		'own/bo': succeeded({ membership_status: 'left', join_restricted: true }),
		'own/dee': succeeded({ membership_status: 'removed', join_restricted: true }),
		'own/none': rejected('member_unavailable'),
		...Object.fromEntries(
			reasons.map((each) => [`${each.chat_session_uid}/ada`, rejected(each.reason)]),
		),
	},
	result: (name, facts) => ({ ...element(name), ...facts }),
	missing: 'none/bo',
	absent: (name) => ({ ...element(name), ...rejected('group_unavailable') }),
});

const ada = { ...own, target_user_ref: 'ada' };
const removed = { membership_status: 'removed', role: 'admin' };
const restricted = { role: 'admin', join_restricted: true };
/** Who has left has left. */
const bo = { target_user_ref: 'bo' };
const left = { membership_status: 'left' };
/** Both repeat the group and the person. */
const govern = {
	result: (facts: object) => ({ ...own, ...succeeded(facts) }),
	rejected,
	store: ['conversations', () => 'own'] as [string, () => string],
	rejects: {
		...ungoverned,
		governance_conflict: ['others club', { target_user_ref: 'me' }],
		group_unavailable: ['gone direct none', { chat_session_uid: undefined }],
		member_unavailable: [{ target_user_ref: 'none' }, { target_user_ref: undefined }],
	},
};
writes('removeGroupMembers', {
	...govern,
	item: ada,
	results: [
		[{}, removed, { members: { ada: { status: 'removed' } } }],
		[bo, left, { members: { bo: { status: 'left' } } }],
	],
	again: removed,
});
writes('setGroupJoinRestrictions', {
	...govern,
	there: members,
	item: ada,
	results: [
		[{}, restricted, { members: { ada: { restricted_at: NOW } } }],
		[{ join_restricted: false }, { role: 'admin' }],
		[{ ...bo, join_restricted: false }, left],
	],
	again: restricted,
});
finding('listGroupJoinRestrictions', {
	there: members,
	body: own,
	names: 'user_ref',
	finds: [[{}, 'cy dee bo']],
	shows: {
		cy: { display_name: '', restricted_at: 4000 },
		bo: { display_name: 'Bo Vale', restricted_at: 3000 },
	},
	row: (user_ref, facts) => ({ user_ref, ...facts }),
});
story(
	'a restriction keeps the time when it was set, and can be lifted',
	['setGroupJoinRestrictions', [ada], [{ status: 'succeeded' }]],
	(service) => service.advance(1),
	['setGroupJoinRestrictions', [ada], [{ status: 'succeeded' }]],
	['listGroupJoinRestrictions', own, { items: [{ user_ref: 'ada', restricted_at: NOW }] }],
	['setGroupJoinRestrictions', [{ ...ada, join_restricted: false }], [{ status: 'succeeded' }]],
	['listGroupJoinRestrictions', own, ''],
);

const byMe = { sender_user_ref: 'me' };
const moderation = 'queryGroupMessageModerationTargets';
finding(moderation, {
	there: all(
		said('own', {
			1: {},
			2: { withdrawn_at: 1 },
			3: { fixed: true },
			5: { sender: by('me') },
			6: { sender: bot, borrowed_user_ref: 'ada' },
			7: { sender: by('bo') },
			8: { message_at: 900 },
		}),
		said('club', { 4: {} }),
	),
	body: { ...own, sender_user_refs: ['me', 'ada', 'cy'] },
	names: 'sequence',
	finds: [
		[{}, '1 2 3 5 8'],
		[{ sender_user_refs: ['bo', 'stork'] }, '7'],
		[{ start_at: 1001, end_at: 1003 }, '1 2'],
		[{ start_at: 1002 }, '2 3 5'],
		[{ end_at: 901 }, '8'],
	],
	shows: {
		1: { withdrawal_state: 'active', eligible: true },
		2: { withdrawal_state: 'withdrawn', eligible: true },
		3: { withdrawal_state: 'unavailable', eligible: false, reason: 'invalid_message_state' },
		5: { ...byMe, withdrawal_state: 'active', eligible: false, reason: 'own_message' },
	},
	row: (name, facts) => {
		const sequence = Number(name);
		return { sequence, sender_user_ref: 'ada', message_at: 1000 + sequence, ...facts };
	},
});
const targets = { ...own, sender_user_refs: ['ada'] };
const next = ({ next_page_cursor: page_cursor }: { next_page_cursor: string }) => {
	return { ...targets, page_cursor };
};
story(
	'targets of moderation are those up to the first page, even if new messages are sent',
	said('own', { 1: {}, 2: {}, 3: { sender: by('bo') } }),
	[moderation, { ...targets, limit: 1 }, { items: [{ sequence: 1 }], upper_sequence: 3 }],
	said('own', { 4: {} }),
	[moderation, next, { items: [{ sequence: 2 }], upper_sequence: 3, has_more: false }],
	[moderation, targets, '1 2 4'],
);
const of = { sender: by('bo') };
story(
	'a limited number of messages is read for a page of targets, so that it can be empty',
	({ settings }) => (settings.chat.maxScan = 2),
	said('own', { 1: of, 2: of, 5: of, 6: {} }),
	[moderation, targets, { items: [], has_more: true }],
	[moderation, next, { items: [{ sequence: 6 }], has_more: false }],
);
for (const { chat_session_uid, reason } of reasons) {
	story(
		`the group ${chat_session_uid} cannot be moderated`,
		[moderation, { ...targets, chat_session_uid }, RegExp(`chat_session_uid: ${reason}`)],
		['listGroupJoinRestrictions', { chat_session_uid }, RegExp(`chat_session_uid: ${reason}`)],
	);
}

writes('withdrawGroupMessages', {
	there: said('own', {
		1: {},
		2: { withdrawn_at: 1 },
		3: { fixed: true },
		4: { sender: by('me') },
		5: { sender: by('nobody') },
		6: { sender: bot },
	}),
	item: { ...own, sequence: 1 },
	results: [
		[{}, {}, { withdrawn_at: NOW }],
		[{ sequence: 2 }, { changed: false, withdrawn_at: 1 }],
	],
	result: (facts) => ({ status: 'succeeded', changed: true, withdrawn_at: NOW, ...facts }),
	store: ['messages', ({ chat_session_uid, sequence }) => `${chat_session_uid} ${sequence}`],
	rejects: {
		...ungoverned,
		message_not_found: { sequence: 9 },
		invalid_message_state: { sequence: 3 },
		own_message: { sequence: 4 },
		member_unavailable: { sequence: 5 },
		governance_conflict: ['others club', { sequence: 6 }],
	},
	rejected: (reason) => ({ status: 'rejected', reason, changed: false }),
	again: { changed: false },
	inTurn: { asked: [{}, {}], told: [{ changed: false }, {}] },
});
const seen = { chat_session_uids: ['own'], start_at: 0, end_at: 9000, order: 'session_time_asc' };
const search = { chat_session_uids: ['own'], keyword: 'Text' };
story(
	'a withdrawn message is in no timeline, search, read or context, but its record stays',
	said('own', { 1: { record_uid: 'rec' } }),
	records({ rec: { ...own, creator_user_ref: 'ada' } }),
	['queryChatMessages', seen, { items: [{}] }],
	['searchRecords', { keyword: 'Text' }, { items: [{ source: { kind: 'chat', ...own } }] }],
	['withdrawGroupMessages', { ...own, sequence: 1 }, { status: 'succeeded' }],
	['queryChatMessages', seen, { items: [] }],
	['searchChatMessages', search, { items: [] }],
	['batchGetChatMessages', { ...own, sequence: 1 }, { lookup_status: 'not_found' }],
	['readChatMessageContext', { ...own, sequences: [1] }, { anchor_sequences: [] }],
	['searchRecords', { keyword: 'Text' }, { items: [{ source: { kind: 'record' } }] }],
);
