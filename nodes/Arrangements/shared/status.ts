import type { IDataObject } from 'n8n-workflow';

import type { Field } from '../../shared/fields';
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

/** Request field in which Single Step Only leaves its value; `step` removes it. */
const SINGLE_STEP = '$single_step';

/** Refuses what takes several moves. */
export const singleStepOnly: Field = {
	displayName: 'Single Step Only',
	name: 'singleStepOnly',
	type: 'boolean',
	default: true,
	description:
		'Whether to fail when the status cannot be reached with a single move, such as from Identified to Completed',
	routing: { send: { type: 'body', property: SINGLE_STEP } },
};

/** The next move on the way to the status that an item asks for. */
export function step({ [SINGLE_STEP]: _single, ...item }: IDataObject): IDataObject {
	return { ...item, target_status: nextStatus(item.expected_status, item.target_status) };
}

/** A move that cannot be made, with the way there: to the same status, or with Single Step Only a longer one. */
export function refusedMove({
	expected_status: from,
	target_status: to,
	[SINGLE_STEP]: single,
}: IDataObject): FailureError | undefined {
	const next = nextStatus(from, to);
	if (from === to) {
		return new FailureError({
			message: `The arrangement cannot be moved from '${String(from)}' to the same status`,
			description:
				"Nothing was sent for it. Without 'Expected Status' the node leaves an arrangement alone that has the status already.",
		});
	}
	if (!single || next === to) return undefined;
	return new FailureError({
		message: `The arrangement cannot be moved from '${String(from)}' to '${String(to)}' in a single step`,
		description: `Nothing was sent for it. Move it to '${next}' first, or turn off Options > Single Step Only.`,
	});
}

/** For `made`: the arrangement is in the status that an item asks for. */
export function hasStatus(
	wished: (item: IDataObject) => IDataObject[string],
): (entity: IDataObject, item: IDataObject) => IDataObject | undefined {
	return (arrangement, item) =>
		arrangement.status === wished(item) ? { status: 'succeeded', arrangement } : undefined;
}
