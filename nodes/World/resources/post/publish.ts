import { additionalFields, ifRejected, options, simplify, warning } from '../../../shared/fields';
import { record } from '../../../shared/locators';
import { batchWrite, type Operation } from '../../../shared/operations';
import { post } from '../../locators/post';
import { publicationOutput } from '../../shared/outputs';
import { tags } from '../../shared/tags';
import { expectedPublicationVersion } from '../../shared/watermark';
import { isOut, sourceVersion, watermark, worldFacts } from '../../shared/world';

/**
 * publishWorldRecords: one publication for each item. Source version and watermark are read once: no
 * retry goes on from newer ones by itself, so that nothing that was withdrawn becomes public again.
 */
export const publish: Operation = {
	name: 'Publish',
	value: 'publish',
	action: 'Publish post',
	description: 'Publish the text of one of your records for everybody to read',
	routing: { request: { method: 'POST', url: '/api/v1/world/records/publish' } },
	endpoint: batchWrite({
		thing: 'post',
		target: ['record_uid'],
		repeat: 'precondition',
		expected: [sourceVersion, watermark],
		keepExpected: true,
		succeeded: isSuccess,
		reason: ({ status }) => status as string | undefined,
		outcomeFor: (status) => ({ status }),
		uncertain: { is: ({ status }) => status === 'unknown', then: 'read' },
		readBack: worldFacts,
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
			'Publishes the text and attachments of the record for everybody. Unpublishing later does not reach copies that others have made.',
		),
		{
			...record,
			required: true,
			description: 'One of your own records. Later changes of the record do not change the post.',
			routing: { send: { type: 'body', property: 'record_uid' } },
		},
		additionalFields([
			{
				...post,
				displayName: 'Parent Post',
				name: 'parentPost',
				required: false,
				description: 'Public post to reply to',
				limits: {
					emptyHint: 'Remove the field to publish a post of its own instead of a reply.',
				},
				routing: { send: { type: 'body', property: 'parent_record_uid' } },
			},
			tags({}, 'Complete set of tags of this publication'),
		]),
		simplify,
		options([
			expectedPublicationVersion,
			ifRejected,
			{
				displayName: 'Source Version',
				name: 'sourceVersion',
				type: 'number',
				default: 1,
				description:
					'The version of the record to publish. Nothing is published if the record has another version by then. Without this option the node reads the current version right before.',
				limits: { guard: true },
				routing: { send: { type: 'body', property: 'source_version' } },
			},
		]),
	],
};

function isSuccess({ status }: { status?: unknown }): boolean {
	return status === 'published' || status === 'pending';
}
