import { options } from '../../../shared/fields/collections';
import { recording } from '../../../shared/fields/locators/recording';
import { ifNotFound } from '../../../shared/fields/writing';
import type { Operation } from '../../../shared/operation';
import { getByUid } from '../../../shared/routing/getByUid';
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
