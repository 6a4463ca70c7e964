import type { IDataObject } from 'n8n-workflow';

import { integerOf, isGiven, isOther } from '../../api/answer';
import { exactRecord } from '../../api/exactRead';
import { FailureError } from '../../errors/failure';
import { rejection } from '../../errors/rejections';
import type { Expected } from './write';

/** The current version of a record, for updates and deletes. Used by Records and Chat. */
export const currentVersion: Expected = {
	field: 'expected_version',
	read: exactRecord,
	value: (row) =>
		isChangeable(row, 'version') ? integerOf(row, 'version') : unchangeable('record', row.state),
	absent: 'record_not_found',
	refused: refusedChange,
};

/**
 * True for a record that has what a change of it names, or that must have it (contract document 3, batchGetRecords: of
 * available ones).
 */
export function isChangeable(row: IDataObject, field: string): boolean {
	return isGiven(row[field]) || row.state === 'available';
}

/** Failure for a record that is not available: it has no version and no container, and cannot be changed. */
export function unchangeable(thing: string, state: IDataObject[string]): FailureError {
	return new FailureError(rejection(thing, stateReason(state)));
}

/** Reason why a record cannot be changed by `user`, as far as the record shows it. */
export function refusedChange(
	{ creator_user_ref, state }: IDataObject,
	user: string | undefined,
): string | undefined {
	if (isOther(creator_user_ref, user)) return 'not_self_created';
	return state === 'available' ? undefined : stateReason(state);
}

/** Reason why a record in another state than `available` cannot be changed. */
function stateReason(state: IDataObject[string]): string {
	if (state === 'protected') return 'protected';
	return ['deleted', 'hidden', 'missing'].includes(String(state))
		? 'not_active'
		: 'invalid_record_state';
}
