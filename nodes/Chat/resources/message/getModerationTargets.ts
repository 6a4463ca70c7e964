import { after, before, filters, returnAllOrLimit, simplify } from '../../../shared/fields';
import { inOrder, list, type Operation } from '../../../shared/operations';
import { exactPerson } from '../../../shared/locators';
import { group, sendersAs } from '../../shared/fields';
import { moderationOutput } from '../../shared/outputs';

/** queryGroupMessageModerationTargets: `upper_sequence` is how far this round looks */
export const getModerationTargets: Operation = {
	name: 'Get Moderation Targets',
	value: 'getModerationTargets',
	action: 'Get moderation targets',
	description:
		'List the messages of chosen members of your group, with whether they can be withdrawn',
	routing: { request: { method: 'POST', url: '/api/v1/chat/messages/moderation/query' } },
	endpoint: list({
		rows: ({ rows, data }, { body }) =>
			rows.map((row) => ({
				chat_session_uid: body.chat_session_uid,
				...row,
				upper_sequence: data.upper_sequence,
			})),
	}),
	output: moderationOutput,
	fields: [
		group,
		{ ...sendersAs(exactPerson, 'Whose messages, up to 100 people'), required: true },
		...returnAllOrLimit,
		simplify,
		filters([
			after('Only messages from this time or later; without it, from the beginning'),
			before('Only messages from before this time; without it, all until now'),
		]),
	],
	rules: [inOrder('start_at', 'end_at')],
};
