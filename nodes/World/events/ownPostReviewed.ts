import { timeOf, uidOf } from '../../shared/api';
import { triggerEvent } from '../../shared/polling';
import { completion, includeFullText } from '../shared/fullText';
import { postOutput } from '../shared/outputs';
import { ownPosts } from './ownPosts';
import { DAY } from '../../shared/durations';

/** Options for the states that end a review. */
const OUTCOMES = [
	{ name: 'Published', value: 'published', description: 'The post is public' },
	{ name: 'Rejected', value: 'rejected', description: 'The post failed the review' },
];

/** queryWorldRecords: rejected posts have no time, so those that exist at activation are stored as seen. */
export const ownPostReviewed = triggerEvent({
	name: 'Post Published or Rejected',
	value: 'ownPostReviewed',
	description: 'Triggers when one of your posts is published or rejected after its review',
	path: '/api/v1/world/records/query',
	filters: [
		{
			displayName: 'Outcomes',
			name: 'outcomes',
			type: 'multiOptions',
			default: [],
			description: 'Only posts whose review ended like this',
			options: OUTCOMES,
		},
	],
	ownFilters: ['outcomes'],
	options: [includeFullText],
	source: {
		isList: true,
		lookback: 7 * DAY,
		read: ownPosts,
		recent: 7 * DAY,
		wanted: ({ state }, { own }) => {
			const outcomes = own.outcomes;
			return !outcomes?.length || outcomes.includes(String(state));
		},
	},
	// Events of both outcomes are stored as seen, so that a changed filter does not bring back old posts
	fact: (row) => {
		if (!OUTCOMES.some(({ value }) => value === row.state)) return undefined;
		return {
			id: uidOf(row, 'record_uid'),
			mark: `${String(row.state)}@${String(row.publication_version)}`,
			time: row.state === 'published' ? timeOf(row.published_at) : undefined,
		};
	},
	completion,
	output: postOutput,
});
