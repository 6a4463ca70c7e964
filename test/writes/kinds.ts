import type { IDataObject } from 'n8n-workflow';

import { DECLARED, titleOf } from '../../dev/engine/operations';
import type { Operation } from '../../nodes/shared/operations/operation';
import type { Model, Thing } from './model';

/** A kind of write: an operation of a node, and what its items and the second writer do. */
export interface Kind {
	title: string;
	/** Contract fields of item `i`, which changes the object `on` */
	body: (i: number, on: string) => IDataObject;
	/** Items that change one object go one after the other */
	ordered?: boolean;
	/** Two items cannot change the same object */
	single?: boolean;
	/** Prefix of objects that have other states in the beginning */
	prefix?: string;
	/** The object in the model that an item on `on` changes */
	object?: (on: string) => string;
	/** The last of several changes of an item */
	last?: (i: number) => string;
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

const move = (i: number) => ({ kind: 'topic', topic_uid: `t${i}` });

/** All kinds, with the fewest kinds that go through all parts of the code first. */
export const KINDS: Kind[] = [
	{
		title: 'Records: Record > Create',
		body: (i) => ({ text_content: `t${i}` }),
		once: true,
		uid: 'record_uid',
	},
	{
		title: 'Arrangements: Arrangement > Create',
		body: (i) => ({ title: `t${i}` }),
		ifRejected: true,
		statuses: true,
		once: true,
		uid: 'arrangement_uid',
	},
	{
		title: 'Teams: Team > Create',
		body: (i) => ({ name: `t${i}`, svc_id: `team-${i}` }),
		ifRejected: true,
		statuses: true,
		conflict: { reason: 'svc_id_unavailable' },
		once: true,
		uid: 'team_ref',
	},
	{
		title: 'Chat: Message > Send',
		body: (i, on) => ({ chat_session_uid: on, text_content: `t${i}` }),
		ordered: true,
		once: true,
		uid: 'record_uid',
	},
	{
		title: 'Chat: Message > Send',
		prefix: 'person',
		body: (i, on) => ({ target_user_ref: on, text_content: `t${i}` }),
		object: (on) => `chat_${on}`,
		ordered: true,
		once: true,
		uid: 'record_uid',
	},
	{
		title: 'Records: Record > Update',
		body: (i, on) => ({ record_uid: on, title: `t${i}` }),
		ordered: true,
		other: (thing) => void (thing.title = 'other'),
		conflict: { reason: 'stale_version' },
		ifRejected: true,
		statuses: true,
	},
	{
		title: 'Chat: Message > Update',
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
		body: (i, on) => ({ record_uid: on, text_content: `t${i}` }),
		ordered: true,
		other: (thing) => void (thing.text = `${thing.text}\nother`),
		conflict: { reason: 'stale_version' },
		ifRejected: true,
		statuses: true,
	},
	{
		title: 'Records: Record > Move',
		body: (i, on) => ({ record_uid: on, destination: move(i) }),
		ordered: true,
		other: (thing) => void (thing.container = { kind: 'topic', topic_uid: 'other' }),
		conflict: { reason: 'container_changed' },
		ifRejected: true,
		statuses: true,
	},
	{
		title: 'Records: Record > Delete',
		body: (_i, on) => ({ record_uid: on }),
		single: true,
		other: (thing) => void (thing.title = 'other'),
		conflict: { reason: 'stale_version' },
		ifRejected: true,
		statuses: true,
	},
	{
		title: 'Arrangements: Arrangement > Update',
		body: (i, on) => ({ arrangement_uid: on, title: `t${i}` }),
		ordered: true,
		other: (thing) => void (thing.title = 'other'),
		conflict: { reason: 'version_changed' },
		ifRejected: true,
		statuses: true,
	},
	{
		title: 'Arrangements: Arrangement > Set Status',
		body: (i, on) => ({ arrangement_uid: on, target_status: STATUSES[i] }),
		last: (i) => STATUSES[i],
		holds: ({ status }, i) => status === STATUSES[i],
		isBlind: ({ expected_status, target_status }, status) =>
			[expected_status, target_status].includes(status),
		ordered: true,
		// Back to the beginning, so that all steps are open again
		other: (thing) => void (thing.status = 'identified'),
		conflict: { reason: 'state_changed' },
		ifRejected: true,
		statuses: true,
	},
	{
		title: 'Arrangements: Arrangement > Delete',
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
		body: (_i, on) => ({ chat_session_uid: on, sequence: 1 }),
		object: (on) => `${on} 1`,
		single: true,
		conflict: { reason: 'own_message' },
		ifRejected: true,
		statuses: true,
	},
	{
		title: 'Teams: Team > Join',
		body: (_i, on) => ({ svc_id: on }),
		single: true,
		conflict: { reason: 'team_not_found' },
		ifRejected: true,
		statuses: true,
	},
	{
		title: 'Bots: Bot > Create',
		body: (i) => ({ $body: { items: [{ item_id: String(i), name: `t${i}` }] } }),
		never: true,
	},
];

/** The statuses that three items set in turn: two steps, one back, one forward. */
const STATUSES = ['completed', 'following', 'completed'];

/** The operation of a kind. */
export function operationOf({ title }: Kind): Operation {
	return DECLARED.find((declared) => titleOf(declared) === title)!.operation;
}

/** The second writer changes the object of an item. */
export function intervene({ other, object = (on) => on }: Kind, model: Model, on: string): void {
	model.other(object(on), other!);
}
