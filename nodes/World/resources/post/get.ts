import { options } from '../../../shared/fields/collections';
import { post } from '../../locators/post';
import { simplify } from '../../../shared/fields/simplify';
import { ifNotFound } from '../../../shared/fields/outcomeOptions';
import type { Operation } from '../../../shared/operations/operation';
import { getByUid } from '../../../shared/operations/endpoints/getByUid';
import { exactPost, simplifiedPost } from '../../shared/world';

/** batchGetWorldRecords: the full text and the write watermark */
export const get: Operation = {
	name: 'Get',
	value: 'get',
	action: 'Get post',
	description: 'Read one public post, or one of your own, with its full text',
	routing: { request: { method: 'POST', url: exactPost.path } },
	endpoint: getByUid(exactPost, simplifiedPost),
	fields: [post, simplify, options([ifNotFound])],
};
