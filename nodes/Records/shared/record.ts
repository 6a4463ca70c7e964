import { exactRecord, objectOf } from '../../shared/api';
import { type Field, record } from '../../shared/form';
import { type Expected, isChangeable, refusedChange, unchangeable } from '../../shared/operations';

/** The record that an operation works on. */
export const theRecord = {
	...record,
	required: true,
	routing: { send: { type: 'body', property: 'record_uid' } },
} satisfies Field;

/** The record that an operation works on, or up to ten of them in one call. */
export const theRecords = { ...theRecord, limits: { together: 10 } } satisfies Field;

/** The current container of a record, for moves. */
export const currentContainer: Expected = {
	field: 'expected_container',
	read: exactRecord,
	value: (row) =>
		isChangeable(row, 'container') ? objectOf(row, 'container') : unchangeable('record', row.state),
	absent: 'record_not_found',
	refused: refusedChange,
};
