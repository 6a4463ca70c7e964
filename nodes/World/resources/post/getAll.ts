import { end, filters, returnAllOrLimit, simplify, start } from '../../../shared/fields';
import { person } from '../../../shared/locators';
import { eachRow, list, neededWhen, notAfter, type Operation } from '../../../shared/operations';
import { tags } from '../../shared/tags';
import { simplifiedPost } from '../../shared/world';

/** queryWorldRecords: texts are cut at 512 characters, which `text_truncated` says */
export const getAll: Operation = {
	name: 'Get Many',
	value: 'getAll',
	action: 'Get many posts',
	description: 'List public posts, those of one author, or your own',
	routing: { request: { method: 'POST', url: '/api/v1/world/records/query' } },
	endpoint: list({ rows: eachRow(simplifiedPost) }),
	fields: [
		{
			displayName: 'Scope',
			name: 'scope',
			type: 'options',
			noDataExpression: true,
			default: 'public',
			options: [
				{ name: 'Mine', value: 'mine', description: 'Your own, also pending and withdrawn ones' },
				{ name: 'Of One Author', value: 'author', description: 'Published posts of one person' },
				{ name: 'Public', value: 'public', description: 'Published posts of everybody' },
			],
			routing: { send: { type: 'body', property: 'scope' } },
		},
		{
			...person,
			displayName: 'Author',
			name: 'author',
			required: true,
			description: 'Whose posts to list',
			displayOptions: { show: { scope: ['author'] } },
			routing: { send: { type: 'body', property: 'author_user_ref' } },
		},
		...returnAllOrLimit,
		simplify,
		filters([
			end('Latest time of publication, inclusive'),
			{
				displayName: 'Record Type',
				name: 'recordType',
				type: 'options',
				default: 'record',
				options: [
					{ name: 'Extension Publication', value: 'extension_publication' },
					{ name: 'Record', value: 'record' },
				],
				routing: { send: { type: 'body', property: 'record_type' } },
			},
			start('Earliest time of publication, inclusive'),
			tags({ maxBytes: 100 }, 'Only posts with all of these tags'),
		]),
	],
	rules: [notAfter('start_at', 'end_at'), neededWhen('scope', 'author', 'author_user_ref')],
};
