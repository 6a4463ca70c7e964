import { returnAllOrLimit, simplify } from '../../../shared/fields';
import { eachRow, list, type Operation } from '../../../shared/operations';
import { post } from '../../locators/post';
import { simplifiedPost } from '../../shared/world';

/** queryWorldReplies: direct replies only */
export const getAll: Operation = {
	name: 'Get Many',
	value: 'getAll',
	action: 'Get many replies',
	description: 'List the direct replies to a public post',
	routing: { request: { method: 'POST', url: '/api/v1/world/replies/query' } },
	endpoint: list({ rows: eachRow(simplifiedPost) }),
	fields: [
		{
			...post,
			description: 'A public post',
			routing: { send: { type: 'body', property: 'parent_record_uid' } },
		},
		...returnAllOrLimit,
		simplify,
	],
};
