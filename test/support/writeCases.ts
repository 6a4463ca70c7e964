import type { IDataObject } from 'n8n-workflow';

import { uid } from '../../dev/contract/choices';
import type { StoredRecord } from '../../dev/fake-service/data/records';
import type { ServiceFixture } from './useService';

/** A write on real data: its parameters, and a function that counts its effect. */
export interface WriteCase {
	node: string;
	resource: string;
	operation: string;
	parameters: IDataObject;
	made: () => number;
}

/** One case for each write operation, by its title. */
export function writeCases(
	fixture: Pick<ServiceFixture, 'service'>,
): Record<string, () => WriteCase> {
	const account = () => fixture.service.account('a');
	const isOwn = ({ state, locked, creator_user_ref }: StoredRecord) =>
		state === 'available' && !locked && creator_user_ref === self();
	const own = () =>
		[...account().records.values()].find(
			(record) => isOwn(record) && record.container.kind === 'unclassified',
		)!;
	const task = (status: string) =>
		[...account().arrangements.values()].find((row) => row.status === status)!;
	const topic = () => [...account().topics.values()].find(({ valid }) => valid)!.topic_uid;
	const chats = () => [...account().conversations.values()];
	const self = () => account().profile.user_ref;
	const ownGroup = () => chats().find(({ members }) => members.get(self())?.role === 'owner')!;
	const teams = () => [...account().teams.values()].filter(({ active }) => active);

	/** A publishable record that was never published. */
	const unpublished = () =>
		[...account().records.values()].find(
			({ record_uid, state, locked, creator_user_ref, text_content }) =>
				state === 'available' &&
				!locked &&
				creator_user_ref === self() &&
				text_content !== '' &&
				!account().world.posts.has(record_uid),
		)!;

	return {
		'Records: Record > Create': () => ({
			node: 'svcRecords',
			resource: 'record',
			operation: 'create',
			parameters: { text: 'once' },
			made: () =>
				[...account().records.values()].filter(({ text_content }) => text_content === 'once')
					.length,
		}),
		'Records: Record > Append Text': () => {
			const record = own();
			return {
				node: 'svcRecords',
				resource: 'record',
				operation: 'appendText',
				parameters: { record: uid(record.record_uid), text: 'once' },
				made: () => record.text_content.split('\nonce').length - 1,
			};
		},
		'Records: Record > Update': () => {
			const record = own();
			const { version } = record;
			return {
				node: 'svcRecords',
				resource: 'record',
				operation: 'update',
				parameters: { record: uid(record.record_uid), updateFields: { title: 'once' } },
				made: () => record.version - version,
			};
		},
		'Records: Record > Move': () => {
			const record = own();
			const { version } = record;
			return {
				node: 'svcRecords',
				resource: 'record',
				operation: 'move',
				parameters: { record: uid(record.record_uid), destination: 'topic', topic: uid(topic()) },
				made: () => record.version - version,
			};
		},
		'Records: Record > Delete': () => {
			const record = own();
			return {
				node: 'svcRecords',
				resource: 'record',
				operation: 'delete',
				parameters: { record: uid(record.record_uid) },
				made: () => Number(record.state === 'deleted'),
			};
		},
		'Tasks: Task > Create': () => ({
			node: 'svcArrangements',
			resource: 'arrangement',
			operation: 'create',
			parameters: { title: 'once' },
			made: () =>
				[...account().arrangements.values()].filter(({ title }) => title === 'once').length,
		}),
		'Tasks: Task > Update': () => {
			const row = task('following');
			const { version } = row;
			return {
				node: 'svcArrangements',
				resource: 'arrangement',
				operation: 'update',
				parameters: { arrangement: uid(row.arrangement_uid), updateFields: { title: 'once' } },
				made: () => row.version - version,
			};
		},
		'Tasks: Task > Set Status': () => {
			const row = task('following');
			const { version } = row;
			return {
				node: 'svcArrangements',
				resource: 'arrangement',
				operation: 'setStatus',
				parameters: { arrangement: uid(row.arrangement_uid), status: 'completed' },
				made: () => row.version - version,
			};
		},
		'Tasks: Task > Complete': () => {
			const row = task('following');
			const { version } = row;
			return {
				node: 'svcArrangements',
				resource: 'arrangement',
				operation: 'complete',
				parameters: { arrangement: uid(row.arrangement_uid) },
				made: () => row.version - version,
			};
		},
		'Tasks: Task > Delete': () => {
			const row = task('following');
			return {
				node: 'svcArrangements',
				resource: 'arrangement',
				operation: 'delete',
				parameters: { arrangement: uid(row.arrangement_uid) },
				made: () => Number(row.status === 'deleted'),
			};
		},
		'Chat: Conversation > Create Private Chat': () => {
			const person = [...account().people.keys()].find(
				(ref) =>
					ref !== self() && !chats().some((chat) => chat.kind !== 'group' && chat.members.has(ref)),
			)!;
			return {
				node: 'svcChat',
				resource: 'conversation',
				operation: 'createPrivate',
				parameters: { person: uid(person) },
				made: () =>
					chats().filter(({ kind, members }) => kind === 'direct' && members.has(person)).length,
			};
		},
		'Chat: Message > Send': () => {
			const { chat_session_uid } = ownGroup();
			return {
				node: 'svcChat',
				resource: 'message',
				operation: 'send',
				parameters: { conversation: uid(chat_session_uid), text: 'once' },
				made: () =>
					[...account().messages.values()].filter(({ text_content }) => text_content === 'once')
						.length,
			};
		},
		'Chat: Message > Update': () => {
			const recordOf = ({ record_uid = '' }: { record_uid?: string }) =>
				account().records.get(record_uid);
			const message = [...account().messages.values()].find((each) => {
				const record = recordOf(each);
				return record && isOwn(record);
			})!;
			const { chat_session_uid, sequence } = message;
			const record = recordOf(message)!;
			const { version } = record;
			return {
				node: 'svcChat',
				resource: 'message',
				operation: 'update',
				parameters: { conversation: uid(chat_session_uid), sequence, text: 'once' },
				made: () => record.version - version,
			};
		},
		'Chat: Message > Withdraw': () => {
			const group = ownGroup();
			const message = [...account().messages.values()].find(
				({ chat_session_uid, sender, fixed, withdrawn_at }) =>
					chat_session_uid === group.chat_session_uid &&
					sender.sender_user_ref !== self() &&
					group.members.has(sender.sender_user_ref ?? '') &&
					!fixed &&
					withdrawn_at === undefined,
			)!;
			return {
				node: 'svcChat',
				resource: 'message',
				operation: 'withdraw',
				parameters: { group: uid(group.chat_session_uid), sequence: message.sequence },
				made: () => Number(message.withdrawn_at !== undefined),
			};
		},
		'Teams: Team > Create': () => ({
			node: 'svcTeams',
			resource: 'team',
			operation: 'create',
			parameters: { name: 'once', svcId: 'only-once' },
			made: () => teams().filter(({ name }) => name === 'once').length,
		}),
		'Teams: Team > Join': () => {
			const team = teams().find(({ members }) => !members.has(self()))!;
			return {
				node: 'svcTeams',
				resource: 'team',
				operation: 'join',
				parameters: { svcId: team.svc_id },
				made: () => Number(team.members.has(self())),
			};
		},
		'Teams: Member > Remove': () => {
			const team = teams().find(({ members }) => members.get(self())?.role === 'owner')!;
			const { size } = team.members;
			const [, someone] = [...team.members.keys()];
			return {
				node: 'svcTeams',
				resource: 'member',
				operation: 'remove',
				parameters: { team: uid(team.team_ref), member: uid(someone) },
				made: () => size - team.members.size,
			};
		},
		'World: Post > Publish': () => {
			const { record_uid } = unpublished();
			return {
				node: 'svcWorld',
				resource: 'post',
				operation: 'publish',
				parameters: { record: uid(record_uid) },
				made: () => Number(account().world.posts.get(record_uid)?.state === 'published'),
			};
		},
		'World: Post > Unpublish': () => {
			const post = [...account().world.posts.values()].find(
				({ author_user_ref, state }) => author_user_ref === self() && state === 'published',
			)!;
			return {
				node: 'svcWorld',
				resource: 'post',
				operation: 'unpublish',
				parameters: { post: uid(post.record_uid) },
				made: () => Number(post.state === 'unpublished'),
			};
		},
	};
}
