import { options, returnAllOrLimit, simplify } from '../../../shared/form';
import { list, operation } from '../../../shared/operations';
import { post } from '../../locators/post';
import { completion, includeFullText } from '../../shared/fullText';
import { postOutput } from '../../shared/outputs';

/** queryWorldReplies: returns direct replies only */
export const getAll = operation({
	name: 'Get Many',
	value: 'getAll',
	action: 'Get many replies',
	description: 'List the direct replies to a public post',
	routing: { request: { method: 'POST', url: '/api/v1/world/replies/query' } },
	tool: {
		does: 'Lists the direct replies to a public post.',
		returns: 'Returns text_content (cut at 512 characters), author_name and record_uid of each.',
		use: 'Use it to read what others answered.',
	},
	endpoint: list({ completion }),
	output: postOutput,
	fields: [
		{
			...post,
			description: 'Public post whose replies to list',
			routing: { send: { type: 'body', property: 'parent_record_uid' } },
		},
		...returnAllOrLimit,
		simplify,
		options([includeFullText]),
	],
});
