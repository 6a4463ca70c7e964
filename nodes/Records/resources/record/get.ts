import { exactRecord } from '../../../shared/api';
import { ifNotFound, options, simplify } from '../../../shared/fields';
import { getByUid, type Operation } from '../../../shared/operations';
import { theRecord } from '../../shared/record';
import { recordOutput } from '../../shared/outputs';

/** batchGetRecords: returns container and version of every available record */
export const get: Operation = {
	name: 'Get',
	value: 'get',
	action: 'Get record',
	description: 'Get a record (note) by its ID, with its container and version',
	routing: { request: { method: 'POST', url: exactRecord.path } },
	endpoint: getByUid(exactRecord),
	output: recordOutput,
	fields: [theRecord, simplify, options([ifNotFound])],
};
