import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { uid } from '../../dev/contract/choices';
import { DECLARED, titleOf, type Declared } from '../../dev/engine/operations';
import type { Model, Thing } from './model';

/** A kind of write: an operation of a node, and what its items and the second writer do. */
export interface Kind {
	title: string;
	/** Contract fields of item `i`, which changes the object `on` */
	body: (i: number, on: string) => IDataObject;
	/** Parameters of the node, from such an item */
	parameters: INodeParameters;
	/** Items that change one object go one after the other */
	ordered?: boolean;
	/** Two items cannot change the same object */
	single?: boolean;
	/** Prefix of objects that have other states in the beginning */
	prefix?: string;
	/** The object in the model that an item on `on` changes */
	object?: (on: string) => string;
	/** The changes that an item has to make, each once and in this order; by default one, whatever it is */
	changes?: (i: number) => string[];
	/** Choices of options */
	options?: IDataObject;
	/** What the second writer does, in conflict with the items */
	other?: (thing: Thing) => void;
	/** Reason of a rejection for such a conflict; a status for posts */
	conflict?: { reason?: string; status?: string };
	/** The option If Rejected */
	ifRejected?: boolean;
	/** Outcomes have statuses */
	statuses?: boolean;
	/** True if the object may have the wanted state without a change of the item */
	holds?: (thing: Thing, i: number) => boolean;
	/** True for an act after which the object is as a request in doubt expected it, or made it: nobody can tell */
	isBlind?: (body: IDataObject, status: string) => boolean;
	/** The option Write Once Per */
	once?: boolean;
	/** The repeated request is never sent after a doubt */
	never?: boolean;
	/** Output field with the identifier of what was created */
	uid?: string;
}

/** Expressions for the fields of an item. */
const JSON_OF = new Proxy({} as Record<string, string>, {
	get: (_fields, name) => `={{ $json.${String(name)} }}`,
});

/** The statuses that three items set in turn: two steps, one back, one forward. */
const STATUSES = ['completed', 'following', 'completed'];

/** Kind of an operation that sets the status of tasks. */
function toStatus(name: string, more: INodeParameters, target: (i: number) => string): Kind {
	return {
		title: `Tasks: Task > ${name}`,
		parameters: { arrangement: uid(JSON_OF.arrangement_uid), ...more },
		body: (i, on) => ({ arrangement_uid: on, target_status: target(i) }),
		changes: (i) => [target(i)],
		holds: ({ status }, i) => status === target(i),
		isBlind: ({ expected_status, target_status }, status) =>
			[expected_status, target_status].includes(status),
		ordered: true,
		// Back to the beginning, so that all steps are open again
		other: (thing) => void (thing.status = 'identified'),
		conflict: { reason: 'state_changed' },
		ifRejected: true,
		statuses: true,
	};
}

/** The longest text of a message, so that a longer one is sent in parts. */
const LONGEST = 'x'.repeat(10_000);

const move = (i: number) => ({ kind: 'topic', topic_uid: `t${i}` });

/** All kinds, with the fewest kinds that go through all parts of the code first. */
export const KINDS: Kind[] = [
	{
		title: 'Records: Record > Create',
		parameters: { text: JSON_OF.text_content },
		body: (i) => ({ text_content: `t${i}` }),
		once: true,
		uid: 'record_uid',
	},
	{
		title: 'Tasks: Task > Create',
		parameters: { title: JSON_OF.title },
		body: (i) => ({ title: `t${i}` }),
		ifRejected: true,
		statuses: true,
		once: true,
		uid: 'arrangement_uid',
	},
	{
		title: 'Teams: Team > Create',
		parameters: { name: JSON_OF.name, svcId: JSON_OF.svc_id },
		body: (i) => ({ name: `t${i}`, svc_id: `team-${i}` }),
		ifRejected: true,
		statuses: true,
		conflict: { reason: 'svc_id_unavailable' },
		once: true,
		uid: 'team_ref',
	},
	{
		title: 'Chat: Message > Send',
		parameters: { conversation: uid(JSON_OF.chat_session_uid), text: JSON_OF.text_content },
		body: (i, on) => ({ chat_session_uid: on, text_content: `t${i}` }),
		ordered: true,
		once: true,
		uid: 'record_uid',
	},
	{
		title: 'Chat: Message > Send',
		parameters: {
			sendTo: 'person',
			person: uid(JSON_OF.target_user_ref),
			text: JSON_OF.text_content,
		},
		prefix: 'person',
		body: (i, on) => ({ target_user_ref: on, text_content: `t${i}` }),
		object: (on) => `chat_${on}`,
		changes: (i) => [`t${i}`],
		ordered: true,
		once: true,
		uid: 'record_uid',
	},
	{
		title: 'Chat: Message > Send',
		parameters: { conversation: uid(JSON_OF.chat_session_uid), text: JSON_OF.text_content },
		options: { ifTooLong: 'split' },
		body: (i, on) => ({ chat_session_uid: on, text_content: `${LONGEST} t${i}` }),
		changes: (i) => [LONGEST, `t${i}`],
		ordered: true,
		once: true,
		uid: 'record_uid',
	},
	{
		title: 'Records: Record > Update',
		parameters: { record: uid(JSON_OF.record_uid), updateFields: { title: JSON_OF.title } },
		body: (i, on) => ({ record_uid: on, title: `t${i}` }),
		ordered: true,
		other: (thing) => void (thing.title = 'other'),
		conflict: { reason: 'stale_version' },
		ifRejected: true,
		statuses: true,
	},
	{
		title: 'Chat: Message > Update',
		parameters: {
			conversation: uid(JSON_OF.chat_session_uid),
			sequence: 1,
			text: JSON_OF.text_content,
		},
		body: (i, on) => ({ chat_session_uid: on, sequence: 1, text_content: `t${i}` }),
		object: (on) => `${on}_1`,
		ordered: true,
		other: (thing) => void (thing.text = 'other'),
		conflict: { reason: 'stale_version' },
		ifRejected: true,
		statuses: true,
	},
	{
		title: 'Records: Record > Append Text',
		parameters: { record: uid(JSON_OF.record_uid), text: JSON_OF.text_content },
		body: (i, on) => ({ record_uid: on, text_content: `t${i}` }),
		ordered: true,
		other: (thing) => void (thing.text = `${thing.text}\nother`),
		conflict: { reason: 'stale_version' },
		ifRejected: true,
		statuses: true,
	},
	{
		title: 'Records: Record > Move',
		parameters: {
			record: uid(JSON_OF.record_uid),
			destination: 'topic',
			topic: uid('={{ $json.destination.topic_uid }}'),
		},
		body: (i, on) => ({ record_uid: on, destination: move(i) }),
		ordered: true,
		other: (thing) => void (thing.container = { kind: 'topic', topic_uid: 'other' }),
		conflict: { reason: 'container_changed' },
		ifRejected: true,
		statuses: true,
	},
	{
		title: 'Records: Record > Delete',
		parameters: { record: uid(JSON_OF.record_uid) },
		body: (_i, on) => ({ record_uid: on }),
		single: true,
		other: (thing) => void (thing.title = 'other'),
		conflict: { reason: 'stale_version' },
		ifRejected: true,
		statuses: true,
	},
	{
		title: 'Tasks: Task > Update',
		parameters: {
			arrangement: uid(JSON_OF.arrangement_uid),
			updateFields: { title: JSON_OF.title },
		},
		body: (i, on) => ({ arrangement_uid: on, title: `t${i}` }),
		ordered: true,
		other: (thing) => void (thing.title = 'other'),
		conflict: { reason: 'version_changed' },
		ifRejected: true,
		statuses: true,
	},
	toStatus('Set Status', { status: JSON_OF.target_status }, (i) => STATUSES[i]),
	toStatus('Complete', {}, () => 'completed'),
	{
		title: 'Tasks: Task > Delete',
		parameters: { arrangement: uid(JSON_OF.arrangement_uid) },
		body: (_i, on) => ({ arrangement_uid: on }),
		single: true,
		other: (thing) =>
			void (thing.status = thing.status === 'following' ? 'identified' : 'following'),
		conflict: { reason: 'state_changed' },
		ifRejected: true,
		statuses: true,
	},
	{
		title: 'World: Post > Publish',
		parameters: { record: uid(JSON_OF.record_uid) },
		body: (_i, on) => ({ record_uid: on }),
		single: true,
		other(thing) {
			thing.post = thing.post === 'published' ? 'unpublished' : 'published';
			thing.publication = Math.max(0, thing.publication) + 1;
			thing.version--;
		},
		conflict: { status: 'conflict' },
		ifRejected: true,
		statuses: true,
		holds: ({ post, publication }) => post === 'published' && publication > 0,
	},
	{
		title: 'World: Post > Unpublish',
		parameters: { post: uid(JSON_OF.record_uid) },
		prefix: 'post',
		body: (_i, on) => ({ record_uid: on }),
		single: true,
		other(thing) {
			thing.post = thing.post === 'published' ? 'unpublished' : 'published';
			thing.publication++;
			thing.version--;
		},
		conflict: { status: 'conflict' },
		ifRejected: true,
		statuses: true,
		holds: ({ post }) => post === 'unpublished',
	},
	{
		title: 'Chat: Message > Withdraw',
		parameters: { group: uid(JSON_OF.chat_session_uid), sequence: 1 },
		body: (_i, on) => ({ chat_session_uid: on, sequence: 1 }),
		object: (on) => `${on} 1`,
		single: true,
		conflict: { reason: 'own_message' },
		ifRejected: true,
		statuses: true,
	},
	{
		title: 'Teams: Team > Join',
		parameters: { svcId: JSON_OF.svc_id },
		body: (_i, on) => ({ svc_id: on }),
		single: true,
		conflict: { reason: 'team_not_found' },
		ifRejected: true,
		statuses: true,
	},
	{
		title: 'Teams: Member > Remove',
		parameters: { team: uid(JSON_OF.team_ref), member: uid(JSON_OF.target_user_ref) },
		body: (_i, on) => ({ team_ref: 'team', target_user_ref: on }),
		object: (on) => `team ${on}`,
		single: true,
		conflict: { reason: 'removal_not_allowed' },
		ifRejected: true,
		statuses: true,
	},
	{
		title: 'Chat: Conversation > Create Private Chat',
		parameters: { person: uid(JSON_OF.target_user_ref) },
		prefix: 'person',
		body: (_i, on) => ({ target_user_ref: on }),
		object: (on) => `chat_${on}`,
		single: true,
		once: true,
		uid: 'chat_session_uid',
	},
	{
		title: 'Bots: Bot > Create (JSON)',
		parameters: { body: '={{ $json.$body }}' },
		body: (i) => ({ $body: { items: [{ item_id: String(i), name: `t${i}` }] } }),
		never: true,
	},
];

const DECLARED_BY_TITLE = new Map(DECLARED.map((declared) => [titleOf(declared), declared]));

/** The operation of a kind. */
export function declaredOf({ title }: Kind): Declared {
	return DECLARED_BY_TITLE.get(title)!;
}

/** The second writer changes the object of an item. */
export function intervene({ other, object = (on) => on }: Kind, model: Model, on: string): void {
	model.other(object(on), other!);
}
