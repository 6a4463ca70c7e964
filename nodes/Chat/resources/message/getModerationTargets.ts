import { period, returnAllOrLimit, simplify } from '../../../shared/form';
import { inOrder, inPeriod, list, operation } from '../../../shared/operations';
import { group, sendersAs } from '../../shared/fields';
import { ownerOnly } from '../../shared/ownerOnly';
import { moderationOutput } from '../../shared/outputs';

const sent = period('messages sent');

/** queryGroupMessageModerationTargets: `upper_sequence` is the last sequence number that the service searched */
export const getModerationTargets = operation({
	name: 'Get Moderation Targets',
	value: 'getModerationTargets',
	action: 'Get moderation targets',
	description:
		'List messages of members of a group that you own, and whether each can be withdrawn',
	routing: { request: { method: 'POST', url: '/api/v1/chat/messages/moderation/query' } },
	tool: {
		does: 'Lists messages of chosen members in a group that the user owns, the oldest first, with whether each can be withdrawn.',
		returns: 'Returns sequence, sender, message_at, eligible and withdrawal_state; never the text.',
		use: 'Use it to learn which messages of a member can be withdrawn; for the texts, read the messages of the chat.',
	},
	endpoint: ownerOnly(
		list({
			row: (row, { upper_sequence }, { body: { chat_session_uid } }) => ({
				chat_session_uid,
				...row,
				upper_sequence,
			}),
		}),
	),
	output: moderationOutput,
	fields: [
		group,
		{ ...sendersAs('Members whose messages to list, up to 100'), required: true },
		...sent,
		...returnAllOrLimit,
		simplify,
	],
	rules: [inOrder('start_at', 'end_at')],
	finish: inPeriod(sent),
});
