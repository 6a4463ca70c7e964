import type { IDataObject } from 'n8n-workflow';

import type { Setting } from '../../shared/form';
import { quoteUnlessWord } from '../../shared/errors';
import { type Expected, FailureError, rejection, type Settings } from '../../shared/operations';
import { exactArrangement, STATUSES } from './arrangement';

/** The current status of an arrangement, for Set Status and Delete. A deleted arrangement is a failure. */
export const currentStatus: Expected = {
	field: 'expected_status',
	read: exactArrangement,
	value: ({ status }) => {
		if (STATUSES.includes(String(status))) return status;
		return new FailureError(
			status === 'deleted'
				? rejection('task', 'not_active')
				: {
						message: `The task has a status that is not known: ${quoteUnlessWord(status)}`,
						description: 'Only tasks with a documented status can be changed.',
						unsent: 'item',
					},
		);
	},
	absent: 'not_found',
};

/**
 * The status after one step from `from` towards `to`: the contract allows one step at a time (document 3, states and
 * transitions).
 */
function nextStatus(from: unknown, to: unknown): string {
	const [start, end] = [STATUSES.indexOf(String(from)), STATUSES.indexOf(String(to))];
	return STATUSES[start + Math.sign(end - start)];
}

/** The arrangement as output if the node has read it and it already has the target status. */
export function alreadyThere(
	{ expected_status, target_status }: IDataObject,
	entity?: IDataObject,
): IDataObject | undefined {
	return entity && expected_status === target_status ? entity : undefined;
}

/** Option that refuses changes which need several steps. */
export const singleStepOnly: Setting = {
	displayName: 'Single Step Only',
	name: 'singleStepOnly',
	type: 'boolean',
	default: true,
	description:
		'Whether to fail if the status takes more than one step, for example from Identified to Completed',
};

/** The request item for the next step towards the target status. */
export function step(item: IDataObject): IDataObject {
	return { ...item, target_status: nextStatus(item.expected_status, item.target_status) };
}

/** Failure of an item that asks for its current status, or with Single Step Only for more than one step. */
export function refusedMove(
	{ expected_status: from, target_status: to }: IDataObject,
	{ singleStepOnly: single }: Settings & { singleStepOnly?: boolean },
): FailureError | undefined {
	const next = nextStatus(from, to);
	if (from === to) {
		return new FailureError({
			message: `The task already has the status '${String(from)}'`,
			description: "Remove 'Expected Status' to let such items succeed without a change.",
			plain: 'There is nothing to do.',
			unsent: 'item',
		});
	}
	if (!single || next === to) return undefined;
	return new FailureError({
		message: `The status cannot change from '${String(from)}' to '${String(to)}' in a single step`,
		description: `Set the status '${next}' first, or turn off Options > Single Step Only.`,
		plain: `Set the status '${next}' first.`,
		unsent: 'item',
	});
}

/** Function for `made` of a write: the outcome of an arrangement that has the status `wished`. */
export function hasStatus(
	wished: (item: IDataObject) => IDataObject[string],
): (entity: IDataObject, item: IDataObject) => IDataObject | undefined {
	return (arrangement, item) =>
		arrangement.status === wished(item) ? { status: 'succeeded', arrangement } : undefined;
}
