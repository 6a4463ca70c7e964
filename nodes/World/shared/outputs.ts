import { isObject } from '../../shared/api';
import { listed, type Output } from '../../shared/outputs';

/** Simplified form of a post. Names and UIDs of its files are texts separated by commas. */
export const postOutput: Output = {
	first: [
		'title',
		'text_content',
		'author_name',
		'published_at',
		'state',
		'tags',
		'text_truncated',
		'record_type',
		'record_uid',
		'parent_record_uid',
		'author_user_ref',
		'publication_version',
	],
	always: ['title', 'text_content', 'author_name', 'published_at'],
	nested: { extension: { extension_id: 'extension_id' } },
	derive: ({ files }) => {
		const list = Array.isArray(files) ? files.filter(isObject) : [];
		if (list.length === 0) return {};
		return {
			file_names: listed(list.map(({ file_name }) => file_name)),
			file_asset_uids: listed(list.map(({ file_asset_uid }) => file_asset_uid)),
		};
	},
	without: ['files'],
};

/** Simplified form of the outcome of Publish or Unpublish. */
export const publicationOutput: Output = {
	first: ['status', 'state', 'record_uid', 'publication_version'],
};
