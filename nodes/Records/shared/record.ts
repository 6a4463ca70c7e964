import type { IDataObject } from 'n8n-workflow';

import { exactRecord, integerOf, isGiven, isOther, objectOf } from '../../shared/api';
import type { Field } from '../../shared/fields';
import { record } from '../../shared/locators';
import { type Expected, FailureError, rejection } from '../../shared/operations';

/** The record that an operation works on. */
export const theRecord: Field = {
	...record,
	required: true,
	routing: { send: { type: 'body', property: 'record_uid' } },
};

/** The current version of a record, for updates and deletes. */
export const currentVersion: Expected = {
	field: 'expected_version',
	read: exactRecord,
	value: (row) => (isGiven(row.version) ? integerOf(row, 'version') : unchangeable(row.state)),
	absent: 'record_not_found',
	refused: refusedChange,
};

/** The current container of a record, for moves. */
export const currentContainer: Expected = {
	field: 'expected_container',
	read: exactRecord,
	value: (row) => (isGiven(row.container) ? objectOf(row, 'container') : unchangeable(row.state)),
	absent: 'record_not_found',
	refused: refusedChange,
};

/** Failure for a record that is not available: it has no version and no container, and cannot be changed. */
function unchangeable(state: IDataObject[string]): FailureError {
	return new FailureError(rejection('record', stateReason(state)));
}

/** Reason why a record cannot be changed by `user`, as far as the record shows it. */
function refusedChange(
	{ creator_user_ref, state }: IDataObject,
	user: string | undefined,
): string | undefined {
	if (isOther(creator_user_ref, user)) return 'not_self_created';
	return state === 'available' ? undefined : stateReason(state);
}

/** Reason why a record in another state than `available` cannot be changed. */
function stateReason(state: IDataObject[string]): string {
	return state === 'protected' ? 'protected' : 'not_active';
}
