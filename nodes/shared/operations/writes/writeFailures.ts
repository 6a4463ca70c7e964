import type { IDataObject } from 'n8n-workflow';

import { FailureError, isRefusal } from '../../errors/failure';
import { LIMITS } from '../../limits';
import type { First } from './memory';
import type { Blocking } from './plan';

/** Failures of items of a write that the node itself finds, and what the user can do about each. */

/** The failure of an item whose first steps are done; `words` say how far it has come. */
export function butThen(words: string, { failure }: FailureError): FailureError {
	return new FailureError({ ...failure, message: `${words}, but then: ${failure.message}` });
}

/** The failure of an item that does not come to its last step. */
export function neverThere(): FailureError {
	return new FailureError({
		message: `the status was not reached after ${LIMITS.maxSteps} steps`,
		description:
			'Something else may be changing the status at the same time. Read the current status before you retry.',
	});
}

/** The failure of an item that was read and sent anew, since its object was changed in between. */
export function changedMeanwhile(
	thing: string,
	times: number,
	{ failure }: FailureError,
): FailureError {
	const sentence = `The node read the ${thing} and sent the change ${times} times.`;
	const description = [failure.description, sentence].filter(Boolean).join(' ');
	return new FailureError({ ...failure, description });
}

const APART =
	'To write both, add a field that tells them apart to the value, such as {{ $json._event.id }} {{ $json.task }}. The number of an item tells nothing: another execution may have other items before it.';

/** The failure of an item whose value for Write Once Per and target an earlier item has, with other content. */
export function sameValue({ turn, index }: First, own: number): FailureError {
	const where = turn === own ? '' : ` of run ${turn + 1}`;
	return new FailureError({
		message: `'Write Once Per' is the same as for item ${index + 1}${where}, whose content is different`,
		description: `Each value is written once for each target. ${APART}`,
		unsent: 'item',
	});
}

/** A refusal of an item with Write Once Per, whose key the service may know with other content. */
export function withOtherContent(error: Error): Error {
	if (!(error instanceof FailureError) || !isRefusal(error.failure)) return error;
	const { failure } = error;
	return new FailureError({
		...failure,
		description: `If an earlier execution has written it with other content, the service refuses this: what 'Write Once Per' names is written once, and stays as it is. ${APART} ${failure.description ?? ''}`,
	});
}

/** The failure of an item that would change its object before an earlier item, or after a later one. */
export function notInTurn(thing: string, { index, isWritten }: Blocking): FailureError {
	const item = `item ${index + 1}`;
	const why = isWritten
		? `${item}, a later change of the same object, was written or may have been`
		: `${item} for the same object was not written`;
	return new FailureError({
		message: `Not sent, because ${why}`,
		description: isWritten
			? `Sent now, it would replace or follow the later one. Run the workflow again with this ${thing} if it is still wanted.`
			: 'The items for one object are sent in their order. A retry sends all of them.',
		unsent: 'item',
	});
}

/** The failure of an item that an earlier try sent with other values and unknown outcome. */
export function sentWithOtherValues(thing: string): FailureError {
	return new FailureError({
		message: `An earlier try sent the ${thing} with other values and may have succeeded`,
		description: `Nothing was sent. Check whether the ${thing} exists, and use values that are the same in every try. An expression such as $now is not.`,
	});
}

/** The failure of an item that may be merged into an object which was changed again since. */
export function changedSince(thing: string): FailureError {
	return new FailureError({
		message: `The ${thing} was changed after an earlier try, which may have worked`,
		description: `Nothing was sent. Look whether the change is in the ${thing}, and run the workflow anew if it is not.`,
		outcomeUnknown: true,
	});
}

/** The failure of an item that an earlier execution has written with other content. */
export function alreadyThere(thing: string, row: IDataObject | undefined): FailureError {
	const uid = Object.values(row ?? {}).find((value) => typeof value === 'string');
	const named = uid === undefined ? '' : ` (${String(uid)})`;
	return new FailureError({
		message: `An earlier try wrote the ${thing} with other content${named}, so it is not written again`,
		description: `Nothing was sent. Change or delete the existing ${thing}, or run the workflow again instead of retrying this execution.`,
		reason: 'already_written',
	});
}

/** The failure of an item that was written for an account that cannot be compared with the current one. */
export function accountNotRead(thing: string): FailureError {
	return new FailureError({
		message: `The ${thing} was written in an earlier try, possibly for another account`,
		description: `Nothing was sent: the account of the API key could not be read. Try again later, or check whether the ${thing} exists.`,
		reason: 'already_written',
	});
}

/** The failure of an item with Write Once Per whose key cannot be made. */
export function withoutAccount(): FailureError {
	return new FailureError({
		message: "'Write Once Per' needs the account of the API key, which could not be read",
		description: 'Another execution might write it again. Try again later.',
		unsent: 'item',
	});
}
