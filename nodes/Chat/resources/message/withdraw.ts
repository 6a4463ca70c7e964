import { ifRejected, options, warning, simplify } from '../../../shared/form';
import { batchWrite, operation } from '../../../shared/operations';
import { group, sequence } from '../../shared/fields';
import { ownerOnly } from '../../shared/ownerOnly';
import { withdrawalOutput } from '../../shared/outputs';

/** withdrawGroupMessages: succeeds without a change if the message is already withdrawn */
export const withdraw = operation({
	name: 'Withdraw',
	value: 'withdraw',
	action: 'Withdraw message',
	description: "Withdraw another member's message from a group that you own",
	routing: { request: { method: 'POST', url: '/api/v1/chat/messages/withdraw' } },
	tool: {
		does: 'Withdraws one or several messages of other members from a group that the user owns.',
		returns: 'Returns for each whether it was withdrawn, or the reason why not.',
		use: 'Use it only when the user asks to withdraw them. Own messages cannot be withdrawn here.',
		effect: 'The messages disappear for everybody, and no operation puts them back.',
	},
	endpoint: ownerOnly(
		batchWrite({
			thing: 'message',
			target: ['chat_session_uid', 'sequence'],
			repeat: 'idempotent',
		}),
	),
	output: withdrawalOutput,
	fields: [
		warning(
			'Withdraws messages of other members, for everybody in the group. This cannot be undone. The senders stay in the group.',
		),
		{ ...group, limits: { sole: true } },
		{ ...sequence, limits: { together: 10 } },
		options([simplify, ifRejected]),
	],
});
