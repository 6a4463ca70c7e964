import { bound, filters, returnAllOrLimit } from '../../../shared/fields';
import { before, list, type Operation } from '../../../shared/operations';
import { group, senders } from '../../shared/fields';

/** queryGroupMessageModerationTargets: `upper_sequence` is how far this round looks */
export const getModerationTargets: Operation = {
	name: 'Get Moderation Targets',
	value: 'getModerationTargets',
	action: 'Get moderation targets',
	description: 'List which messages of certain members of your group can be withdrawn',
	routing: { request: { method: 'POST', url: '/api/v1/chat/messages/moderation/query' } },
	endpoint: list({
		rows: ({ rows, data }, { body }) =>
			rows.map((row) => ({
				chat_session_uid: body.chat_session_uid,
				...row,
				upper_sequence: data.upper_sequence,
			})),
	}),
	fields: [
		group,
		{ ...senders, required: true, description: 'Whose messages, up to 100 people' },
		...returnAllOrLimit,
		filters([
			bound('End', 'endAt', 'end_at', 'Latest time, exclusive; without it, all until now'),
			bound(
				'Start',
				'startAt',
				'start_at',
				'Earliest time, inclusive; without it, from the beginning',
			),
		]),
	],
	rules: [before('start_at', 'end_at')],
};
