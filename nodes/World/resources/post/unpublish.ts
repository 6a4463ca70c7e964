import { ifRejected, options, simplify, warning } from '../../../shared/fields';
import { batchWrite, type Operation } from '../../../shared/operations';
import { post } from '../../locators/post';
import { publicationOutput } from '../../shared/outputs';
import { expectedPublicationVersion } from '../../shared/watermark';
import { watermark, worldFacts } from '../../shared/world';

/** unpublishWorldRecords: its statuses are not shown, so the post as it is afterwards decides */
export const unpublish: Operation = {
	name: 'Unpublish',
	value: 'unpublish',
	action: 'Unpublish post',
	description: 'Withdraw one of your public posts',
	routing: { request: { method: 'POST', url: '/api/v1/world/records/unpublish' } },
	endpoint: batchWrite({
		thing: 'post',
		target: ['record_uid'],
		repeat: 'precondition',
		expected: [watermark],
		succeeded: ({ state }) => state === 'unpublished',
		reason: ({ status }) => status as string | undefined,
		outcomeFor: (status) => ({ status }),
		judgedByReading: true,
		readBack: worldFacts,
		made: ({ state, publication_version }, _item, outcome) =>
			state === 'unpublished' ? { ...outcome, publication_version, state } : undefined,
	}),
	output: publicationOutput,
	fields: [
		warning(
			'Withdraws the post. The record and the replies of others stay, and readers may have copies.',
		),
		{ ...post, description: 'One of your own posts' },
		simplify,
		options([expectedPublicationVersion, ifRejected]),
	],
};
