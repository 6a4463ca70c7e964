import { ifNotFound, options, simplify } from '../../../shared/fields';
import { getByUid, type Operation } from '../../../shared/operations';
import { post } from '../../locators/post';
import { postOutput } from '../../shared/outputs';
import { exactPost } from '../../shared/world';

/** batchGetWorldRecords: returns the full text and the publication version */
export const get: Operation = {
	name: 'Get',
	value: 'get',
	action: 'Get post',
	description: 'Get a public post, or one of your own posts, by its ID, with its full text',
	routing: { request: { method: 'POST', url: exactPost.path } },
	endpoint: getByUid(exactPost),
	output: postOutput,
	fields: [post, simplify, options([ifNotFound])],
};
