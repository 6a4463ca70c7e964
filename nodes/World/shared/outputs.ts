import { listed, type Output } from '../../shared/rows';
import { isObject } from '../../shared/objects';

/** Simplified form of a post. Names and UIDs of its files are texts separated by commas. */
export const postOutput: Output = {
	fields: `
		title text_content author_name published_at state tags text_truncated record_type record_uid
		parent_record_uid author_user_ref publication_version created_at extension_id
		extension_version extension_name extension_description extension_share_url file_names
		file_asset_uids
	`,
	answered: `
		record_uid state author_user_ref author_name title text_content text_truncated record_type
		parent_record_uid tags published_at created_at publication_version files extension
	`,
	nested: { extension: { extension_id: 'extension_id' } },
	derive: ({ files }) => {
		const list = Array.isArray(files) ? files.filter(isObject) : [];
		if (list.length === 0) return {};
		return {
			file_names: listed(list.map(({ file_name }) => file_name)),
			file_asset_uids: listed(list.map(({ file_asset_uid }) => file_asset_uid)),
		};
	},
	without: 'files',
	onRequest: 'created_at extension_version extension_description extension_share_url',
	usual: {
		text_truncated: false,
		record_type: 'record',
		parent_record_uid: null,
		extension_id: null,
		extension_name: null,
		file_names: null,
		file_asset_uids: null,
	},
	details: 'record_type parent_record_uid publication_version',
	text: 'published_at author_name title text_content',
	groups: { day: 'published_at', person: 'author_name author_user_ref', status: 'state' },
	oldestFirst: 'published_at',
};

/** Simplified form of the outcome of Publish or Unpublish. */
export const publicationOutput: Output = { fields: 'status record_uid publication_version' };
