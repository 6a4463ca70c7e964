import {
	additionalFields,
	ifRejected,
	options,
	publishable,
	simplify,
	warning,
} from '../../../shared/form';
import { batchWrite, operation } from '../../../shared/operations';
import { post } from '../../locators/post';
import { publicationOutput } from '../../shared/outputs';
import { tags, expectedPublicationVersion } from '../../shared/fields';
import { isOut, REFUSALS, sourceVersion, watermark } from '../../shared/world';

/**
 * publishWorldRecords: one publication per item. Source version and publication version are read once, and retries do
 * not read newer ones, so that a post which was unpublished meanwhile does not become public again.
 */
export const publish = operation({
	name: 'Publish',
	value: 'publish',
	action: 'Publish post',
	description: 'Publish one of your records as a public post',
	routing: { request: { method: 'POST', url: '/api/v1/world/records/publish' } },
	tool: {
		does: "Publishes the text of one of the user's own records (notes) for everybody to read.",
		returns: 'Returns status: published, pending (under review), or why it was not published.',
		use: 'Use it only when the user explicitly asks to publish that text. There are no pictures and no publishing later.',
		effect: "Strangers read it at once, in the user's name, and may keep it for good.",
	},
	endpoint: batchWrite({
		thing: 'post',
		target: ['record_uid'],
		repeat: 'precondition',
		expected: [sourceVersion, watermark],
		keepExpected: true,
		succeeded: isSuccess,
		refusals: REFUSALS,
		uncertain: 'read',
		made: (entity, { expected_publication_version: before }) =>
			isOut(entity) && Number(entity.publication_version) > Number(before)
				? {
						record_uid: entity.record_uid,
						status: entity.state,
						publication_version: entity.publication_version,
					}
				: undefined,
	}),
	output: publicationOutput,
	fields: [
		warning(
			'Publishes the text and attachments of the record. Everybody can read and copy them; Unpublish does not remove copies.',
		),
		{
			...publishable,
			required: true,
			description:
				'Record to publish, one of your own. Later changes of the record do not change the post.',
			routing: { send: { type: 'body', property: 'record_uid' } },
		},
		additionalFields([
			{
				...post,
				displayName: 'Parent Post',
				name: 'parentPost',
				required: false,
				description: 'Public post that this post replies to',
				limits: {
					emptyHint: "Remove 'Parent Post' to publish a post that is not a reply.",
				},
				routing: { send: { type: 'body', property: 'parent_record_uid' } },
			},
			{
				...tags('Tags of the post'),
				limits: { list: {}, emptyHint: "Remove 'Tags' to publish the post without tags." },
			},
		]),
		options([
			simplify,
			expectedPublicationVersion,
			ifRejected,
			{
				displayName: 'Source Version',
				name: 'sourceVersion',
				type: 'number',
				default: 1,
				description: 'Version of the record to publish. Without this option, the current one.',
				limits: { guard: true },
				routing: { send: { type: 'body', property: 'source_version' } },
			},
		]),
	],
});

function isSuccess({ status }: { status?: unknown }): boolean {
	return status === 'published' || status === 'pending';
}
