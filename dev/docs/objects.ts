import type { INodeParameters } from 'n8n-workflow';

import type { Account } from '../fake-service/account';

/**
 * Values for the parameters of one input item: objects by their name in samples (`call_1`), and parameters by their
 * own name.
 */
export type Row = Record<string, string | number>;

/** Parameters of operations without a sample, since they have no operation in the contract. */
export const BEYOND_CONTRACT: Record<string, INodeParameters> = {
	'Tasks: Task > Set Status': {
		arrangement: { __rl: true, mode: 'id', value: 'arrangement_1' },
		status: 'completed',
	},
};

/** Rows for an operation: `most` of them, or one for each object that it can act on. */
export function rowsFor(account: Account, operation: string, most: number): Row[] {
	const any = objectsOf(account);
	const own = OWN_ROWS[operation]?.(account) ?? Array.from({ length: most }, () => ({}));
	return own.slice(0, most).map((values, i) => {
		const row: Row = {};
		for (const [name, uids] of Object.entries(any)) {
			row[`${name}_1`] = uids[i % uids.length];
			row[`${name}_2`] = uids[(i + 1) % uids.length];
		}
		return { ...row, ...values };
	});
}

const self = ({ profile }: Account) => profile.user_ref;
const groupsOf = (account: Account) =>
	[...account.conversations.values()].filter(
		({ members, dissolved }) => !dissolved && members.get(self(account))?.role === 'owner',
	);
const postsOf = (account: Account) =>
	[...account.world.posts.values()].filter(({ state }) => state === 'published');
const ownRecords = (account: Account) =>
	[...account.records.values()].filter(
		({ state, locked, creator_user_ref, container, text_content }) =>
			state === 'available' &&
			!locked &&
			creator_user_ref === self(account) &&
			container.kind === 'unclassified' &&
			text_content !== '',
	);
const messagesIn = (account: Account, chat: string) =>
	[...account.messages.values()].filter(
		({ chat_session_uid, fixed, withdrawn_at }) =>
			chat_session_uid === chat && !fixed && withdrawn_at === undefined,
	);

/** UIDs by the word before the number in samples. */
function objectsOf(account: Account): Record<string, string[]> {
	const { arrangements, calls, conversations, people, recordings, summaries, teams } = account;
	const { importedConversations, importedMessages } = account;
	const groups = groupsOf(account).map(({ chat_session_uid }) => chat_session_uid);
	return {
		arrangement: [...arrangements.values()]
			.filter(({ status }) => status === 'identified' || status === 'following')
			.map(({ arrangement_uid }) => arrangement_uid),
		bot: [...account.bots.keys()],
		call: [...calls.values()]
			.filter((call) => call.transcript_state === 'ready' && call.summary_state === 'ready')
			.map(({ call_uid }) => call_uid),
		chat: [
			...groups,
			...[...conversations.values()]
				.filter((chat) => chat.kind === 'direct')
				.map(({ chat_session_uid }) => chat_session_uid),
		],
		conversation: [...importedConversations.values()]
			.filter(({ unreadable }) => !unreadable)
			.map(({ conversation_uid }) => conversation_uid),
		message: [...importedMessages.values()]
			.filter(({ text_content }) => text_content)
			.map(({ message_uid }) => message_uid),
		record: ownRecords(account).map(({ record_uid }) => record_uid),
		recording: [...recordings.values()]
			.filter(({ transcript_state, unreadable }) => transcript_state === 'ready' && !unreadable)
			.map(({ recording_uid }) => recording_uid),
		speaker: [...account.speakerLabels.keys()],
		summary: [...summaries.values()]
			.filter(
				({ generation_state, content_state }) =>
					generation_state === 'completed' && content_state === 'ready',
			)
			.map(({ summary_uid }) => summary_uid),
		team: [...teams.values()]
			.filter((team) => team.active && team.members.get(self(account))?.role === 'owner')
			.map(({ team_ref }) => team_ref),
		topic: [...account.topics.values()]
			.filter(({ valid }) => valid)
			.map(({ topic_uid }) => topic_uid),
		user: [...people.values()]
			.filter(({ relationships }) => relationships.includes('contact'))
			.map(({ user_ref }) => user_ref),
	};
}

/** Rows of operations that need particular objects, by operationId. */
const OWN_ROWS: Record<string, (account: Account) => Row[]> = {
	transitionArrangements: (account) =>
		[...account.arrangements.values()]
			.filter(({ status }) => status === 'following')
			.map(({ arrangement_uid }) => ({ arrangement_1: arrangement_uid })),
	batchGetChatMessages: (account) =>
		messagesIn(account, groupsOf(account)[0].chat_session_uid).map(
			({ chat_session_uid, sequence }) => ({ chat_1: chat_session_uid, sequence }),
		),
	readChatMessageContext: (account) =>
		messagesIn(account, groupsOf(account)[0].chat_session_uid).map(
			({ chat_session_uid, sequence }) => ({ chat_1: chat_session_uid, sequences: sequence }),
		),
	batchGetGroupMembers: (account) =>
		groupsOf(account).flatMap(({ chat_session_uid, members }) =>
			[...members.keys()].map((user_1) => ({ chat_1: chat_session_uid, user_1 })),
		),
	createPrivateChats: (account) =>
		[...account.people.values()]
			.filter(
				({ user_ref }) =>
					user_ref !== self(account) &&
					[...account.conversations.values()].every(
						({ kind, members }) => kind === 'group' || !members.has(user_ref),
					),
			)
			.map(({ user_ref }) => ({ user_1: user_ref })),
	listGroupJoinRestrictions: (account) =>
		groupsOf(account)
			.filter(({ members }) => [...members.values()].some((each) => each.restricted_at))
			.map(({ chat_session_uid }) => ({ chat_1: chat_session_uid })),
	queryGroupMessageModerationTargets: othersMessages,
	withdrawGroupMessages: othersMessages,
	updateRecords: ownMessages,
	createTeams: () => Array.from({ length: 50 }, (_, i) => ({ svcId: `kiln-studio-${i + 1}` })),
	joinTeamsByPublicID: (account) => [
		...[...account.teams.values()]
			.filter((team) => team.active && !team.members.has(self(account)))
			.map(({ svc_id }) => ({ svcId: svc_id })),
		...Array.from({ length: 50 }, (_, i) => ({ svcId: `kiln-studio-${i + 1}` })),
	],
	removeTeamMembers: (account) =>
		[...account.teams.values()]
			.filter((team) => team.active && team.members.get(self(account))?.role === 'owner')
			.flatMap(({ team_ref, members }) =>
				[...members.keys()]
					.filter((user_ref) => user_ref !== self(account))
					.map((user_1) => ({ team_1: team_ref, user_1 })),
			),
	resolveMyTeams: (account) =>
		[...account.teams.values()]
			.filter((team) => team.active && team.members.has(self(account)))
			.map(({ name }) => ({ query: name })),
	resolveXchatImportConversations: (account) =>
		[...account.importedConversations.values()]
			.filter(({ kind, unreadable }) => kind === 'group' && !unreadable)
			.map(({ display_name }) => ({ query: display_name })),
	batchGetWorldRecords: (account) =>
		postsOf(account).map(({ record_uid }) => ({ record_1: record_uid })),
	queryWorldRecords: (account) =>
		postsOf(account).map(({ author_user_ref }) => ({ user_1: author_user_ref })),
	queryWorldReplies: (account) =>
		postsOf(account).flatMap(({ parent_record_uid: parent }) =>
			parent && account.world.posts.get(parent)?.state === 'published' ? { record_1: parent } : [],
		),
	publishWorldRecords: (account) => {
		const [{ record_uid: record_2 }] = postsOf(account);
		return ownRecords(account)
			.filter(({ record_uid }) => !account.world.posts.has(record_uid))
			.map(({ record_uid }) => ({ record_1: record_uid, record_2 }));
	},
	unpublishWorldRecords: (account) =>
		postsOf(account)
			.filter(({ author_user_ref }) => author_user_ref === self(account))
			.map(({ record_uid }) => ({ record_1: record_uid })),
};

/** Messages of others that the owner of a group may withdraw. */
function othersMessages(account: Account): Row[] {
	return groupsOf(account).flatMap(({ chat_session_uid, members }) =>
		messagesIn(account, chat_session_uid)
			.filter(
				({ sender }) =>
					sender.sender_user_ref !== self(account) && members.has(sender.sender_user_ref ?? ''),
			)
			.map(({ sequence, sender }) => ({
				chat_1: chat_session_uid,
				user_1: sender.sender_user_ref!,
				sequence,
			})),
	);
}

/** Own messages, by their records and by their places in conversations. */
function ownMessages(account: Account): Row[] {
	const changeable = new Set(ownRecords(account).map(({ record_uid }) => record_uid));
	return [...account.messages.values()].flatMap(
		({ record_uid = '', chat_session_uid, sequence }) =>
			changeable.has(record_uid)
				? [{ record_1: record_uid, chat_1: chat_session_uid, sequence }]
				: [],
	);
}
