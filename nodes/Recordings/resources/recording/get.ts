import { options } from '../../../shared/fields/collections';
import { recording } from '../../../shared/fields/locators/recording';
import { ifNotFound } from '../../../shared/fields/writing';
import type { Operation } from '../../../shared/operation';
import { read } from '../../../shared/routing/read';
import { exactRecording } from '../../shared/recording';

/** batchGetRecordings: no transcript text */
export const get: Operation = {
	name: 'Get',
	value: 'get',
	action: 'Get recording',
	description: 'Read the facts of one recording',
	shape: read(exactRecording),
	fields: [recording, options([ifNotFound])],
};
