import { ifRejected, options, simplify, warning } from '../../../shared/form';
import { batchWrite, FailureError, operation } from '../../../shared/operations';
import { post } from '../../locators/post';
import { publicationOutput } from '../../shared/outputs';
import { expectedPublicationVersion } from '../../shared/fields';
import { publishedWatermark, REFUSALS } from '../../shared/world';

/** unpublishWorldRecords: the contract does not list its statuses, so the node reads the post back to learn the outcome */
export const unpublish = operation({
	name: 'Unpublish',
	value: 'unpublish',
	action: 'Unpublish post',
	description: 'Make one of your posts no longer public',
	routing: { request: { method: 'POST', url: '/api/v1/world/records/unpublish' } },
	tool: {
		does: "Withdraws one of the user's own public posts.",
		returns: 'Returns status and publication_version.',
		use: 'Use it when the user no longer wants a post to be public. The note itself stays.',
		effect: 'The post disappears for others; their replies stay.',
		undo: 'Publishing again is possible.',
		undoneBy: 'post.publish',
	},
	endpoint: batchWrite({
		thing: 'post',
		target: ['record_uid'],
		repeat: 'precondition',
		expected: [publishedWatermark],
		succeeded: ({ state }) => state === 'unpublished',
		refusals: REFUSALS,
		uncertain: 'readAlways',
		// A repeated request is answered with a conflict, so the state that was read is the status of each row
		rowOf: ({ state, ...row }) => ({ ...row, status: state }),
		made({ state, publication_version }, { expected_publication_version: before }, outcome) {
			if (state === 'unpublished') return { ...outcome, publication_version, state };
			const { status: reason } = outcome;
			const isSame = state === 'missing' || publication_version === before;
			const isDone = reason === 'succeeded' || reason === 'unpublished';
			if (!isDone && (isSame || REFUSALS.includes(String(reason)))) return { ...outcome, reason };
			const fact = isSame ? 'is as it was, although the answer is a success' : 'has changed';
			throw new FailureError({ message: `The post ${fact}, and is not unpublished` });
		},
	}),
	output: publicationOutput,
	fields: [
		warning(
			'Unpublishes the post. The record and the replies of other people remain, and readers may have copies.',
		),
		{ ...post, description: 'Post to unpublish, one of your own' },
		options([simplify, expectedPublicationVersion, ifRejected]),
	],
});
