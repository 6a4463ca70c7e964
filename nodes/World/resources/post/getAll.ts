import {
	EXCLUSIVE,
	filters,
	options,
	period,
	person,
	returnAllOrLimit,
	simplify,
} from '../../../shared/form';
import { inOrder, inPeriod, list, operation } from '../../../shared/operations';
import { completion, includeFullText } from '../../shared/fullText';
import { postOutput } from '../../shared/outputs';
import { recordType, keepsReplies, replies, tags } from '../../shared/fields';

const published = period('posts published', { limits: EXCLUSIVE });

/** queryWorldRecords: also gives replies; texts are cut off at 512 code points and marked `text_truncated` */
export const getAll = operation({
	name: 'Get Many',
	value: 'getAll',
	action: 'Get many posts',
	description: 'List public posts, the posts of one author, or your own posts',
	routing: { request: { method: 'POST', url: '/api/v1/world/records/query' } },
	tool: {
		does: "Lists public posts: of everybody, of one author, or the user's own with those that wait for review.",
		returns: 'Returns title, text_content (cut at 512 characters), author_name, state, record_uid.',
		use: 'Use it to see what was published, without replies. Not for the answers to a post.',
	},
	endpoint: list({ keeps: ({ settings }) => keepsReplies(settings), completion }),
	output: postOutput,
	fields: [
		{
			displayName: 'Scope',
			name: 'scope',
			type: 'options',
			noDataExpression: true,
			default: 'public',
			description: 'Whose posts to list',
			options: [
				{
					name: 'Mine',
					value: 'mine',
					description: 'Your own posts, including pending and unpublished ones',
				},
				{ name: 'One Author', value: 'author', description: 'Published posts of one person' },
				{ name: 'Public', value: 'public', description: 'Published posts of all authors' },
			],
			routing: { send: { type: 'body', property: 'scope' } },
		},
		{
			...person,
			displayName: 'Author',
			name: 'author',
			required: true,
			description: 'Person who published the posts',
			displayOptions: { show: { scope: ['author'] } },
			routing: { send: { type: 'body', property: 'author_user_ref' } },
		},
		...published,
		...returnAllOrLimit,
		simplify,
		filters([recordType, replies, tags('Only posts with all of these tags')]),
		options([includeFullText]),
	],
	rules: [inOrder('start_at', 'end_at', { inclusive: true })],
	finish: inPeriod(published),
});
