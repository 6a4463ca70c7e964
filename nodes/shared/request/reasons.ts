import type { Failure } from './failure';

/** What a reason means and what to do about it. `{thing}` is what the operation works on. */
interface Words {
	message: string;
	description: string;
}

const READ_AGAIN = 'Get it again, decide whether the change still makes sense, and repeat it.';

/**
 * The reasons that the contract documents for rejected items, in words. A reason of several
 * operations means the same in all of them.
 */
const REASONS: Record<string, Words> = {
	not_self_created: {
		message: 'The {thing} was created by somebody else',
		description: 'Only its creator can change, move or delete it.',
	},
	protected: {
		message: 'The {thing} is protected',
		description: 'Protected content can only be changed in the service itself.',
	},
	not_active: {
		message: 'The {thing} is not active any more',
		description: 'It was deleted or withdrawn meanwhile; nothing can be changed in it.',
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
		message: 'The {thing} is not in the expected container',
		description: READ_AGAIN,
	},
	revision_conflict: {
		message: 'The change contradicts another change of the {thing}',
		description: `${READ_AGAIN} A key of your own must not be used for another change.`,
	},
	record_not_found: {
		message: 'The {thing} is not there, or not readable with this key',
		description: 'Check its UID. It may belong to another account.',
	},
	not_found: {
		message: 'The {thing} is not there, or not readable with this key',
		description: 'Check its UID. It may belong to another account.',
	},
	invalid_record_state: {
		message: 'The {thing} is of a kind or in a state that does not allow this',
		description: 'Get it and look at its state.',
	},
	destination_unavailable: {
		message: 'The destination is not there, or cannot be used',
		description: 'Choose another topic; it may have been deleted.',
	},
};

/** The failure of an item that the service rejected. `thing` is a noun such as 'record'. */
export function rejection(thing: string, reason: string | undefined): Failure {
	const words = REASONS[reason ?? ''] ?? {
		message: 'The service rejected the change',
		description: READ_AGAIN,
	};
	return {
		message: words.message.replace('{thing}', thing),
		description: `${words.description}${reason ? ` Reason: ${reason}.` : ''}`,
		reason,
	};
}

/** The failure of an item whose object cannot be read: nobody can tell whether it exists. */
export function notReadable(thing: string, uid: string): Failure {
	return {
		message: `The ${thing} "${uid}" is not there, or not readable with this key`,
		description: 'Check its UID. It may be deleted or belong to another account.',
		reason: 'not_found',
	};
}
