import { ifNotFound, options, simplify } from '../../../shared/fields';
import { getByUid, type Operation } from '../../../shared/operations';
import { post } from '../../locators/post';
import { postOutput } from '../../shared/outputs';
import { exactPost } from '../../shared/world';

/** batchGetWorldRecords: the full text and the write watermark */
export const get: Operation = {
	name: 'Get',
	value: 'get',
	action: 'Get post',
	description: 'Get one public post, or one of your own, with its full text',
	routing: { request: { method: 'POST', url: exactPost.path } },
	endpoint: getByUid(exactPost),
	output: postOutput,
	fields: [post, simplify, options([ifNotFound])],
};
