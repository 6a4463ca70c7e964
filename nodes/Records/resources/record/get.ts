import type { Operation } from '../../../shared/operation';
import { options } from '../../../shared/fields/collections';
import { ifNotFound } from '../../../shared/fields/writing';
import { read } from '../../../shared/routing/read';
import { exactRecord, theRecord } from '../../shared/record';

/** batchGetRecords: always with container and version, as far as the record is available */
export const get: Operation = {
	name: 'Get',
	value: 'get',
	action: 'Get record',
	description: 'Read one record, with its container and version',
	shape: read(exactRecord),
	fields: [theRecord, options([ifNotFound])],
};
