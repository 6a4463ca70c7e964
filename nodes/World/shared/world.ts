import type { IDataObject } from 'n8n-workflow';

import { type ExactRead, exactRecord, integerOf, isGiven, isOther } from '../../shared/api';
import { type Expected, FailureError, rejection } from '../../shared/operations';

/** batchGetWorldRecords: also returns the publication version, which is -1 if there is no post */
const worldFacts = {
	path: '/api/v1/world/records/batch-get',
	thing: 'post',
	keys: ['record_uid'],
	uids: 'record_uids',
	entity: (row) => row,
} satisfies ExactRead;

/** Exact read of a post (batchGetWorldRecords). State `missing` means that it is not readable. */
export const exactPost = {
	...worldFacts,
	entity: (row) => (row.state === 'missing' ? undefined : row),
} satisfies ExactRead;

/** Statuses by which the service says that a post was not changed (publishWorldRecords). */
export const REFUSALS = [
	'unpublished',
	'conflict',
	'unavailable',
	'source_unavailable',
	'phone_required',
];

/** Publication version that Publish and Unpublish expect; -1 for a first publication. */
export const watermark: Expected = {
	field: 'expected_publication_version',
	read: worldFacts,
	value: (row) => integerOf(row, 'publication_version'),
	absent: 'unavailable',
	refused: ({ author_user_ref }, user) =>
		isOther(author_user_ref, user) ? 'unavailable' : undefined,
};

/** Publication version that Unpublish expects, of a post that there is. */
export const publishedWatermark: Expected = {
	...watermark,
	refused: (post, user) =>
		post.state === 'missing' ? watermark.absent : watermark.refused!(post, user),
};

/** Version of the record that Publish expects. Only an available record can be published. */
export const sourceVersion: Expected = {
	field: 'source_version',
	read: exactRecord,
	value: (row) =>
		isGiven(row.version)
			? integerOf(row, 'version')
			: new FailureError(rejection('record', 'source_unavailable')),
	absent: 'source_unavailable',
	refused: ({ creator_user_ref, state }, user) => {
		if (isOther(creator_user_ref, user)) return 'unavailable';
		return state === 'available' ? undefined : 'source_unavailable';
	},
};

/** True for a post that is public or waits for its review. */
export function isOut({ state }: IDataObject): boolean {
	return state === 'published' || state === 'pending';
}
