import { options } from '../../../shared/fields/collections';
import { recording } from '../../locators/recording';
import { ifNotFound } from '../../../shared/fields/outcomeOptions';
import type { Operation } from '../../../shared/operations/operation';
import { getByUid } from '../../../shared/operations/endpoints/getByUid';
import { exactRecording } from '../../shared/recording';

/** batchGetRecordings: no transcript text */
export const get: Operation = {
	name: 'Get',
	value: 'get',
	action: 'Get recording',
	description: 'Read the facts of one recording',
	routing: { request: { method: 'POST', url: exactRecording.path } },
	endpoint: getByUid(exactRecording),
	fields: [recording, options([ifNotFound])],
};
