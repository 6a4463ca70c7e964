import type { Failure } from './failure';
import { formatValue, truncate } from './format';

/** Message and advice for a reason. `{thing}` stands for the noun of the object. */
interface Words {
	message: string;
	description: string;
}

const READ_AGAIN = 'Read it again, and repeat the change only if it still makes sense.';

/** Texts for the reasons that the contract documents for rejected items. A reason means the same in all operations. */
export const REASONS: Record<string, Words> = {
	not_self_created: {
		message: 'The {thing} was created by somebody else',
		description: 'Only its creator can change, move or delete it.',
	},
	protected: {
		message: 'The {thing} is protected',
		description: 'Protected content can only be changed in the service itself.',
	},
	not_active: {
		message: 'The {thing} is no longer active',
		description: 'It was deleted or withdrawn and can no longer be changed.',
	},
	stale_version: {
		message: 'The {thing} was changed since the expected version',
		description: READ_AGAIN,
	},
	version_changed: {
		message: 'The {thing} was changed since the expected version',
		description: READ_AGAIN,
	},
	state_changed: {
		message: 'The {thing} is not in the expected status',
		description: READ_AGAIN,
	},
	container_changed: {
		message: 'The {thing} is not in the expected topic',
		description: READ_AGAIN,
	},
	revision_conflict: {
		message: 'The change conflicts with another change of the {thing}',
		description: `${READ_AGAIN} If you set an idempotency key yourself, use a new one for each change.`,
	},
	record_not_found: {
		message: 'The {thing} does not exist or is not readable with this key',
		description: 'Check its ID. It may belong to another account.',
	},
	not_found: {
		message: 'The {thing} does not exist or is not readable with this key',
		description: 'Check its ID. It may belong to another account.',
	},
	invalid_record_state: {
		message: 'The {thing} is of a kind or in a state that does not allow this',
		description: 'Read it and check its state.',
	},
	destination_unavailable: {
		message: 'The topic does not exist or cannot be used',
		description: 'Choose another topic; it may have been deleted.',
	},
	// Group moderation and members
	governance_conflict: {
		message: 'Your role in the group, or the role of the other person, does not allow this',
		description: 'Only the current owner of the group can do this, and only for some members.',
	},
	invalid_message_state: {
		message: 'The message cannot be withdrawn',
		description:
			'Messages of this kind cannot be withdrawn, or the message is no longer available.',
	},
	message_not_found: {
		message: 'There is no such message in the group',
		description:
			'Check the conversation and the message number. Get Moderation Targets lists them.',
	},
	member_unavailable: {
		message: 'The member does not exist or is not accessible',
		description: 'Check the person. You can list the members of the group.',
	},
	actor_not_active: {
		message: 'You are no longer in the group',
		description: 'Only a current member who owns the group may do this.',
	},
	group_unavailable: {
		message: 'The group does not exist or is not accessible',
		description: 'Check the ID of the group.',
	},
	own_message: {
		message: 'The message is your own',
		description:
			'This operation withdraws messages of others. Delete your own message in the service itself.',
	},
	// Own messages; found by the node
	not_mutable: {
		message: 'The {thing} cannot be changed with this key',
		description:
			"Only messages that you sent can be changed, and only while the service allows it. To see whether it does, read the message: its field 'mutable' has to be true.",
	},
	// Teams
	svc_id_unavailable: {
		message: 'The public ID is already taken',
		description: 'Choose another public ID.',
	},
	idempotency_conflict: {
		message: 'The idempotency key was already used for something else',
		description: 'A key stands for one team. To create another team, use another key.',
	},
	team_not_found: {
		message: 'There is no active team with this public ID',
		description: 'Check the public ID. Names and references are not accepted.',
	},
	removal_not_allowed: {
		message: 'The member cannot be removed',
		description: 'Only the owner of the team can remove members. The owner cannot be removed.',
	},
	// World
	unpublished: {
		message: 'The post was withdrawn meanwhile',
		description: 'It was not published again. Check whether it should still be public.',
	},
	conflict: {
		message: 'The post has changed since it was read',
		description: 'Nothing was changed. Read it again before you retry.',
	},
	unavailable: {
		message: 'The post, or the post it replies to, is not available or not yours',
		description: 'Only your own posts can be changed, and only public posts can be replied to.',
	},
	source_unavailable: {
		message: 'The record cannot be published as it is',
		description: 'It has changed, is protected, or one of its attachments is not available.',
	},
	phone_required: {
		message: 'The account has to be bound to a phone number first',
		description: 'Bind one in the service itself, then publish again.',
	},
};

/** The failure of an item that the service rejected for the reason `given`. `thing` is a noun such as 'record'. */
export function rejection(thing: string, given: string | undefined): Failure {
	const reason = given && truncate(given, 200);
	// hasOwn, since the reason can be any text, such as the name of an inherited property
	const known = reason !== undefined && Object.hasOwn(REASONS, reason);
	const words = known
		? REASONS[reason]
		: { message: 'The service rejected the change', description: READ_AGAIN };
	return {
		message: words.message.replace('{thing}', thing),
		description: `${words.description}${reason ? ` Reason: ${reason}.` : ''}`,
		reason,
	};
}

/** The failure of an item whose object cannot be read. `thing` is a noun, `uid` the object's identifier if it has one. */
export function notReadable(thing: string, uid?: string): Failure {
	const named = uid === undefined ? thing : `${thing} ${formatValue(uid)}`;
	return {
		message: `The ${named} does not exist or is not readable with this key`,
		description: 'Check the identifier. The object may be deleted or belong to another account.',
		reason: 'not_found',
	};
}
