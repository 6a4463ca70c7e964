import { exactRecord } from '../../../shared/api';
import { ifNotFound, options, simplify } from '../../../shared/form';
import { getExact, operation } from '../../../shared/operations';
import { theRecord } from '../../shared/record';
import { recordOutput } from '../../shared/outputs';
import { topicNames } from '../../shared/topics';

/** batchGetRecords: returns container and version of every available record */
export const get = operation({
	name: 'Get',
	value: 'get',
	action: 'Get record (note or chat text)',
	description:
		'Get a record (note, or what came from a chat) by its ID, with its topic and version',
	routing: { request: { method: 'POST', url: exactRecord.path } },
	tool: {
		does: 'Gets one record (note) with its whole text, topic and version.',
		returns: 'Returns title, text_content, send_at, container, state and version.',
		use: 'Use it when the record_uid is known.',
	},
	endpoint: getExact(exactRecord, topicNames),
	output: recordOutput,
	fields: [theRecord, simplify, options([ifNotFound])],
});
