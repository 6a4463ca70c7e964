import { DAY, timeOf, uidOf } from '../../shared/api';
import type { TriggerEvent } from '../../shared/polling';
import { postOutput } from '../shared/outputs';
import { ownPosts } from './ownPosts';

/** The states that end a review. */
const OUTCOMES = [
	{ name: 'Published', value: 'published' },
	{ name: 'Rejected', value: 'rejected' },
];

/** A rejected post shows no time: those that are there when the trigger starts are remembered. */
export const ownPostReviewed: TriggerEvent = {
	name: 'Own Post Published or Rejected',
	value: 'ownPostReviewed',
	description:
		'Triggers when the review of one of your posts ends: the post is public, or it was rejected',
	filters: [
		{
			displayName: 'Outcomes',
			name: 'outcomes',
			type: 'multiOptions',
			default: [],
			description: 'Only posts with these outcomes',
			options: OUTCOMES,
		},
	],
	ownFilters: ['outcomes'],
	source: {
		kind: 'snapshot',
		lookback: 7 * DAY,
		read: (reader) => ownPosts(reader),
		wanted: ({ state }, { own }) => {
			const outcomes = own.outcomes as string[] | undefined;
			return !outcomes?.length || outcomes.includes(String(state));
		},
	},
	// All outcomes are known to the trigger, so that one that is chosen later does not bring old posts
	fact: (row) => {
		if (!OUTCOMES.some(({ value }) => value === row.state)) return undefined;
		return {
			id: uidOf(row, 'record_uid'),
			mark: `${String(row.state)}@${String(row.publication_version)}`,
			time: row.state === 'published' ? timeOf(row.published_at) : undefined,
		};
	},
	output: postOutput,
};
