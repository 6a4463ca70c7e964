import { ifRejected, options, simplify } from '../../shared/form';
import { batchWrite, type Operation, stepwise } from '../../shared/operations';
import { arrangements } from '../locators/arrangement';
import { arrangementOutput, arrangementWrite, expectedStatus, STATUSES } from './arrangement';
import {
	alreadyThere,
	currentStatus,
	hasStatus,
	refusedMove,
	singleStepOnly,
	step,
} from './status';

/** Own members of an operation that changes the status; `fields` stand between Task and Options. */
type Transition = Pick<
	Operation,
	'name' | 'value' | 'action' | 'description' | 'tool' | 'fields' | 'finish'
>;

/**
 * transitionArrangements: one request for each step that the contract allows, from the current status to the wanted
 * one. With the option Single Step Only, at most one request.
 */
export function transition({ fields, ...own }: Transition): Operation {
	return {
		...own,
		routing: { request: { method: 'POST', url: '/api/v1/arrangement/transition' } },
		endpoint,
		output: arrangementOutput,
		fields: [arrangements, ...fields, changeOptions],
	};
}

const changeOptions = options([simplify, expectedStatus, ifRejected, singleStepOnly]);

const endpoint = batchWrite({
	...arrangementWrite,
	target: ['arrangement_uid'],
	repeat: 'precondition',
	overwrites: ['status'],
	expected: [currentStatus],
	made: hasStatus(({ target_status }) => target_status),
	steps: stepwise({
		settled: (item, settings, entity) => alreadyThere(item, entity) ?? refusedMove(item, settings),
		step,
		continues: ({ target_status }, { status }) => status !== target_status,
		describe: ({ status }) =>
			STATUSES.includes(String(status))
				? `The task now has the status '${String(status)}'`
				: 'The task now has another status',
	}),
});
