import type { IDataObject } from 'n8n-workflow';

import { timeOf, uidOf } from '../../shared/api';
import { person } from '../../shared/form';
import {
	type Bounds,
	ignoreMyOwn,
	type Reader,
	type RowPage,
	triggerEvent,
	windowOf,
	withoutMyOwn,
} from '../../shared/polling';
import { completion, includeFullText } from '../shared/fullText';
import { postOutput } from '../shared/outputs';
import { recordType, keepsReplies, replies, tags } from '../shared/fields';
import { DAY, HOUR } from '../../shared/durations';

const PATH = '/api/v1/world/records/query';

const tagsOfPosts = tags('Only posts with all of these tags');

/**
 * Posts by their publication (queryWorldRecords): both bounds are inclusive. A review can end long after the time that
 * a post shows, so posts are looked for up to seven days after it.
 */
export const newPost = triggerEvent({
	name: 'New Post',
	value: 'newPost',
	description: 'Triggers when an author publishes a post, or when anybody does so with your tags',
	path: PATH,
	fields: [
		{
			displayName: 'Choose Posts By',
			name: 'scope',
			type: 'options',
			noDataExpression: true,
			default: 'author',
			description: 'Posts to watch',
			options: [
				{ name: 'Author', value: 'author', description: 'Posts of one person' },
				{
					name: 'Tags',
					value: 'public',
					description: 'Posts of all people that have all of your tags',
				},
			],
			routing: { send: { type: 'body', property: 'scope' } },
		},
		{
			...person,
			displayName: 'Author',
			name: 'author',
			required: true,
			description: 'Author of the posts',
			displayOptions: { show: { scope: ['author'] } },
			routing: { send: { type: 'body', property: 'author_user_ref' } },
		},
		{ ...tagsOfPosts, displayOptions: { show: { scope: ['author'] } } },
		{ ...tagsOfPosts, required: true, displayOptions: { show: { scope: ['public'] } } },
		{ ...ignoreMyOwn('posts'), displayOptions: { show: { scope: ['public'] } } },
	],
	filters: [recordType, replies],
	ownFilters: ['ignoreMyOwn', 'replies'],
	options: [includeFullText],
	source: { lookback: 7 * DAY, recent: 6 * HOUR, read: readPosts },
	fact: (row) => ({ id: uidOf(row, 'record_uid'), time: timeOf(row.published_at) }),
	completion,
	output: postOutput,
});

const published = windowOf(PATH, { start: 'start_at', end: 'end_at', inclusive: true });

async function* readPosts(reader: Reader, bounds: Bounds): AsyncGenerator<RowPage> {
	const keeps = keepsReplies(reader.own);
	for await (const { rows: all, ...page } of published(reader, bounds)) {
		const rows = keeps ? all.filter(keeps) : all;
		// The author that a user has chosen may be the account itself
		const isAsked = reader.filters.scope === 'author';
		const authorOf = ({ author_user_ref }: IDataObject) => author_user_ref;
		yield { ...page, rows: isAsked ? rows : await withoutMyOwn(rows, reader, authorOf) };
	}
}
