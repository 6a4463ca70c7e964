import { ifNotFound, options, simplify } from '../../../shared/form';
import { getExact, operation } from '../../../shared/operations';
import { post } from '../../locators/post';
import { postOutput } from '../../shared/outputs';
import { exactPost } from '../../shared/world';

/** batchGetWorldRecords: returns the full text and the publication version */
export const get = operation({
	name: 'Get',
	value: 'get',
	action: 'Get post',
	description: 'Get a public post, or one of your own posts, by its ID, with its full text',
	routing: { request: { method: 'POST', url: exactPost.path } },
	tool: {
		does: "Gets one public post, or one of the user's own, with its whole text.",
		returns: 'Returns title, text_content, author, state, tags and publication_version.',
		use: 'Use it after a list, whose texts are cut at 512 characters.',
	},
	endpoint: getExact(exactPost),
	output: postOutput,
	fields: [post, simplify, options([ifNotFound])],
});
