import type { IDataObject } from 'n8n-workflow';

import { type Expected, FailureError, rejection } from '../../shared/operations';
import { exactArrangement, STATUSES } from './arrangement';

/** The current status of an arrangement, for status changes and deletes; a deleted one has none of use. */
export const currentStatus: Expected = {
	field: 'expected_status',
	read: exactArrangement,
	value: ({ status }) =>
		STATUSES.includes(String(status))
			? status
			: new FailureError(rejection('arrangement', 'not_active')),
	absent: 'not_found',
};

/** The next status on the way from one to another: the contract allows single steps only. */
export function nextStatus(from: unknown, to: unknown): string {
	const [start, end] = [STATUSES.indexOf(String(from)), STATUSES.indexOf(String(to))];
	return STATUSES[start + Math.sign(end - start)];
}

/** Output of an arrangement that already has the target status, if the node has read it. */
export function alreadyThere(
	{ expected_status, target_status }: IDataObject,
	entity?: IDataObject,
): IDataObject | undefined {
	return entity && expected_status === target_status ? entity : undefined;
}

/** A move that the contract does not allow, with the way there. */
export function forbiddenMove({
	expected_status: from,
	target_status: to,
}: IDataObject): FailureError | undefined {
	const step = nextStatus(from, to);
	if (from !== to && step === to) return undefined;
	return new FailureError({
		message:
			from === to
				? `The arrangement cannot be moved from '${String(from)}' to the same status`
				: `The arrangement cannot be moved from '${String(from)}' to '${String(to)}' at once`,
		description:
			from === to
				? "Nothing was sent for it. Without 'Expected Status' the node leaves an arrangement alone that is there already."
				: `Nothing was sent for it. Move it to '${step}' first, or use the operation Set Status, which goes all the way.`,
	});
}

/** For `made`: the arrangement is in the status that an item asks for. */
export function hasStatus(
	wished: (item: IDataObject) => IDataObject[string],
): (entity: IDataObject, item: IDataObject) => IDataObject | undefined {
	return (arrangement, item) =>
		arrangement.status === wished(item) ? { status: 'succeeded', arrangement } : undefined;
}
